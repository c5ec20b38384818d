import type { Data, OrderEndReason } from '@khara/contract';
import { paise, rupees } from '@khara/money';

export type Order = Data<'orders'>['list'][number];
export type OrderWithFills = Data<'placeBuyOrder'>;
export type OrderDetail = Data<'orderDetail'>;
export type OrderStep = OrderDetail['timeline'][number];
export type Fill = OrderWithFills['fills'][number];
export type Charges = Order['charges'];

/** The items of a charge, in the order in which they are listed; `dp` only where there is one. */
const CHARGE_ITEMS = ['brokerage', 'stt', 'exchange', 'sebi', 'stamp', 'gst', 'dp'] as const;
export const chargeItems = (charges: Charges): readonly (typeof CHARGE_ITEMS)[number][] =>
  CHARGE_ITEMS.filter((item) => item !== 'dp' || (paise(charges.dp) ?? 0n) !== 0n);

/** How an order stands, in the words of the result page. */
export type Outcome =
  | 'pending'
  | 'open'
  | 'waiting'
  | 'partly'
  | 'complete'
  | 'cancelled'
  | 'cancelledRest'
  | 'rejected'
  | 'expired'
  | 'expiredRest';

export function orderOutcome({ state, filledQuantity }: Pick<Order, 'state' | 'filledQuantity'>): Outcome {
  const filled = filledQuantity > 0;
  switch (state) {
    case 'pending':
      return 'pending';
    case 'trigger_pending':
      return 'waiting';
    case 'open':
      return filled ? 'partly' : 'open';
    case 'complete':
    case 'rejected':
      return state;
    case 'cancelled':
      return filled ? 'cancelledRest' : 'cancelled';
    case 'expired':
      return filled ? 'expiredRest' : 'expired';
  }
}

/** Whether it can still fill, and so be cancelled: a test compares the states with OPEN_STATES of the contract. */
export const isOpen = ({ state }: Pick<Order, 'state'>): boolean =>
  state === 'pending' || state === 'open' || state === 'trigger_pending';

export const openQuantity = ({ quantity, filledQuantity }: Pick<Order, 'quantity' | 'filledQuantity'>): number =>
  quantity - filledQuantity;

/** Why an order ended, under the names that have a text. */
const REASONS: Readonly<Record<OrderEndReason, true>> = {
  cancelled_by_member: true,
  ioc_remainder: true,
  self_trade: true,
  day_end: true,
  square_off: true,
  margin_square_off: true,
  minutes_over: true,
  money_returned: true,
  corporate_action: true,
  not_in_auction: true,
  auction_end: true,
  out_of_band: true,
  suspended: true,
};
const isEndReason = (reason: string): reason is OrderEndReason => Object.hasOwn(REASONS, reason);
export const endReason = (reason: string | null | undefined): OrderEndReason | 'other' =>
  typeof reason === 'string' && isEndReason(reason) ? reason : 'other';

/** What a fill took from the wallet (buy) or brought to it (sell), charges included, as decimal text. */
export function netValue({ side, value, charges }: Pick<Fill, 'side' | 'value' | 'charges'>): string {
  const [amount, cost] = [paise(value) ?? 0n, paise(charges.total) ?? 0n];
  return rupees(side === 'buy' ? amount + cost : amount - cost);
}
