import { assert } from '@khara/market-day';
import type { OrderEvent } from '@khara/market-day';
import { isOpenState, type Order } from './order.ts';
import { type After, type BatchHead, type Before } from './batch.ts';
import { stepDetails, toOrderChange, type ChangeOf } from './order-changes.ts';
import { settleChange, settleRefusedChange } from './settle-change.ts';
import { settleFill } from './settle-fill.ts';
import { WorkingSet, type Step } from './working-set.ts';
import { releaseMargin } from './release-margin.ts';

/**
 * What the events of members' orders mean for orders, positions, charges, settlement and the ledger. Pure:
 * the same events on the same state give the same result. An event that cannot be (a fill of an ended order,
 * more shares than are left) throws: the books of the exchange and ours would disagree, and nothing of the
 * batch may be written.
 */
export function settle(batch: BatchHead, events: readonly OrderEvent[], before: Before): After {
  const set = new WorkingSet(batch, before);
  for (const event of events) settleOne(set, event);
  return set.after();
}

function settleOne(set: WorkingSet, event: OrderEvent): void {
  const order = set.order(BigInt(event.orderId));
  const change = toOrderChange(event);
  const step = { marketTime: set.batch.marketTimeOf(event.step), details: stepDetails(event) };
  if (change.kind === 'change_refused') return settleRefusedChange(set, order, change, step);
  assert(
    isOpenState(order.state),
    `event ${event.eventNo} (${event.kind}) comes after order ${order.id} was ${order.state}`,
  );
  switch (change.kind) {
    case 'opened':
      set.advance(order, { state: 'open' }, { ...step, step: 'opened' });
      return;
    case 'trigger_pending':
      set.advance(order, { state: 'trigger_pending' }, { ...step, step: 'trigger_pending' });
      return;
    case 'triggered':
      set.advance(order, { state: 'open' }, { ...step, step: 'triggered', pricePaise: change.lastPaise });
      return;
    case 'filled':
      return settleFill(set, order, change, step);
    case 'modified':
    case 'became_limit':
      return settleChange(set, order, change, step);
    case 'cancelled':
    case 'expired':
    case 'rejected':
      return settleEnd(set, order, change, step);
  }
}

/** An order that has ended: what is frozen for the rest of it goes back. */
function settleEnd(
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
