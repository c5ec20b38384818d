import { assert } from '@khara/market-day';
import { neededForRest } from './billing.ts';
import { asKind, isOpenState, isStop, type Order } from './order.ts';
import type { ChangeOf } from './order-changes.ts';
import { releaseMargin } from './release-margin.ts';
import type { Step, WorkingSet } from './working-set.ts';
import type { KindOfOrder } from '@khara/market-day';

/** The terms of an order are others now: what is held beyond what they need goes back. */
export function settleChange(
  set: WorkingSet,
  order: Order,
  to: ChangeOf<'modified' | 'became_limit'>,
  step: Pick<Step, 'marketTime' | 'details'>,
): void {
  const { pricePaise } = to;
  const triggerPaise = to.kind === 'modified' ? to.triggerPaise : undefined;
  const becomes = to.kind === 'modified' ? to.becomes : undefined;
  const changed = set.advance(
    order,
    {
      pricePaise,
      quantity: order.filled + to.quantity,
      ...(triggerPaise !== undefined && { triggerPaise }),
      ...(to.kind === 'became_limit' && { becameLimit: true }),
      ...(becomes && orderKind(becomes)),
    },
    { quantity: to.quantity, pricePaise, step: to.kind, ...step },
  );
  releaseExcess(set, changed, to.eventNo);
}

/** What an order is from now on, where it became another kind. */
const orderKind = (becomes: KindOfOrder) => {
  const kind = { ...asKind(becomes), becameLimit: false };
  return isStop(becomes.type)
    ? { ...kind, state: 'trigger_pending' as const }
    : { ...kind, state: 'open' as const, triggerPaise: undefined };
};

/** A change that the exchange did not make: what was held for it goes back. It may come after the order has ended. */
export function settleRefusedChange(
  set: WorkingSet,
  order: Order,
  event: ChangeOf<'change_refused'>,
  step: Pick<Step, 'marketTime' | 'details'>,
): void {
  const { reason } = event;
  const kept = set.advance(
    order,
    {},
    { ...step, step: event.change === 'modify' ? 'modify_refused' : 'cancel_refused', reason },
  );
  if (isOpenState(order.state)) releaseExcess(set, kept, event.eventNo);
}

/** Gives back what an open order holds beyond what it needs. */
function releaseExcess(set: WorkingSet, order: Order, event: number): void {
  if (order.product === 'intraday') return releaseMargin(set, order, event);
  const rest = order.quantity - order.filled;
  if (order.side === 'buy') {
    const frozenPaise = neededForRest(order, rest, order.filledPaise);
    const paise = order.frozenPaise - frozenPaise;
    assert(paise >= 0n, `order ${order.id}: what was frozen does not cover its change`);
    if (paise > 0n) set.move({ kind: 'order_release', order, paise, event });
    return set.replace({ ...order, frozenPaise });
  }
  const shares = order.frozenShares - rest;
  assert(shares >= 0, `order ${order.id}: the shares that are frozen do not cover its change`);
  if (shares > 0) set.move({ kind: 'sell_release', order, shares, event });
  set.replace({ ...order, frozenShares: rest, frozenUnsettled: Math.min(order.frozenUnsettled, rest) });
}
