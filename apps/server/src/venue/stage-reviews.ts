import { isReviewed, withStages } from '@khara/market-day';
import { REVIEWED_CLOSES, type Day } from '@khara/rules';
import type { Issuer } from '@khara/universe';
import * as store from '#modules/market/index.ts';
import type { Queryable } from '#src/ports/database.ts';

/** What a market day begins after. */
type Turn = {
  readonly marketDay: number;
  readonly marketDate: Day;
  readonly ended: { readonly marketDate: Day; readonly issuers: readonly Issuer[] };
};

/**
 * The issuers of a market day in the stages of surveillance that the stored closes give them. `npm run verify` asks
 * for the same again.
 */
export async function reviewed(
  db: Queryable,
  issuers: readonly Issuer[],
  { marketDay, marketDate, ended }: Turn,
): Promise<readonly Issuer[]> {
  const codes = issuers.filter(isReviewed).map(({ code }) => code);
  const [rows, changed] = await Promise.all([
    store.recentCloses(db, codes, { upTo: ended.marketDate, days: REVIEWED_CLOSES }),
    store.sharesChanged(db, marketDate),
  ]);
  const closes = new Map<string, number[]>();
  for (const { code, date, close } of rows) {
    const since = changed.filter((action) => action.code === code && action.exDate > date);
    const adjusted = since.reduce((price, action) => store.exPrice(price, action), close);
    closes.set(code, [...(closes.get(code) ?? []), adjusted]);
  }
  return withStages(issuers, { marketDay, earlier: ended.issuers, closes });
}
