import { createNoticeHandlers } from '#modules/notices/index.ts';
import { makeNotices } from '#modules/orders/index.ts';

/** Notices as the server has them. */
export const noticeHandlers = createNoticeHandlers(makeNotices);
