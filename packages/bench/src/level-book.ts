import type { Side } from '@khara/exchange';

/** A price of a book and the shares that stand there. Paise. */
export type Level = { readonly price: number; quantity: number };

/** A book by prices, as a reader of a data set builds it from its messages. */
export class LevelBook {
  /** Best first. */
  readonly buy: Level[] = [];
  readonly sell: Level[] = [];

  /** Shares came to a price, or below zero, went. A price without shares is gone. */
  add(side: Side, price: number, quantity: number): void {
    const levels = this[side];
    const at = findPlace(levels, side === 'buy' ? -1 : 1, price);
    const level = levels[at];
    if (level?.price !== price) levels.splice(at, 0, { price, quantity });
    else if (level.quantity + quantity === 0) levels.splice(at, 1);
    else level.quantity += quantity;
  }
}

/** Where a price stands among levels, or would: `sign` is 1 where prices rise. */
function findPlace(levels: readonly Level[], sign: number, price: number): number {
  let [from, to] = [0, levels.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((levels[middle]!.price - price) * sign < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
