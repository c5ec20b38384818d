import type en from '../en/legal.ts';
import type { Shape } from '../shape.ts';

export default {
  notRegistered: '未在 SEBI 注册。这里的任何内容都不构成投资。',
  practiceOrder: '模拟委托，没有买入真实股票。',
  noRealPayment: '不会发生真实付款。',
  pricesFromOrders: '价格只由订单簿中的委托撮合产生，任何人都无法设定。',
  howWeProveIt: '我们如何证明',
  version: 'Khara {{version}}（{{code}}）',
} satisfies Shape<typeof en>;
