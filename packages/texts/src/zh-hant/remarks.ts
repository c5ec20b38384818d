import type en from '../en/remarks.ts';
import type { Shape } from '../shape.ts';

export default {
  recharge: '透過 {{channel}} 存入',
  recharge_return: '銀行收回的儲值',
  withdrawal: '經 {{channel}} 提領',
  withdrawal_charges: '{{channel}} 提領手續費',
  withdrawal_refund: '銀行退回提領',
  conversion: '{{from}} 兌換 {{to}}，匯率 {{rate}}',
} satisfies Shape<typeof en>;
