import type en from '../en/banners.ts';
import type { Shape } from '../shape.ts';

export default {
  fakeApp: { title: '如何识破假交易应用', text: '价格无从查证，钱只进不出。' },
  firstTrade: { title: '您的第一笔交易', text: '充入虚拟资金，挑一只股票，买一股。' },
  orderBook: { title: '价格从哪里来', text: '由订单簿中的委托撮合产生，没有人能设定。' },
  charges: { title: '一笔交易的成本', text: '下单前就列出七项费用，精确到派萨。' },
} satisfies Shape<typeof en>;
