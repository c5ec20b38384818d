import type en from '../en/legal.ts';
import type { Shape } from '../shape.ts';

export default {
  notRegistered: '未在 SEBI 註冊。這裡的任何內容都不構成投資。',
  practiceOrder: '模擬委託，沒有買進真實股票。',
  noRealPayment: '不會發生真實付款。',
  pricesFromOrders: '價格只由委託簿中的委託撮合產生，任何人都無法設定。',
  howWeProveIt: '我們如何證明',
  version: 'Khara {{version}}（{{code}}）',
} satisfies Shape<typeof en>;
