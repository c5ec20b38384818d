import type en from '../en/picture.ts';
import type { Shape } from '../shape.ts';

export default {
  show: '放大看',
  larger: '放大',
  smaller: '縮小',
  level: '{{n}}%',
} satisfies Shape<typeof en>;
