import type en from '../en/search.ts';
import type { Shape } from '../shape.ts';

export default {
  placeholder: '代碼或名稱',
  label: '搜尋股票',
  recent: '最近搜尋',
  clearRecent: '清除',
  popular: '目前成交活躍',
  allStocks: '全部股票',
  none: '沒有與「{{q}}」相符的股票',
  noneText: '試試代碼或名稱的一部分。',
  results_one: '{{count}} 個結果',
  results_other: '{{count}} 個結果',
} satisfies Shape<typeof en>;
