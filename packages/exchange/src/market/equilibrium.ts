import { BUY, SELL, type OrderBooks } from '../book/order-books.ts';

/**
 * Everything about a call auction that is not in the book: market orders' quantities, and the reference price in ticks.
 */
export type AuctionTerms = {
  readonly reference: number;
  readonly marketBuy: number;
  readonly marketSell: number;
};

/**
 * Where a book that was collected without matching executes, in ticks; undefined when nothing can. Among the
 * limit prices: the largest executable quantity, then the smallest imbalance, then nearest to the reference,
 * and the reference itself when two are equally near; with market orders alone the reference. One walk up the
 * prices of both sides. Source: docs/sources.md X5, X4.
 */
export function equilibrium(
  books: OrderBooks,
  book: number,
  { reference, marketBuy, marketSell }: AuctionTerms,
): { readonly tick: number; readonly quantity: number } | undefined {
  const bids = readLevels(books, book, BUY);
  const asks = readLevels(books, book, SELL);
  let demand = marketBuy + bids.total;
  let supply = marketSell;
  let best = { tick: reference, quantity: Math.min(marketBuy, marketSell), imbalance: 0, tied: false };
  if (bids.ticks.length + asks.ticks.length > 0) best = { ...best, quantity: 0 };
  let bid = bids.ticks.length - 1; // bids come from the highest, asks from the lowest
  let ask = 0;
  while (bid >= 0 || ask < asks.ticks.length) {
    const tick = Math.min(bids.ticks[bid] ?? Infinity, asks.ticks[ask] ?? Infinity);
    if (asks.ticks[ask] === tick) supply += asks.quantities[ask++]!;
    const quantity = Math.min(demand, supply);
    const imbalance = Math.abs(demand - supply);
    const nearer = Math.abs(best.tick - reference) - Math.abs(tick - reference);
    const better = quantity - best.quantity || best.imbalance - imbalance || nearer;
    if (quantity > 0 && better > 0) best = { tick, quantity, imbalance, tied: false };
    else if (quantity > 0 && better === 0) best.tied = true;
    if (bids.ticks[bid] === tick) demand -= bids.quantities[bid--]!; // willing at this price, no longer at the next
  }
  if (best.quantity === 0) return undefined;
  return { tick: best.tied ? reference : best.tick, quantity: best.quantity };
}

/** Shares left over at a price, in ticks: more to buy above zero, more to sell below. */
export function surplusAt(
  books: OrderBooks,
  book: number,
  tick: number,
  { marketBuy, marketSell }: Pick<AuctionTerms, 'marketBuy' | 'marketSell'>,
): number {
  let surplus = marketBuy - marketSell;
  books.forEachLevel(book, BUY, Infinity, (limit, quantity) => {
    if (limit >= tick) surplus += quantity;
  });
  books.forEachLevel(book, SELL, Infinity, (limit, quantity) => {
    if (limit <= tick) surplus -= quantity;
  });
  return surplus;
}

function readLevels(books: OrderBooks, book: number, side: number) {
  const ticks: number[] = [];
  const quantities: number[] = [];
  let total = 0;
  books.forEachLevel(book, side, Infinity, (tick, quantity) => {
    ticks.push(tick);
    quantities.push(quantity);
    total += quantity;
  });
  return { ticks, quantities, total };
}
