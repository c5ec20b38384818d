import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { ChangeOf, LanguageOf, MemberMessage } from '#src/ports/pushes.ts';
import { inLanguage } from './in-language.ts';
import type { NoticeKey, NoticeToSend, SentNotice } from './notice.ts';
import * as store from './store.ts';

export { createNoticeHandlers } from './handlers.ts';
export type { NoticeKey, NoticeToSend, SentNotice } from './notice.ts';
export type { Announcement } from './store.ts';
export { completeTask, newUserTasks } from './tasks.ts';

/** Writes a notice in the caller's transaction. After the commit, `announce` tells the devices that are listening. */
export async function notify(tx: Tx, notice: NoticeToSend): Promise<SentNotice> {
  return store.insert(tx, toRow(notice));
}

/** Writes many notices at once. Answers those that had not been written before. */
export async function notifyAll(tx: Queryable, notices: readonly NoticeToSend[]): Promise<readonly SentNotice[]> {
  return store.insertAll(tx, notices.map(toRow));
}

function toRow({ userId, category, key, params = {}, link, about, read = false, at }: NoticeToSend): store.NewNotice {
  return { memberId: userId, category, key, params, link, about, at, readAt: read ? at : undefined };
}

/** The same for notices with an `about` that another may be writing too: answers all of them. */
export async function notifyAllOnce(db: Queryable, notices: readonly NoticeToSend[]): Promise<readonly SentNotice[]> {
  const written = await notifyAll(db, notices);
  if (written.length === notices.length) return written;
  return store.findAll(
    db,
    notices.map(({ userId, about }) => ({ memberId: userId, about })),
  );
}

/** Tells members' devices of notices. After the commit. */
export const announce = ({ pushes }: Pick<Deps, 'pushes'>, ...sent: readonly SentNotice[]): void =>
  pushes.changed(toChanges(sent));

/** Notices as changes to tell, beside others of the same moment; those that count as read are left out. */
export const toChanges = (sent: readonly SentNotice[]): readonly ChangeOf<'notice'>[] =>
  sent.flatMap((notice) =>
    notice && notice.readAt === undefined ? [{ userId: notice.memberId, kind: 'notice', id: String(notice.id) }] : [],
  );

/** Notices in the languages that their members read: those that changed, and `more` that were just written. */
export async function wordNotices(
  { db }: Pick<Deps, 'db'>,
  changes: readonly ChangeOf<'notice'>[],
  more: readonly SentNotice[],
  languageOf: LanguageOf,
): Promise<readonly MemberMessage[]> {
  const ids = changes.map(({ id }) => BigInt(id));
  const read = ids.length === 0 ? [] : await store.noticesById(db, ids);
  return [...read, ...more.flatMap((notice) => notice ?? [])].map((notice) => ({
    userId: notice.memberId,
    message: { type: 'notice', data: inLanguage(notice, languageOf(notice.memberId)) },
  }));
}

/** What a notice of this text tells of has been seen in its own place: it counts as read. */
export const markNoticesRead = (tx: Queryable, userId: string, key: NoticeKey, at: number): Promise<void> =>
  store.markReadByKey(tx, userId, key, at);

/**
 * Sends an announcement to all members, in the caller's transaction: a notice for each of these members, all of them or
 * none. Answers what to announce after the commit; undefined when there is an announcement of this id
 * already.
 */
export async function notifyAllMembers(
  tx: Tx,
  announcement: store.Announcement,
  memberIds: readonly string[],
): Promise<readonly SentNotice[] | undefined> {
  if (!(await store.insertAnnouncement(tx, { ...announcement, members: memberIds.length }))) return undefined;
  return store.insertAnnounced(tx, announcement, memberIds);
}
