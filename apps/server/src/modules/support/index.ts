import type { Body, Data } from '@khara/contract';
import { takeAccountAttempt } from '#modules/accounts/index.ts';
import { toChanges, notify, markNoticesRead } from '#modules/notices/index.ts';
import { keepUntil, readLooks } from '#modules/pictures/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { HandlersFor, MemberCaller } from '#src/kernel/call-handler.ts';
import { readCursor, cutPage } from '#src/kernel/page.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import type { ChangeOf } from '#src/ports/pushes.ts';
import * as store from './store.ts';
import type { SupportMessage } from './store.ts';
import { DAY_MS } from '@khara/rules';

/** Customer service: one thread a member, of texts and pictures, read and answered live. */
export { listThreads as supportThreads, MESSAGES } from './store.ts';

const DEFAULT_SIZE = 30;
/** The page of the thread. */
const THREAD = '/pages/index/messages/index';
const ATTEMPT_LIMIT = { kind: 'window', max: 30, windowMs: 10 * 60_000 } as const;
/** Pictures of a thread are kept as long as what was asked may come up again. */
const PICTURES_MS = 90 * DAY_MS;

const shown = (row: SupportMessage): Data<'sendSupportMessage'> => ({
  id: String(row.id),
  from: row.sender,
  text: row.text,
  fileId: row.pictureId ?? null,
  at: row.at,
  readAt: row.readAt ?? null,
});

/** One page of a thread, for either side. */
export async function readThread(
  { db }: Pick<Deps, 'db'>,
  memberId: string,
  { cursor, size = DEFAULT_SIZE }: { readonly cursor?: string | undefined; readonly size?: number | undefined },
) {
  const rows = await store.listMessages(db, { memberId, before: readCursor(cursor) ?? null, size: size + 1 });
  const page = cutPage(rows, size, ({ id }) => id);
  return { list: page.shown.map(shown), nextCursor: page.nextCursor };
}

/**
 * Writes to customer service. Refuses, in this order: message_empty, not_found (a picture that is not the
 * caller's or was not uploaded for this), try_later.
 */
async function sendSupportMessage(
  deps: Deps,
  { member }: MemberCaller,
  { text = '', fileId, draftId }: Body<'sendSupportMessage'>,
): Promise<Result<Data<'sendSupportMessage'>, 'message_empty' | 'not_found' | 'try_later'>> {
  const { db, clock } = deps;
  if (text.trim() === '' && fileId === undefined) return refuse('message_empty', { field: 'text' });
  if (fileId !== undefined && (await readLooks(db, member.userId, 'support', [fileId])).length === 0) {
    return refuse('not_found', { field: 'fileId' });
  }
  const waitMs = await takeAccountAttempt(db, `support:${member.userId}`, ATTEMPT_LIMIT, clock.now());
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });
  const at = clock.now();
  const message = { memberId: member.userId, staff: undefined, text: text.trim(), pictureId: fileId, draftId, at };
  const { row, isNew } = await db.transaction(async (tx) => {
    if (fileId !== undefined) await keepUntil(tx, [fileId], at + PICTURES_MS);
    return store.writeMessage(tx, { ...message, sender: 'member' });
  });
  if (isNew) deps.pushes.changed([toChange(row)]); // the member's other devices
  return done(shown(row));
}

/**
 * Answers a member on behalf of customer service, and tells the member's devices. `alongside` is written in
 * the same transaction.
 */
export async function answerMember(
  deps: Deps,
  { memberId, staff, text }: { readonly memberId: string; readonly staff: string; readonly text: string },
  alongside: (tx: Tx) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const { db, clock, pushes } = deps;
  const at = clock.now();
  const message = { memberId, staff, text, pictureId: undefined, draftId: undefined, at };
  const { row, notice } = await db.transaction(async (tx) => {
    await alongside(tx);
    const written = await store.writeMessage(tx, { ...message, sender: 'service' });
    // Answers that were not read yet have one notice together: that of the first.
    const first = await store.firstUnread(tx, memberId, 'service');
    const about = `support:${first ?? written.row.id}`;
    const notice = { userId: memberId, category: 'system', key: 'supportAnswered', link: THREAD, about, at } as const;
    return { row: written.row, notice: await notify(tx, notice) };
  });
  pushes.changed([toChange(row), ...toChanges([notice])]);
}

/** The service has read what a member wrote: the member sees it. */
export async function markThreadRead({ db, clock, pushes }: Deps, memberId: string): Promise<void> {
  const at = clock.now();
  if ((await store.markRead(db, memberId, 'member', at)) > 0)
    pushes.changed([{ userId: memberId, kind: 'support_read', at }]);
}

const toChange = ({ id, memberId: userId }: SupportMessage): ChangeOf<'support'> => ({
  userId,
  kind: 'support',
  id: String(id),
});

export const handlers = {
  supportMessages: async (deps, { member }, page) => {
    const thread = await readThread(deps, member.userId, page);
    const at = deps.clock.now();
    const unread = await store.markRead(deps.db, member.userId, 'service', at);
    if (unread > 0) await markNoticesRead(deps.db, member.userId, 'supportAnswered', at);
    return done({ ...thread, unread });
  },
  sendSupportMessage,
  serviceAddress: ({ config }) => done({ url: config.SUPPORT_ADDRESS }),
} satisfies HandlersFor<'supportMessages' | 'sendSupportMessage' | 'serviceAddress'>;
