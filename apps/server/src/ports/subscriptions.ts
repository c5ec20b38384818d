import type { Language } from '@khara/contract';
import type { RemarkOf } from './portfolio.ts';

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
