import type en from '../en/answers.ts';
import type { Shape } from '../shape.ts';

export default {
  done: '操作成功',
  submittedForReview: '提交成功，请等待审核',
  loggedIn: '登录成功',
  loggedOut: '已成功退出',
  submittedContact: '提交成功，请联系客服审核',
  subscribed: '申购成功',
} satisfies Shape<typeof en>;
