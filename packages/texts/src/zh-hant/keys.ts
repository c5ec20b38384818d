import type en from '../en/keys.ts';
import type { Shape } from '../shape.ts';

export default {
  title: '鍵盤快速鍵',
  search: '搜尋',
  buy: '買進頁面上的股票',
  sell: '賣出頁面上的股票',
  close: '關閉最上層的內容',
  list: '這份清單',
  go: '前往頁面：依序按兩個鍵',
  single: '單一按鍵可作快速鍵',
  singleText: '如果您用語音操作裝置，或容易誤觸按鍵，可以關閉。',
} satisfies Shape<typeof en>;
