/** The answer of a request to IndexedDB; rejects with what went wrong. */
export const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
  });

/**
 * Works with the one store of a database in IndexedDB, which is made where there is none. Every use opens and closes
 * the database, so that it can be deleted at once.
 */
export const indexedStore =
  (name: string, store: string) =>
  async <T>(mode: IDBTransactionMode, work: (objects: IDBObjectStore) => Promise<T>): Promise<T> => {
    const opening = indexedDB.open(name, 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store));
    const database = await done(opening);
    try {
      return await work(database.transaction(store, mode).objectStore(store));
    } finally {
      database.close();
    }
  };
