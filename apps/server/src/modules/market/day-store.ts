import type { ClosedSession, FinishedDay, TradesPack } from '@khara/market-day';
import type { FactorState } from '@khara/exchange';
import type { Db, Queryable, Tx } from '#src/ports/database.ts';
import type { Writer } from '#src/ports/exchange.ts';
import type { BegunDay } from './begun-day.ts';
import { raiseFrontier } from './frontier-store.ts';
import { keepPapers } from './paper-store.ts';
import { recordClosing, recordOpening, type PublishedInputs } from './session-record.ts';
import { DROP_UNCLOSED, keepMargins, type ShareMargin } from './margin-store.ts';
import { dropTrades, keepTrades } from './trade-store.ts';

/* SQL of market days. Rows as the venue keeps them; it decides what they mean. */

const DAYS = `SELECT market_day, market_date, profile, steps, first_step, seed_hash, engine, suspended, universe, closed_ms
     FROM market.day ORDER BY market_day`;

export async function newestDay(db: Queryable): Promise<BegunDay | undefined> {
  const [row] = await db.query<BegunDay>('market.newest_day', `${DAYS} DESC LIMIT 1`);
  return row;
}

/** All days, the oldest first. */
export const begunDays = (db: Queryable): Promise<readonly BegunDay[]> => db.query('market.begun_days', DAYS);

/** The market day before this one. */
export async function dayBefore(
  db: Queryable,
  marketDay: number,
): Promise<Pick<BegunDay, 'marketDay' | 'marketDate'> | undefined> {
  const [row] = await db.query<Pick<BegunDay, 'marketDay' | 'marketDate'>>(
    'market.day_before',
    'SELECT market_day, market_date FROM market.day WHERE market_day < $1 ORDER BY market_day DESC LIMIT 1',
    [marketDay],
  );
  return row;
}

export async function readFirstMarketDate(db: Queryable): Promise<string | undefined> {
  const [row] = await db.query<{ marketDate: string }>(
    'market.first_date',
    'SELECT market_date FROM market.day ORDER BY market_day LIMIT 1',
  );
  return row?.marketDate;
}

/** What the participants took with them from a day that has closed. */
export async function participantsAfter(db: Queryable, marketDay: number): Promise<FactorState | undefined> {
  const [row] = await db.query<{ participants: FactorState | undefined }>(
    'market.participants_after',
    'SELECT participants FROM market.day WHERE market_day = $1',
    [marketDay],
  );
  return row?.participants;
}

/**
 * Begins a day: from here on it is the one that runs. Its predecessors' snapshots and universe are of no more
 * use. Doing it again changes nothing.
 */
export async function beginDay(
  tx: Tx,
  day: Omit<BegunDay, 'closedAt'> & { readonly margins: readonly ShareMargin[] },
  published: PublishedInputs,
  { epoch, at }: { readonly epoch: number; readonly at: number },
): Promise<void> {
  await Promise.all([
    recordOpening(tx, day, published),
    keepMargins(tx, day.marketDate, day.margins),
    tx.query(
      'market.begin_day',
      `INSERT INTO market.day (market_day, market_date, profile, steps, first_step, seed_hash, engine, began_ms, suspended, universe)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (market_day) DO NOTHING`,
      [
        day.marketDay,
        day.marketDate,
        day.profile,
        day.steps,
        day.firstStep,
        day.seedHash,
        day.engine,
        at,
        day.suspended ?? null,
        day.universe ?? null,
      ],
    ),
    tx.query('market.drop_universe', 'UPDATE market.day SET universe = NULL WHERE market_day = $1 - 1', [
      day.marketDay,
    ]),
    tx.query(
      'market.begin_frontier',
      `INSERT INTO market.frontier (market_day, step, settled_event, epoch) VALUES ($1, $2, 0, $3)
       ON CONFLICT (is_only_row) DO UPDATE SET market_day = $1, step = $2, settled_event = 0
       WHERE frontier.market_day < $1 AND frontier.epoch = $3`,
      [day.marketDay, day.firstStep, epoch],
    ),
    raiseFrontier(tx, { marketDay: day.marketDay, epoch }, day.firstStep),
    tx.query('market.drop_snapshots', 'DELETE FROM market.snapshot WHERE market_day < $1', [day.marketDay]),
  ]);
}

/**
 * Lets a day in which no member's order was touched begin again, by other rules: nothing of it belongs to a member yet.
 */
export async function beginAgain(
  db: Db,
  day: BegunDay & { readonly margins: readonly ShareMargin[] },
  published: PublishedInputs,
): Promise<boolean> {
  const { marketDay, firstStep, engine } = day;
  return db.transaction(async (tx) => {
    const [untouched] = await tx.query(
      'market.begin_again',
      // The server that ran it until now is fenced off from here on.
      `UPDATE market.frontier SET step = $2, epoch = epoch + 1 WHERE market_day = $1 AND settled_event = 0 RETURNING market_day`,
      [marketDay, firstStep],
    );
    if (!untouched) return false;
    await tx.query('market.set_engine', 'UPDATE market.day SET engine = $2 WHERE market_day = $1', [marketDay, engine]);
    await tx.query('market.drop_day_snapshots', 'DELETE FROM market.snapshot WHERE market_day = $1', [marketDay]);
    await recordOpening(tx, day, published);
    await keepMargins(tx, day.marketDate, day.margins);
    await tx.query('market.drop_day_trades', 'DELETE FROM market.trades WHERE market_day = $1', [marketDay]);
    return true;
  });
}

/** Stores what a finished day left behind; doing it again changes nothing. */
export async function finishDay(
  tx: Tx,
  day: Writer & {
    readonly marketDate: string;
    readonly step: number;
    readonly at: number;
    readonly participants: FactorState;
    readonly rows: readonly FinishedDay[];
    readonly session: ClosedSession;
    /** Those of its papers that its trades make. */
    readonly papers: Parameters<typeof keepPapers>[2];
    /** Trades that are not stored yet. */
    readonly trades: readonly TradesPack[];
    /** What its order log begins with, packed. */
    readonly head: Uint8Array;
    /** Order logs of days before this one are not handed out any more. */
    readonly keepLogsFrom: number;
    /** Trades of days before this one are dropped. */
    readonly keepTradesFrom: number;
    /** Minutes of days before this one are dropped. */
    readonly keepMinutesFrom: string;
  },
): Promise<void> {
  const { rows } = day;
  await Promise.all([
    raiseFrontier(tx, day, day.step),
    recordClosing(tx, day.session),
    keepPapers(tx, day.marketDate, day.papers),
    keepTrades(tx, day.marketDay, day.trades),
    dropTrades(tx, day.keepTradesFrom),
    tx.query('market.drop_unclosed', DROP_UNCLOSED, ['candle_day', day.marketDate]),
    tx.query(
      'market.finish_candles',
      `INSERT INTO market.candle_day (code, market_date, open_paise, high_paise, low_paise, last_paise, close_paise, close_from,
         volume, value_paise, tick_paise, minutes)
       SELECT r.code, $1::date, r.o, r.h, r.l, r.c, r.close, r.close_from, r.volume, r.value, r.tick, r.minutes
       FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::numeric[],
         $10::integer[], $11::bytea[], $12::text[]) AS r (code, o, h, l, c, close, volume, value, tick, minutes, close_from)
       ON CONFLICT (code, market_date) DO NOTHING`,
      [
        day.marketDate,
        rows.map((row) => row.code),
        rows.map((row) => row.openPrice ?? null),
        rows.map((row) => row.highPrice ?? null),
        rows.map((row) => row.lowPrice ?? null),
        rows.map((row) => row.lastPrice ?? null),
        rows.map((row) => row.closePrice),
        rows.map((row) => row.volume),
        rows.map((row) => row.valuePaise),
        rows.map((row) => row.tick),
        rows.map((row) => row.minutes ?? null),
        rows.map((row) => row.closeFrom),
      ],
    ),
    tx.query(
      'market.finish_day',
      'UPDATE market.day SET closed_ms = $2, participants = $3, head = $4 WHERE market_day = $1 AND closed_ms IS NULL',
      [day.marketDay, day.at, JSON.stringify(day.participants), day.head],
    ),
    tx.query('market.drop_logs', 'UPDATE market.day SET head = NULL WHERE market_day < $1 AND head IS NOT NULL', [
      day.keepLogsFrom,
    ]),
    tx.query(
      'market.drop_minutes',
      // Only the days that have just come of age: older ones were done before them.
      `UPDATE market.candle_day SET minutes = NULL
       WHERE market_date < $1 AND market_date >= $1::date - 60 AND minutes IS NOT NULL`,
      [day.keepMinutesFrom],
    ),
  ]);
}

export async function dateOfDay(db: Queryable, marketDay: number): Promise<string | undefined> {
  const [row] = await db.query<{ marketDate: string }>(
    'market.date_of_day',
    'SELECT market_date FROM market.day WHERE market_day = $1',
    [marketDay],
  );
  return row?.marketDate;
}
