import { mulDiv, parseDecimal, paise, rupees } from '@khara/money';

/*
 * What a ticket can know before it asks the server: steps on the tick, limits, and the first thing that is
 * wrong. The server checks all of it again, in the same order and with the same reasons; here it spares a
 * wait. Prices are paise.
 */

export type Side = 'buy' | 'sell';
export const KINDS = ['market', 'limit', 'sl', 'sl_m'] as const;
export type OrderKind = (typeof KINDS)[number];

/** Kinds whose limit is typed, and kinds that wait for a trigger. */
export const hasLimit = (type: OrderKind): boolean => type === 'limit' || type === 'sl';
export const hasTrigger = (type: OrderKind): boolean => type === 'sl' || type === 'sl_m';

export type Limits = {
  readonly tick: bigint;
  /** Null where the share has no price band. */
  readonly bandLow: bigint | null;
  readonly bandHigh: bigint | null;
  /** Of a share with a fixed band, of its previous close; null: its band moves. */
  readonly bandPercent?: number | null;
  /** The least lots of one order, of which it is a multiple, and the most. */
  readonly minimum: number;
  readonly maximum: number;
};

/** Reads a quantity of lots as it is typed: grouping marks are ignored. Undefined when it is no whole number. */
export function readQuantity(text: string): number | undefined {
  const units = parseDecimal(ungrouped(text), 0);
  return units === undefined || units > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(units);
}

/** Reads a price as it is typed, into paise. Undefined when it is no price with at most two decimals. */
export const readPrice = (text: string): bigint | undefined => paise(ungrouped(text));

const ungrouped = (text: string): string => text.replaceAll(/[,\s]/g, '');

/**
 * A key press on the stepper: to the next multiple of the tick in that direction, inside the band. An
 * off-tick price lands on the grid first.
 */
export function stepPrice(price: bigint, direction: 1 | -1, { tick, bandLow, bandHigh }: Limits): bigint {
  const steps = direction === 1 ? mulDiv(price, 1n, tick, 'floor') + 1n : mulDiv(price, 1n, tick, 'ceil') - 1n;
  const lowest = bandLow === null ? tick : mulDiv(bandLow, 1n, tick, 'ceil') * tick;
  const highest = bandHigh === null ? undefined : mulDiv(bandHigh, 1n, tick, 'floor') * tick;
  const next = steps * tick;
  if (next < lowest) return lowest;
  return highest !== undefined && next > highest ? highest : next;
}

/**
 * A trigger to begin with: a hundredth beyond the last price, on the side a stop waits at, on the tick and
 * inside the band.
 */
export const firstTrigger = (side: Side, last: bigint, limits: Limits): bigint =>
  side === 'buy'
    ? stepPrice(mulDiv(last, 101n, 100n, 'floor'), 1, limits)
    : stepPrice(mulDiv(last, 99n, 100n, 'ceil'), -1, limits);

/**
 * A stop as it begins: a trigger on its side of the price unless it has one, and for `sl` a limit that it can reach.
 */
export function beginStop(
  of: {
    readonly type: OrderKind;
    readonly side: Side;
    readonly trigger: bigint | undefined;
    readonly limit: bigint | undefined;
  },
  last: bigint,
  limits: Limits,
): { readonly trigger: bigint; readonly limit: bigint | undefined } {
  const { type, side, trigger, limit } = of;
  const at = trigger ?? firstTrigger(side, last, limits);
  const isUnreachable = limit === undefined || (side === 'buy' ? limit < at : limit > at);
  return { trigger: at, limit: type === 'sl' && isUnreachable ? at : limit };
}

/** A key press on the quantity: whole lots, at least one, at most `maximum`; by `step` of them. */
export const stepQuantity = (quantity: number | undefined, direction: 1 | -1, maximum: number, step = 1): number =>
  Math.min(Math.max((quantity ?? 0) + direction * step, step), Math.max(step, maximum - (maximum % step)));

/** Quantities worth a single tap: the three largest round ones below the most that is possible. */
export function quickQuantities(most: number): readonly number[] {
  const round: number[] = [];
  for (let ten = 1; ten < most; ten *= 10)
    round.push(...[1, 2, 5].map((each) => each * ten).filter((each) => each < most));
  return round.slice(-3);
}

/**
 * The least that an order of this many lots may show: a tenth of it, and less than all. Undefined when it is
 * too small to hide anything.
 */
export function leastDisclosed(quantity: number | undefined): number | undefined {
  if (quantity === undefined || quantity < 2) return undefined;
  return Math.ceil(quantity / 10);
}

export type Terms = {
  readonly side: Side;
  readonly type: OrderKind;
  readonly quantity: string;
  readonly price: string;
  readonly trigger: string;
  /** Empty: the whole order is shown. */
  readonly disclosed: string;
  /** Of the market, after which it ends; undefined: it has none of its own. */
  readonly minutes?: string | undefined;
};

/** The most minutes of an order: those of a day's continuous trading. */
export const MAX_MINUTES = 375;

type TermField = 'quantity' | 'price' | 'trigger' | 'disclosed' | 'validity';
/**
 * The first thing that is wrong with what was typed, under the name the server would refuse it by, and the
 * field it belongs to.
 */
export type TermFault = { readonly field: TermField; readonly reason: FieldErrorReason };
export type FieldErrorReason =
  | 'quantity_required'
  | 'quantity_invalid'
  | 'quantity_above_maximum'
  | 'price_required'
  | 'price_invalid'
  | 'tick_invalid'
  | 'price_out_of_band'
  | 'trigger_required'
  | 'trigger_price_relation'
  | 'disclosed_qty_invalid'
  | 'validity_not_available';

export function whatIsWrong(terms: Terms, limits: Limits): TermFault | undefined {
  const quantity = wrongQuantity(terms, limits);
  if (quantity) return { field: 'quantity', reason: quantity };
  const price = hasLimit(terms.type) ? wrongPrice(terms.price, limits) : undefined;
  if (price) return { field: 'price', reason: price };
  const trigger = hasTrigger(terms.type) ? wrongTrigger(terms, limits) : undefined;
  if (trigger) return { field: 'trigger', reason: trigger };
  if (wrongDisclosed(terms)) return { field: 'disclosed', reason: 'disclosed_qty_invalid' };
  const minutes = terms.minutes === undefined ? undefined : (readQuantity(terms.minutes) ?? 0);
  const isOff = minutes !== undefined && (minutes < 1 || minutes > MAX_MINUTES);
  return isOff ? { field: 'validity', reason: 'validity_not_available' } : undefined;
}

function wrongQuantity({ quantity: text, side }: Terms, { minimum, maximum }: Limits): FieldErrorReason | undefined {
  if (text.trim() === '') return 'quantity_required';
  const quantity = readQuantity(text);
  if (quantity === undefined || quantity < 1) return 'quantity_invalid';
  // All of a holding is sold whatever the market lot: what that is the server says.
  if (side === 'buy' && quantity % Math.max(1, minimum) !== 0) return 'quantity_invalid';
  return quantity > maximum ? 'quantity_above_maximum' : undefined;
}

function wrongPrice(text: string, { tick, bandLow, bandHigh }: Limits): FieldErrorReason | undefined {
  if (text.trim() === '') return 'price_required';
  const price = readPrice(text);
  if (price === undefined || price <= 0n) return 'price_invalid';
  if (price % tick !== 0n) return 'tick_invalid';
  const outside = (bandLow !== null && price < bandLow) || (bandHigh !== null && price > bandHigh);
  return outside ? 'price_out_of_band' : undefined;
}

function wrongTrigger({ side, type, price, trigger }: Terms, limits: Limits): FieldErrorReason | undefined {
  if (trigger.trim() === '') return 'trigger_required';
  const wrong = wrongPrice(trigger, limits);
  if (wrong) return wrong;
  const [at, limit] = [readPrice(trigger), readPrice(price)];
  if (type !== 'sl' || at === undefined || limit === undefined) return undefined;
  // A limit that the market has passed when it triggers would never fill.
  return (side === 'buy' ? limit < at : limit > at) ? 'trigger_price_relation' : undefined;
}

function wrongDisclosed({ quantity, disclosed }: Terms): boolean {
  if (disclosed.trim() === '') return false;
  const [all, shown] = [readQuantity(quantity), readQuantity(disclosed)];
  const least = leastDisclosed(all);
  return all === undefined || shown === undefined || least === undefined || shown < least || shown >= all;
}

/** Shares × price in rupees as text, to show before the server answers; undefined while either is unreadable. */
export function orderValue(shares: number | undefined, price: bigint | undefined): string | undefined {
  if (shares === undefined || price === undefined || shares < 1) return undefined;
  return rupees(BigInt(shares) * price);
}

/** What is missing to pay `total` from `available`, in rupees as text; undefined when it is enough. */
export function missingMoney(total: string, available: string): string | undefined {
  const [need, have] = [paise(total), paise(available)];
  return need === undefined || have === undefined || need <= have ? undefined : rupees(need - have);
}
