import type en from '../en/remarks.ts';
import type { Shape } from '../shape.ts';

export default {
  recharge: '{{channel}} से जमा',
  recharge_return: 'बैंक ने रिचार्ज वापस लिया',
} satisfies Shape<typeof en>;
