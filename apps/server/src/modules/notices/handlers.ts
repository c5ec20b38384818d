import type { HandlersFor } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { DEFAULT_SIZE, idIn, cutPage } from '#src/kernel/page.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { inLanguage } from './in-language.ts';
import * as store from './store.ts';
import type { Category, Place } from './store.ts';

const readCategory = (category: 'all' | Category | undefined): Category | null =>
  category === undefined || category === 'all' ? null : category;

/** The place of the last notice of the page before. An invalid cursor gives an empty page. */
function parsePlace(cursor: string): Place {
  const [at, id] = cursor.split('-').map(idIn);
  return at !== undefined && id !== undefined ? { at, id } : { at: 0n, id: 0n };
}

/** `makeNotices` writes what has not been written yet of a member's notices (modules/orders). */
export const createNoticeHandlers = (makeNotices: (deps: Pick<Deps, 'db'>, userId: string) => Promise<void>) =>
  ({
    noticeList: async (deps, { member, language }, { category, cursor, size = DEFAULT_SIZE }) => {
      const before = cursor === undefined ? store.NEWEST : parsePlace(cursor);
      const page = { memberId: member.userId, category: readCategory(category), before, size: size + 1 };
      await makeNotices(deps, member.userId);
      const rows = await store.list(deps.db, page);
      const { shown, nextCursor } = cutPage(rows, size, ({ at, id }) => `${at}-${id}`);
      return done({ list: shown.map((row) => inLanguage(row, language)), nextCursor });
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
      const id = idIn(body.id);
      const found = id !== undefined && (await store.markRead(db, member.userId, id, clock.now()));
      return found ? done(null) : refuse('not_found', { field: 'id' });
    },
    readAllNotices: async (deps, { member }, { category }) => {
      await makeNotices(deps, member.userId);
      await store.markAllRead(deps.db, member.userId, readCategory(category), deps.clock.now());
      return done(null);
    },
    clearNotices: async (deps, { member }, { category }) => {
      await makeNotices(deps, member.userId);
      await store.clearRead(deps.db, member.userId, readCategory(category), deps.clock.now());
      return done(null);
    },
  }) satisfies HandlersFor<'noticeList' | 'unreadNotices' | 'readNotice' | 'readAllNotices' | 'clearNotices'>;
