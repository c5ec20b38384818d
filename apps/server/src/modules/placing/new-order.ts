import type { Order, OrderTerms, PricedOrder } from '@khara/broker';
import type { SignedReceipt } from '#modules/ledger/index.ts';

/** A request by its account, call and id, with the hash of what it asks. */
export type RequestKey = {
  readonly userId: string;
  readonly call: string;
  readonly requestId: string;
  readonly hash: Uint8Array;
};

/** How a request to place an order ended. */
export type Placement = {
  /** Undefined when it was refused. */
  readonly orderId: bigint | undefined;
  readonly refusal: string | undefined;
  readonly repeated: boolean;
  /**
   * Of the entry by which a new order was paid for, or else holds something. Undefined when it moved nothing, or
   * was placed before.
   */
  readonly receipt?: SignedReceipt | undefined;
};

/** An order as its request makes it: all of an order that is known before it is taken. */
export type NewOrder = RequestKey &
  PricedOrder &
  OrderTerms &
  Pick<
    Order,
    | 'accountKey'
    | 'code'
    | 'asset'
    | 'pricePaise'
    | 'program'
    | 'afterMarket'
    | 'marketDate'
    | 'marketTime'
    | 'acceptedAt'
  > & {
    /** At its limit, or at the worst price; of a sale no less than at the last one. */
    readonly valuePaise: bigint;
    /** With which shares its intraday positions are squared off. */
    readonly shares: 'auctioned' | 'others';
  };

/** A new order with its number, which its command has too. */
export type Numbered = NewOrder & Pick<Order, 'id'>;

/** A delivery order that comes to the exchange: others of its user may be placed with it. */
export const isPlain = ({ product, afterMarket }: NewOrder): boolean => product === 'delivery' && !afterMarket;
