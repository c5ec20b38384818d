import type en from '../en/not-found.ts';
import type { Shape } from '../shape.ts';

export default {
  title: '这个地址没有页面',
  text: '可能已经移走，或者输入有误。',
  home: '回首页',
} satisfies Shape<typeof en>;
