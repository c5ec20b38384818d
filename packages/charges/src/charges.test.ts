import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  breakEvenFromCost,
  breakEvenSell,
  CHARGE_ITEMS,
  chargesFor,
  fillCharges,
  noteCharges,
  offerCharges,
  PLANS,
  roundTripCharges,
  type Charges,
  type OrderTerms,
} from './index.ts';

const TODAY = '2026-11-20';
const value = fc.bigInt({ min: 0n, max: 5_000_000_000n });
const order = fc.record({
  plan: fc.constantFrom(...PLANS),
  day: fc.constantFrom('2021-01-01', '2024-06-14', '2025-06-20', TODAY),
  side: fc.constantFrom('buy', 'sell'),
  product: fc.constantFrom('delivery', 'intraday'),
  dp: fc.record({
    soldEarlierTodayPaise: fc.constantFrom(0n, 1n, 5_000n, 10_000n, 1_000_000n),
    holder: fc.constantFrom('standard', 'female'),
  }),
}) satisfies fc.Arbitrary<OrderTerms>;

const sumOfItems = (charges: Charges): bigint => CHARGE_ITEMS.reduce((sum, item) => sum + charges[item], 0n);

/** DP charge of a delivery sale. */
const dpOfSale = (soldEarlierTodayPaise: bigint, valuePaise: bigint): bigint =>
  chargesFor({
    plan: 'plan_b',
    day: TODAY,
    side: 'sell',
    product: 'delivery',
    valuePaise,
    dp: { soldEarlierTodayPaise },
  }).dp;

describe('the charges of an offer that goes through the exchange', () => {
  it('are those of a delivery purchase without brokerage', () => {
    expect(offerCharges(TODAY, 19_561_050n)).toEqual({
      brokerage: 0n,
      stt: 19_600n,
      exchange: 601n,
      sebi: 20n,
      stamp: 2_900n,
      gst: 112n,
      dp: 0n,
      total: 23_233n,
    });
  });
});

describe('the charges of an order', () => {
  it('are what a sale of ten shares at 1,400.00 costs on the flat plan', () => {
    const sale = { plan: 'plan_b', day: TODAY, side: 'sell', product: 'delivery', valuePaise: 1_400_000n } as const;
    expect(chargesFor({ ...sale, dp: { soldEarlierTodayPaise: 0n } })).toEqual({
      brokerage: 1_400n,
      stt: 1_400n,
      exchange: 43n,
      sebi: 1n,
      stamp: 0n,
      gst: 260n,
      dp: 2_360n,
      total: 5_464n,
    });
  });

  it('sum to their total, and no item falls as the value grows', () => {
    fc.assert(
      fc.property(order, value, value, (terms, one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        const small = chargesFor({ ...terms, valuePaise: low });
        const large = chargesFor({ ...terms, valuePaise: high });
        expect(sumOfItems(large)).toBe(large.total);
        for (const item of CHARGE_ITEMS) expect(large[item]).toBeGreaterThanOrEqual(small[item]);
      }),
    );
  });

  it('are none for an order that has not executed', () => {
    fc.assert(
      fc.property(order, (terms) => {
        expect(chargesFor({ ...terms, valuePaise: 0n }).total).toBe(0n);
      }),
    );
  });

  it('take no more brokerage than 2.5 % of a tiny order, to the paisa', () => {
    const tiny = { plan: 'plan_b', day: TODAY, side: 'buy', product: 'delivery', valuePaise: 499n } as const;
    expect(chargesFor(tiny)).toMatchObject({ brokerage: 12n, total: 14n });
  });

  it('follow the rates of their day', () => {
    const sale = { plan: 'plan_b', side: 'buy', product: 'intraday', valuePaise: 100_000_000n } as const;
    expect(chargesFor({ ...sale, day: '2024-09-30' }).exchange).toBe(3_320n);
    expect(chargesFor({ ...sale, day: '2024-10-01' }).exchange).toBe(3_070n);
    const small = { ...sale, valuePaise: 98_750n };
    expect(chargesFor({ ...small, day: '2025-06-20' }).brokerage).toBe(200n);
    expect(chargesFor({ ...small, day: '2025-06-21' }).brokerage).toBe(500n);
  });

  it('are unknown before the tables begin: a defect, not a price', () => {
    const early = { plan: 'plan_a', day: '2020-12-31', side: 'buy', product: 'delivery', valuePaise: 1n } as const;
    expect(() => chargesFor(early)).toThrow(/no rate is known for 2020-12-31/);
  });
});

describe('partial fills', () => {
  it('sum to the charges of the whole order, item by item, and none is negative', () => {
    fc.assert(
      fc.property(order, fc.array(value, { minLength: 1, maxLength: 12 }), (terms, fills) => {
        let executed = 0n;
        const paid: Record<string, bigint> = {};
        for (const fill of fills) {
          const part = fillCharges(terms, executed, executed + fill);
          executed += fill;
          for (const item of [...CHARGE_ITEMS, 'total'] as const) {
            expect(part[item]).toBeGreaterThanOrEqual(0n);
            paid[item] = (paid[item] ?? 0n) + part[item];
          }
        }
        expect(paid).toEqual(chargesFor({ ...terms, valuePaise: executed }));
      }),
    );
  });

  it('cannot shrink an order', () => {
    const buy = { plan: 'plan_b', day: TODAY, side: 'buy', product: 'delivery' } as const;
    expect(() => fillCharges(buy, 2n, 1n)).toThrow(RangeError);
  });
});

describe('the DP charge', () => {
  it('is due once per share code and day', () => {
    expect(dpOfSale(0n, 1_000_000n)).toBe(2_360n);
    expect(dpOfSale(1_000_000n, 1_000_000n)).toBe(0n);
  });

  it('grows to the full fee when small sales add up to a hundred rupees', () => {
    expect(dpOfSale(0n, 9_900n)).toBe(413n);
    expect(dpOfSale(9_900n, 100n)).toBe(2_360n - 413n);
  });

  it('is not due on a purchase or an intraday sale', () => {
    const dp = { soldEarlierTodayPaise: 0n };
    const terms = { plan: 'plan_b', day: TODAY, valuePaise: 1_000_000n, dp } as const;
    expect(chargesFor({ ...terms, side: 'buy', product: 'delivery' }).dp).toBe(0n);
    expect(chargesFor({ ...terms, side: 'sell', product: 'intraday' }).dp).toBe(0n);
  });
});

describe('the break-even price', () => {
  const position = fc.record({
    plan: fc.constantFrom(...PLANS),
    day: fc.constant(TODAY),
    product: fc.constantFrom('delivery', 'intraday'),
    quantity: fc.integer({ min: 1, max: 3_000 }),
    buyPricePaise: fc.bigInt({ min: 100n, max: 2_000_000n }),
    tickPaise: fc.constantFrom(1n, 5n, 10n),
  });

  it('is the lowest price on the grid that does not lose', () => {
    fc.assert(
      fc.property(position, (trip) => {
        const net = (sellPricePaise: bigint): bigint =>
          BigInt(trip.quantity) * (sellPricePaise - trip.buyPricePaise) -
          roundTripCharges({ ...trip, sellPricePaise }).total;
        const price = breakEvenSell(trip);
        expect(price % trip.tickPaise).toBe(0n);
        expect(net(price)).toBeGreaterThanOrEqual(0n);
        // Charges round, so the profit is not quite monotone: look at every lower price near it, not only at the next.
        for (let lower = 1n; lower <= 200n; lower += 1n) expect(net(price - lower * trip.tickPaise)).toBeLessThan(0n);
      }),
      { numRuns: 60 },
    );
  });

  it('of a position brings back its cost after the charges of the sale as booked', () => {
    const buy = { plan: 'plan_b', day: TODAY, product: 'delivery' } as const;
    const costPaise = 1_319_000n + chargesFor({ ...buy, side: 'buy', valuePaise: 1_319_000n }).total;
    const dp = { soldEarlierTodayPaise: 0n };
    const price = breakEvenFromCost({ ...buy, quantity: 10, costPaise, tickPaise: 10n, dp });
    const proceeds = (sellPaise: bigint): bigint =>
      10n * sellPaise - chargesFor({ ...buy, side: 'sell', valuePaise: 10n * sellPaise, dp }).total;
    expect(proceeds(price)).toBeGreaterThanOrEqual(costPaise);
    expect(proceeds(price - 10n)).toBeLessThan(costPaise);
  });
});

describe('a contract note', () => {
  it('rounds tax and duty once over all legs, brokerage per leg', () => {
    const delivery = { side: 'buy', product: 'delivery' } as const;
    const note = noteCharges({ plan: 'plan_b', day: TODAY }, [
      { ...delivery, valuePaise: 49_000n },
      { ...delivery, valuePaise: 49_000n },
    ]);
    expect(note).toMatchObject({ stt: 100n, brokerage: 1_000n }); // 0.49 and 0.49 are 0.98, a whole rupee
  });
});
