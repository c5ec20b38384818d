import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCharges, addDp, chargesOfFill, dpOfSales, neededForRest, NO_CHARGES, orderCharges } from './billing.ts';
import { orderValue } from './order.ts';

const marketDate = '2026-11-23';
const asset = 'EQ:ZZK065C01018';
const price = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 401, max: 15_000_00 }));

/** A limit, and fills that are all at least as good for the member. */
const trading = (better: (limit: number) => { min: number; max: number }) =>
  price.chain((limit) =>
    fc.record({
      limit: fc.constant(BigInt(limit)),
      fills: fc.array(
        fc.record({ quantity: fc.integer({ min: 1, max: 300 }), at: fc.integer(better(limit)).map(BigInt) }),
        { minLength: 1, maxLength: 12 },
      ),
      unfilled: fc.integer({ min: 0, max: 50 }),
    }),
  );

describe('money frozen for a buy', () => {
  it('covers every way of filling, and nothing is left when it has filled', () => {
    fc.assert(
      fc.property(
        trading((limit) => ({ min: 1, max: limit })),
        ({ limit, fills, unfilled }) => {
          const order = { side: 'buy', product: 'delivery', asset, marketDate, pricePaise: limit } as const;
          let remaining = unfilled + fills.reduce((sum, fill) => sum + fill.quantity, 0);
          let filled = 0n;
          let frozen = neededForRest(order, remaining, filled);
          for (const fill of fills) {
            const value = orderValue(fill.quantity, fill.at);
            const cost = value + chargesOfFill(order, filled, filled + value).total;
            filled += value;
            remaining -= fill.quantity;
            const needed = neededForRest(order, remaining, filled);
            const released = frozen - cost - needed;
            expect(released).toBeGreaterThanOrEqual(0n);
            frozen = needed;
          }
          if (unfilled === 0) expect(frozen).toBe(0n);
          else expect(frozen).toBeGreaterThan(0n);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('releases nothing but the improvement when the fills are at the limit', () => {
    const order = { side: 'buy', product: 'delivery', asset, marketDate, pricePaise: 412_50n } as const;
    const frozen = neededForRest(order, 10, 0n);
    const first = chargesOfFill(order, 0n, 3n * 412_50n).total;
    const rest = chargesOfFill(order, 3n * 412_50n, 10n * 412_50n).total;
    expect(frozen).toBe(10n * 412_50n + first + rest);
    expect(neededForRest(order, 7, 3n * 412_50n)).toBe(7n * 412_50n + rest);
  });

  it('freezes nothing for a sale', () => {
    expect(neededForRest({ side: 'sell', product: 'delivery', asset, marketDate, pricePaise: 100n }, 5, 0n)).toBe(0n);
  });
});

describe('charges', () => {
  it('add up to those of one fill of the whole, item by item, however the order is split', () => {
    const order = { side: 'sell', product: 'delivery', asset, marketDate } as const;
    const steps = [0n, 10_033n, 10_034n, 4_99_999n, 50_00_000n, 2_00_00_001n];
    let sum = NO_CHARGES;
    for (const [index, after] of steps.entries()) {
      if (index > 0) sum = addCharges(sum, chargesOfFill(order, steps[index - 1]!, after));
    }
    expect(sum).toEqual(orderCharges(order, steps.at(-1)!));
  });

  it('take the DP charge once a day, more when small sales grow', () => {
    expect(dpOfSales(marketDate, 0n)).toBe(0n);
    expect(dpOfSales(marketDate, 9_999n)).toBe(413n);
    expect(dpOfSales(marketDate, 10_000n)).toBe(2360n);
    expect(dpOfSales(marketDate, 90_00_000n)).toBe(2360n);
    const sale = orderCharges({ side: 'sell', product: 'delivery', asset, marketDate }, 0n);
    expect(addDp(sale, 413n)).toMatchObject({ dp: 413n, total: 413n });
  });
});
