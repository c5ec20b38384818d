import type en from '../en/remarks.ts';
import type { Shape } from '../shape.ts';

export default {
  recharge: '{{channel}} से जमा',
  recharge_return: 'बैंक ने रिचार्ज वापस लिया',
  buy: '{{quantity}} {{code}} {{price}} पर ख़रीदे',
  sell: '{{quantity}} {{code}} {{price}} पर बेचे',
  chargesOfBuy: '{{quantity}} {{code}} ख़रीदने का शुल्क',
  chargesOfSell: '{{quantity}} {{code}} बेचने का शुल्क',
} satisfies Shape<typeof en>;
