import type en from '../en/inbox.ts';
import type { Shape } from '../shape.ts';

export default {
  welcome: {
    title: '歡迎來到 Khara',
    body: '這是模擬市場：價格是模擬的，資金是紙上的。請先到儲值頁加入紙上資金，再下第一筆委託。',
  },
  changeTransactionPassword: {
    title: '請設定自己的交易密碼',
    body: '系統為您產生的密碼在 72 小時內有效，且不能用於提款；之後只能用來設定新密碼。',
  },
  passwordChanged: {
    title: '您的登入密碼已變更',
    body: '其他裝置均已登出。若非您本人操作，請用新密碼登入或立即聯絡客服。',
  },
  rechargePassed: {
    title: '₹{{amount}} 紙上資金已到帳',
    body: '透過 {{channel}} 的儲值 {{orderNumber}} 已通過。',
  },
  rechargeFailed: {
    title: '₹{{amount}} 的儲值失敗',
    body: '沙盒銀行拒絕了儲值 {{orderNumber}}，沒有任何入帳。',
  },
  rechargeReversed: {
    title: '₹{{amount}} 的儲值被收回',
    body: '儲值 {{orderNumber}} 通過後又被沙盒銀行收回，帳單中有一筆紀錄。',
  },
  buyFilled: {
    title: '已買入 {{quantity}} 股 {{code}}',
    body: '平均每股 ₹{{price}}，費用 ₹{{charges}}。',
  },
  sellFilled: {
    title: '已賣出 {{quantity}} 股 {{code}}',
    body: '平均每股 ₹{{price}}，費用 ₹{{charges}}。',
  },
  orderEnded: {
    title: '您的 {{code}} 委託已結束',
    body: '{{quantity}} 股中成交 {{filled}} 股，其餘凍結已解除。',
  },
  orderRejected: {
    title: '您的 {{code}} 委託被拒絕',
    body: '交易所沒有接受，凍結已解除。',
  },
} satisfies Shape<typeof en>;
