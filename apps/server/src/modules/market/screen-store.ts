import { addDays, type Day } from '@khara/rules';
import type { Queryable, Tx } from '#src/ports/database.ts';
import { dividendsBetween } from './company-store.ts';

/** A year back from a day and without it, as a yield counts its dividends. */
const DAYS_BACK = 365;

/** Paise of dividends that went ex in the year up to a date and with it, for each share of today. */
export async function yearDividends(db: Queryable, marketDate: Day): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>();
  for (const { code, perShare } of await dividendsBetween(db, addDays(marketDate, -DAYS_BACK), marketDate))
    sums.set(code, (sums.get(code) ?? 0) + perShare);
  return sums;
}

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
