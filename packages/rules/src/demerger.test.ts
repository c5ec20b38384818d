import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cashForParts, constantPrice, demergeLots, type DemergerTerms, type Lot } from './demerger.ts';

const terms: fc.Arbitrary<DemergerTerms> = fc.record({
  a: fc.integer({ min: 1, max: 10 }),
  b: fc.integer({ min: 1, max: 20 }),
  costBps: fc.integer({ min: 1, max: 9_999 }),
});
const lots: fc.Arbitrary<readonly Lot[]> = fc.array(
  fc.record({ quantity: fc.integer({ min: 1, max: 100_000 }), cost: fc.bigInt({ min: 0n, max: 10n ** 12n }) }),
  { minLength: 1, maxLength: 12 },
);
const sum = (some: readonly bigint[]): bigint => some.reduce((all, one) => all + one, 0n);

it('a demerger loses no paisa of what a holding cost, and no part of a share', () => {
  fc.assert(
    fc.property(lots, terms, (held, of) => {
      const { oldCosts, newLots, fraction } = demergeLots(held, of);
      const costs = [...oldCosts, ...newLots.map(({ cost }) => cost), fraction.cost];
      expect(sum(costs)).toBe(sum(held.map(({ cost }) => cost)));
      expect(costs.every((cost) => cost >= 0n)).toBe(true);
      const shares = held.reduce((all, { quantity }) => all + quantity, 0);
      const given = newLots.reduce((all, { quantity }) => all + quantity, 0);
      expect(given * of.b + fraction.parts).toBe(shares * of.a);
      expect(fraction.parts).toBeLessThan(of.b);
    }),
  );
});

it('a lot that makes no whole share of the new company leaves its part, with its cost, to the next', () => {
  const { newLots, fraction } = demergeLots(
    [
      { quantity: 3, cost: 3_000_00n },
      { quantity: 6, cost: 12_000_00n },
    ],
    { a: 1, b: 4, costBps: 2_500 },
  );
  // 750.00 of the first and 3,000.00 of the second go over: 9 quarters, of which 8 are two shares.
  expect(newLots).toEqual([
    { quantity: 0, cost: 0n },
    { quantity: 2, cost: 3_333_33n },
  ]);
  expect(fraction).toEqual({ parts: 1, cost: 416_67n });
});

it('parts of shares bring no more than they were sold for together', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(19), { maxLength: 50 }), fc.bigInt({ min: 1n, max: 10n ** 8n }), (parts, price) => {
      const netProceedsPaise = (shares: number) => BigInt(shares) * price;
      const cash = cashForParts(parts, { b: 20, netProceedsPaise });
      const all = parts.reduce((total, part) => total + part, 0);
      const proceeds = netProceedsPaise(Math.floor(all / 20));
      expect(sum(cash)).toBeLessThanOrEqual(proceeds);
      expect(sum(cash)).toBeGreaterThanOrEqual(proceeds - BigInt(parts.length));
    }),
  );
});

it('an index that counts what went over stands where it was when the auction finds a price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 7 }), fc.integer({ min: 1, max: 10 ** 7 }), (close, found) => {
      fc.pre(found <= close);
      expect(found + constantPrice(close, found)).toBe(close);
    }),
  );
});
