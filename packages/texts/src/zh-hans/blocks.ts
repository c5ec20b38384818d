import type en from '../en/blocks.ts';
import type { Shape } from '../shape.ts';

export default {
  blockOf: '{{code}} 大宗交易',
  blockPrice: '大宗交易价',
  difference: '差额',
  atLeast: '最少',
  lotsOf: '{{n}} 手，每手 {{shares}} 股',
  left: '剩余手数',
  leftOf: '{{left}} / {{all}}',
  gone: '已售完',
  goneText: '已被其他人认购：剩余数量低于最低认购数量。',
  over: '已结束',
  opensAt: '市场时间 {{time}} 开始。',
  windows: '先到先得，至 {{time}}；股份与款项在大宗交易时段交收，市场时间 {{windows}}。',
  windowOpen: '大宗交易时段进行中：现在认购会立即交收。',
  take: '认购',
  empty: '目前没有大宗交易',
  unknown: '没有这笔大宗交易',
  emptyText: '每隔几个交易日会有新的大宗交易。',
  allBlocks: '全部大宗交易',
  noRecords: '还没有认购大宗交易',
  noRecordsText: '您认购的大宗交易会记在这里。',
} satisfies Shape<typeof en>;
