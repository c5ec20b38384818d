import { hash } from 'node:crypto';
import type { FactorState } from '@khara/exchange';
import { previousRegularDay, type Day } from '@khara/rules';
import * as store from '#modules/market/index.ts';
import { recordOf } from '#modules/ledger/index.ts';
import type { Queryable } from '#src/ports/database.ts';

/*
 * What a closed day leaves in tables, as hashes in its record in the log: its candles and minutes, and what the next day begins with. Prices of tomorrow come from
 * closes, from what the simulated participants think shares are worth, and from what companies have announced: none of it may change between two days.
 */

/** Market days whose minutes are kept. Daily candles are kept for good. */
const KEEP_MINUTES_DAYS = 120;
/** Market days whose trades are kept: about four megabytes each. migrations/0920 lets the server drop no newer ones. */
export const KEEP_TRADES_DAYS = 20;
/** Market days whose order logs are handed out: about thirty kilobytes each, the commands apart, which are kept for good. */
export const KEEP_LOGS_DAYS = 400;

/** The first date whose minutes are still kept when a day has closed. */
export function minutesKeptFrom(date: Day): Day {
  let from = date;
  for (let days = 1; days < KEEP_MINUTES_DAYS; days += 1) from = previousRegularDay(from);
  return from;
}

type Amount = number | bigint | null | undefined;

/** A candle as it is made or as it is stored. */
export type CandleOfDay = {
  readonly code: string;
  readonly openPaise: Amount;
  readonly highPaise: Amount;
  readonly lowPaise: Amount;
  readonly lastPaise: Amount;
  readonly closePaise: Amount;
  readonly closeFrom: string;
  readonly volume: Amount;
  readonly valuePaise: Amount;
  readonly tickPaise: Amount;
  readonly minutes: Uint8Array | null | undefined;
};

const byCode = <T extends { readonly code: string }>(rows: readonly T[]): readonly T[] =>
  rows.toSorted((a, b) => (a.code < b.code ? -1 : 1));
const text = (amount: Amount): string => String(amount ?? '');

/** Of all candles of a day, their minutes apart. */
export const candlesHash = (rows: readonly CandleOfDay[]): string =>
  store.hashOf(
    byCode(rows).map((row) => [
      row.code,
      ...[row.openPaise, row.highPaise, row.lowPaise, row.lastPaise, row.closePaise].map(text),
      row.closeFrom,
      ...[row.volume, row.valuePaise, row.tickPaise].map(text),
    ]),
  );

/** Of the minutes of all candles of a day; those that are kept no more have none. */
export const minutesHash = (rows: readonly CandleOfDay[]): string =>
  store.hashOf(byCode(rows).map(({ code, minutes }) => [code, minutes ? hash('sha256', minutes) : '']));

/** Of what the market itself carries into the next day: closes and ticks, and what participants think shares are worth. */
export const carriedHash = (
  closes: readonly Pick<CandleOfDay, 'code' | 'closePaise' | 'tickPaise'>[],
  participants: FactorState | undefined,
): string =>
  store.hashOf([
    byCode(closes).map(({ code, closePaise, tickPaise }) => [code, text(closePaise), text(tickPaise)]),
    sorted(participants ?? null),
  ]);

/** Of what companies have announced by the end of a day, and what has not taken effect then. */
export async function announcedHash(db: Queryable, marketDate: Day): Promise<string> {
  const ahead = await store.actionsAhead(db, marketDate);
  return store.hashOf(
    sorted(ahead.filter(({ exDate, announcedOn }) => exDate > marketDate && announcedOn <= marketDate)),
  );
}

/** Names in one order, however the database gives them back. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}

export const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

/** What is carried over from a closed day, as it is stored. */
export async function storedCarriedHash(db: Queryable, marketDay: number, marketDate: Day): Promise<string> {
  const [closes, participants] = await Promise.all([
    store.closesOf(db, marketDate),
    store.participantsAfter(db, marketDay),
  ]);
  return carriedHash(closes, participants);
}

/**
 * Why a market day may not begin: what it would begin with is not what the record of the day before says. Undefined when it is, and on the first day.
 */
export async function whyNotBegin(db: Queryable, marketDay: number): Promise<string | undefined> {
  const before = marketDay === 0 ? undefined : await store.dateOfDay(db, marketDay - 1);
  if (before === undefined) return undefined;
  const record = await recordOf(db, 'market.session', `${before} closing`);
  const said = record && (JSON.parse(record.json) as Partial<store.ClosedSession>); // recordClosing wrote it
  const [carried, announced] = await Promise.all([
    storedCarriedHash(db, marketDay - 1, before),
    announcedHash(db, before),
  ]);
  const other = [
    ...(said?.carried === carried ? [] : ['closes or reference values']),
    ...(said?.announced === announced ? [] : ['announcements of companies']),
  ];
  if (other.length === 0) return undefined;
  return (
    `The market does not open: ${other.join(' and ')} with which it would go on after ${before} are not those in the record of that day in the log. ` +
    'They were changed in the database: run npm run verify, and put a backup back.'
  );
}
