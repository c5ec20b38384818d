import type { JournalledCommand } from '@khara/market-day';
import type { Tx } from '#src/ports/database.ts';
import type { OrderResult } from './first-answer.ts';
import type { NewOrder, Placement } from './new-order.ts';

/** A placement, and of a new order how it stands after the commit that placed it. */
export type Placed = Placement & { readonly result: OrderResult | undefined };

/**
 * Journals under the lock of its member what is asked of an order that is there, and answers with the command
 * that comes of it, if any. Called again it decides anew; `seq` is the number that its command had before,
 * once that was matched.
 */
export type Journal<Answer> = (
  tx: Tx,
  seq: bigint | undefined,
) => Promise<{ readonly answer: Answer; readonly command?: JournalledCommand | undefined }>;

/**
 * Where orders are placed, changed and cancelled, whichever server runs the market. Both throw DatabaseAway when the
 * outcome is unknown: the same request asks again.
 */
export type Desk = {
  place(order: NewOrder): Promise<Placed>;
  /** Has a command matched, which is settled then, or will be soon: see `settledSoon`. */
  change<Answer>(userId: string, journal: Journal<Answer>): Promise<Answer>;
};
