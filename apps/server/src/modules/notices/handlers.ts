import type { HandlersFor } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { inLanguage } from './in-language.ts';
import * as store from './store.ts';
import type { Category, Place } from './store.ts';

const DEFAULT_SIZE = 20;

const categoryOf = (category: 'all' | Category | undefined): Category | null =>
  category === undefined || category === 'all' ? null : category;

/** Ids of notices are whole numbers; anything else is no notice. */
const idOf = (text: string): bigint | undefined => (/^\d{1,18}$/.test(text) ? BigInt(text) : undefined);

/** The place of the last notice of the page before; a cursor that is none has nothing after it. */
function placeOf(cursor: string): Place {
  const [at, id] = cursor.split('-').map(idOf);
  return at !== undefined && id !== undefined ? { at, id } : { at: 0n, id: 0n };
}

/** `makeNotices` writes what has not been written yet of a member's notices (modules/orders). */
export const createNoticeHandlers = (makeNotices: (deps: Pick<Deps, 'db'>, userId: string) => Promise<void>) =>
  ({
    noticeList: async (deps, { member, language }, { category, cursor, size = DEFAULT_SIZE }) => {
      const before = cursor === undefined ? store.NEWEST : placeOf(cursor);
      const page = { memberId: member.userId, category: categoryOf(category), before, size: size + 1 };
      await makeNotices(deps, member.userId);
      const rows = await store.list(deps.db, page);
      const shown = rows.slice(0, size);
      const last = rows.length > size ? shown.at(-1) : undefined;
      return done({
        list: shown.map((row) => inLanguage(row, language)),
        nextCursor: last ? `${last.at}-${last.id}` : null,
      });
    },
    unreadNotices: async (deps, { member }) => {
      await makeNotices(deps, member.userId);
      const unread = { all: 0, task: 0, system: 0, transaction: 0 };
      for (const row of await store.countUnread(deps.db, member.userId)) {
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
    readAllNotices: async (deps, { member }, { category }) => {
      await makeNotices(deps, member.userId);
      await store.markAllRead(deps.db, member.userId, categoryOf(category), deps.clock.now());
      return done(null);
    },
    clearNotices: async (deps, { member }, { category }) => {
      await makeNotices(deps, member.userId);
      await store.clearRead(deps.db, member.userId, categoryOf(category), deps.clock.now());
      return done(null);
    },
  }) satisfies HandlersFor<'noticeList' | 'unreadNotices' | 'readNotice' | 'readAllNotices' | 'clearNotices'>;
