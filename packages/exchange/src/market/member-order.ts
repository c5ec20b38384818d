import type { OrderKind } from '../types.ts';

/** One member's order while it is open. */
export type MemberOrder = {
  readonly orderId: number;
  readonly accountKey: number;
  readonly share: number;
  readonly side: number;
  tick: number;
  quantity: number;
  remaining: number;
  handle: number;
  readonly tag: number;
  /** A stop's, in ticks, until it is reached; 0 for an order that may stand in the book. */
  trigger: number;
  /** In a call auction it waits beside the book. What that or the book leaves of it becomes a limit order. */
  market: boolean;
  ioc: boolean;
  /** How much the book shows at a time; 0 shows all. */
  disclosed: number;
};

/** The state of one member's order as a snapshot keeps it; price, shown quantity and place are in the book. */
export type KeptMemberOrder = Pick<MemberOrder, 'orderId' | 'accountKey' | 'quantity' | 'remaining' | 'disclosed'>;

/** An order outside the book, a pending stop or an auction's market order, as a snapshot keeps it. */
export type WaitingOrder = Pick<
  MemberOrder,
  | 'orderId'
  | 'accountKey'
  | 'share'
  | 'side'
  | 'tick'
  | 'quantity'
  | 'remaining'
  | 'trigger'
  | 'market'
  | 'ioc'
  | 'disclosed'
>;

export const orderKind = ({ market, ioc, trigger }: MemberOrder): OrderKind => ({
  market,
  validity: ioc ? 'ioc' : 'day',
  isStop: trigger > 0,
});

export const isSameKind = (a: OrderKind, b: OrderKind): boolean =>
  a.market === b.market && a.validity === b.validity && a.isStop === b.isStop;
