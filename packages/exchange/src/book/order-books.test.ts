import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlainBook } from '../oracle/plain-book.ts';
import { propertyRuns } from '../oracle/property-runs.ts';
import { BUY, OrderBooks, SELL } from './order-books.ts';

type Action =
  | {
      kind: 'place';
      book: number;
      side: 'buy' | 'sell';
      tick: number;
      quantity: number;
      account: number;
      rest: boolean;
      /** Shows so much at a time; 0 shows all. */
      slice: number;
    }
  | { kind: 'cancel'; pick: number }
  | { kind: 'reduce'; pick: number; quantity: number };

/**
 * Prices crowd around the middle of a wide range, so that queues form and trade, and reach far out, so that
 * pages come and go.
 */
const tick = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 498, max: 502 }) },
  { weight: 4, arbitrary: fc.integer({ min: 490, max: 510 }) },
  { weight: 2, arbitrary: fc.integer({ min: 400, max: 600 }) },
  { weight: 1, arbitrary: fc.integer({ min: 7, max: 3000 }) },
);
const book = fc.integer({ min: 0, max: 2 });
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      book,
      side: fc.constantFrom('buy' as const, 'sell' as const),
      tick,
      quantity: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 1, max: 100 }) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 2_000 }) },
      ),
      account: fc.integer({ min: 1, max: 40 }),
      rest: fc.constantFrom(true, true, true, false),
      slice: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30 })),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('reduce' as const),
      pick: fc.nat(),
      quantity: fc.integer({ min: 0, max: 60 }),
    }),
  },
);
const actions = fc.array(action, { minLength: 1, maxLength: 400, size: 'max' });

const ranges = [
  { low: 7, high: 3000 },
  { low: 0, high: 5000 },
  { low: 1, high: 3001 },
];
const sideOf = (side: 'buy' | 'sell') => (side === 'buy' ? BUY : SELL);

/** The fast books and the plain ones, given the same commands. Every placed order's tag is its number. */
class Pair {
  readonly fast = new OrderBooks(ranges);
  readonly plain = ranges.map(() => new PlainBook());
  readonly handles: { handle: number; book: number }[] = [];

  run(step: Action): void {
    if (step.kind === 'place') return this.#place(step);
    const id = this.handles.length === 0 ? -1 : step.pick % this.handles.length;
    const order = this.handles[id];
    if (!order) return;
    if (step.kind === 'cancel') expect(this.fast.cancel(order.handle)).toBe(this.plain[order.book]!.cancel(id));
    else expect(this.fast.reduce(order.handle, step.quantity)).toBe(this.plain[order.book]!.reduce(id, step.quantity));
  }

  #place(step: Action & { kind: 'place' }): void {
    const id = this.handles.length;
    const expected = this.plain[step.book]!.place(
      step.side,
      {
        id,
        tick: step.tick,
        account: step.account,
        quantity: step.quantity,
        ...(step.slice > 0 && { slice: step.slice }),
      },
      step.rest,
    );
    const handle = placeIn(this.fast, step, id);
    this.handles.push({ handle, book: step.book });
    expect({ fills: fillsOf(this.fast), left: this.fast.left, selfTrade: this.fast.selfTrade }).toEqual(expected);
  }

  expectSameBooks(): void {
    this.plain.forEach((plain, index) => {
      for (const side of ['buy', 'sell'] as const) {
        expect(ordersOf(this.fast, index, side)).toEqual(
          plain.orders(side).map(({ id, tick, account, quantity }) => ({ id, tick, account, quantity })),
        );
        let ahead = 0;
        for (const { id, tick, quantity } of plain.orders(side)) {
          expect(this.fast.quantityAhead(index, sideOf(side), tick, this.handles[id]!.handle)).toBe(ahead);
          ahead += quantity;
        }
      }
    });
  }
}

/** As a market places it: an order that shows a part of itself matches first, and what is left rests in parts. */
function placeIn(books: OrderBooks, step: Action & { kind: 'place' }, id: number): number {
  const { book, tick, quantity, account, rest, slice } = step;
  const side = sideOf(step.side);
  if (slice === 0) return books.place(book, side, tick, quantity, account, id, rest);
  books.place(book, side, tick, quantity, account, id, false);
  const { left, selfTrade } = books;
  if (left === 0 || selfTrade || !rest) return 0;
  const shown = Math.min(slice, left);
  return books.restDisclosed(book, side, tick, { shown, hidden: left - shown, slice }, account, id);
}

const fillsOf = ({ fills }: OrderBooks) =>
  Array.from({ length: fills.count }, (_, i) => ({
    maker: fills.tag(i),
    tick: fills.tick(i),
    quantity: fills.quantity(i),
    remaining: fills.remaining(i),
  }));

function ordersOf(books: OrderBooks, index: number, side: 'buy' | 'sell') {
  const orders: { id: number; tick: number; account: number; quantity: number }[] = [];
  books.forEachOrder(index, sideOf(side), (tick, quantity, account, id) =>
    orders.push({ id, tick, account, quantity }),
  );
  return orders;
}

describe('an order book', () => {
  test('trades and rests exactly as the plain book does', () => {
    fc.assert(
      fc.property(actions, (steps) => {
        const pair = new Pair();
        for (const step of steps) pair.run(step);
        pair.expectSameBooks();
      }),
      { numRuns: propertyRuns(50, process.env) },
    );
  });

  test('is never crossed, and its best prices, levels and count of orders agree with its orders', () => {
    fc.assert(
      fc.property(actions, (steps) => {
        const pair = new Pair();
        const { fast } = pair;
        for (const step of steps) {
          pair.run(step);
          for (let b = 0; b < ranges.length; b++) {
            const bid = fast.bestTick(b, BUY);
            const ask = fast.bestTick(b, SELL);
            if (bid >= 0 && ask >= 0) expect(bid).toBeLessThan(ask);
          }
        }
        let resting = 0;
        for (let b = 0; b < ranges.length; b++) {
          for (const side of ['buy', 'sell'] as const) {
            const orders = ordersOf(fast, b, side);
            resting += orders.length;
            expect(levelsOf(fast, b, side)).toEqual(sumByTick(orders));
            expect(fast.bestTick(b, sideOf(side))).toBe(orders[0]?.tick ?? -1);
            expect(fast.bestQuantity(b, sideOf(side))).toBe(sumByTick(orders)[0]?.quantity ?? 0);
          }
        }
        expect(fast.resting).toBe(resting);
      }),
      { numRuns: propertyRuns(20, process.env) },
    );
  });

  test('neither loses nor makes a share: asked = filled + cancelled + cut + resting', () => {
    fc.assert(
      fc.property(actions, (steps) => {
        const books = new OrderBooks(ranges);
        const handles: number[] = [];
        let asked = 0;
        let gone = 0;
        for (const step of steps) {
          if (step.kind === 'place') {
            asked += step.quantity;
            handles.push(placeIn(books, step, 0));
            for (let i = 0; i < books.fills.count; i++) gone += 2 * books.fills.quantity(i);
            if (handles.at(-1) === 0) gone += books.left;
          } else {
            const handle = handles[step.pick % handles.length] ?? 0;
            const open = books.openQuantity(handle);
            if (step.kind === 'cancel') gone += books.cancel(handle);
            else if (books.reduce(handle, step.quantity)) gone += open - step.quantity;
          }
        }
        let resting = 0;
        for (let b = 0; b < ranges.length; b++)
          for (const side of ['buy', 'sell'] as const)
            books.forEachOrder(b, sideOf(side), (...[, , , , handle]) => (resting += books.openQuantity(handle)));
        expect(gone + resting).toBe(asked);
      }),
      { numRuns: propertyRuns(20, process.env) },
    );
  });

  test('gives the better price first, then the earlier order, always at the price of the one that waited', () => {
    const books = new OrderBooks([{ low: 0, high: 100 }]);
    books.place(0, SELL, 52, 10, 1, 101, true);
    books.place(0, SELL, 51, 10, 2, 102, true);
    books.place(0, SELL, 51, 10, 3, 103, true);
    expect(books.place(0, BUY, 53, 25, 9, 104, false)).toBe(0);
    expect(fillsOf(books)).toEqual([
      { maker: 102, tick: 51, quantity: 10, remaining: 0 },
      { maker: 103, tick: 51, quantity: 10, remaining: 0 },
      { maker: 101, tick: 52, quantity: 5, remaining: 5 },
    ]);
  });

  test('a cut keeps the place in the queue', () => {
    const books = new OrderBooks([{ low: 0, high: 100 }]);
    const first = books.place(0, BUY, 50, 10, 1, 1, true);
    books.place(0, BUY, 50, 10, 2, 2, true);
    expect(books.reduce(first, 4)).toBe(true);
    books.place(0, SELL, 50, 5, 3, 3, false);
    expect(fillsOf(books).map((fill) => [fill.maker, fill.quantity])).toEqual([
      [1, 4],
      [2, 1],
    ]);
  });

  test('what an order hides waits behind the others of its price each time it is shown', () => {
    const books = new OrderBooks([{ low: 0, high: 100 }]);
    const iceberg = books.restDisclosed(0, BUY, 50, { shown: 10, hidden: 15, slice: 10 }, 1, 1);
    books.place(0, BUY, 50, 10, 2, 2, true);
    expect(books.bestQuantity(0, BUY)).toBe(20);
    books.place(0, SELL, 50, 34, 3, 3, false);
    expect(fillsOf(books).map((fill) => [fill.maker, fill.quantity, fill.remaining])).toEqual([
      [1, 10, 15],
      [2, 10, 0],
      [1, 10, 5],
      [1, 4, 1],
    ]);
    expect([books.bestQuantity(0, BUY), books.openQuantity(iceberg), books.cancel(iceberg)]).toEqual([1, 1, 1]);
  });

  test('an order that would meet its own account stops there, and what filled before stays filled', () => {
    const books = new OrderBooks([{ low: 0, high: 100 }]);
    books.place(0, SELL, 50, 5, 1, 1, true);
    books.place(0, SELL, 50, 5, 7, 2, true);
    books.place(0, SELL, 51, 5, 1, 3, true);
    expect(books.place(0, BUY, 60, 20, 7, 4, true)).toBe(0);
    expect([books.selfTrade, books.left, books.fills.count]).toEqual([true, 15, 1]);
    expect(books.bestTick(0, BUY)).toBe(-1);
    expect(books.bestQuantity(0, SELL)).toBe(5);
  });

  test('a handle finds nothing once its order is gone, even when the slot is used again', () => {
    const books = new OrderBooks([{ low: 0, high: 100 }]);
    const old = books.place(0, BUY, 50, 5, 1, 1, true);
    expect(books.cancel(old)).toBe(5);
    const young = books.place(0, BUY, 49, 6, 1, 2, true);
    expect(young).not.toBe(old);
    expect([books.cancel(old), books.openQuantity(young)]).toEqual([0, 6]);
  });

  test('memory follows the resting orders, not the prices they once touched', () => {
    const books = new OrderBooks([{ low: 0, high: 1_000_000 }]);
    const before = books.bytes;
    for (let at = 0; at <= 1_000_000; at += 40) books.cancel(books.place(0, BUY, at, 1, 1, 0, true));
    expect(books.bytes).toBe(before);
  });

  test('5,000 books of 20,000 prices each fit in 250 MB with 60 resting orders a book', () => {
    const books = new OrderBooks(Array.from({ length: 5000 }, () => ({ low: 0, high: 20_000 })));
    for (let b = 0; b < 5000; b++)
      for (let i = 0; i < 30; i++) {
        books.place(b, BUY, 9_990 - i * 5, 1, 1, 0, true);
        books.place(b, SELL, 10_010 + i * 5, 1, 1, 0, true);
      }
    expect(books.resting).toBe(300_000);
    expect(books.bytes).toBeLessThan(250 * 2 ** 20);
  });
});

function levelsOf(books: OrderBooks, index: number, side: 'buy' | 'sell') {
  const levels: { tick: number; quantity: number; orders: number }[] = [];
  books.forEachLevel(index, sideOf(side), 1_000, (tick, quantity, orders) => levels.push({ tick, quantity, orders }));
  return levels;
}

function sumByTick(orders: readonly { tick: number; quantity: number }[]) {
  const levels: { tick: number; quantity: number; orders: number }[] = [];
  for (const { tick, quantity } of orders) {
    const last = levels.at(-1);
    if (last?.tick === tick)
      levels[levels.length - 1] = { tick, quantity: last.quantity + quantity, orders: last.orders + 1 };
    else levels.push({ tick, quantity, orders: 1 });
  }
  return levels;
}
