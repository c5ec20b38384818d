import type { MarginFacts, MarginRate } from '@khara/rules';
import { columnNames, unnested, columnValues, type SqlColumns } from '#src/kernel/sql-rows.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/** The margin of a share on a market date, with what it comes from. */
export type ShareMargin = MarginFacts & MarginRate & { readonly code: string };

/** Margins of a market date, by code. */
export const marginsOn = (db: Queryable, marketDate: string): Promise<readonly ShareMargin[]> =>
  db.query(
    'market.margins',
    `SELECT m.code, m.daily_variance, m.days, m.traded_days, m.turnover_paise AS mean_turnover_paise, m.surveillance_bps,
       m.liquidity_group AS group, m.var_bps, m.elm_bps, m.least_bps, m.rate_bps
     FROM market.margin m WHERE m.market_date = $1 ORDER BY m.code`,
    [marketDate],
  );

const COLUMNS: SqlColumns<ShareMargin> = {
  code: ['text', ({ code }) => code],
  daily_variance: ['bigint', ({ dailyVariance }) => dailyVariance],
  days: ['integer', ({ days }) => days],
  traded_days: ['integer', ({ tradedDays }) => tradedDays],
  turnover_paise: ['bigint', ({ meanTurnoverPaise }) => meanTurnoverPaise],
  surveillance_bps: ['integer', ({ surveillanceBps }) => surveillanceBps ?? null],
  liquidity_group: ['smallint', ({ group }) => group],
  var_bps: ['integer', ({ varBps }) => varBps],
  elm_bps: ['integer', ({ elmBps }) => elmBps],
  least_bps: ['integer', ({ leastBps }) => leastBps],
  rate_bps: ['integer', ({ rateBps }) => rateBps],
};

/** Of a date that has closed nothing, so that a repeat changes nothing; the function says more. */
export const DROP_UNCLOSED = 'SELECT market.drop_unclosed($1, $2)';

/** Writes the margins of a market date, over whatever stands there. */
export const keepMargins = (tx: Tx, marketDate: string, margins: readonly ShareMargin[]): Promise<unknown> => {
  const values = columnValues(COLUMNS, margins);
  return Promise.all([
    tx.query('market.drop_unclosed', DROP_UNCLOSED, ['margin', marketDate]),
    tx.query(
      'market.keep_margins',
      `INSERT INTO market.margin (${columnNames(COLUMNS)}, market_date) SELECT r.*, $${values.length + 1}::date
       FROM (SELECT ${unnested(COLUMNS)}) r ON CONFLICT DO NOTHING`,
      [...values, marketDate],
    ),
  ]);
};

/** What shares traded on the newest finished days before a market date, up to a limit. */
export type RecentTrading = {
  readonly code: string;
  readonly days: number;
  readonly tradedDays: number;
  readonly valuePaise: bigint;
};

export async function tradingBefore(
  db: Queryable,
  marketDate: string,
  most: number,
): Promise<readonly RecentTrading[]> {
  const rows = await db.query<{ code: string; days: number; tradedDays: number; valuePaise: string }>(
    'market.trading_before',
    `SELECT c.code, count(*)::int AS days, count(c.open_paise)::int AS traded_days, sum(c.value_paise)::text AS value_paise
     FROM market.candle_day c
     WHERE c.market_date < $1 AND c.market_date >= (
       SELECT min(d.market_date) FROM (
         SELECT x.market_date FROM market.day x WHERE x.market_date < $1 ORDER BY x.market_date DESC LIMIT $2) d)
     GROUP BY c.code`,
    [marketDate, most],
  );
  return rows.map((row) => ({
    code: row.code,
    days: row.days,
    tradedDays: row.tradedDays,
    valuePaise: BigInt(row.valuePaise),
  }));
}
