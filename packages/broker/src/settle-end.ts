import type { Order } from './order.ts';
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
  const reason = event.reason;
  if (order.frozenPaise > 0n) set.move({ kind: 'order_release', order, paise: order.frozenPaise });
  if (order.frozenShares > 0) set.move({ kind: 'sell_release', order, shares: order.frozenShares });
  const ended = set.advance(
    order,
    { state: event.kind, reason, frozenPaise: 0n, frozenShares: 0, frozenUnsettled: 0 },
    { marketTime, step: event.kind, reason, quantity: order.quantity - order.filled },
  );
  releaseMargin(set, ended, event.eventNo);
}
