import type en from '../en/remarks.ts';
import type { Shape } from '../shape.ts';

export default {
  recharge: '透過 {{channel}} 存入',
  recharge_return: '銀行收回的儲值',
  buy: '以 {{price}} 買入 {{quantity}} 股 {{code}}',
  sell: '以 {{price}} 賣出 {{quantity}} 股 {{code}}',
  chargesOfBuy: '買入 {{quantity}} 股 {{code}} 的費用',
  chargesOfSell: '賣出 {{quantity}} 股 {{code}} 的費用',
} satisfies Shape<typeof en>;
