import fc from 'fast-check';
import { expect, it } from 'vitest';
import { afterFill, newPosition, type Position } from './position.ts';
import { mostMoreUnusable, unusableSaleMoney } from './sale-money.ts';

const DATE = '2026-11-23';

const orders = (maxLength: number) =>
  fc.array(
    fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      quantity: fc.integer({ min: 1, max: 40 }),
      pricePaise: fc.bigInt({ min: 50n, max: 200n }),
    }),
    { maxLength },
  );
type Ordered = ReturnType<typeof orders> extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

/** A position with shares of earlier days, some of which have not settled, and what orders of the day made of it. */
function traded(start: Position, before: { readonly settled: number }, made: readonly Ordered[]) {
  let [position, { settled }, sales] = [start, before, 0n];
  for (const { side, quantity, pricePaise } of made) {
    if (side === 'sell' && quantity > position.quantity) continue;
    const valuePaise = pricePaise * BigInt(quantity);
    const fill = { quantity, valuePaise, charges: { total: 0n }, at: 1, marketDate: DATE };
    const waits = side === 'sell' ? Math.max(0, quantity - settled) : 0;
    if (side === 'sell') [settled, sales] = [settled - (quantity - waits), sales + valuePaise];
    const after = afterFill(position, side, fill);
    position = { ...after, daySoldUnsettled: position.daySoldUnsettled + waits };
  }
  return { position, settled, sales };
}

it('a batch of orders adds no more to the money that buys nothing than is said of each before', () => {
  const held = fc.record({ settled: fc.nat(200), unsettled: fc.nat(200), tradeForTrade: fc.boolean() });
  fc.assert(
    fc.property(held, orders(20), orders(20), ({ settled, unsettled, tradeForTrade }, earlier, batch) => {
      const of = { id: 1n, userId: 'user', asset: 'EQ:INE000000001', code: 'AAMRAI', product: 'delivery' } as const;
      const none = { quantity: 0, valuePaise: 0n, charges: { total: 0n }, at: 1, marketDate: DATE };
      const start = { ...newPosition(of, { ...none, side: 'buy' }), quantity: settled + unsettled };
      const before = traded(start, { settled }, earlier);
      const after = traded(before.position, before, batch);
      const unusable = ({ position }: typeof before) => unusableSaleMoney([position], () => tradeForTrade);
      const most = batch.reduce(
        (sum, { side, quantity }) => sum + mostMoreUnusable(before.position, side, quantity),
        after.sales,
      );
      expect(unusable(after) - unusable(before)).toBeLessThanOrEqual(most);
    }),
    { numRuns: 2_000 },
  );
});

it('says of a few shares of a day that traded many what these few are worth, and not what all are', () => {
  const day = {
    daySoldQuantity: 600,
    daySoldPaise: 1_30_000_00n,
    dayBoughtQuantity: 664,
    dayBoughtPaise: 1_44_000_00n,
  };
  const none = { quantity: 0, valuePaise: 0n, charges: { total: 0n }, at: 1, marketDate: DATE };
  const of = { id: 1n, userId: 'user', asset: 'EQ:INE000000001', code: 'AAMRAI', product: 'delivery' } as const;
  const position = { ...newPosition(of, { ...none, side: 'buy' }), ...day };
  expect(mostMoreUnusable(position, 'buy', 1)).toBeLessThan(450_00n);
  expect(mostMoreUnusable(position, 'sell', 1)).toBeLessThan(225_00n);
});
