/** An order in a call auction; without a price a market order. In the order of time. */
export type AuctionOrder = {
  readonly id: number;
  readonly side: 'buy' | 'sell';
  readonly price: number | undefined;
  readonly quantity: number;
};

export type AuctionTerms = { readonly reference: number; readonly marketOrdersFirst: boolean };
export type AuctionResult = { readonly price: number | undefined; readonly fills: ReadonlyMap<number, number> };

/**
 * A call auction as one would explain it: try every limit price, then serve each side in order of priority.
 * Slow on purpose.
 */
export function plainAuction(
  orders: readonly AuctionOrder[],
  { reference, marketOrdersFirst }: AuctionTerms,
): AuctionResult {
  const limits = [...new Set(orders.flatMap(({ price }) => (price === undefined ? [] : [price])))];
  const tried = (limits.length > 0 ? limits : [reference]).map((price) => {
    const bought = total(willing(orders, 'buy', price));
    const sold = total(willing(orders, 'sell', price));
    return {
      price,
      quantity: Math.min(bought, sold),
      imbalance: Math.abs(bought - sold),
      away: Math.abs(price - reference),
    };
  });
  const ranked = tried.toSorted((a, b) => b.quantity - a.quantity || a.imbalance - b.imbalance || a.away - b.away);
  const [best, second] = ranked;
  if (!best || best.quantity === 0) return { price: undefined, fills: new Map() };
  const tied =
    second && second.quantity === best.quantity && second.imbalance === best.imbalance && second.away === best.away;
  const price = tied ? reference : best.price;

  const fills = new Map<number, number>();
  for (const side of ['buy', 'sell'] as const) {
    let left = best.quantity;
    const better = (order: AuctionOrder) => (side === 'buy' ? -order.price! : order.price!);
    const inPriority = willing(orders, side, price).toSorted((a, b) => {
      const aMarket = a.price === undefined;
      if (aMarket !== (b.price === undefined)) return aMarket === marketOrdersFirst ? -1 : 1;
      return aMarket ? 0 : better(a) - better(b);
    });
    for (const { id, quantity } of inPriority) {
      const filled = Math.min(left, quantity);
      if (filled > 0) fills.set(id, filled);
      left -= filled;
    }
  }
  return { price, fills };
}

const willing = (orders: readonly AuctionOrder[], side: 'buy' | 'sell', at: number): readonly AuctionOrder[] =>
  orders.filter(
    (order) =>
      order.side === side && (order.price === undefined || (side === 'buy' ? order.price >= at : order.price <= at)),
  );

const total = (orders: readonly AuctionOrder[]): number => orders.reduce((sum, { quantity }) => sum + quantity, 0);
