import type en from '../en/search.ts';
import type { Shape } from '../shape.ts';

export default {
  placeholder: '代码或名称',
  label: '搜索股票',
  recent: '最近搜索',
  clearRecent: '清除',
  popular: '当前成交活跃',
  allStocks: '全部股票',
  none: '没有与“{{q}}”匹配的股票',
  noneText: '试试代码或名称的一部分。',
  results_one: '{{count}} 个结果',
  results_other: '{{count}} 个结果',
} satisfies Shape<typeof en>;
