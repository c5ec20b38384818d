import type { ByProgram, Terms } from '@khara/broker';
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

export type NewOrder = RequestKey & {
  readonly accountKey: number;
  readonly code: string;
  readonly asset: string;
  readonly terms: Terms;
  readonly pricePaise: bigint;
  /** Of a delivery buy all it can cost; of an intraday order the margin of all of it, without its charges. */
  readonly freezePaise: bigint;
  readonly chargesPaise: bigint;
  /** At its limit, or at the worst price; of a sale no less than at the last one. */
  readonly valuePaise: bigint;
  readonly program?: ByProgram | undefined;
  readonly afterMarket: boolean;
  /** With which shares its intraday positions are squared off. */
  readonly shares: 'auctioned' | 'others';
  /** A sale takes shares that have arrived alone: of a share that trades trade-for-trade. */
  readonly receivedOnly?: boolean | undefined;
  readonly marketDate: string;
  readonly marketTime: string;
  readonly at: number;
};

/** A new order with its number, which its command has too. */
export type Numbered = NewOrder & { readonly orderId: bigint };

/** A delivery order that comes to the exchange: others of its user may be placed with it. */
export const isPlain = ({ terms, afterMarket }: NewOrder): boolean => terms.product === 'delivery' && !afterMarket;
