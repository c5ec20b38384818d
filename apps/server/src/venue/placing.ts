import type { JournalledCommand } from '@khara/market-day';
import type { Match, Matched } from '#src/ports/exchange.ts';

/** Orders that are to be placed, until their transaction has ended. */
export class Placing {
  readonly write: (match: Match) => Promise<unknown>;
  readonly answer = Promise.withResolvers<unknown>();
  /** Waits for its turn to match. */
  asks:
    | { readonly commands: readonly JournalledCommand[]; readonly answer: PromiseWithResolvers<Matched | undefined> }
    | undefined;
  /** Its commands are applied, or some of them. */
  isApplied = false;
  matched: Matched | undefined;
  /** `performance.now()` of that. */
  matchedAt = 0;
  /** Parts that are settled with it. */
  through = 0;
  mustGiveWay = false;
  /** It ends without having matched. */
  gaveWay = false;
  readonly committed = Promise.withResolvers<void>();
  /** Resolves when it holds no lock any more. */
  readonly ended = Promise.withResolvers<void>();

  constructor(write: (match: Match) => Promise<unknown>) {
    this.write = write;
    this.committed.promise.catch(() => undefined); // nothing may wait for it
  }
}
