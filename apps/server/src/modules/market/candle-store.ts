import { asPrice } from '@khara/money';
import type { Day } from '@khara/rules';
import type { Queryable } from '#src/ports/database.ts';

export type StoredDay = {
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
};

/**
 * Candles of finished days on which a code traded, oldest first: those after one date and before another. They end at
 * the official close, which is the next day's previous close, and reach as far as it.
 */
export async function storedDays(
  db: Queryable,
  code: string,
  after: string,
  before: string,
): Promise<readonly StoredDay[]> {
  const rows = await db.query<{
    marketDate: string;
    openPaise: bigint;
    highPaise: bigint;
    lowPaise: bigint;
    closePaise: bigint;
    volume: bigint;
  }>(
    'market.stored_days',
    `SELECT market_date, open_paise, greatest(high_paise, close_paise) AS high_paise, least(low_paise, close_paise) AS low_paise, close_paise, volume FROM market.candle_day
     WHERE code = $1 AND market_date > $2 AND market_date < $3 AND open_paise IS NOT NULL ORDER BY market_date`,
    [code, after, before],
  );
  return rows.map((row) => ({
    date: row.marketDate,
    open: asPrice(row.openPaise),
    high: asPrice(row.highPaise),
    low: asPrice(row.lowPaise),
    close: asPrice(row.closePaise),
    volume: Number(row.volume),
  }));
}

/** Packed minutes of finished days, with the official close; days whose minutes were dropped are missing. */
export const storedMinutes = (
  db: Queryable,
  code: string,
  dates: readonly string[],
): Promise<readonly { readonly marketDate: string; readonly minutes: Uint8Array; readonly closePaise: bigint }[]> =>
  db.query(
    'market.stored_minutes',
    `SELECT market_date, minutes, close_paise FROM market.candle_day
     WHERE code = $1 AND market_date = ANY ($2::date[]) AND minutes IS NOT NULL`,
    [code, dates],
  );

/**
 * Packed minutes of a code and a finished day each, with the close of its day before; days whose minutes were dropped
 * are missing.
 */
export const minutesOfDays = (
  db: Queryable,
  days: readonly { readonly code: string; readonly marketDate: string }[],
): Promise<
  readonly {
    readonly code: string;
    readonly marketDate: string;
    readonly minutes: Uint8Array;
    readonly beforePaise: bigint | undefined;
  }[]
> =>
  db.query(
    'market.minutes_of_days',
    `SELECT code, market_date, c.minutes, (SELECT p.close_paise FROM market.candle_day p
              WHERE p.code = w.code AND p.market_date < w.market_date ORDER BY p.market_date DESC LIMIT 1) AS before_paise
     FROM unnest($1::text[], $2::date[]) AS w (code, market_date)
     JOIN market.candle_day c USING (code, market_date) WHERE c.minutes IS NOT NULL`,
    [days.map(({ code }) => code), days.map(({ marketDate }) => marketDate)],
  );

/** Official closes of some codes on the last market days up to a date and with it, oldest first. */
export async function recentCloses(
  db: Queryable,
  codes: readonly string[],
  { upTo, days }: { readonly upTo: string; readonly days: number },
): Promise<readonly { readonly code: string; readonly date: string; readonly close: number }[]> {
  const rows = await db.query<{ code: string; marketDate: string; closePaise: bigint }>(
    'market.recent_closes',
    `SELECT c.code, c.market_date, c.close_paise FROM market.candle_day c
     WHERE c.code = ANY ($1) AND c.market_date IN
       (SELECT d.market_date FROM market.day d WHERE d.market_date <= $2 ORDER BY d.market_day DESC LIMIT $3)
     ORDER BY c.market_date`,
    [codes, upTo, days],
  );
  return rows.map(({ code, marketDate: date, closePaise: close }) => ({ code, date, close: asPrice(close) }));
}

export type OfficialClose = {
  readonly code: string;
  readonly closePrice: number;
  readonly tick: number;
};

/** Official closes of a finished day. */
export async function readCloses(db: Queryable, marketDate: string): Promise<readonly OfficialClose[]> {
  const rows = await db.query<{ code: string; closePaise: bigint; tick: number }>(
    'market.closes_of',
    'SELECT code, close_paise, tick_paise AS tick FROM market.candle_day WHERE market_date = $1',
    [marketDate],
  );
  return rows.map((row) => ({ code: row.code, closePrice: asPrice(row.closePaise), tick: row.tick }));
}

/** Lowest and highest price or level of an instrument on a finished day; null when it did not trade. */
export async function readRange(db: Queryable, code: string, marketDate: string): Promise<[number, number] | null> {
  const [row] = await db.query<{ lowPaise: bigint | undefined; highPaise: bigint | undefined }>(
    'market.range_of',
    'SELECT low_paise, high_paise FROM market.candle_day WHERE code = $1 AND market_date = $2',
    [code, marketDate],
  );
  if (!row || row.lowPaise === undefined || row.highPaise === undefined) return null;
  return [asPrice(row.lowPaise), asPrice(row.highPaise)];
}

export type LastClose = { readonly close: number; readonly tick: number };

export async function lastCloses(
  db: Queryable,
  codes: readonly string[],
  before: Day,
): Promise<ReadonlyMap<string, LastClose>> {
  const rows = await db.query<{ code: string; closePaise: bigint; tick: number }>(
    'market.last_closes',
    `SELECT DISTINCT ON (c.code) c.code, c.close_paise, c.tick_paise AS tick FROM market.candle_day c
     WHERE c.code = ANY ($1::text[]) AND c.market_date < $2 ORDER BY c.code, c.market_date DESC`,
    [codes, before],
  );
  return new Map(rows.map((row) => [row.code, { close: asPrice(row.closePaise), tick: row.tick }]));
}

/** All shares and indices of a closed day, with their days since a date, oldest first. */
export const candlesSince = (
  db: Queryable,
  since: Day,
  marketDate: Day,
): Promise<
  readonly {
    readonly code: string;
    readonly marketDate: string;
    readonly highPaise: bigint | undefined;
    readonly lowPaise: bigint | undefined;
  }[]
> =>
  db.query(
    'market.candles_since',
    `SELECT c.code, c.market_date, c.high_paise, c.low_paise FROM market.candle_day c
     WHERE c.market_date BETWEEN $1 AND $2
       AND EXISTS (SELECT FROM market.candle_day t WHERE t.code = c.code AND t.market_date = $2)
     ORDER BY c.code, c.market_date`,
    [since, marketDate],
  );
