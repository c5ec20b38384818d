import type { Charges } from '@khara/charges';
import type { MarginBasis } from '@khara/rules';
import type { Fill, Order, TimelineEntry } from './order.ts';
import type { Position } from './position.ts';

/* What the settlement of a batch reads, and what it writes. */

/** What of a batch decides how its events are settled. */
export type BatchHead = {
  readonly marketDate: string;
  readonly marketDay: number;
  /** Real ms. */
  readonly at: number;
  /** Market time of a step of this day, as in `MarketStatus.marketTime`. */
  readonly marketTimeOf: (step: number) => string;
  /** What decides the margin of a share's intraday positions as the batch is settled. */
  readonly marginBasis: (code: string) => MarginBasis;
};

/**
 * Shares that settle on a day: bought, less sold before, less settled. `noted`: what of them was left when the newest
 * contract note for a trade in their share was issued.
 */
export type Due = {
  readonly userId: string;
  readonly asset: string;
  readonly settlesOn: string;
  readonly bought: number;
  readonly sold: number;
  readonly settled: number;
  readonly noted: number;
};

/** Value of a share's delivery sales of the day, and the DP charge taken for them. */
export type DpOfDay = {
  readonly userId: string;
  readonly asset: string;
  readonly soldPaise: bigint;
  readonly dpPaise: bigint;
};

/** What the ledger is to write, in the order in which it happened. */
export type Movement =
  | {
      readonly kind: 'buy_fill';
      readonly order: Order;
      readonly tradeNo: number;
      readonly quantity: number;
      readonly valuePaise: bigint;
      readonly charges: Charges;
      /** Of what was frozen for it, what is not needed any more: price improvement, and charges that will not come. */
      readonly releasedPaise: bigint;
    }
  | {
      readonly kind: 'sell_fill';
      readonly order: Order;
      readonly tradeNo: number;
      readonly quantity: number;
      readonly valuePaise: bigint;
      readonly charges: Charges;
    }
  /** `event`: one release of several, that of a change; without it the last, when the order ends. */
  | { readonly kind: 'order_release'; readonly order: Order; readonly paise: bigint; readonly event?: number }
  | { readonly kind: 'sell_release'; readonly order: Order; readonly shares: number; readonly event?: number }
  /**
   * A fill of an intraday order: `capturedPaise` out of the margin that `of` holds, the result against the
   * market, charges.
   */
  | {
      readonly kind: 'margin';
      readonly order: Order;
      readonly of: Order;
      readonly tradeNo: number;
      readonly capturedPaise: bigint;
      readonly grossPaise: bigint;
      readonly charges: Charges;
      readonly absorbedPaise: bigint;
    }
  | { readonly kind: 'margin_release'; readonly order: Order; readonly paise: bigint; readonly event: number };

/** What the batch touches, as it stood before. */
export type Before = {
  /** Those of the events; and of the accounts and shares of intraday ones, all that can still fill or hold margin. */
  readonly orders: readonly Order[];
  /** What holds margin like orders that are complete: shares of the same that became intraday. */
  readonly becameIntraday: readonly Order[];
  /** Positions held now of the accounts and shares of these orders, and delivery ones that the market date closed. */
  readonly positions: readonly Position[];
  /** Available money (101) of the accounts of intraday orders. */
  readonly available: ReadonlyMap<string, bigint>;
  /** Outstanding ones of the same, in any order. */
  readonly dues: readonly Due[];
  /** Of the batch's market date. */
  readonly dpOfDay: readonly DpOfDay[];
  /** Day on which what is bought on the batch's market date settles. */
  readonly settlesOn: string;
  /** A number for a position that a fill begins. */
  readonly nextPositionId: () => bigint;
  /** A number for the next fill of an order, above those of all fills before it. */
  readonly nextFillId: (orderId: bigint) => bigint;
};

export type After = {
  readonly orders: readonly Order[];
  readonly becameIntraday: readonly Order[];
  readonly positions: readonly (Position & { readonly squaredOff?: boolean })[];
  readonly dues: readonly Due[];
  readonly dpOfDay: readonly DpOfDay[];
  readonly fills: readonly Fill[];
  readonly timeline: readonly TimelineEntry[];
  readonly movements: readonly Movement[];
  /** Orders that sold shares of which no position tells. */
  readonly unheld: readonly bigint[];
};
