import type { Queryable } from '#src/ports/database.ts';
import type { NoticeToSend } from './notice.ts';
import * as store from './store.ts';

/** First tasks of a new user, in the best order. Each is a notice with the page where it is done. */
const TASKS = {
  password: { key: 'changeTransactionPassword', link: '/pages/personal/tranPassword/index' },
  recharge: { key: 'taskRecharge', link: '/pages/wallet/recharge/index' },
  order: { key: 'taskOrder', link: '/pages/market/index' },
  kyc: { key: 'taskKyc', link: '/pages/personal/kyc/index' },
} as const;
export type Task = keyof typeof TASKS;

const taskKey = (task: Task): string => `task:${task}`;

/**
 * The tasks of a new member, or some of them, the first one last: the newest notice is shown first. Home shows them one
 * after another as they come to be done, so the welcome alone is unread.
 */
export const newUserTasks = (
  userId: string,
  at: number,
  tasks: readonly Task[] = ['kyc', 'order', 'recharge', 'password'],
): readonly NoticeToSend[] =>
  tasks.map((task) => ({
    userId,
    category: 'task' as const,
    ...TASKS[task],
    about: taskKey(task),
    read: true,
    at,
  }));

/**
 * A task is done: its notice is put away, since what was done has a notice of its own, at its own time. A member who
 * never had it, or has done it before, loses nothing.
 */
export const completeTask = (tx: Queryable, userIds: readonly string[], task: Task, at: number): Promise<void> =>
  store.putTaskAway(tx, { memberIds: [...new Set(userIds)], about: taskKey(task), at });
