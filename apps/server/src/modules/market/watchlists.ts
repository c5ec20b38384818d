import { LRUCache } from 'lru-cache';
import type { Bus } from '#src/ports/bus.ts';
import type { Db } from '#src/ports/database.ts';
import { fillFirst } from './list-store.ts';
import * as store from './watch-store.ts';

/** Longest time until a change of another server is seen here, when the bus lost it. */
const REMEMBERED_MS = 2_000;

/** Watchlists by user; those of readers are remembered for a little, and forgotten when they change. */
export type Watchlists = {
  /** Newest first. */
  of(userId: string): Promise<readonly string[]>;
  /** What is on the first list, in order. */
  fill(userId: string, codes: readonly string[], at: number): Promise<void>;
  /** Toggles a code; with `r`, a repeat within a minute is answered like the first and changes nothing. */
  toggle(request: Omit<store.WatchRequest, 'r'> & { readonly r: string | undefined }): Promise<boolean>;
};

export function createWatchlists(db: Db, bus: Pick<Bus, 'publish' | 'subscribe'>): Watchlists {
  const remembered = new LRUCache<string, { readonly read: Promise<readonly string[]>; readonly at: number }>({
    max: 10_000,
  });
  bus.subscribe('watchlists_changed', (userIds) => userIds.forEach((userId) => remembered.delete(userId)));
  return {
    of(userId) {
      const known = remembered.get(userId);
      if (known && performance.now() - known.at < REMEMBERED_MS) return known.read;
      const read = store.watchedBy(db, userId);
      remembered.set(userId, { read, at: performance.now() });
      read.catch(() => remembered.delete(userId));
      return read;
    },

    async fill(userId, codes, at) {
      try {
        await db.transaction((tx) => fillFirst(tx, userId, codes, at));
      } finally {
        bus.publish('watchlists_changed', [userId]);
      }
    },

    async toggle({ userId, code, r, at }) {
      try {
        return await db.transaction(async (tx) => {
          const request = { userId, code, at, r: r?.slice(0, 64) ?? '' };
          const earlier = r ? await store.earlierAnswer(tx, request) : undefined;
          if (earlier !== undefined) return earlier;
          const collected = await store.toggleWatch(tx, userId, code, at);
          if (r) await store.keepAnswer(tx, request, collected);
          return collected;
        });
      } finally {
        bus.publish('watchlists_changed', [userId]);
      }
    },
  };
}
