import type en from '../en/practice.ts';
import type { Shape } from '../shape.ts';

export default {
  title: '这是一个模拟市场',
  money: '这里的资金是虚拟的，不能兑换成真钱；您在这里做的任何操作都不会买入真实的股票。',
  prices: '价格是模拟的，只由订单簿中的委托撮合产生，其中也有您的委托。没有人能设定价格。',
  companies: '公司是虚构的。规则、费用和交易时段与真实交易所一致。',
  clock: '时钟',
  clockCompressed:
    '交易日不分昼夜连续进行，让您随时可以交易。一个交易日（08:45 至 16:00）只用 {{minutes}} 分钟真实时间。',
  clockReal: '市场按交易所的真实时间运行：交易日 09:15 至 15:30。',
} satisfies Shape<typeof en>;
