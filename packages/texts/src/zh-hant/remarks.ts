import type en from '../en/remarks.ts';
import type { Shape } from '../shape.ts';

export default {
  recharge: '透過 {{channel}} 存入',
  recharge_return: '銀行收回的儲值',
} satisfies Shape<typeof en>;
