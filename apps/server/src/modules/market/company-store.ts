import { asPrice } from '@khara/money';
import { adjustPrice, type Day } from '@khara/rules';
import type { Queryable } from '#src/ports/database.ts';
import { factorAfter } from './adjusted-candles.ts';
import { sharesChanged } from './corporate-action-store.ts';

/** Numbers of the market days after a date, by their dates. */
export async function marketDaysSince(db: Queryable, since: Day): Promise<ReadonlyMap<Day, number>> {
  const rows = await db.query<{ readonly marketDay: number; readonly marketDate: string }>(
    'market.days_since',
    'SELECT market_day, market_date FROM market.day WHERE market_date > $1',
    [since],
  );
  return new Map(rows.map(({ marketDay, marketDate }) => [marketDate, marketDay]));
}

/** `perShare` is paise of a share of today. */
export type DividendOfShare = { readonly code: string; readonly exDate: Day; readonly perShare: number };

/** Dividends that went ex after a date and up to another. */
export async function dividendsBetween(db: Queryable, after: Day, upTo: Day): Promise<readonly DividendOfShare[]> {
  const [rows, actions] = await Promise.all([
    db.query<{ readonly code: string; readonly exDate: string; readonly perSharePaise: bigint }>(
      'market.dividends_between',
      `SELECT code, to_char(ex_date, 'YYYY-MM-DD') AS ex_date, per_share_paise FROM market.corporate_action
       WHERE kind = 'dividend' AND ex_date > $1 AND ex_date <= $2`,
      [after, upTo],
    ),
    sharesChanged(db, upTo),
  ]);
  const changes = Map.groupBy(actions, ({ code }) => code);
  return rows.map(({ code, exDate, perSharePaise }) => {
    const factor = factorAfter(changes.get(code) ?? [], exDate);
    const paid = asPrice(perSharePaise);
    return { code, exDate, perShare: factor ? adjustPrice(paid, factor) : paid };
  });
}
