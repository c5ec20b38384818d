import { carriedHash, type ClosedSession, hashOf, sorted } from '@khara/market-day';
import { previousRegularDay, type Day } from '@khara/rules';
import * as store from '#modules/market/index.ts';
import { recordOf } from '#modules/ledger/index.ts';
import type { Queryable } from '#src/ports/database.ts';

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
  return hashOf(sorted(ahead.filter(({ exDate, announcedOn }) => exDate > marketDate && announcedOn <= marketDate)));
}

/** What is carried over from a closed day, as it is stored. */
export async function storedCarriedHash(db: Queryable, marketDay: number, marketDate: Day): Promise<string> {
  const [closes, participants] = await Promise.all([
    store.closesOf(db, marketDate),
    store.participantsAfter(db, marketDay),
  ]);
  return carriedHash(closes, participants);
}

/**
 * Why a market day may not begin: what it would begin with is not what the record of the day before says.
 * Undefined when it is, and on the first day.
 */
export async function whyNotBegin(db: Queryable, marketDay: number): Promise<string | undefined> {
  const before = marketDay === 0 ? undefined : await store.dateOfDay(db, marketDay - 1);
  if (before === undefined) return undefined;
  const record = await recordOf(db, 'market.session', `${before} closing`);
  const said = record && (JSON.parse(record.json) as Partial<ClosedSession>); // recordClosing wrote it
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
