import type en from '../en/not-found.ts';
import type { Shape } from '../shape.ts';

export default {
  title: 'इस पते पर कोई पेज नहीं है',
  text: 'शायद यह हट गया है, या पता गलत लिखा गया।',
  home: 'होम पेज पर जाएँ',
} satisfies Shape<typeof en>;
