import type en from '../en/banners.ts';
import type { Shape } from '../shape.ts';

export default {
  fakeApp: { title: 'नक़ली ट्रेडिंग ऐप कैसे पहचानें', text: 'ऐसे भाव जिन्हें कोई जाँच न सके, पैसा जो केवल अंदर जाए।' },
  firstTrade: { title: 'आपका पहला सौदा', text: 'काग़ज़ी पैसा जोड़ें, शेयर चुनें, एक ख़रीदें।' },
  orderBook: { title: 'भाव कहाँ से आता है', text: 'ऑर्डर बुक में मिलते ऑर्डरों से। कोई उसे तय नहीं करता।' },
  charges: { title: 'एक सौदे का ख़र्च', text: 'सात मदें, पैसे तक सही, ऑर्डर से पहले।' },
} satisfies Shape<typeof en>;
