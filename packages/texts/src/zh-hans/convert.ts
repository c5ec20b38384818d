import type en from '../en/convert.ts';
import type { Shape } from '../shape.ts';

export default {
  direction: '方向',
  toUsdt: 'INR 换 USDT',
  toInr: 'USDT 换 INR',
  pay: '您支付',
  availableNow: '当前可用 {{amount}}',
  everything: '全部',
  receive: '您收到',
  rate: '适用汇率',
  rateOf: '1 USDT ＝ {{rate}}',
  middle: '中间价',
  spread: '价差（单边）',
  spreadCost: '这笔的价差成本',
  published:
    '{{date}}的汇率是模拟汇率，当日不变。当日之前已封存于日志，种子于当日之后公开：任何人都无法设定，也无法事先得知。',
  enterAmount: '请输入金额',
  amountWrong: '请输入最多 {{n}} 位小数的金额',
  notEnough: '超过可用金额',
  submit: '兑换 {{amount}}',
  confirmTitle: '现在兑换？',
  confirm: '确认',
  back: '再想想',
  rateMoved: '汇率已随交易日改变，请查看新汇率。',
  doneTitle: '已收到 {{amount}}',
  given: '支付',
  sealed: '收据已由服务器签名，与您的对账单一起保存',
  done: '完成',
  statement: '在对账单上查看',
  checking: '正在确认您的兑换…',
  notDone: '兑换未完成，余额没有变动。',
} satisfies Shape<typeof en>;
