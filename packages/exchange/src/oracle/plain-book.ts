/**
 * The order book as one would explain it: one list of orders per side, sorted by price and then by arrival. Slow on
 * purpose and sharing no code with the fast one, it says what the fast one must do.
 */

export type PlainSide = 'buy' | 'sell';
export type PlainOrder = { readonly id: number; readonly tick: number; readonly account: number; quantity: number };
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
    const makers = this.#resting[side === 'buy' ? 'sell' : 'buy'];
    const fills: PlainFill[] = [];
    let left = order.quantity;
    let selfTrade = false;
    while (left > 0) {
      const maker = makers[0];
      if (!maker || (side === 'buy' ? maker.tick > order.tick : maker.tick < order.tick)) break;
      if (maker.account === order.account) {
        selfTrade = true;
        break;
      }
      const quantity = Math.min(left, maker.quantity);
      left -= quantity;
      maker.quantity -= quantity;
      fills.push({ maker: maker.id, tick: maker.tick, quantity, remaining: maker.quantity });
      if (maker.quantity === 0) makers.shift();
    }
    if (left > 0 && rest && !selfTrade) this.#add(side, { ...order, quantity: left });
    return { fills, left, selfTrade };
  }

  cancel(id: number): number {
    for (const side of ['buy', 'sell'] as const) {
      const found = this.#resting[side].find((order) => order.id === id);
      if (!found) continue;
      this.#resting[side] = this.#resting[side].filter((order) => order !== found);
      return found.quantity;
    }
    return 0;
  }

  reduce(id: number, quantity: number): boolean {
    const found = [...this.#resting.buy, ...this.#resting.sell].find((order) => order.id === id);
    if (!found || quantity <= 0 || quantity >= found.quantity) return false;
    found.quantity = quantity;
    return true;
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
