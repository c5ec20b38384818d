import type { Language } from '@khara/contract';
import type { Entropy } from '@khara/lottery';
import type { Issuer, OfferingSeed } from '@khara/universe';
import type { RemarkOf, Writer } from './ports.ts';

/** Where the chance of a draw comes from beside the operator's seed, fixed when the offering opens. */
export type EntropyChoice = Entropy & {
  /** When the round is due, in ms of real time; without a round, nothing. */
  readonly dueAt?: number;
};

/** Outside entropy of draws, by DRAW_ENTROPY. */
export interface EntropySource {
  /** What an offering that closes then will draw with. Never throws: without network there is `none`, if the configuration allows it. */
  choose(closesAt: number): Promise<EntropyChoice>;
  /** The value of a round, checked; undefined while it is not out. Throws when it cannot be had now. */
  valueOf(
    of: EntropyChoice & { readonly closesAt: number },
  ): Promise<{ readonly value: Uint8Array; readonly signature?: Uint8Array } | undefined>;
}

/** Runs a heavy pure function of the draws beside the main thread. `job` and the answer are plain data. */
export interface DrawThread {
  run(job: unknown): Promise<unknown>;
}

/** What the primary market needs from outside. */
export type PrimaryMarket = {
  readonly seeds: readonly OfferingSeed[];
  readonly entropy: EntropySource;
  readonly draws: DrawThread;
};

/** Issues that the exchange lists. */
export interface ListingPort {
  /** For a market day that begins: takes the issues that are due, for good, and answers all that are listed by then. */
  take(marketDate: string, by: Writer): Promise<readonly Issuer[]>;
  /** For a market day that goes on: the same as when it began. */
  listedBy(marketDate: string): Promise<readonly Issuer[]>;
}

/** Applications of one account as modules to the left may ask for them. */
export interface SubscriptionsPort {
  /** What placements still ask for, in paise: promises, not money. */
  unpaidOf(userId: string): Promise<bigint>;
  /** What lines of the bill came from, in words, by `kind` and `ref` of their ledger entries. */
  remarks(
    userId: string,
    language: Language,
    entries: readonly { readonly kind: string; readonly ref: string }[],
  ): Promise<RemarkOf>;
}
