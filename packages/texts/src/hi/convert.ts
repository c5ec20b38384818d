import type en from '../en/convert.ts';
import type { Shape } from '../shape.ts';

export default {
  direction: 'दिशा',
  toUsdt: 'INR से USDT',
  toInr: 'USDT से INR',
  pay: 'आप देंगे',
  availableNow: 'अभी उपलब्ध {{amount}}',
  everything: 'पूरी राशि',
  receive: 'आपको मिलेगा',
  rate: 'लागू दर',
  rateOf: '1 USDT बराबर {{rate}}',
  middle: 'मध्य दर',
  spread: 'स्प्रेड, हर तरफ़',
  spreadCost: 'यहाँ स्प्रेड की लागत',
  published:
    '{{date}} की दर सिम्युलेटेड है और पूरे दिन रहती है। उस दिन से पहले उसकी मुहर लॉग में थी, बीज उसके बाद प्रकाशित होता है: इसे न कोई तय कर सकता है, न पहले से जान सकता है।',
  enterAmount: 'राशि डालें',
  amountWrong: 'कृपया अधिकतम {{n}} दशमलव वाली राशि डालें',
  notEnough: 'उपलब्ध राशि से ज़्यादा',
  submit: '{{amount}} बदलें',
  confirmTitle: 'अभी बदलें?',
  confirm: 'पुष्टि करें',
  back: 'अभी नहीं',
  rateMoved: 'बाज़ार दिन के साथ दर बदल गई है। नई दर देखें।',
  doneTitle: '{{amount}} मिले',
  given: 'दिया गया',
  sealed: 'रसीद पर सर्वर के हस्ताक्षर हैं, और वह आपके स्टेटमेंट के साथ रखी है',
  done: 'हो गया',
  statement: 'इसे स्टेटमेंट पर देखें',
  checking: 'मुद्रा बदलने की जाँच हो रही है…',
  notDone: 'मुद्रा नहीं बदली गई। सब पहले जैसा है।',
} satisfies Shape<typeof en>;
