/** An order in a call auction. Prices in paise, undefined for a market order; `seq` is its place in time. */
export type AuctionOrder<Id = string> = {
  readonly id: Id;
  readonly side: 'buy' | 'sell';
  readonly price: number | undefined;
  readonly quantity: number;
  readonly seq: number;
};

/** Everything wanted at one limit price. */
export type AuctionLevel = {
  readonly price: number;
  readonly quantity: number;
};

/** A book seen by price alone: enough to find its equilibrium, in any order and with prices repeated as they come. */
export type AuctionBook = {
  /** Previous close in the pre-open, reference price of the closing auction. */
  readonly reference: number;
  readonly buys: readonly AuctionLevel[];
  readonly sells: readonly AuctionLevel[];
  readonly marketBuyQuantity: number;
  readonly marketSellQuantity: number;
};

export type Equilibrium = {
  readonly price: number;
  readonly quantity: number;
};

/**
 * Price at which a call auction executes, undefined when nothing can. Among the limit prices in the book: the
 * largest executable quantity, then the smallest imbalance, then nearest to the reference, and the reference
 * itself when two are equally near. With market orders alone the reference. Source: docs/sources.md X5, X4;
 * that candidates are the limit prices is our choice.
 */
function equilibrium(book: AuctionBook): Equilibrium | undefined {
  const { reference } = book;
  const all = candidates(book);
  const quantity = Math.max(0, ...all.map((each) => each.executable));
  if (quantity === 0) return undefined;
  const largest = all.filter((each) => each.executable === quantity);
  const imbalance = Math.min(...largest.map((each) => each.imbalance));
  const balanced = largest.filter((each) => each.imbalance === imbalance);
  const distance = Math.min(...balanced.map(({ price }) => Math.abs(price - reference)));
  const nearest = balanced.filter(({ price }) => Math.abs(price - reference) === distance);
  const price = nearest.length === 1 ? nearest[0]?.price : reference;
  return { price: price ?? reference, quantity };
}

type Candidate = {
  readonly price: number;
  readonly executable: number;
  readonly imbalance: number;
};

/**
 * Every distinct limit price, ascending, with what would execute at it; without any limit order the reference alone.
 */
function candidates(book: AuctionBook): Candidate[] {
  const limits = [...book.buys, ...book.sells].map(({ price }) => price);
  const prices = [...new Set(limits.length > 0 ? limits : [book.reference])].toSorted((a, b) => a - b);
  const bought = byPrice(book.buys);
  const sold = byPrice(book.sells);
  let demand = book.marketBuyQuantity + total(book.buys);
  let supply = book.marketSellQuantity;
  return prices.map((price) => {
    supply += sold.get(price) ?? 0;
    const at = { price, executable: Math.min(demand, supply), imbalance: Math.abs(demand - supply) };
    demand -= bought.get(price) ?? 0; // willing at this price, no longer at the next
    return at;
  });
}

function byPrice(levels: readonly AuctionLevel[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { price, quantity } of levels) sums.set(price, (sums.get(price) ?? 0) + quantity);
  return sums;
}

const total = (levels: readonly AuctionLevel[]): number => levels.reduce((sum, { quantity }) => sum + quantity, 0);

/**
 * From this day the pre-open fills market orders before limit orders, as the closing auction does. Source:
 * docs/sources.md N3.
 */
export const PREOPEN_MARKET_FIRST_FROM = '2026-09-07';

export type AuctionFill<Id> = {
  readonly id: Id;
  readonly quantity: number;
};

export type AuctionTrade<Id> = {
  readonly buyId: Id;
  readonly sellId: Id;
  readonly quantity: number;
};

export type AuctionResult<Id> = {
  /** Undefined when nothing executes. */
  readonly price: number | undefined;
  readonly quantity: number;
  /** Executed orders, buys before sells, each side by priority. */
  readonly fills: readonly AuctionFill<Id>[];
  /** The same executions in pairs, all at `price`. */
  readonly trades: readonly AuctionTrade<Id>[];
};

/**
 * Runs a call auction: all fills at one price; on each side market orders first (or last, as in the pre-open
 * before 2026-09-07), limit orders by price, and time within both. What stays unfilled is for the caller: it
 * goes on to continuous trading or is cancelled.
 */
export function callAuction<Id>(auction: {
  readonly reference: number;
  readonly marketOrdersFirst: boolean;
  readonly orders: readonly AuctionOrder<Id>[];
}): AuctionResult<Id> {
  const { reference, marketOrdersFirst, orders } = auction;
  const buys = orders.filter(({ side }) => side === 'buy');
  const sells = orders.filter(({ side }) => side === 'sell');
  const found = equilibrium({
    reference,
    buys: limitLevels(buys),
    sells: limitLevels(sells),
    marketBuyQuantity: marketQuantity(buys),
    marketSellQuantity: marketQuantity(sells),
  });
  if (!found) return { price: undefined, quantity: 0, fills: [], trades: [] };
  const { price, quantity } = found;
  const bought = allocate(buys, quantity, { marketOrdersFirst, price });
  const sold = allocate(sells, quantity, { marketOrdersFirst, price });
  return { price, quantity, fills: [...bought, ...sold], trades: pair(bought, sold) };
}

const limitLevels = (orders: readonly AuctionOrder<unknown>[]): AuctionLevel[] =>
  orders.flatMap(({ price, quantity }) => (price === undefined ? [] : [{ price, quantity }]));

const marketQuantity = (orders: readonly AuctionOrder<unknown>[]): number =>
  orders.reduce((sum, { price, quantity }) => (price === undefined ? sum + quantity : sum), 0);

/** Shares out a quantity to the willing orders of one side by priority. */
function allocate<Id>(
  orders: readonly AuctionOrder<Id>[],
  quantity: number,
  { marketOrdersFirst, price }: { marketOrdersFirst: boolean; price: number },
): AuctionFill<Id>[] {
  const willing = orders.filter(
    (order) => order.price === undefined || (order.side === 'buy' ? order.price >= price : order.price <= price),
  );
  const fills: AuctionFill<Id>[] = [];
  let left = quantity;
  for (const order of willing.toSorted((a, b) => byPriority(a, b, marketOrdersFirst))) {
    const filled = Math.min(left, order.quantity);
    if (filled > 0) fills.push({ id: order.id, quantity: filled });
    left -= filled;
  }
  return fills;
}

/** Order of two willing orders of the same side. */
function byPriority(a: AuctionOrder<unknown>, b: AuctionOrder<unknown>, marketOrdersFirst: boolean): number {
  if (a.price === undefined || b.price === undefined) {
    if (a.price === b.price) return a.seq - b.seq;
    return (a.price === undefined) === marketOrdersFirst ? -1 : 1;
  }
  const better = a.side === 'buy' ? b.price - a.price : a.price - b.price;
  return better === 0 ? a.seq - b.seq : better;
}

function pair<Id>(bought: readonly AuctionFill<Id>[], sold: readonly AuctionFill<Id>[]): AuctionTrade<Id>[] {
  const trades: AuctionTrade<Id>[] = [];
  const sellers = sold.map((fill) => ({ ...fill }));
  let at = 0;
  for (const buy of bought) {
    let left = buy.quantity;
    while (left > 0) {
      const seller = sellers[at];
      if (!seller) throw new Error('auction: more bought than sold');
      const quantity = Math.min(left, seller.quantity);
      trades.push({ buyId: buy.id, sellId: seller.id, quantity });
      left -= quantity;
      seller.quantity -= quantity;
      if (seller.quantity === 0) at += 1;
    }
  }
  return trades;
}
