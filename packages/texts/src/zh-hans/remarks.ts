import type en from '../en/remarks.ts';
import type { Shape } from '../shape.ts';

export default {
  recharge: '通过 {{channel}} 存入',
  recharge_return: '银行收回的充值',
  withdrawal: '经 {{channel}} 提现',
  withdrawal_charges: '{{channel}} 提现手续费',
  withdrawal_refund: '银行退回提现',
  conversion: '{{from}} 兑换 {{to}}，汇率 {{rate}}',
} satisfies Shape<typeof en>;
