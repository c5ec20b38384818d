import { isDeepStrictEqual } from 'node:util';
import { carriedHash, hashValue, sorted } from '@khara/market-day';
import { previousRegularDay, type Day } from '@khara/rules';
import * as store from '#modules/market/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { readUniverseOn } from './day-universe.ts';
import { marginsHash } from './margins.ts';

/*
 * What a closed day leaves in tables, as hashes in its record in the log: its candles and minutes, and what
 * the next day begins with. Prices of tomorrow come from closes, from what the simulated participants think
 * shares are worth, and from what companies have announced: none of it may change between two days.
 */

/** Market days whose minutes are kept. Daily candles are kept for good. */
const KEEP_MINUTES_DAYS = 120;
/**
 * Market days whose trades are kept: about eighteen megabytes each. The trigger market.keep_closed lets the
 * server drop no newer ones.
 */
export const KEEP_TRADES_DAYS = 20;
/**
 * Market days whose order logs are handed out: about thirty kilobytes each, the commands apart, which are
 * kept for good.
 */
export const KEEP_LOGS_DAYS = 400;

/** The first date whose minutes are still kept when a day has closed. */
export function minutesKeptFrom(date: Day): Day {
  let from = date;
  for (let days = 1; days < KEEP_MINUTES_DAYS; days += 1) from = previousRegularDay(from);
  return from;
}

/** Of what companies have announced by the end of a day, and what has not taken effect then. */
export async function announcedHash(db: Queryable, marketDate: Day): Promise<string> {
  const ahead = await store.actionsAhead(db, marketDate);
  return hashValue(sorted(ahead.filter(({ exDate, announcedOn }) => exDate > marketDate && announcedOn <= marketDate)));
}

/** What is carried over from a closed day, as it is stored. */
export async function storedCarriedHash(db: Queryable, marketDay: number, marketDate: Day): Promise<string> {
  const [closes, participants] = await Promise.all([
    store.readCloses(db, marketDate),
    store.participantsAfter(db, marketDay),
  ]);
  return carriedHash(closes, participants);
}

const TO_DO = 'They were changed in the database: run npm run verify, and put a backup back.';

/**
 * Why a market day may not begin: what it would begin with is not what the record of the day before says.
 * Undefined when it is, and on the first day.
 */
export async function whyNotBegin(db: Queryable, marketDay: number): Promise<string | undefined> {
  const before = marketDay === 0 ? undefined : await store.dateOfDay(db, marketDay - 1);
  if (before === undefined) return undefined;
  const [said, carried, announced] = await Promise.all([
    store.closedSession(db, before),
    storedCarriedHash(db, marketDay - 1, before),
    announcedHash(db, before),
  ]);
  const other = [
    ...(said?.carried === carried ? [] : ['closes or reference values']),
    ...(said?.announced === announced ? [] : ['announcements of companies']),
  ];
  if (other.length === 0) return undefined;
  return `The market does not open: ${other.join(' and ')} with which it would go on after ${before} are not those in the record of that day in the log. ${TO_DO}`;
}

/**
 * Why no server may go on with a day that has begun: what it goes by is not what the newest record of its opening says,
 * or what it began with not what that of the day before says. Undefined when both are.
 */
export async function whyNotGoOn(db: Queryable, day: store.BegunDay): Promise<string | undefined> {
  const { marketDay, marketDate } = day;
  const began = await whyNotBegin(db, marketDay);
  if (began !== undefined) return began;
  const wrong = await wrongInputs(db, day, await store.openedSession(db, marketDate));
  return (
    wrong &&
    `The market does not open: ${marketDate} goes by ${wrong} than the record of its opening in the log says. ${TO_DO}`
  );
}

/** What a day goes by other than what the log said before its first step; undefined for nothing. */
export async function wrongInputs(
  db: Queryable,
  day: store.BegunDay,
  said: store.OpenedSession | undefined,
): Promise<string | undefined> {
  if (!said) return 'more';
  if (Buffer.from(day.seedHash).toString('hex') !== said.seedHash) return 'another seed';
  if (day.steps !== said.steps || day.firstStep !== said.firstStep || day.profile !== said.profile)
    return 'another length';
  if (!isDeepStrictEqual(day.suspended ?? null, said.suspended)) return 'other suspended shares';
  if (marginsHash(await store.marginsOn(db, day.marketDate)) !== said.margins) return 'other margins';
  if (day.universe && (await sharesHash(day.universe)) !== said.universe) return 'other shares';
  return undefined;
}

/** Undefined for bytes that are no shares. */
async function sharesHash(universe: Uint8Array): Promise<string | undefined> {
  const none = { issuers: [], indices: [], offerings: [] };
  const read = await readUniverseOn({ universe, suspended: undefined }, none).catch(() => undefined);
  return read && hashValue([read.issuers, read.indices]);
}
