import type en from '../en/picture.ts';
import type { Shape } from '../shape.ts';

export default {
  show: 'पास से देखें',
  larger: 'बड़ा करें',
  smaller: 'छोटा करें',
  level: '{{n}}%',
} satisfies Shape<typeof en>;
