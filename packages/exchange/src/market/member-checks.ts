import type {
  InstrumentSpec,
  OrderKind,
  SessionModifyCommand,
  SessionPlaceCommand,
  SessionRejectReason,
} from '../types.ts';
import type { MemberOrder } from './member-order.ts';

/*
 * What a member's order is refused for before it comes to the book.
 */

/** One order cannot ask for more shares. Far above any listed company's daily volume, far below where numbers end. */
const MAX_SHARES = 1_000_000_000;

/** What a new order and a change ask for alike. */
export type CheckedTerms = Pick<
  SessionPlaceCommand,
  'price' | 'quantity' | 'side' | 'market' | 'triggerPrice' | 'isUnprotected'
>;

/**
 * In whole lots, a tenth of the order or more and less than all of it (docs/sources.md K6 has no number: the
 * tenth is recalled). Only an order that may rest at its limit hides a part.
 */
export function whyNotDisclosed(
  { lotSize }: InstrumentSpec,
  order: Pick<SessionPlaceCommand, 'quantity' | 'disclosedQuantity' | 'market' | 'validity'>,
): 'disclosed_qty_invalid' | undefined {
  const { quantity, disclosedQuantity: shown, market, validity } = order;
  if (shown === undefined) return undefined;
  if (market || validity === 'ioc') return 'disclosed_qty_invalid';
  const valid = Number.isInteger(shown) && shown % lotSize === 0 && shown * 10 >= quantity && shown < quantity;
  return valid ? undefined : 'disclosed_qty_invalid';
}

/**
 * A new disclosed quantity is measured by the new quantity; 0 discloses all. Without one an order that was
 * made smaller may show all of itself; a larger one must go on to show a tenth.
 */
export function whyNotDisclosing(
  { disclosed }: MemberOrder,
  { market, validity }: OrderKind,
  spec: InstrumentSpec,
  command: SessionModifyCommand,
): 'disclosed_qty_invalid' | undefined {
  const { quantity, disclosedQuantity } = command;
  if (disclosedQuantity === undefined)
    return disclosed > 0 && disclosed * 10 < quantity ? 'disclosed_qty_invalid' : undefined;
  if (disclosedQuantity === 0) return undefined;
  return whyNotDisclosed(spec, { ...command, market, validity });
}

/** Whether the price was given: neither for a stop-loss-market nor for an auction's market order. */
export const isPriced = (
  { market, triggerPrice }: Pick<CheckedTerms, 'market' | 'triggerPrice'>,
  inAuction: boolean,
): boolean => !market || (triggerPrice === undefined && !inAuction);

/** No stops, immediate-or-cancel or hidden quantities in an auction. Source: docs/sources.md N1, N3. */
export function whyNotInAuction({
  triggerPrice,
  validity,
  disclosedQuantity,
}: Pick<SessionPlaceCommand, 'triggerPrice' | 'validity' | 'disclosedQuantity'>) {
  if (triggerPrice !== undefined) return 'stop_loss_not_allowed_in_phase';
  if (validity === 'ioc') return 'ioc_not_allowed_in_phase';
  return disclosedQuantity === undefined ? undefined : 'disclosed_qty_not_allowed_in_phase';
}

/** Of a change: what it becomes, and what it shows from then on. */
export function whyNotChangedInAuction({ becomes, triggerPrice, disclosedQuantity: shown }: SessionModifyCommand) {
  const kind = becomes && {
    triggerPrice: becomes.isStop ? (triggerPrice ?? 0) : undefined,
    validity: becomes.validity,
  };
  return whyNotInAuction({ ...(kind ?? { validity: 'day' }), ...(shown !== 0 && { disclosedQuantity: shown }) });
}

/**
 * Buys come in whole market lots; of an order that is changed that is what is filled and what is open together. Who
 * holds less than a lot, or a part of one, may sell it: whether a sale is of all that is held the host knows.
 */
export function whyNot(
  spec: InstrumentSpec,
  { side, quantity, filled }: Pick<CheckedTerms, 'side' | 'quantity'> & { readonly filled: number },
  prices: readonly number[],
): SessionRejectReason | undefined {
  if (!spec.tradable) return 'not_tradable';
  if (!Number.isInteger(quantity) || quantity <= 0 || quantity > MAX_SHARES) return 'quantity_invalid';
  if (side === 'buy' && (filled + quantity) % spec.lotSize !== 0) return 'quantity_invalid';
  if (prices.some((price) => !Number.isInteger(price) || price % spec.tick !== 0)) return 'tick_invalid';
  if (prices.some((price) => price < spec.lower || price > spec.upper)) return 'price_out_of_band';
  return undefined;
}
