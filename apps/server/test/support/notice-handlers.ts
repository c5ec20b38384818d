import { createNoticeHandlers } from '#modules/notices/index.ts';
import { makeNotices } from '#modules/orders/index.ts';

/** The inbox as the server has it. */
export const noticeHandlers = createNoticeHandlers(makeNotices);
