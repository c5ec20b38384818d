import type { Side } from '@khara/exchange';
import type { ScriptTrader } from './script-trader.ts';

export const otherSide = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

/**
 * Lets an order rest at the best price of others, or some ticks better where that does not cross. An order
 * that stands right and is open for a third or more of what is wanted stays as it is: a part filled is no
 * reason to lose the place in the queue.
 */
export function stand(trader: ScriptTrader, side: Side, quantity: number, ticksInside: number): void {
  const own = trader.bestOfOthers(side);
  const opposite = trader.bestOfOthers(otherSide(side));
  if (!own || !opposite) return;
  const sign = side === 'buy' ? 1 : -1;
  const inside = own.price + sign * ticksInside * trader.tick;
  const price = sign * (opposite.price - inside) > 0 ? inside : own.price;
  const order = trader.resting.find((one) => one.side === side);
  if (order?.price === price && order.open <= quantity && order.open >= quantity / 3) return;
  trader.keep(side, quantity, price);
}

/** Takes own orders out and closes the position at the quotes, however many steps that needs. */
export function* closeOut(trader: ScriptTrader): Generator<number, void> {
  trader.cancelAll();
  while (trader.position !== 0) {
    trader.square();
    if (trader.position !== 0) yield 1;
  }
}
