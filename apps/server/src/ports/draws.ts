import type { Entropy } from '@khara/lottery';
import type { PublishedList } from '@khara/offerings';
import type { OfferingSeed } from '@khara/universe';

/** Where the chance of a draw comes from beside the operator's seed, fixed when the offering opens. */
export type EntropyChoice = Entropy & {
  /** When the round is due, in ms of real time; without a round, nothing. */
  readonly dueAt?: number;
};

/** Outside entropy of draws, by DRAW_ENTROPY. */
export type EntropySource = {
  /**
   * What an offering that closes then will draw with. Never throws: without network there is `none`, if the
   * configuration allows it.
   */
  choose(closesAt: number): Promise<EntropyChoice>;
  /** The value of a round, checked; undefined while it is not out. Throws when it cannot be had now. */
  valueOf(
    of: EntropyChoice & { readonly closesAt: number },
  ): Promise<{ readonly value: Uint8Array; readonly signature?: Uint8Array } | undefined>;
};

/** Runs a heavy pure function of the draws beside the main thread. `job` and the answer are plain data. */
export type DrawThread = {
  run(job: unknown): Promise<unknown>;
};

/** What offerings need from outside. */
export type OfferingSources = {
  readonly seeds: readonly OfferingSeed[];
  readonly entropy: EntropySource;
  readonly draws: DrawThread;
  /** Frozen lists are long, and the same for all readers: the newest few are kept, by what they are made from. */
  readonly publishedLists: Map<string, Promise<PublishedList>>;
};
