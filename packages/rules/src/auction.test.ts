import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callAuction, type AuctionOrder } from './index.ts';

const TICK = 5;
const orders = fc
  .array(
    fc.record({
      side: fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
      price: fc.option(
        fc.integer({ min: 1_990, max: 2_010 }).map((ticks) => ticks * TICK),
        { nil: undefined, freq: 4 },
      ),
      quantity: fc.integer({ min: 1, max: 50 }),
    }),
    { maxLength: 14 },
  )
  .map((list) => list.map((order, index): AuctionOrder<number> => ({ ...order, id: index, seq: index })));

const willing = (order: AuctionOrder<number>, price: number): boolean =>
  order.price === undefined || (order.side === 'buy' ? order.price >= price : order.price <= price);

const executable = (list: readonly AuctionOrder<number>[], price: number): number => {
  const side = (wanted: string): number =>
    list
      .filter((order) => order.side === wanted && willing(order, price))
      .reduce((sum, { quantity }) => sum + quantity, 0);
  return Math.min(side('buy'), side('sell'));
};

describe('a call auction', () => {
  const auction = fc.record({
    orders,
    reference: fc.integer({ min: 1_985, max: 2_015 }).map((ticks) => ticks * TICK),
    marketOrdersFirst: fc.boolean(),
  });

  it('executes as much as any price on the grid could, at a price that every executed order accepts', () => {
    fc.assert(
      fc.property(auction, (input) => {
        const { price, quantity, fills } = callAuction(input);
        let best = executable(input.orders, input.reference);
        for (let ticks = 1_980; ticks <= 2_020; ticks += 1)
          best = Math.max(best, executable(input.orders, ticks * TICK));
        expect(quantity).toBe(best);
        if (price === undefined) expect(fills).toEqual([]);
        else {
          expect(executable(input.orders, price)).toBe(quantity);
          for (const fill of fills) expect(willing(input.orders[fill.id]!, price)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('buys what it sells, fills no order beyond its quantity, and pairs exactly the fills', () => {
    fc.assert(
      fc.property(auction, (input) => {
        const { quantity, fills, trades } = callAuction(input);
        const sum = (side: string): number =>
          fills.filter(({ id }) => input.orders[id]!.side === side).reduce((total, fill) => total + fill.quantity, 0);
        expect([sum('buy'), sum('sell')]).toEqual([quantity, quantity]);
        for (const fill of fills) {
          expect(fill.quantity).toBeLessThanOrEqual(input.orders[fill.id]!.quantity);
          const paired = trades.filter(({ buyId, sellId }) => buyId === fill.id || sellId === fill.id);
          expect(paired.reduce((total, trade) => total + trade.quantity, 0)).toBe(fill.quantity);
        }
      }),
    );
  });

  it('never leaves a better order waiting behind a worse one that executed', () => {
    fc.assert(
      fc.property(auction, (input) => {
        const { price, fills } = callAuction(input);
        if (price === undefined) return;
        const filled = new Map(fills.map(({ id, quantity }) => [id, quantity]));
        for (const better of input.orders) {
          if (!willing(better, price) || (filled.get(better.id) ?? 0) === better.quantity) continue;
          const sameKind = input.orders.filter(
            ({ side, price: limit }) => side === better.side && (limit === undefined) === (better.price === undefined),
          );
          for (const worse of sameKind) {
            const behind =
              worse.price === better.price
                ? worse.seq > better.seq
                : better.side === 'buy'
                  ? worse.price! < better.price!
                  : worse.price! > better.price!;
            if (behind) expect(filled.has(worse.id)).toBe(false);
          }
        }
      }),
    );
  });

  it('without a willing other side executes nothing', () => {
    const alone = { id: 1, side: 'buy', price: undefined, quantity: 10, seq: 1 } as const;
    expect(callAuction({ reference: 100, marketOrdersFirst: true, orders: [alone] })).toEqual({
      price: undefined,
      quantity: 0,
      fills: [],
      trades: [],
    });
  });
});
