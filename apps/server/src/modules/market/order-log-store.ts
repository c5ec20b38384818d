import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { headText, readLogLine } from '@khara/market-day';
import type { Issuer } from '@khara/universe';
import type { Queryable } from '#src/ports/database.ts';

/* The order logs of closed market days; packages/market-day/src/order-log.ts has their format. */

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);

/** The head of an order log as it is stored. */
export const packHead = (head: unknown): Promise<Uint8Array> => pack(Buffer.from(headText(head)));

export const unpackHead = async (bytes: Uint8Array): Promise<unknown> =>
  readLogLine((await unpack(bytes)).toString('utf8'));

export type KeptDay = ClosedDay & {
  readonly marketDay: number;
  /** The step at which it was over: commands from there on are of no log. */
  readonly steps: number;
  /** The first line of its log. */
  readonly head: string;
  /** The day's shares, as they were on it. */
  readonly issuers: readonly Issuer[];
  /** As its record has it. */
  readonly closing: unknown;
};

/** A closed day whose log can be handed out: of a date, or the newest; undefined when there is none. */
export async function keptDay(db: Queryable, marketDate: string | undefined): Promise<KeptDay | undefined> {
  const [row] = await db.query<{
    marketDay: number;
    marketDate: string;
    closedAt: number;
    steps: number;
    head: Uint8Array;
  }>(
    'market.kept_day',
    `SELECT market_day, market_date, closed_ms, steps, head FROM market.day WHERE head IS NOT NULL AND ($1::date IS NULL OR market_date = $1)
     ORDER BY market_day DESC LIMIT 1`,
    [marketDate ?? null],
  );
  if (!row) return undefined;
  const stored = (await unpack(row.head)).toString('utf8');
  // A boundary: `packHead` wrote it.
  const { closing, ...head } = JSON.parse(stored) as {
    readonly issuers: readonly Issuer[];
    readonly closing: unknown;
  };
  return {
    marketDay: row.marketDay,
    marketDate: row.marketDate,
    closedAt: row.closedAt,
    steps: row.steps,
    head: JSON.stringify(head),
    issuers: head.issuers,
    closing,
  };
}

export type ClosedDay = {
  readonly marketDate: string;
  /** Real instant of its closing in ms: another market's day of that date has another. */
  readonly closedAt: number;
};

/** The closed days whose log can be handed out, the newest first. */
export async function keptDays(db: Queryable): Promise<readonly ClosedDay[]> {
  const rows = await db.query<{ marketDate: string; closedAt: number }>(
    'market.kept_days',
    'SELECT market_date, closed_ms FROM market.day WHERE head IS NOT NULL ORDER BY market_day DESC',
  );
  return rows.map((row) => ({ marketDate: row.marketDate, closedAt: row.closedAt }));
}
