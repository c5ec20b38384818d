import type en from '../en/not-found.ts';
import type { Shape } from '../shape.ts';

export default {
  title: '這個網址沒有頁面',
  text: '可能已經移走，或者輸入有誤。',
  home: '回首頁',
} satisfies Shape<typeof en>;
