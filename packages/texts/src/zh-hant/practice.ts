import type en from '../en/practice.ts';
import type { Shape } from '../shape.ts';

export default {
  title: '這是一個模擬市場',
  money: '這裡的資金是虛擬的，不能兌現；您在這裡做的任何操作都不會買進真實的股票。',
  prices: '價格是模擬的，只由委託簿中的委託撮合產生，其中也有您的委託。沒有人能設定價格。',
  companies: '公司是虛構的。規則、費用和交易時段與真實交易所一致。',
  clock: '時鐘',
  clockCompressed:
    '交易日不分晝夜連續進行，讓您隨時可以交易。一個交易日（08:45 至 16:00）只用 {{minutes}} 分鐘真實時間。',
  clockReal: '市場按交易所的真實時間運作：交易日 09:15 至 15:30。',
} satisfies Shape<typeof en>;
