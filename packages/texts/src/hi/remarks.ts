import type en from '../en/remarks.ts';
import type { Shape } from '../shape.ts';

export default {
  recharge: '{{channel}} से जमा',
  recharge_return: 'बैंक ने रिचार्ज वापस लिया',
  withdrawal: '{{channel}} से निकासी',
  withdrawal_charges: '{{channel}} से निकासी का शुल्क',
  withdrawal_refund: 'बैंक ने निकासी लौटाई',
  conversion: '{{from}} से {{to}}, दर {{rate}}',
} satisfies Shape<typeof en>;
