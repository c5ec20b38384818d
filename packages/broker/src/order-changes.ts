import type { OrderEvent } from '@khara/market-day';
import type { StepDetails } from './order.ts';

/*
 * The exchange counts prices as numbers of paise, the module as bigint: its events become the
 * module's here and nowhere else. (Its commands are made in modules/orders/journal/journal.ts.)
 */

/** The module's names of an event's prices. */
type PaiseOf = { readonly price: 'pricePaise'; readonly triggerPrice: 'triggerPaise'; readonly lastPrice: 'lastPaise' };
type PriceField = keyof PaiseOf;

/** What the exchange made of an order, with its prices as the module has them. */
export type OrderChange = OrderEvent extends infer Event
  ? Event extends OrderEvent
    ? {
        readonly [Field in keyof Event as Field extends PriceField ? PaiseOf[Field] : Field]: Field extends PriceField
          ? bigint | Extract<Event[Field], undefined>
          : Event[Field];
      }
    : never
  : never;

export type ChangeOf<Kind extends OrderEvent['kind']> = Extract<OrderChange, { readonly kind: Kind }>;

export function toOrderChange(event: OrderEvent): OrderChange {
  const { price, triggerPrice, lastPrice, ...rest }: OrderEvent & { readonly [Field in PriceField]?: number } = event;
  return {
    ...rest,
    ...(price !== undefined && { pricePaise: BigInt(price) }),
    ...(triggerPrice !== undefined && { triggerPaise: BigInt(triggerPrice) }),
    ...(lastPrice !== undefined && { lastPaise: BigInt(lastPrice) }),
  } as OrderChange; // a boundary: each field of the event, prices as the type says
}

/** The facts of an event that its step in the order's history keeps. */
export function stepDetails(event: OrderEvent): StepDetails | undefined {
  switch (event.kind) {
    case 'opened':
      return { book: event.book };
    case 'trigger_pending':
      return { triggerPaise: event.triggerPrice };
    case 'filled': {
      const { tradeNo, aggressor, phase = 'continuous' } = event;
      return { tradeNo, phase, ...(phase === 'continuous' && { aggressor }) };
    }
    case 'modified':
      return {
        keptPriority: event.keptPriority,
        triggerPaise: event.triggerPrice,
        seq: event.seq,
        ...(event.becomes && { becomes: event.becomes }),
      };
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
