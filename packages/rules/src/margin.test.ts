import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coveredPrice,
  coveringMargin,
  intradayMargin,
  marginPrices,
  marginRate,
  marginStanding,
  varianceAfter,
} from './margin.ts';

const positions = fc.record({
  quantity: fc.integer({ min: 1, max: 100_000 }).chain((shares) => fc.constantFrom(shares, -shares)),
  price: fc.bigInt({ min: 100n, max: 10_000_00n }),
  rateBps: fc.integer({ min: 2000, max: 10_000 }),
  takenPercent: fc.bigInt({ min: 0n, max: 100n }),
});

const varianceOf = (percent: bigint): bigint => (percent * 10_000n) ** 2n;

describe('the margin rate of a share', () => {
  // Deviation of a day in per cent, mean turnover in paise, days of a hundred with trades.
  it.each([
    ['a calm liquid share has the least of its group', 1n, 1_000_000_00_00n, 100, [1, 900, 350, 2000]],
    ['a wild liquid share has six deviations', 4n, 1_000_000_00_00n, 100, [1, 2400, 350, 2750]],
    ['a share of thin turnover has the least of group II', 1n, 50_000_00n, 100, [2, 2150, 500, 2650]],
    ['a wild one of group II has six deviations', 5n, 50_000_00n, 100, [2, 3000, 500, 3500]],
    ['a share that hardly trades has the fixed rate of group III', 1n, 1_000_000_00_00n, 79, [3, 5000, 500, 5500]],
    ['however wild it is', 12n, 1_000_000_00_00n, 79, [3, 5000, 500, 5500]],
    ['no rate is over the whole value', 20n, 1_000_000_00_00n, 80, [1, 10_000, 350, 10_000]],
  ] as const)('%s', (_, deviation, meanTurnoverPaise, tradedDays, expected) => {
    const dailyVariance = varianceOf(deviation);
    const facts = { dailyVariance, days: 100, tradedDays, meanTurnoverPaise };
    const { group, varBps, elmBps, rateBps } = marginRate(facts, '2026-11-23');
    expect([group, varBps, elmBps, rateBps]).toEqual(expected);
  });
});

describe('a margin call', () => {
  it('comes at the first price that takes so much, and at no better one', () => {
    fc.assert(
      fc.property(positions, ({ quantity, price, rateBps, takenPercent }) => {
        const costPaise = BigInt(Math.abs(quantity)) * price;
        const margin = intradayMargin(costPaise, rateBps);
        const position = { quantity, costPaise, rateBps, heldPaise: margin - (margin * takenPercent) / 100n };
        const { callPaise, squareOffPaise } = marginPrices(position);
        const better = quantity > 0 ? 1n : -1n;
        expect(marginStanding(position, callPaise).isCalled).toBe(true);
        expect(marginStanding(position, callPaise + better).isCalled).toBe(false);
        expect(marginStanding(position, squareOffPaise).isSquaredOff).toBe(true);
        expect(marginStanding(position, squareOffPaise + better).isSquaredOff).toBe(false);
      }),
    );
  });
});

describe('the variance of a share', () => {
  it('stays where each day moves by its deviation, and falls where nothing moves', () => {
    const daily = 400_000_000n;
    expect(varianceAfter(daily, { base: 100_000, close: 102_000 })).toBe(daily);
    expect(varianceAfter(daily, { base: 100_000, close: 100_000 })).toBe((daily * 995n) / 1000n);
  });
});

describe('a covering margin', () => {
  const held = fc.record({
    shares: fc.integer({ min: 1, max: 100_000 }),
    lower: fc.integer({ min: 100, max: 1_000_000 }),
    widthBps: fc.integer({ min: 200, max: 6_000 }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    to: fc.double({ min: 0, max: 1, noNaN: true }),
    rateBps: fc.integer({ min: 2_000, max: 10_000 }),
    isLong: fc.boolean(),
  });
  it('pays every loss inside the band, wherever in it the position was opened and is closed', () => {
    fc.assert(
      fc.property(held, ({ shares, lower, widthBps, at, to, rateBps, isLong }) => {
        const upper = lower + Math.floor((lower * widthBps) / 10_000);
        const price = (part: number) => BigInt(lower + Math.round((upper - lower) * part));
        const n = BigInt(shares);
        const valuePaise = n * price(at);
        const quantity = isLong ? shares : -shares;
        const margin = coveringMargin({ quantity, valuePaise }, { rateBps, band: { lower, upper } });
        const closed = n * price(to);
        const loss = isLong ? valuePaise - closed : closed - valuePaise;
        expect(margin - loss).toBeGreaterThanOrEqual(closed / 1_000n - n);
        expect(margin).toBeGreaterThanOrEqual(intradayMargin(valuePaise, rateBps));
        const covered = coveredPrice({ quantity, costPaise: valuePaise, heldPaise: margin });
        if (isLong) expect(covered).toBeLessThanOrEqual(BigInt(lower));
        else expect(covered).toBeGreaterThanOrEqual(BigInt(upper));
      }),
    );
  });
});
