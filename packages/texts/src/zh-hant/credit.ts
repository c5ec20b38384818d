import type { Shape } from '../shape.ts';
import type en from '../en/credit.ts';

export default {
  rule: {
    name_mismatch: {
      title: '銀行帳戶持有人是別人',
      explanation: '一筆 {{money}} 的付款被退回，因為銀行登記的持有人姓名不同（{{orderNumber}}）。',
      heals: '綁定您本人名下的帳戶即可結束；否則 14 天後結束。',
    },
    payout_returned: {
      title: '一筆付款被退回',
      explanation: '一筆 {{money}} 的付款被銀行退回（{{orderNumber}}）。',
      heals: '下一筆提領付款成功時結束，否則 7 天後結束。',
    },
    recharge_reversed: {
      title: '銀行收回了一筆儲值',
      explanation: '一筆 {{money}} 的儲值入帳後又被銀行收回（{{orderNumber}}）。',
      heals: '交易日收盤與銀行核對無缺後結束；否則 30 天後結束。',
    },
    takeover_signals: {
      title: '帳戶出現他人操作的跡象',
      explanation: '一天之內，您的帳戶在新裝置登入、變更了密碼並新增了收款帳戶。',
      heals: '啟用雙重驗證後立即結束，否則 24 小時後結束。',
    },
    order_flood: {
      title: '委託請求過於頻繁',
      explanation: '一分鐘內送出超過 300 則委託訊息。',
      heals: '24 小時後結束。',
    },
    duplicate_identity: {
      title: '同一身分用於兩個帳戶',
      explanation: '同一份身分文件已在另一個帳戶通過身分驗證。',
      heals: '其中一個帳戶關閉或申訴成立時結束，否則 30 天後結束。',
    },
  },
  decision: {
    time: '72 小時內無人裁定，申訴成立',
    upheld: '申訴成立',
    declined: '申訴不成立',
  },
} satisfies Shape<typeof en>;
