import { mulDiv } from '@khara/money';
import { demergeLots, type DemergerTerms } from '@khara/rules';

/*
 * Results of trades, first in first out. A result belongs to the order that opened the shares: with its charges and
 * those of the order that closed them. What is still held counts at the last close.
 */

export const ORDER_GROUPS = ['limit', 'market', 'stop', 'intraday', 'issue'] as const;
export type OrderGroup = (typeof ORDER_GROUPS)[number];
type Product = 'delivery' | 'intraday';
export const TRADE_PHASES = ['opening_auction', 'continuous', 'closing_auction', 'post_close'] as const;
export type TradePhase = (typeof TRADE_PHASES)[number];
/** Market days from opening to closing: none, at most 5, at most 20, more. */
export const HOLDING_TIMES = ['same_day', 'up_to_5', 'up_to_20', 'longer'] as const;
export type HoldingTime = (typeof HOLDING_TIMES)[number];

/** One execution, or shares of an issue. */
export type Trade = {
  readonly kind: 'trade';
  /** Orders have numbers in the order in which they came. */
  readonly order: string;
  readonly code: string;
  readonly side: 'buy' | 'sell';
  readonly type: Exclude<OrderGroup, 'intraday'>;
  readonly product: Product;
  /** Undefined of an issue. */
  readonly phase: TradePhase | undefined;
  readonly quantity: number;
  readonly valuePaise: bigint;
  readonly chargesPaise: bigint;
  readonly day: number;
  readonly at: number;
};
/** Shares bought on the day that became the other product, with what that was charged. */
export type Converted = {
  readonly kind: 'converted';
  readonly code: string;
  /** What they became. */
  readonly product: Product;
  readonly quantity: number;
  /** What they cost, on average. */
  readonly valuePaise: bigint;
  readonly chargesPaise: bigint;
  readonly day: number;
};
/** Shares that a split or a bonus adds to those held, before anything trades on its day. */
type Added = { readonly kind: 'added'; readonly code: string; readonly quantity: number; readonly day: number };
/**
 * A part of a company becomes another one before anything trades on its day: shares of that come beside those
 * held, with a part of what they cost, and were opened when those were.
 */
type Demerged = {
  readonly kind: 'demerged';
  readonly code: string;
  readonly into: string;
  readonly terms: DemergerTerms;
  readonly day: number;
};
/** From here on it is counted: open shares are worth their close of that day, and what closed before is left out. */
type Mark = { readonly kind: 'mark'; readonly priceOf: (code: string) => bigint };
export type TradeEvent = Trade | Converted | Added | Demerged | Mark;

/** Shares that one order opened, closed or still open. */
export type Outcome = {
  readonly code: string;
  readonly group: OrderGroup;
  readonly phase: TradePhase | undefined;
  readonly openedBy: string;
  readonly openedDay: number;
  readonly openedAt: number;
  /** Undefined while they are held. */
  readonly closedBy: string | undefined;
  readonly closedDay: number | undefined;
  readonly closedAt: number | undefined;
  /** What was paid, or of a short sale received, for these shares. */
  readonly costPaise: bigint;
  readonly grossPaise: bigint;
  readonly chargesPaise: bigint;
};

type Lot = {
  readonly of: Trade;
  /** What the shares are now. */
  readonly product: Product;
  /** Below zero: sold first. */
  quantity: number;
  costPaise: bigint;
  chargesPaise: bigint;
};

/** A part of an amount; what is left keeps the rest, so that all parts are the whole. */
const partOf = (amount: bigint, quantity: number, of: number): bigint =>
  mulDiv(amount, BigInt(quantity), BigInt(of), 'floor');

/** What became of all shares, by events in their order, with what is held at these prices. */
export function outcomesOf(events: readonly TradeEvent[], priceOf: (code: string) => bigint): readonly Outcome[] {
  const books = new Map<string, Lot[]>();
  let outcomes: Outcome[] = [];
  for (const event of events) {
    if (event.kind === 'mark') {
      outcomes = [];
      for (const lots of books.values())
        for (const lot of lots) {
          lot.costPaise = event.priceOf(lot.of.code) * BigInt(Math.abs(lot.quantity));
          lot.chargesPaise = 0n;
        }
    } else if (event.kind === 'demerged') demerge(books, event);
    else if (event.kind === 'converted') convert(books, event);
    else if (event.kind === 'added') addShares(books.get(event.code) ?? [], event.quantity);
    else outcomes.push(...trade(books, event));
  }
  for (const lots of books.values())
    for (const lot of lots) {
      const worth = priceOf(lot.of.code) * BigInt(Math.abs(lot.quantity));
      outcomes.push(outcomeOf(lot, lot, { closing: undefined, worth, charges: 0n, isShort: lot.quantity < 0 }));
    }
  return outcomes;
}

/** Lots are kept by share, those of intraday apart: they never mix with delivery. */
const bookOf = ({ code, product }: Pick<Trade, 'code' | 'product'>): string =>
  product === 'intraday' ? `${code} intraday` : code;

function trade(books: Map<string, Lot[]>, event: Trade): readonly Outcome[] {
  const key = bookOf(event);
  const lots = books.get(key) ?? [];
  books.set(key, lots);
  const isBuy = event.side === 'buy';
  const made: Outcome[] = [];
  let left = event.quantity;
  let value = event.valuePaise;
  let charges = event.chargesPaise;
  for (let lot = lots[0]; left > 0 && lot && lot.quantity < 0 === isBuy; lot = lots[0]) {
    const held = Math.abs(lot.quantity);
    const taken = Math.min(held, left);
    const part = {
      costPaise: partOf(lot.costPaise, taken, held),
      chargesPaise: partOf(lot.chargesPaise, taken, held),
    };
    const worth = partOf(value, taken, left);
    const paid = partOf(charges, taken, left);
    made.push(outcomeOf(lot, part, { closing: event, worth, charges: paid, isShort: isBuy }));
    lot.quantity += isBuy ? taken : -taken;
    lot.costPaise -= part.costPaise;
    lot.chargesPaise -= part.chargesPaise;
    left -= taken;
    value -= worth;
    charges -= paid;
    if (lot.quantity === 0) lots.shift();
  }
  const { product } = event;
  if (left > 0)
    lots.push({ of: event, product, quantity: isBuy ? left : -left, costPaise: value, chargesPaise: charges });
  return made;
}

function outcomeOf(
  { of: opening, product }: Pick<Lot, 'of' | 'product'>,
  part: { readonly costPaise: bigint; readonly chargesPaise: bigint },
  end: { closing: Trade | undefined; worth: bigint; charges: bigint; isShort: boolean },
): Outcome {
  return {
    code: opening.code,
    group: product === 'intraday' ? 'intraday' : opening.type,
    phase: opening.phase,
    openedBy: opening.order,
    openedDay: opening.day,
    openedAt: opening.at,
    closedBy: end.closing?.order,
    closedDay: end.closing?.day,
    closedAt: end.closing?.at,
    costPaise: part.costPaise,
    grossPaise: end.isShort ? part.costPaise - end.worth : end.worth - part.costPaise,
    chargesPaise: part.chargesPaise + end.charges,
  };
}

/**
 * The oldest of the shares bought on the day move to the other book, as bought when they were. What the change was
 * charged is spread over them.
 */
function convert(books: Map<string, Lot[]>, { code, product, quantity, chargesPaise, day }: Converted): void {
  const from = books.get(bookOf({ code, product: product === 'delivery' ? 'intraday' : 'delivery' })) ?? [];
  const to = books.get(bookOf({ code, product })) ?? [];
  books.set(bookOf({ code, product }), to);
  let left = quantity;
  let charges = chargesPaise;
  for (const lot of from.filter((one) => one.quantity > 0 && one.of.day === day)) {
    const taken = Math.min(lot.quantity, left);
    if (taken === 0) break;
    const [cost, opening] = [lot.costPaise, lot.chargesPaise].map((amount) => partOf(amount, taken, lot.quantity));
    const paid = partOf(charges, taken, left);
    const later = to.findIndex(({ of }) => of.day > lot.of.day || (of.day === lot.of.day && of.at > lot.of.at));
    const moved = { of: lot.of, product, quantity: taken, costPaise: cost!, chargesPaise: opening! + paid };
    to.splice(later === -1 ? to.length : later, 0, moved);
    lot.quantity -= taken;
    lot.costPaise -= cost!;
    lot.chargesPaise -= opening!;
    left -= taken;
    charges -= paid;
  }
  from.splice(0, from.length, ...from.filter((lot) => lot.quantity !== 0));
}

/** What a part of a share cost is no outcome: it is paid for in cash. */
function demerge(books: Map<string, Lot[]>, { code, into, terms }: Demerged): void {
  const lots = books.get(code) ?? [];
  const over = (costOf: (lot: Lot) => bigint) =>
    demergeLots(
      lots.map((lot) => ({ quantity: lot.quantity, cost: costOf(lot) })),
      terms,
    );
  const [cost, charges] = [over((lot) => lot.costPaise), over((lot) => lot.chargesPaise)];
  const made = lots.flatMap((lot, at): Lot[] => {
    const { quantity, cost: costPaise } = cost.newLots[at]!;
    if (quantity === 0) return [];
    return [{ ...lot, of: { ...lot.of, code: into }, quantity, costPaise, chargesPaise: charges.newLots[at]!.cost }];
  });
  for (const [at, lot] of lots.entries()) {
    lot.costPaise = cost.oldCosts[at]!;
    lot.chargesPaise = charges.oldCosts[at]!;
  }
  books.set(into, [...(books.get(into) ?? []), ...made]);
}

/** The shares are spread over the lots that they came from; what they cost stays. */
function addShares(lots: readonly Lot[], added: number): void {
  const held = lots.reduce((sum, { quantity }) => sum + quantity, 0);
  if (held <= 0) return;
  let before = 0;
  let given = 0;
  for (const lot of lots) {
    before += lot.quantity;
    const until = Number((BigInt(before) * BigInt(added)) / BigInt(held));
    lot.quantity += until - given;
    given = until;
  }
}

export const netOf = ({ grossPaise, chargesPaise }: Outcome): bigint => grossPaise - chargesPaise;

/** Market days that the shares were held; of open ones until the last day. */
export const daysHeld = ({ openedDay, closedDay }: Outcome, lastDay: number): number =>
  (closedDay ?? lastDay) - openedDay;

export function holdingTimeOf(days: number): HoldingTime {
  if (days <= 0) return 'same_day';
  if (days <= 5) return 'up_to_5';
  return days <= 20 ? 'up_to_20' : 'longer';
}

export type PartResult<Key> = {
  readonly key: Key;
  /** Orders that opened the shares. */
  readonly orders: number;
  readonly chargesPaise: bigint;
  /** After charges. */
  readonly resultPaise: bigint;
};

/** Results by one property, in a fixed order; a part without an order is left out. */
export function partsBy<Key>(
  outcomes: readonly Outcome[],
  keys: readonly Key[],
  keyOf: (outcome: Outcome) => Key | undefined,
): readonly PartResult<Key>[] {
  return keys.flatMap((key): readonly PartResult<Key>[] => {
    const own = outcomes.filter((outcome) => keyOf(outcome) === key);
    if (own.length === 0) return [];
    return [
      {
        key,
        orders: new Set(own.map(({ openedBy }) => openedBy)).size,
        chargesPaise: own.reduce((sum, { chargesPaise }) => sum + chargesPaise, 0n),
        resultPaise: own.reduce((sum, outcome) => sum + netOf(outcome), 0n),
      },
    ];
  });
}
