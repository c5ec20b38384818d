import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle } from './candles.ts';
import { computeLines, INDICATOR_IDS, usualSettings, type IndicatorId } from './indicators.ts';

/** Candles of these closes, with as much room above and below. */
const of = (...closes: readonly number[]): readonly Candle[] =>
  closes.map((close, at) => ({ t: at * 60_000, open: close, high: close + 1, low: close - 1, close, volume: 10 }));
const lines = (id: IndicatorId, candles: readonly Candle[], ...settings: readonly number[]) =>
  computeLines(candles, { id, settings });
const none = undefined;

/** To nine places. */
function expectNear(found: readonly (number | undefined)[] | undefined, wanted: readonly (number | undefined)[]) {
  expect(found?.map((value) => value !== undefined)).toEqual(wanted.map((value) => value !== undefined));
  wanted.forEach((value, at) => value !== undefined && expect(found![at]).toBeCloseTo(value, 9));
}

describe('an indicator, worked by hand', () => {
  it('MA is the mean of the last closes', () => {
    expectNear(lines('ma', of(1, 2, 6, 4), 3)[0], [none, none, 3, 4]);
  });

  it('EMA begins with the mean of the first and moves 2 / (n + 1) of the way', () => {
    expectNear(lines('ema', of(1, 2, 6, 5, 9), 3)[0], [none, none, 3, 4, 6.5]);
  });

  it("VWAP is the day's, and begins anew with the day", () => {
    const day = 86_400_000;
    const candles = [
      { t: 0, open: 10, high: 12, low: 9, close: 12, volume: 100 }, // 11
      { t: 60_000, open: 12, high: 15, low: 12, close: 15, volume: 300 }, // 14
      { t: day, open: 20, high: 22, low: 20, close: 21, volume: 0 },
      { t: day + 60_000, open: 20, high: 21, low: 18, close: 21, volume: 5 }, // 20
    ];
    expectNear(lines('vwap', candles)[0], [11, 13.25, none, 20]);
  });

  it("BOLL has the population's deviation", () => {
    // 2, 4, 6: mean 4, squares 4 + 0 + 4, deviation √(8 / 3).
    const [upper, middle, lower] = lines('boll', of(2, 4, 6), 3, 2);
    expectNear(upper, [none, none, 4 + 2 * Math.sqrt(8 / 3)]);
    expectNear(middle, [none, none, 4]);
    expectNear(lower, [none, none, 4 - 2 * Math.sqrt(8 / 3)]);
  });

  it("RSI is Wilder's", () => {
    // Gains 2, 0, 3 | losses 0, 1, 0: means 5/3 and 1/3. Then -2: 10/9 and 8/9. Then +4: 56/27 and 16/27.
    expectNear(lines('rsi', of(10, 12, 11, 14, 12, 16), 3)[0], [none, none, none, 500 / 6, 1000 / 18, 700 / 9]);
    expectNear(lines('rsi', of(5, 5, 5), 2)[0], [none, none, 50]);
  });

  it('RSI has the figures that StockCharts ChartSchool publishes for its example', () => {
    const closes = [
      44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328,
      45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439,
    ];
    const found = lines('rsi', of(...closes), 14)[0]!.slice(14);
    [70.53, 66.32, 66.55, 69.41, 66.36, 57.97].forEach((value, at) => expect(found[at]).toBeCloseTo(value, 2));
  });

  it('MACD has bars of DIF less DEA, once', () => {
    // EMA 2: 1.5, 2.5, 3.5, 6.5; EMA 3: 2, 3, 5.5. DIF 0.5, 0.5, 1. DEA of 2: 0.5, 0.5 + 2/3 × 0.5.
    const [dif, dea, bars] = lines('macd', of(1, 2, 3, 4, 8), 2, 3, 2);
    expectNear(dif, [none, none, 0.5, 0.5, 1]);
    expectNear(dea, [none, none, none, 0.5, 0.5 + 1 / 3]);
    expectNear(bars, [none, none, none, 0, 1 / 6]);
  });

  it('Stochastic is the place in the range, smoothed, and its mean', () => {
    // Ranges of two candles: 1 below the lower close to 1 above the higher one.
    const [k, d] = lines('stoch', of(10, 12, 11, 15), 2, 1, 2);
    expectNear(k, [none, 75, 100 / 3, 500 / 6]);
    expectNear(d, [none, none, (75 + 100 / 3) / 2, (100 / 3 + 500 / 6) / 2]);
    expectNear(lines('stoch', [{ t: 0, open: 5, high: 5, low: 5, close: 5, volume: 1 }], 1, 1, 1)[0], [50]);
  });

  it('OBV adds the volume of a rise and takes that of a fall', () => {
    expectNear(lines('obv', of(5, 6, 6, 4, 7))[0], [0, 10, 10, 0, 10]);
  });

  it("ATR is Wilder's mean of true ranges, which begin with the second candle", () => {
    // From the close before: 12 to 9 → 3, 16 to 11 → 5 (from 11), 15 to 12 → 4 (from 16).
    const candles = [
      { t: 0, open: 10, high: 11, low: 9, close: 10, volume: 1 },
      { t: 1, open: 10, high: 12, low: 9, close: 11, volume: 1 },
      { t: 2, open: 14, high: 16, low: 14, close: 16, volume: 1 },
      { t: 3, open: 14, high: 15, low: 12, close: 13, volume: 1 },
    ];
    expectNear(lines('atr', candles, 2)[0], [none, none, 4, 4]);
  });

  it('SAR follows a rise, stays out of the last two candles, and turns when it is met', () => {
    // Up from 9: extreme 12, then 9 + 0.02 × 3 held below both lows, then the fall meets it: the extreme, 14.
    const candles = of(10, 11, 13, 8);
    expectNear(lines('sar', candles, 0.02, 0.2)[0], [none, 9, 9, 14]);
  });
});

describe('every indicator', () => {
  const candle = fc.record({
    low: fc.integer({ min: 1, max: 500 }),
    room: fc.integer({ min: 0, max: 50 }),
    close: fc.nat({ max: 100 }),
    volume: fc.nat({ max: 1000 }),
  });
  const history = fc.array(candle, { maxLength: 60 }).map((all) =>
    all.map(({ low, room, close, volume }, at): Candle => {
      const last = low + (room * close) / 100;
      return { t: at * 60_000, open: low, high: low + room, low, close: last, volume };
    }),
  );

  it.each(INDICATOR_IDS)('%s knows nothing of what comes, and is finite', (id) => {
    fc.assert(
      fc.property(history, fc.nat({ max: 60 }), (candles, cut) => {
        const settings = usualSettings(id);
        const whole = computeLines(candles, { id, settings });
        const before = computeLines(candles.slice(0, cut), { id, settings });
        for (const [at, line] of before.entries()) {
          expect(line).toEqual(whole[at]!.slice(0, cut));
          for (const value of line) expect(value === undefined || Number.isFinite(value)).toBe(true);
        }
      }),
    );
  });

  it('keeps within its own bounds: RSI and Stochastic from 0 to 100', () => {
    fc.assert(
      fc.property(history, (candles) => {
        for (const id of ['rsi', 'stoch'] as const)
          for (const line of computeLines(candles, { id, settings: usualSettings(id) }))
            for (const value of line)
              if (value !== undefined) expect(value).toSatisfy((v: number) => v >= -1e-9 && v <= 100 + 1e-9);
      }),
    );
  });
});
