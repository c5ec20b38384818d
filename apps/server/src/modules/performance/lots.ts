import { mulDiv } from '@khara/money';
import { demergeLots } from '@khara/rules';
import type { Adjusted, Converted, Demerged, Product, Trade, TradeEvent } from './holding-events.ts';

/* Shares by the order that opened them, and what moves them without a trade. */

export type Lot = {
  readonly of: Trade;
  /** What the shares are now. */
  readonly product: Product;
  /** Below zero: sold first. */
  quantity: number;
  costPaise: bigint;
  chargesPaise: bigint;
};

/** A part of an amount; what is left keeps the rest, so that all parts are the whole. */
export const takePart = (amount: bigint, quantity: number, of: number): bigint =>
  mulDiv(amount, BigInt(quantity), BigInt(of), 'floor');

/** Lots are kept by share, those of intraday and of delivery within a day apart: they never mix with delivery. */
export const bookName = ({ code, product, isWithinDay }: Pick<Trade, 'code' | 'product' | 'isWithinDay'>): string =>
  isWithinDay ? `${code} within` : product === 'intraday' ? `${code} intraday` : code;

const isPaired = (event: TradeEvent): event is Trade =>
  event.kind === 'trade' && event.product === 'delivery' && event.type !== 'issue' && !event.isTradeForTrade;

const dayKey = ({ day, code }: Pick<Trade, 'day' | 'code'>): string => `${day} ${code}`;

/**
 * Trades of delivery shares with what was bought and sold within a day marked, as its contract note has it: the first
 * shares of both sides. A trade that has some of them is two trades. What became intraday on the day was not bought
 * within it: then they are the last that were bought, so that a change finds the first.
 */
export function withoutPairs(events: readonly TradeEvent[]): readonly TradeEvent[] {
  const gone = new Map<string, number>();
  for (const event of events)
    if (event.kind === 'converted' && event.product === 'intraday')
      gone.set(dayKey(event), (gone.get(dayKey(event)) ?? 0) + event.quantity);
  const marked = new Map<Trade, number>();
  for (const [key, trades] of Map.groupBy(events.filter(isPaired), dayKey)) {
    const [bought, sold] = (['buy', 'sell'] as const).map((side) => trades.filter((trade) => trade.side === side)) as [
      Trade[],
      Trade[],
    ];
    const became = gone.get(key) ?? 0;
    const pairs = Math.max(0, Math.min(sumShares(bought) - became, sumShares(sold)));
    if (became > 0) bought.reverse();
    for (const some of [bought, sold]) {
      let left = pairs;
      for (const trade of some) {
        marked.set(trade, Math.min(trade.quantity, left));
        left -= marked.get(trade)!;
      }
    }
  }
  return events.flatMap((event): readonly TradeEvent[] =>
    event.kind === 'trade' ? split(event, marked.get(event) ?? 0) : [event],
  );
}

const sumShares = (trades: readonly Trade[]): number => trades.reduce((sum, { quantity }) => sum + quantity, 0);

/** How many of its shares are within the day, and how many are not. */
function split(trade: Trade, quantity: number): readonly Trade[] {
  if (quantity === 0) return [trade];
  const valuePaise = takePart(trade.valuePaise, quantity, trade.quantity);
  const chargesPaise = takePart(trade.chargesPaise, quantity, trade.quantity);
  const within: Trade = { ...trade, isWithinDay: true, quantity, valuePaise, chargesPaise };
  if (quantity === trade.quantity) return [within];
  return [
    within,
    {
      ...trade,
      quantity: trade.quantity - quantity,
      valuePaise: trade.valuePaise - valuePaise,
      chargesPaise: trade.chargesPaise - chargesPaise,
    },
  ];
}

/**
 * The oldest of the shares that were bought in the market on the day move to the other book, as bought when they were:
 * shares that an issue or an offer gave are none of these. What the change was charged is spread over them.
 */
export function convert(books: Map<string, Lot[]>, { code, product, quantity, chargesPaise, day }: Converted): void {
  const from = books.get(bookName({ code, product: product === 'delivery' ? 'intraday' : 'delivery' })) ?? [];
  const to = books.get(bookName({ code, product })) ?? [];
  books.set(bookName({ code, product }), to);
  let left = quantity;
  let charges = chargesPaise;
  for (const lot of from.filter((one) => one.quantity > 0 && one.of.day === day && one.of.phase !== undefined)) {
    const taken = Math.min(lot.quantity, left);
    if (taken === 0) break;
    const [cost, opening] = [lot.costPaise, lot.chargesPaise].map((amount) => takePart(amount, taken, lot.quantity));
    const paid = takePart(charges, taken, left);
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
export function demerge(books: Map<string, Lot[]>, { code, into, terms }: Demerged): void {
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

/** What a corporate action adds to an intraday position: shares at no cost, and money off what it was opened for. */
export function adjust(books: Map<string, Lot[]>, { code, quantity, paise }: Adjusted): void {
  const lots = books.get(bookName({ code, product: 'intraday' })) ?? [];
  let left = paise < 0n ? -paise : paise;
  let held = lots.reduce((sum, lot) => sum + Math.abs(lot.quantity), 0);
  for (const lot of lots) {
    const part = takePart(left, Math.abs(lot.quantity), held);
    held -= Math.abs(lot.quantity);
    left -= part;
    lot.costPaise -= part;
  }
  addShares(lots, quantity);
}

/** The shares are spread over the lots that they came from, of a short position below zero; what they cost stays. */
export function addShares(lots: readonly Lot[], added: number): void {
  const held = lots.reduce((sum, { quantity }) => sum + quantity, 0);
  if (held === 0) return;
  let before = 0;
  let given = 0;
  for (const lot of lots) {
    before += lot.quantity;
    const until = Number((BigInt(before) * BigInt(added)) / BigInt(held));
    lot.quantity += until - given;
    given = until;
  }
}
