import type en from '../en/answers.ts';
import type { Shape } from '../shape.ts';

export default {
  done: '操作成功',
  submittedForReview: '送出成功，請等待審核',
  loggedIn: '登入成功',
  loggedOut: '已成功登出',
  submittedContact: '送出成功，請聯絡客服審核',
  subscribed: '申購成功',
} satisfies Shape<typeof en>;
