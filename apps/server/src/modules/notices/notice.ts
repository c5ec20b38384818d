import type { Texts } from '@khara/texts';
import type { Category, Notice } from './store.ts';

/** A text that a notice may have: the namespace `notices` of packages/texts has a title and a body for each. */
export type NoticeKey = keyof Texts['notices'];

export type NoticeToSend = {
  readonly userId: string;
  readonly category: Category;
  readonly key: NoticeKey;
  /** Values for the places of its texts, as they are shown: amounts as decimal text, codes, quantities. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** A page of the app: "/pages/wallet/recharge/records". */
  readonly link?: string;
  /** What it tells of, when the same could come twice ("recharge:R12 passed"): then it is written once. */
  readonly about?: string;
  /** It is there to be looked up, and the page that it tells of says it: it counts as read from the start. */
  readonly read?: boolean;
  /** Real ms. */
  readonly at: number;
};

/**
 * A notice that was written and may be announced once its transaction has committed; undefined when it had
 * been written before.
 */
export type SentNotice = Notice | undefined;
