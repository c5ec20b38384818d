import type { Issuer } from '@khara/universe';
import type { Writer } from './exchange.ts';

/** Issues that the exchange lists. */
export type ListingPort = {
  /** For a market day that begins: takes the issues that are due, for good, and answers all that are listed by then. */
  take(marketDate: string, by: Writer): Promise<readonly Issuer[]>;
  /** For a market day that goes on: the same as when it began. */
  listedBy(marketDate: string): Promise<readonly Issuer[]>;
};
