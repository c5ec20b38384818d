import { describe, expect, test } from 'vitest';
import { createMarket, restoreMarket } from '../oracle/simple-market.ts';
import { SHARE, smallSpec } from '../oracle/small-spec.ts';
import type { MarketSpec } from '../types.ts';
import { entitlementValue } from './entitlement-value.ts';

const PRICE = 140_00;
const CLOSE = 44_47;
const RE = smallSpec().instruments.length;
/** Entitlements of LARGE, which stands at 184.47, for new shares at 140. */
const spec = (seed: bigint, days = 5): MarketSpec => {
  const { instruments, ...day } = smallSpec({ seed });
  const large = instruments[SHARE.large]!;
  const entitlements = {
    ...large,
    code: 'LARGE-RE',
    previousClose: CLOSE,
    lower: Math.ceil(CLOSE * 0.6),
    upper: Math.floor(CLOSE * 1.4),
    averageDailyVolume: 4_000_000,
    betaMilli: large.betaMilli * 4,
    annualVolatilityBps: large.annualVolatilityBps * 4,
    entitlement: { share: SHARE.large, price: PRICE, days },
  };
  return { ...day, instruments: [...instruments, entitlements] };
};

describe('an entitlement', () => {
  test('is worth what its share is above the price of a new one, and a little at that price', () => {
    expect(entitlementValue(200_00, { price: 140_00, days: 5 }, 0.015)).toBeCloseTo(60_11, -2);
    // Bachelier.
    expect(entitlementValue(140_00, { price: 140_00, days: 4 }, 0.01)).toBeCloseTo(0.4 * 140_00 * 0.01 * 2, 0);
    expect(entitlementValue(100_00, { price: 140_00, days: 5 }, 0.015)).toBeLessThan(25);
    expect(entitlementValue(50_00, { price: 140_00, days: 1 }, 0.015)).toBeGreaterThanOrEqual(0);
  });

  test('follows its share through the day, and a day that is restored goes on as the first', () => {
    const day = spec(11n);
    const market = createMarket(day);
    let [widest, steps] = [0, 0];
    while (market.step < 900) {
      market.advance();
      const [own, share] = [market.quote(RE), market.quote(SHARE.large)];
      if (!own.bid || !own.ask || !share.bid || !share.ask) continue;
      const worth = (share.bid + share.ask) / 2 - PRICE;
      widest = Math.max(widest, Math.abs((own.bid + own.ask) / 2 - worth) / worth);
      steps += 1;
    }
    expect(steps).toBeGreaterThan(800);
    expect(widest).toBeLessThan(0.05);
    expect(market.quote(RE).volume).toBeGreaterThan(0);
    const other = restoreMarket(day, market.snapshot());
    for (let step = 0; step < 50; step++) {
      market.advance();
      other.advance();
    }
    expect(other.hash()).toBe(market.hash());
  });
});
