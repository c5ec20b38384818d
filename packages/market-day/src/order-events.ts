import type { KindOfOrder } from './commands.ts';
import type { EndReason } from './order-ends.ts';

/**
 * What became of a member's order in the exchange; a batch of them is settled in one transaction. Each kind
 * is the step of the order's history that it becomes (ORDER_STEPS of the contract), but for `change_refused`,
 * which two steps tell.
 */
export type OrderEvent = {
  /** The venue's count of the day's events, from 1 without gaps: what makes settling a batch twice harmless. */
  readonly eventNo: number;
  readonly orderId: number;
  readonly step: number;
} & (
  | {
      readonly kind: 'filled';
      /** Unique per market day and trade; the two sides of a trade between members share it. */
      readonly tradeNo: number;
      readonly price: number;
      readonly quantity: number;
      readonly aggressor: boolean;
      /** In an auction all fills have one price, and no side is the aggressor. Absent: continuous trading. */
      readonly phase?: 'opening_auction' | 'closing_auction' | 'post_close';
    }
  /** Accepted by the exchange. `book` is the other side and the queue as it found them. */
  | { readonly kind: 'opened'; readonly book?: BookOnArrival }
  /** A stop that passed all checks and waits outside the book. */
  | { readonly kind: 'trigger_pending'; readonly triggerPrice: number; readonly quantity: number }
  /** A trade at `lastPrice` reached the trigger: the order comes to the book with this limit. Its fills follow. */
  | { readonly kind: 'triggered'; readonly lastPrice: number; readonly price: number }
  /** `quantity` is open after it. `seq` names the command. */
  | {
      readonly kind: 'modified';
      readonly seq: number;
      readonly price: number;
      readonly quantity: number;
      readonly triggerPrice?: number;
      readonly keptPriority: boolean;
      readonly becomes?: KindOfOrder;
    }
  /**
   * A change that was not made: the order is as it was. Reported for every `modify` (also `not_open`: of an
   * order that has ended; it may come after its `ended`), and of a `cancel` when the order stays open.
   */
  | {
      readonly kind: 'change_refused';
      readonly seq: number;
      readonly change: 'modify' | 'cancel';
      readonly reason: string;
    }
  /** What an auction left of a market order goes on as a limit order at this price. */
  | { readonly kind: 'became_limit'; readonly price: number; readonly quantity: number }
  /** Ended before it was filled; `expired`: with the day, or by the system. */
  | { readonly kind: 'cancelled' | 'expired'; readonly reason: EndReason }
  | {
      readonly kind: 'rejected';
      /**
       * The refusal's name: those of the exchange (market_closed, not_tradable, quantity_invalid,
       * tick_invalid, price_out_of_band, …) and of the phase (phase_not_accepting,
       * limit_not_allowed_in_phase, market_not_allowed_in_phase, stop_loss_…, ioc_…,
       * disclosed_qty_not_allowed_in_phase, market_halted).
       */
      readonly reason: string;
    }
);

/** The book as an order found it when it arrived. Prices in paise; a side that is empty has none. */
export type BookOnArrival = {
  readonly lastPaise: number;
  readonly bidPaise?: number;
  readonly bidQuantity: number;
  readonly askPaise?: number;
  readonly askQuantity: number;
  /** Shares shown on its own side at its price and better: what stood in front of it. */
  readonly aheadQuantity: number;
};
