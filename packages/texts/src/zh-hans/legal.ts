import type en from '../en/legal.ts';
import type { Shape } from '../shape.ts';

export default {
  notRegistered: '未在 SEBI 注册。这里的一切都不是投资。',
  practiceOrder: '模拟委托，没有买入真实股票。',
  noRealPayment: '不会发生真实付款。',
  pricesFromOrders: '价格只来自订单簿中相遇的委托，任何人都无法设定。',
  howWeProveIt: '我们如何证明',
  version: 'Khara {{version}}（{{code}}）',
} satisfies Shape<typeof en>;
