import type en from '../en/convert.ts';
import type { Shape } from '../shape.ts';

export default {
  direction: '方向',
  toUsdt: 'INR 換 USDT',
  toInr: 'USDT 換 INR',
  pay: '您支付',
  availableNow: '目前可用 {{amount}}',
  everything: '全部',
  receive: '您收到',
  rate: '適用匯率',
  rateOf: '1 USDT ＝ {{rate}}',
  middle: '中間價',
  spread: '價差（單邊）',
  spreadCost: '這筆的價差成本',
  published:
    '{{date}}的匯率是模擬匯率，當日不變。當日之前已封存於日誌，種子於當日之後公開：任何人都無法設定，也無法事先得知。',
  enterAmount: '請輸入金額',
  amountWrong: '請輸入最多 {{n}} 位小數的金額',
  notEnough: '超過可用金額',
  submit: '兌換 {{amount}}',
  confirmTitle: '現在兌換？',
  confirm: '確認',
  back: '再想想',
  rateMoved: '匯率已隨交易日改變，請查看新匯率。',
  doneTitle: '已收到 {{amount}}',
  given: '支付',
  sealed: '收據已由伺服器簽署，與您的對帳單一起保存',
  done: '完成',
  statement: '在對帳單上查看',
  checking: '正在確認您的兌換…',
  notDone: '兌換未完成，餘額沒有變動。',
} satisfies Shape<typeof en>;
