import type { Day, Ratio } from '@khara/rules';
import type { Queryable } from '#src/ports/database.ts';
import { actionsBetween, factorAfter, isDemerger, sharesChanged, type CorporateAction } from '#modules/market/index.ts';

/** Numbers of the market days after a date, by their dates. */
export async function marketDaysSince(db: Queryable, since: Day): Promise<ReadonlyMap<Day, number>> {
  const rows = await db.query<{ readonly marketDay: number; readonly marketDate: string }>(
    'market.days_since',
    'SELECT market_day, market_date FROM market.day WHERE market_date > $1',
    [since],
  );
  return new Map(rows.map(({ marketDay, marketDate }) => [marketDate, marketDay]));
}

/** An action, with how many of its shares a share of the universe had become by its ex-date. */
export type HolderAction = { readonly action: CorporateAction; readonly factor: Ratio | undefined };

/** What went ex after a date and up to another, by code. */
export async function flowsBetween(
  db: Queryable,
  after: Day,
  upTo: Day,
): Promise<ReadonlyMap<string, readonly HolderAction[]>> {
  const [actions, changed] = await Promise.all([actionsBetween(db, after, upTo), sharesChanged(db, upTo)]);
  const changes = Map.groupBy(changed, ({ code }) => code);
  const flows = actions.map((action) => {
    const before = (changes.get(action.code) ?? []).filter((one) => one.exDate <= action.exDate && !isDemerger(one));
    return { action, factor: factorAfter(before, '') };
  });
  return Map.groupBy(flows, ({ action }) => action.code);
}
