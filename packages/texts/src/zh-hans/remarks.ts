import type en from '../en/remarks.ts';
import type { Shape } from '../shape.ts';

export default {
  recharge: '通过 {{channel}} 存入',
  recharge_return: '银行收回的充值',
} satisfies Shape<typeof en>;
