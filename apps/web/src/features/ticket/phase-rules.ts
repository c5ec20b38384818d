import { whyNotInPhase, type NewOrder, type OrderRefusal, type Phase } from '@khara/rules';
import type { OwnLimitRefusal, Refusal } from '@khara/contract';
import type { OrderKind } from './terms.ts';

/*
 * What the present phase takes, from the same rules as the server's (packages/rules). While the market is
 * closed an order waits for the next opening auction, and so has to be of a kind which that one takes.
 */

export type SharePhase = Phase | 'halted';

type Shape = Pick<NewOrder, 'type' | 'validity'> & { readonly hides?: boolean };

/** Refusals that are about the phase alone. */
type PhaseRefusal =
  | Extract<OrderRefusal, `${string}_in_phase` | 'market_closed' | 'phase_not_accepting'>
  | 'market_halted';

/** Why the phase does not take an order of this shape; undefined when it does. */
export function refusalInPhase({ type, validity, hides = false }: Shape, phase: SharePhase): PhaseRefusal | undefined {
  if (phase === 'halted') return 'market_halted';
  const order: NewOrder = {
    side: 'buy',
    product: 'delivery',
    type,
    validity,
    quantity: 1,
    ...(hides && { disclosedQuantity: 1 }),
  };
  // It looks at nothing else.
  return whyNotInPhase(order, phase === 'closed' ? 'preopen_entry_1' : phase) as PhaseRefusal | undefined;
}

export const takesMarket = (phase: SharePhase): boolean =>
  refusalInPhase({ type: 'market', validity: 'day' }, phase) === undefined;

/** The kind a ticket begins with: a limit, or where only market orders are taken one of those. */
export const firstKind = (phase: SharePhase): OrderKind =>
  refusalInPhase({ type: 'limit', validity: 'day' }, phase) && takesMarket(phase) ? 'market' : 'limit';

/**
 * Part of the ticket at which a refusal's words stand. That no order at all is taken now stands at the phase and in
 * the dock.
 */
export type TicketField = 'quantity' | 'price' | 'trigger' | 'disclosed' | 'product' | 'type' | 'validity';

const FIELDS = {
  quantity_required: 'quantity',
  quantity_invalid: 'quantity',
  quantity_above_maximum: 'quantity',
  insufficient_holdings: 'quantity',
  position_above_turnover: 'quantity',
  price_required: 'price',
  price_invalid: 'price',
  tick_invalid: 'price',
  price_out_of_band: 'price',
  no_reference_price: 'type',
  trigger_required: 'trigger',
  trigger_wrong_side_of_ltp: 'trigger',
  trigger_price_relation: 'trigger',
  trigger_not_available: 'trigger',
  disclosed_qty_invalid: 'disclosed',
  disclosed_qty_not_allowed_in_phase: 'disclosed',
  product_not_allowed: 'product',
  mis_cutoff_passed: 'product',
  limit_not_allowed_in_phase: 'type',
  market_not_allowed_in_phase: 'type',
  stop_loss_not_allowed_in_phase: 'type',
  ioc_not_allowed_in_phase: 'validity',
  validity_not_available: 'validity',
} as const satisfies Partial<Record<Refusal, TicketField>>;

/** Refusals that have a place on the ticket. */
type TicketRefusal = keyof typeof FIELDS;
export const isTicketRefusal = (reason: string): reason is TicketRefusal => Object.hasOwn(FIELDS, reason);

/** Whether a limit that the reader set is the reason. */
export const isOwnLimit = (reason: string | undefined): reason is OwnLimitRefusal =>
  reason?.startsWith('own_limit_') === true;

/**
 * The part of the ticket to which a refusal belongs; undefined for one that is about none of them (money, the
 * whole share).
 */
export const refusedField = (reason: string): TicketField | undefined =>
  isTicketRefusal(reason) ? FIELDS[reason] : undefined;
