import { describe, expect, test } from 'vitest';
import { createMarket } from '../oracle/simple-market.ts';
import { SHARE, smallSpec } from '../oracle/small-spec.ts';
import type { FactorState, MarketSpec } from '../types.ts';

const TICK = 1;
const CLOSE = 100_00;
const [giant, tiny] = [smallSpec().instruments[SHARE.giant]!, smallSpec().instruments[SHARE.tiny]!];
const THIN = 0;
/** Some Rs 40 lakh a day in a band of 5 %, and a value as the night left it. */
const thinSpec = (value: number, changes: Partial<MarketSpec> = {}): MarketSpec => {
  const thin = {
    ...tiny,
    tick: TICK,
    previousClose: CLOSE,
    lower: CLOSE * 0.95,
    upper: CLOSE * 1.05,
    averageDailyVolume: 40_000,
    annualVolatilityBps: 4_500,
  };
  const factorState: FactorState = {
    marketHeat: 1000,
    sectorHeat: [1000, 1000, 1000],
    stocks: { [thin.code]: { value: value * 1000, heat: 1000 } },
  };
  return { ...smallSpec(changes), factorState, instruments: [thin] };
};
const SEEDS = Array.from({ length: 8 }, (_, at) => BigInt(at + 1));
const LOWER = CLOSE * 0.95;

const SALE = {
  kind: 'place',
  orderId: 1,
  accountKey: 1_000,
  instrument: THIN,
  side: 'sell',
  price: LOWER,
  quantity: 500,
  validity: 'day',
  market: false,
} as const;

describe('a thin share whose value fell below its band', () => {
  test('stands at its lower circuit without buyers, and a sale waits behind a queue, filled slowly or not today', () => {
    const filled = SEEDS.map((seed) => {
      const market = createMarket(thinSpec(CLOSE * 0.92, { seed }));
      for (let step = 0; step < 60; step++) market.advance();
      const { bid, ask } = market.quote(THIN);
      expect({ bid, ask }).toEqual({ bid: undefined, ask: LOWER }); // sellers alone
      const ahead = market.depth(THIN, 1).asks[0]!.quantity;
      expect(ahead).toBeGreaterThan(500);
      market.events.clear();
      market.apply(SALE);
      expect(market.events.orders.map(({ kind }) => kind)).toEqual(['accepted']); // nothing at once
      while (market.step < 600) market.advance();
      return 500 - (market.openOrder(1)?.remaining ?? 0);
    });
    expect(filled.filter((quantity) => quantity < 500).length).toBeGreaterThan(SEEDS.length / 2);
  });

  test('is left on the next day, whose band begins at the limit of this one', () => {
    const filled = SEEDS.map((seed) => {
      const spec = thinSpec(CLOSE * 0.94, { seed });
      const market = createMarket(spec);
      while (market.step < spec.steps) market.advance();
      const { closes, factorState } = market.close();
      const close = closes[THIN]!;
      const band = { lower: Math.ceil(close * 0.95), upper: Math.floor(close * 1.05) };
      const instruments = spec.instruments.map((share) => ({ ...share, previousClose: close, ...band }));
      const next = createMarket({ ...spec, dayIndex: 1, factorState, instruments });
      next.apply({ ...SALE, price: band.lower, quantity: 50 });
      while (next.step < 1_000) next.advance();
      return 50 - (next.openOrder(SALE.orderId)?.remaining ?? 0);
    });
    expect(filled.filter((quantity) => quantity === 50).length).toBeGreaterThanOrEqual(SEEDS.length / 2);
  });
});

/** Looks at a book with one side alone, or none, of all looks. */
const oneSided = (more: Partial<MarketSpec> = {}): number => {
  let seen = 0;
  for (const seed of SEEDS) {
    const market = createMarket({ ...thinSpec(CLOSE, { seed }), ...more });
    while (market.step < 1_500) {
      market.advance();
      if (market.step % 25 !== 0) continue;
      const { bid, ask } = market.quote(THIN);
      if (bid === undefined || ask === undefined) seen++;
    }
  }
  return seen / (SEEDS.length * 60);
};

describe('makers of a thin share', () => {
  test('are absent now and then, those of a large share never', () => {
    expect(oneSided()).toBeGreaterThan(0.03);
    expect(oneSided()).toBeLessThan(0.5);
    expect(oneSided({ instruments: [giant] })).toBe(0);
  });

  test('leave no gift to an order that waits in their place: no taker pays it more than they ask for', () => {
    for (const seed of SEEDS) {
      const market = createMarket(thinSpec(CLOSE, { seed }));
      for (let step = 0; step < 30; step++) market.advance();
      market.apply({ ...SALE, side: 'buy', quantity: 1_000 });
      for (let step = 0; step < 1_500; step++) {
        const was = market.openOrder(1)?.remaining;
        market.advance();
        if (market.openOrder(1)?.remaining === was) continue;
        // Who was filled at the lower limit bought what is worth about that.
        expect(market.quote(THIN).last).toBeLessThan(CLOSE * 0.97);
      }
    }
  });
});
