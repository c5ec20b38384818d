import type { MarketState } from '#api/market-clock.ts';

type Phase = NonNullable<MarketState['phase']>;

/**
 * The key of a phase's words (`session.phase`, `session.takes`), on every page that names it: in the auction that ends
 * a halt it is another one than in the morning's.
 */
export function phaseWords<P extends Phase>(phase: P, halt: object | undefined) {
  if (halt && phase === 'preopen_entry_1') return 'reopening';
  if (halt && phase === 'preopen_entry_2') return 'reopening_limit';
  return phase;
}
