import type en from '../en/remarks.ts';
import type { Shape } from '../shape.ts';

export default {
  recharge: '通过 {{channel}} 存入',
  recharge_return: '银行收回的充值',
  buy: '以 {{price}} 买入 {{quantity}} 股 {{code}}',
  sell: '以 {{price}} 卖出 {{quantity}} 股 {{code}}',
  chargesOfBuy: '买入 {{quantity}} 股 {{code}} 的费用',
  chargesOfSell: '卖出 {{quantity}} 股 {{code}} 的费用',
} satisfies Shape<typeof en>;
