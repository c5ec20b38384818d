import type { DemergerTerms } from '@khara/rules';

/* What changes the shares that a member holds, as results of trades read it. */

export const ORDER_GROUPS = ['limit', 'market', 'stop', 'intraday', 'issue'] as const;
export type OrderGroup = (typeof ORDER_GROUPS)[number];
export type Product = 'delivery' | 'intraday';
const TRADE_PHASES = ['opening_auction', 'continuous', 'closing_auction', 'post_close'] as const;
export type TradePhase = (typeof TRADE_PHASES)[number];
/** Phases of the orders that opened shares; those of an issue have none. */
export const PHASE_GROUPS = [...TRADE_PHASES, 'issue'] as const;
export type PhaseGroup = (typeof PHASE_GROUPS)[number];

/** One execution, or shares of an issue. */
export type Trade = {
  readonly kind: 'trade';
  /** Orders have numbers in the order in which they came. */
  readonly order: string;
  readonly code: string;
  readonly side: 'buy' | 'sell';
  readonly type: Exclude<OrderGroup, 'intraday'>;
  readonly product: Product;
  /** Undefined of an issue. */
  readonly phase: TradePhase | undefined;
  readonly quantity: number;
  readonly valuePaise: bigint;
  readonly chargesPaise: bigint;
  readonly day: number;
  readonly at: number;
  /** On its day: all of it is delivered. */
  readonly isTradeForTrade?: boolean;
  /** Delivery shares that were bought and sold within the day: see `withoutPairs`. */
  readonly isWithinDay?: boolean;
};
/** Shares bought on the day that became the other product, with what that was charged. */
export type Converted = {
  readonly kind: 'converted';
  readonly code: string;
  /** What they became. */
  readonly product: Product;
  readonly quantity: number;
  /** What they cost, on average. */
  readonly valuePaise: bigint;
  readonly chargesPaise: bigint;
  readonly day: number;
};
/** Shares that a split or a bonus adds to those held, before anything trades on its day. */
type Added = { readonly kind: 'added'; readonly code: string; readonly quantity: number; readonly day: number };
/**
 * The same of an intraday position that an earlier day left, or what an action adds to its result; of a short
 * below zero.
 */
export type Adjusted = {
  readonly kind: 'adjusted';
  readonly code: string;
  readonly quantity: number;
  readonly paise: bigint;
  readonly day: number;
};
/**
 * A part of a company becomes another one before anything trades on its day: shares of that come beside those
 * held, with a part of what they cost, and were opened when those were.
 */
export type Demerged = {
  readonly kind: 'demerged';
  readonly code: string;
  readonly into: string;
  readonly terms: DemergerTerms;
  readonly day: number;
};
/** From here on it is counted: open shares are worth their close of that day, and what closed before is left out. */
type Mark = { readonly kind: 'mark'; readonly priceOf: (code: string) => bigint };
export type TradeEvent = Trade | Converted | Added | Adjusted | Demerged | Mark;
