import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { inLanguage } from './in-language.ts';
import * as store from './store.ts';
import type { Category } from './store.ts';

const DEFAULT_SIZE = 20;

const categoryOf = (category: 'all' | Category | undefined): Category | null =>
  category === undefined || category === 'all' ? null : category;

/** Ids of notices are whole numbers; anything else is no notice. */
const idOf = (text: string): bigint | undefined => (/^\d{1,18}$/.test(text) ? BigInt(text) : undefined);

export const handlers = {
  noticeList: async ({ db }, { member, language }, { category, cursor, size = DEFAULT_SIZE }) => {
    const before = cursor === undefined ? null : (idOf(cursor) ?? 0n);
    const page = { memberId: member.userId, category: categoryOf(category), before, size: size + 1 };
    const rows = await store.list(db, page);
    const shown = rows.slice(0, size);
    const last = rows.length > size ? shown.at(-1) : undefined;
    return done({ list: shown.map((row) => inLanguage(row, language)), nextCursor: last ? String(last.id) : null });
  },
  unreadNotices: async ({ db }, { member }) => {
    const unread = { all: 0, task: 0, system: 0, transaction: 0 };
    for (const row of await store.countUnread(db, member.userId)) {
      unread[row.category] = Number(row.unread);
      unread.all += Number(row.unread);
    }
    return done(unread);
  },
  readNotice: async ({ db, clock }, { member }, body) => {
    const id = idOf(body.id);
    const found = id !== undefined && (await store.markRead(db, member.userId, id, clock.now()));
    return found ? done(null) : refuse('not_found', { field: 'id' });
  },
  readAllNotices: async ({ db, clock }, { member }, { category }) => {
    await store.markAllRead(db, member.userId, categoryOf(category), clock.now());
    return done(null);
  },
  clearNotices: async ({ db, clock }, { member }, { category }) => {
    await store.clearRead(db, member.userId, categoryOf(category), clock.now());
    return done(null);
  },
} satisfies HandlersFor<'noticeList' | 'unreadNotices' | 'readNotice' | 'readAllNotices' | 'clearNotices'>;
