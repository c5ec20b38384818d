/**
 * The order book as one would explain it: one list of orders per side, sorted by price and then by arrival. Slow on
 * purpose and sharing no code with the fast one, it says what the fast one must do.
 */

export type PlainSide = 'buy' | 'sell';
/** `quantity` is what the order shows; with a `slice` it hides the rest and shows so much at a time. */
export type PlainOrder = {
  readonly id: number;
  readonly tick: number;
  readonly account: number;
  readonly slice?: number;
  quantity: number;
  hidden?: number;
};
export type PlainFill = {
  readonly maker: number;
  readonly tick: number;
  readonly quantity: number;
  readonly remaining: number;
};
export type PlainResult = { readonly fills: readonly PlainFill[]; readonly left: number; readonly selfTrade: boolean };

export class PlainBook {
  #resting: Record<PlainSide, PlainOrder[]> = { buy: [], sell: [] };

  place(side: PlainSide, order: PlainOrder, rest: boolean): PlainResult {
    const fills: PlainFill[] = [];
    let left = order.quantity;
    let selfTrade = false;
    while (left > 0) {
      const makers = this.#resting[side === 'buy' ? 'sell' : 'buy'];
      const maker = makers[0];
      if (!maker || (side === 'buy' ? maker.tick > order.tick : maker.tick < order.tick)) break;
      if (maker.account === order.account) {
        selfTrade = true;
        break;
      }
      const quantity = Math.min(left, maker.quantity);
      left -= quantity;
      maker.quantity -= quantity;
      fills.push({ maker: maker.id, tick: maker.tick, quantity, remaining: maker.quantity + (maker.hidden ?? 0) });
      if (maker.quantity > 0) continue;
      makers.shift();
      if (maker.hidden) this.#add(side === 'buy' ? 'sell' : 'buy', slicing({ ...maker, quantity: maker.hidden }));
    }
    if (left > 0 && rest && !selfTrade) this.#add(side, slicing({ ...order, quantity: left }));
    return { fills, left, selfTrade };
  }

  cancel(id: number): number {
    for (const side of ['buy', 'sell'] as const) {
      const found = this.#resting[side].find((order) => order.id === id);
      if (!found) continue;
      this.#resting[side] = this.#resting[side].filter((order) => order !== found);
      return found.quantity + (found.hidden ?? 0);
    }
    return 0;
  }

  reduce(id: number, quantity: number): boolean {
    const found = [...this.#resting.buy, ...this.#resting.sell].find((order) => order.id === id);
    if (!found || quantity <= 0 || quantity >= found.quantity + (found.hidden ?? 0)) return false;
    found.hidden = Math.max(quantity - found.quantity, 0);
    found.quantity = Math.min(quantity, found.quantity);
    return true;
  }

  /** Shows no more than `slice` at a time from now on, in the same place. */
  conceal(id: number, quantity: number, slice: number): void {
    for (const side of ['buy', 'sell'] as const)
      this.#resting[side] = this.#resting[side].map((order) => {
        if (order.id !== id) return order;
        const shown = Math.min(order.quantity, slice, quantity);
        return { ...order, slice, quantity: shown, hidden: quantity - shown };
      });
  }

  /** Puts an order behind the others of its price, whatever stands on the other side. */
  collect(side: PlainSide, order: PlainOrder): void {
    this.#add(side, order);
  }

  /** In the order in which they would fill. */
  orders(side: PlainSide): readonly PlainOrder[] {
    return this.#resting[side];
  }

  /** Array sort is stable: equal prices stay in order of arrival. */
  #add(side: PlainSide, order: PlainOrder): void {
    const direction = side === 'buy' ? -1 : 1;
    this.#resting[side] = [...this.#resting[side], order].sort((a, b) => direction * (a.tick - b.tick));
  }
}

/** An order that comes to the end of the queue with all that is open of it. */
const slicing = (order: PlainOrder): PlainOrder => {
  const shown = Math.min(order.quantity, order.slice ?? Infinity);
  return { ...order, quantity: shown, hidden: order.quantity - shown };
};
