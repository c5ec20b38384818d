import type { SessionOrderEvent } from '@khara/exchange';
import type { OrderCommand } from './member-commands.ts';
import { ORDER_ENDS } from './order-ends.ts';
import type { BookOnArrival, OrderEvent } from './order-events.ts';

/** How a trade came about. */
export type TradeOrigin = 'opening_auction' | 'continuous' | 'closing_auction' | 'post_close';

/** The member's command whose events these are; none while participants act and between steps. */
export type RunningCommand = {
  readonly command: OrderCommand;
  readonly book: BookOnArrival | undefined;
};

/** An event that has no number and no step yet. */
export type NewOrderEvent = OrderEvent extends infer Event
  ? Event extends OrderEvent
    ? Omit<Event, 'eventNo' | 'step'>
    : never
  : never;

/**
 * An event of the exchange in the words of the server. A cancel that came too late changed nothing: it is not reported.
 */
export function toOrderEvent(
  event: SessionOrderEvent,
  tradedIn: TradeOrigin,
  running: RunningCommand | undefined,
): NewOrderEvent | undefined {
  const { orderId } = event;
  const isOwn = running?.command.orderId === orderId;
  switch (event.kind) {
    case 'accepted':
      return { orderId, kind: 'opened', ...(isOwn && running.book && { book: running.book }) };
    case 'filled':
      return {
        orderId,
        kind: 'filled',
        tradeNo: event.tradeNo,
        price: event.price,
        quantity: event.quantity,
        aggressor: event.liquidity === 'taker',
        ...(tradedIn !== 'continuous' && { phase: tradedIn }),
      };
    case 'rejected':
      return { orderId, kind: 'rejected', reason: event.reason };
    case 'cancelled': {
      if (isOwn && running.command.kind === 'expire' && event.reason === 'by_member')
        return { orderId, kind: 'expired', reason: running.command.reason };
      const { state, reason } = ORDER_ENDS[event.reason];
      return { orderId, kind: state, reason };
    }
    case 'trigger_pending':
      return { orderId, kind: 'trigger_pending', triggerPrice: event.triggerPrice, quantity: event.quantity };
    case 'triggered':
      return { orderId, kind: 'triggered', lastPrice: event.lastPrice, price: event.price };
    case 'became_limit':
      return { orderId, kind: 'became_limit', price: event.price, quantity: event.quantity };
    case 'modified': {
      const { price, quantity, keptPriority } = event;
      const command = running?.command;
      if (command?.kind !== 'modify') return undefined;
      const trigger = command.triggerPrice === undefined ? {} : { triggerPrice: command.triggerPrice };
      const kind = command.becomes === undefined ? {} : { becomes: command.becomes };
      return { orderId, kind: 'modified', seq: command.seq, price, quantity, keptPriority, ...trigger, ...kind };
    }
    case 'change_refused': {
      const command = running?.command;
      if (command?.kind !== 'modify') return undefined;
      return { orderId, kind: 'change_refused', seq: command.seq, change: 'modify', reason: event.reason };
    }
  }
}
