import type { Queryable, Tx } from '#src/ports/database.ts';

type SavedScreen = { readonly id: bigint; readonly name: string; readonly conditions: string };

export const readScreens = (db: Queryable, userId: string): Promise<readonly SavedScreen[]> =>
  db.query('market.screens_of', 'SELECT id, name, conditions FROM market.screen WHERE user_id = $1 ORDER BY id', [
    userId,
  ]);

/** Keeps a screen, or gives the one of its name other conditions. Undefined where there are as many as there may be. */
export async function keepScreen(
  tx: Tx,
  screen: { readonly userId: string; readonly name: string; readonly conditions: string; readonly at: number },
  most: number,
): Promise<SavedScreen | undefined> {
  const { userId, name, conditions, at } = screen;
  await tx.query('market.lock_screens', "SELECT pg_advisory_xact_lock(hashtext('screens ' || $1))", [userId]);
  const [kept] = await tx.query<SavedScreen>(
    'market.screen_keep',
    `INSERT INTO market.screen (user_id, name, conditions, at_ms)
     SELECT $1, $2, $3, $4
     WHERE (SELECT count(*) FROM market.screen WHERE user_id = $1 AND name <> $2) < $5
     ON CONFLICT (user_id, name) DO UPDATE SET conditions = excluded.conditions, at_ms = excluded.at_ms
     RETURNING id, name, conditions`,
    [userId, name, conditions, at, most],
  );
  return kept;
}

export const dropScreen = (db: Queryable, userId: string, id: bigint): Promise<unknown> =>
  db.query('market.screen_drop', 'DELETE FROM market.screen WHERE user_id = $1 AND id = $2', [userId, id]);
