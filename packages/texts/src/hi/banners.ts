import type en from '../en/banners.ts';
import type { Shape } from '../shape.ts';

export default {
  fakeApp: { title: 'नकली ट्रेडिंग ऐप कैसे पहचानें', text: 'ऐसे भाव जिन्हें कोई जाँच न सके, पैसा जो केवल अंदर जाए।' },
  firstTrade: { title: 'आपका पहला सौदा', text: 'वर्चुअल पैसा जोड़ें, शेयर चुनें, एक खरीदें।' },
  orderBook: { title: 'भाव कहाँ से आता है', text: 'ऑर्डर बुक में ऑर्डरों के मिलान से। कोई उसे तय नहीं करता।' },
  charges: { title: 'एक सौदे का खर्च', text: 'सात मदें, एक-एक पैसे तक सही, ऑर्डर से पहले।' },
} satisfies Shape<typeof en>;
