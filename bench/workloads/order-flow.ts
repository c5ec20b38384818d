import { BUY, OrderBooks } from '@khara/exchange/order-books';

/** What one operation asks. A cancel names the operation that placed the order. */
export const ADD = 0;
export const CANCEL = 1;
const MARKETABLE = 2;

/** A recorded sequence of operations, in columns. Recorded once, then played to every book under test. */
export type OrderFlow = {
  readonly operations: number;
  readonly symbols: number;
  readonly kind: Uint8Array;
  readonly symbol: Int32Array;
  readonly side: Uint8Array;
  readonly tick: Int32Array;
  readonly quantity: Int32Array;
  /** Of a cancel: index of the operation that placed the order. */
  readonly target: Int32Array;
};

/** Prices of every symbol run from 0 to this tick: a 20 % band of a share at 2,000 ticks a percent is narrower. */
export const HIGHEST_TICK = 8_000;

/**
 * Records a flow of 60 % adds near the touch, 30 % cancels and 10 % marketable orders (immediate or cancel,
 * taking a few resting orders each). A book holds the market while recording, so that cancels name orders
 * that still rest and adds stand close to the touch of their moment without crossing it. The size of
 * marketable orders follows the number of resting orders, so that the books stay between empty and full for
 * as long as the flow runs.
 */
export function recordOrderFlow(operations: number, symbols: number, seed = 20_261_120): OrderFlow {
  const flow: OrderFlow = {
    operations,
    symbols,
    kind: new Uint8Array(operations),
    symbol: new Int32Array(operations),
    side: new Uint8Array(operations),
    tick: new Int32Array(operations),
    quantity: new Int32Array(operations),
    target: new Int32Array(operations),
  };
  const random = generator(seed);
  const books = new OrderBooks(Array.from({ length: symbols }, () => ({ low: 0, high: HIGHEST_TICK })));
  const middle = new Int32Array(symbols).fill(HIGHEST_TICK / 2);
  const wanted = symbols === 1 ? 4_000 : 200 * symbols;
  const handles = new Int32Array(operations);
  const live: number[] = [];

  for (let at = 0; at < operations; at++) {
    const dice = random(100);
    const symbol = random(symbols);
    const side = random(2);
    let kind = dice < 60 ? ADD : dice < 90 ? CANCEL : MARKETABLE;
    if (kind === CANCEL) {
      const target = takeLive(live, handles, books, random);
      if (target < 0) kind = ADD;
      else {
        books.cancel(handles[target]!);
        flow.kind[at] = CANCEL;
        flow.symbol[at] = flow.symbol[target]!;
        flow.target[at] = target;
        continue;
      }
    }
    if (random(200) === 0) middle[symbol] = clamp(middle[symbol]! + random(5) - 2);
    const quantity = kind === ADD ? 1 + random(100) : 1 + random(books.resting > wanted ? 700 : 150);
    const tick =
      kind === ADD ? passiveTick(books, symbol, side, middle[symbol]!, random) : side === BUY ? HIGHEST_TICK : 0;
    handles[at] = books.place(symbol, side, tick, quantity, 1 + at, at, kind === ADD);
    if (handles[at] !== 0) live.push(at);
    flow.kind[at] = kind;
    flow.symbol[at] = symbol;
    flow.side[at] = side;
    flow.tick[at] = tick;
    flow.quantity[at] = quantity;
  }
  return flow;
}

/** Near the touch: most adds within a few ticks, some up to forty away; never through the other side. */
function passiveTick(books: OrderBooks, symbol: number, side: number, middle: number, random: Random): number {
  const away = 1 + (random(4) === 0 ? random(40) : random(6));
  const wanted = side === BUY ? middle - away : middle + away;
  const touch = books.bestTick(symbol, side ^ 1);
  if (touch < 0) return wanted;
  return side === BUY ? Math.min(wanted, touch - 1) : Math.max(wanted, touch + 1);
}

/** A random order that still rests, taken out of the list; -1 when there is none. */
function takeLive(live: number[], handles: Int32Array, books: OrderBooks, random: Random): number {
  while (live.length > 0) {
    const index = random(live.length);
    const at = live[index]!;
    live[index] = live[live.length - 1]!;
    live.pop();
    if (books.openQuantity(handles[at]!) > 0) return at;
  }
  return -1;
}

const clamp = (tick: number): number => Math.min(Math.max(tick, 500), HIGHEST_TICK - 500);

type Random = (below: number) => number;

/** mulberry32: the flow is the same on every machine. */
function generator(seed: number): Random {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export { BUY };
