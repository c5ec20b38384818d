import type { OrderEndReason } from '@khara/contract';
import type { EndReason } from '@khara/market-day';
import type { Order } from '../order.ts';
import type { ChangeOf } from './order-changes.ts';
import { releaseMargin } from './release-margin.ts';
import type { Step, WorkingSet } from './working-set.ts';

/** An order that has ended: what is frozen for the rest of it goes back. */
export function settleEnd(
  set: WorkingSet,
  order: Order,
  event: ChangeOf<'cancelled' | 'expired' | 'rejected'>,
  { marketTime }: Pick<Step, 'marketTime'>,
): void {
  const reason = event.kind === 'rejected' ? event.reason : endReason(order, event.reason);
  if (order.frozenPaise > 0n) set.move({ kind: 'order_release', order, paise: order.frozenPaise });
  if (order.frozenShares > 0) set.move({ kind: 'sell_release', order, shares: order.frozenShares });
  const ended = set.advance(
    order,
    { state: event.kind, reason, frozenPaise: 0n, frozenShares: 0, frozenUnsettled: 0 },
    { marketTime, step: event.kind, reason, quantity: order.quantity - order.filled },
  );
  releaseMargin(set, ended, event.eventNo);
}

/** A stop to market enters the book as one that takes what its protected price allows at once. */
const endReason = (order: Order, reason: EndReason): OrderEndReason =>
  order.type === 'sl_m' && order.validity === 'day' && reason === 'ioc_remainder' ? 'market_protection' : reason;
