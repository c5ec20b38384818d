import type { Queryable, Tx } from '#src/ports/database.ts';

/* SQL of the watchlists beyond the first. */

export type Watchlist = {
  readonly id: bigint;
  readonly name: string;
  readonly codes: readonly string[];
};

export const readLists = (db: Queryable, userId: string): Promise<readonly Watchlist[]> =>
  db.query('market.lists_of', 'SELECT id, name, codes FROM market.watchlist WHERE user_id = $1 ORDER BY id', [userId]);

export async function findList(db: Queryable, userId: string, id: bigint): Promise<Watchlist | undefined> {
  const [row] = await db.query<Watchlist>(
    'market.list_of',
    'SELECT id, name, codes FROM market.watchlist WHERE user_id = $1 AND id = $2',
    [userId, id],
  );
  return row;
}

/** `taken`: another list has the name. `full`: there are as many lists as there may be. */
export async function addList(
  tx: Tx,
  list: { readonly userId: string; readonly name: string; readonly at: number },
  most: number,
): Promise<Watchlist | 'taken' | 'full'> {
  await tx.query('market.lock_lists', "SELECT pg_advisory_xact_lock(hashtext('lists ' || $1))", [list.userId]);
  const lists = await readLists(tx, list.userId);
  if (lists.some(({ name }) => name === list.name)) return 'taken';
  if (lists.length >= most) return 'full';
  const [row] = await tx.query<Watchlist>(
    'market.list_add',
    'INSERT INTO market.watchlist (user_id, name, at_ms) VALUES ($1, $2, $3) RETURNING id, name, codes',
    [list.userId, list.name, list.at],
  );
  return row ?? 'full';
}

export async function renameList(
  tx: Tx,
  list: { readonly userId: string; readonly id: bigint; readonly name: string },
): Promise<Watchlist | 'taken' | undefined> {
  await tx.query('market.lock_lists', "SELECT pg_advisory_xact_lock(hashtext('lists ' || $1))", [list.userId]);
  const lists = await readLists(tx, list.userId);
  if (lists.some(({ id, name }) => name === list.name && id !== list.id)) return 'taken';
  const [row] = await tx.query<Watchlist>(
    'market.list_rename',
    'UPDATE market.watchlist SET name = $3 WHERE user_id = $1 AND id = $2 RETURNING id, name, codes',
    [list.userId, list.id, list.name],
  );
  return row;
}

export const dropList = (db: Queryable, userId: string, id: bigint): Promise<unknown> =>
  db.query('market.list_drop', 'DELETE FROM market.watchlist WHERE user_id = $1 AND id = $2', [userId, id]);

export async function fillList(
  db: Queryable,
  userId: string,
  id: bigint,
  codes: readonly string[],
): Promise<Watchlist | undefined> {
  const [row] = await db.query<Watchlist>(
    'market.list_fill',
    'UPDATE market.watchlist SET codes = $3 WHERE user_id = $1 AND id = $2 RETURNING id, name, codes',
    [userId, id, codes],
  );
  return row;
}

/** What is on the first list, in order. */
export async function fillFirst(tx: Tx, userId: string, codes: readonly string[], at: number): Promise<void> {
  await tx.query('market.first_drop', 'DELETE FROM market.watch WHERE user_id = $1 AND NOT code = ANY ($2::text[])', [
    userId,
    codes,
  ]);
  await tx.query(
    'market.first_fill',
    `INSERT INTO market.watch (user_id, code, at_ms, place)
     SELECT $1, c.code, $3, c.place FROM unnest($2::text[]) WITH ORDINALITY AS c (code, place)
     ON CONFLICT (user_id, code) DO UPDATE SET place = excluded.place`,
    [userId, codes, at],
  );
}
