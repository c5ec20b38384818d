import { LAST_SEEN_DATABASE } from './storage.ts';

/** One record a person in IndexedDB. Every use opens and closes it, so that signing out can delete it at once. */

const STORE = 'seen';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
  });

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(LAST_SEEN_DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
  const database = await done(opening);
  try {
    return await work(database.transaction(STORE, mode).objectStore(STORE));
  } finally {
    database.close();
  }
}

export const readRecord = (whose: string): Promise<unknown> =>
  within('readonly', (store) => done<unknown>(store.get(whose)));

/** Writes it if it may still be written once the database is open: nobody's record outlives their session. */
export const writeRecord = (whose: string, record: unknown, mayBe: () => boolean): Promise<void> =>
  within('readwrite', async (store) => {
    if (mayBe()) await done(store.put(record, whose));
  });
