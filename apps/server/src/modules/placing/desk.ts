import type { OrderResult } from './first-answer.ts';
import type { NewOrder, Placement } from './new-order.ts';
import type { Cancelled, CancelRequest } from './place-store.ts';

/** A placement, and of a new order how it stands after the commit that placed it. */
export type Placed = Placement & { readonly result: OrderResult | undefined };

/** Where orders are placed and cancelled, whichever server runs the market. */
export type Desk = {
  /** Places an order. Throws DatabaseAway when it is unknown whether it was: the same request asks again. */
  place(order: NewOrder): Promise<Placed>;
  /** Journals that an order is cancelled. Those that come at the same time share a commit. */
  cancel(request: CancelRequest): Promise<Cancelled | undefined>;
};
