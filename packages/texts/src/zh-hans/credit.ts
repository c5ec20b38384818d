import type { Shape } from '../shape.ts';
import type en from '../en/credit.ts';

export default {
  rule: {
    name_mismatch: {
      title: '银行账户持有人是别人',
      explanation: '一笔 {{money}} 的付款被退回，因为银行登记的持有人姓名不同（{{orderNumber}}）。',
      heals: '绑定您本人名下的账户即可结束；否则 14 天后结束。',
    },
    payout_returned: {
      title: '一笔付款被退回',
      explanation: '一笔 {{money}} 的付款被银行退回（{{orderNumber}}）。',
      heals: '下一笔提现付款成功时结束，否则 7 天后结束。',
    },
    recharge_reversed: {
      title: '银行收回了一笔充值',
      explanation: '一笔 {{money}} 的充值入账后又被银行收回（{{orderNumber}}）。',
      heals: '交易日收盘与银行核对无缺后结束；否则 30 天后结束。',
    },
    takeover_signals: {
      title: '账户出现他人操作的迹象',
      explanation: '一天之内，您的账户在新设备登录、修改了密码并新增了收款账户。',
      heals: '启用双重验证后立即结束，否则 24 小时后结束。',
    },
    order_flood: {
      title: '委托请求过于频繁',
      explanation: '一分钟内发送超过 300 条委托消息。',
      heals: '24 小时后结束。',
    },
    duplicate_identity: {
      title: '同一身份用于两个账户',
      explanation: '同一份身份文件已在另一个账户通过身份验证。',
      heals: '其中一个账户注销或申诉成立时结束，否则 30 天后结束。',
    },
  },
  decision: {
    time: '72 小时内无人裁定，申诉成立',
    upheld: '申诉成立',
    declined: '申诉不成立',
  },
} satisfies Shape<typeof en>;
