import type { OrderEvent } from '@khara/market-day';
import type { StepDetails } from '../order.ts';

/*
 * The exchange counts prices as numbers of paise, the module as bigint: its events become the
 * module's here and nowhere else. (Its commands are made in journal/journal.ts.)
 */

type PriceField = 'pricePaise' | 'triggerPaise' | 'lastPaise';
const PRICE_FIELDS: readonly PriceField[] = ['pricePaise', 'triggerPaise', 'lastPaise'];

/** What the exchange made of an order, with its prices as the module has them. */
export type OrderChange = OrderEvent extends infer Event
  ? Event extends OrderEvent
    ? {
        readonly [Field in keyof Event]: Field extends PriceField
          ? bigint | Extract<Event[Field], undefined>
          : Event[Field];
      }
    : never
  : never;

export type ChangeOf<Kind extends OrderEvent['kind']> = Extract<OrderChange, { readonly kind: Kind }>;

export function orderChangeOf(event: OrderEvent): OrderChange {
  const change: Record<string, unknown> = { ...event };
  for (const field of PRICE_FIELDS) if (typeof change[field] === 'number') change[field] = BigInt(change[field]);
  return change as OrderChange; // a boundary: each field of the event, prices as the type says
}

/** The facts of an event that its step in the order's history keeps. */
export function detailsOf(event: OrderEvent): StepDetails | undefined {
  switch (event.kind) {
    case 'opened':
      return { book: event.book };
    case 'trigger_pending':
      return { triggerPaise: event.triggerPaise };
    case 'filled': {
      const { tradeNo, aggressor, phase = 'continuous' } = event;
      return { tradeNo, phase, ...(phase === 'continuous' && { aggressor }) };
    }
    case 'modified':
      return { keptPriority: event.keptPriority, triggerPaise: event.triggerPaise, seq: event.seq };
    case 'change_refused':
      return { seq: event.seq };
    case 'triggered':
    case 'became_limit':
    case 'cancelled':
    case 'expired':
    case 'rejected':
      return undefined;
  }
}
