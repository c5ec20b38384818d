import type { Order, OrderState } from '@khara/broker';

/** An order that a basket, a regular purchase or a trigger has sent, as it is now. */
export type SentOrder = Pick<Order, 'id' | 'quantity' | 'filled' | 'filledPaise'> & { readonly state: OrderState };

/** One as json, null where there is none: SQL over `o`, the alias of a row of orders. */
export const SENT_ORDER = `CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id::text, 'state', o.state, 'quantity', o.quantity,
    'filled', o.filled, 'filledPaise', o.filled_paise::text) END`;

export type SentOrderJson =
  | (Omit<SentOrder, 'id' | 'filledPaise'> & { readonly id: string; readonly filledPaise: string })
  | null
  | undefined;

export const readSentOrder = (json: SentOrderJson): SentOrder | undefined =>
  json ? { ...json, id: BigInt(json.id), filledPaise: BigInt(json.filledPaise) } : undefined;
