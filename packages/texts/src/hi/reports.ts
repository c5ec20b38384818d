import type { Shape } from '../shape.ts';
import type en from '../en/reports.ts';

export default {
  dayTitleUp: 'बाज़ार बंद {{date}}: {{index}} {{percent}} % ऊपर',
  dayTitleDown: 'बाज़ार बंद {{date}}: {{index}} {{percent}} % नीचे',
  dayTitle: 'बाज़ार बंद {{date}}',
  daySummary: '{{up}} शेयर चढ़े, {{down}} गिरे और {{same}} नहीं बदले। {{value}} के शेयरों का सौदा हुआ।',
  indices: 'सूचकांक',
  gainers: 'सबसे ज़्यादा चढ़े',
  losers: 'सबसे ज़्यादा गिरे',
  active: 'सबसे ज़्यादा सौदे',
  listed: 'पहला दिन',
  actions: 'कंपनियाँ',
  line: '**{{name}}** ({{code}}): {{price}} पर, {{change}} %',
  indexLine: '**{{name}}**: {{level}} पर, {{change}} %',
  levelLine: '**{{name}}**: {{level}} पर',
  activeLine: '**{{name}}** ({{code}}): {{volume}} शेयरों में {{value}}',
  listedLine: '**{{name}}** ({{code}}) {{issue}} पर आया और {{price}} पर बंद हुआ, {{change}} %',
  exDividend: '**{{code}}** पहली बार {{amount}} प्रति शेयर के लाभांश के बिना चला',
  exSplit: '**{{code}}** का विभाजन हुआ: एक शेयर के {{times}} हो गए',
  exBonus: '**{{code}}** ने बोनस दिया: हर {{b}} पर {{a}} नए शेयर',
  newDividend: '**{{code}}** ने {{amount}} प्रति शेयर लाभांश घोषित किया; एक्स-डेट {{date}}',
  newSplit: '**{{code}}** ने एक शेयर के {{times}} करने की घोषणा की; एक्स-डेट {{date}}',
  newBonus: '**{{code}}** ने हर {{b}} पर {{a}} के बोनस की घोषणा की; एक्स-डेट {{date}}',
  dayFoot: 'यह रिपोर्ट {{date}} के सौदों से एक साँचे ने बनाई है। सभी कंपनियाँ काल्पनिक हैं, और हर भाव वह है जिस पर दो ऑर्डर मिले।',
  upTitle: '{{name}} {{percent}} % चढ़ा',
  downTitle: '{{name}} {{percent}} % गिरा',
  moveSummary: '{{code}} {{date}} को {{price}} पर बंद हुआ; एक दिन पहले {{previous}} था।',
  moveBody:
    'यह {{open}} पर खुला और {{low}} से {{high}} के बीच चला। कुल {{volume}} शेयरों में {{value}} का सौदा हुआ।\n\nक्यों बदला, यह पता नहीं: इस बाज़ार में भाव केवल मिलने वाले ऑर्डरों से बनता है, और कोई अपना कारण नहीं बताता।',
} satisfies Shape<typeof en>;
