import { ENGINE } from '@khara/market-day';
import { newestDay, readTenure } from '#modules/market/index.ts';
import type { Queryable } from '#src/ports/database.ts';

/** A market that was silent longer belongs to no server: another version may begin its day again. */
const ABANDONED_MS = 30_000;

/**
 * Whether a server of another version runs a market day that this version would play otherwise. To take it over would
 * end it for that one, and this one cannot go on with it: it waits until the day is over.
 */
export async function hasToWait(db: Queryable): Promise<boolean> {
  const [tenure, newest] = await Promise.all([readTenure(db), newestDay(db)]);
  const isOther = newest !== undefined && newest.closedAt === undefined && newest.engine !== ENGINE;
  return isOther && tenure?.holder !== undefined && tenure.holder.silentMs < ABANDONED_MS;
}
