import type { Terms } from '@khara/broker';
import type { REGULAR_STATES, RUN_STATES } from '@khara/contract';
import type { RegularDates } from '@khara/rules';
import { requestHash } from '#src/security/request-hash.ts';
import type { MacKeys } from '#src/security/row-mac.ts';
import { ownRequestId, pickTerms, type SentOrder } from '#modules/orders/index.ts';

/* Orders that are sent together: docs/decisions/0028-waiting-orders-and-baskets.md. */

/** An order as it is kept until it is sent: quantities in shares. */
export type BasketOrder = Terms & { readonly code: string };

export type Basket = {
  readonly id: bigint;
  readonly userId: string;
  readonly name: string;
  /** Counts its changes. */
  readonly version: number;
  readonly orders: readonly BasketOrder[];
  /** A regular purchase buys it. */
  readonly isRegular: boolean;
  readonly marketDate: string;
  readonly createdAt: number;
  readonly changedAt: number;
};

/** What became of an order of a run; neither: it has no answer yet. */
export type RunOutcome =
  | { readonly orderId: bigint; readonly reason?: undefined }
  | { readonly reason: string; readonly orderId?: undefined };

export type RunLine = BasketOrder & {
  readonly no: number;
  readonly reason: string | undefined;
  readonly order: SentOrder | undefined;
};

/** A basket that was placed, or one time of a regular purchase. */
export type OrderRun = {
  readonly id: bigint;
  readonly userId: string;
  readonly accountKey: number;
  readonly basketId: bigint | undefined;
  readonly regularId: bigint | undefined;
  readonly due: string | undefined;
  readonly name: string;
  readonly state: (typeof RUN_STATES)[number];
  readonly reason: string | undefined;
  readonly at: number;
  readonly marketDate: string;
  readonly marketTime: string;
  readonly lines: readonly RunLine[];
};

export type RegularPurchase = RegularDates & {
  readonly id: bigint;
  readonly userId: string;
  readonly accountKey: number;
  /** What it buys: one of the two. */
  readonly basketId: bigint | undefined;
  /** At which it is bought. */
  readonly basketVersion: number | undefined;
  readonly code: string | undefined;
  /** Of the basket, or the code. */
  readonly name: string;
  /** The most of one time, charges included. */
  readonly amountPaise: bigint;
  readonly times: number;
  readonly made: number;
  readonly nextOn: string | undefined;
  readonly state: (typeof REGULAR_STATES)[number];
  readonly authority: string;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly last: (Pick<OrderRun, 'state' | 'reason'> & { readonly on: string }) | undefined;
};

/**
 * The request by which a run places one of its orders. No client can send one of this name, and an account has one
 * order of a request: whatever ends in between, there is one order of it.
 */
export const runRequestId = (
  keys: MacKeys,
  { id, regularId }: Pick<OrderRun, 'id' | 'regularId'>,
  no: number,
): string => ownRequestId(keys, regularId === undefined ? 'basket' : 'regular', `${id}:${no}`);

/** Hash of a request to keep or place orders. */
export const ordersHash = (
  of: Readonly<Record<string, string | number | bigint | undefined>>,
  orders: readonly BasketOrder[] = [],
): Uint8Array =>
  requestHash({ ...of, orders: orders.map((order) => Buffer.from(hashOrder(order)).toString('hex')).join(' ') });

const hashOrder = (order: BasketOrder): Uint8Array => requestHash({ code: order.code, ...pickTerms(order) });

/** Whether two lists ask for the same, in the same order. */
export const isSame = (a: readonly BasketOrder[], b: readonly BasketOrder[]): boolean =>
  Buffer.compare(ordersHash({}, a), ordersHash({}, b)) === 0;
