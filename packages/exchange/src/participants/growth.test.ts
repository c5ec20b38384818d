import { DIVIDENDS_PPM, expectedPpm, MARKET } from '@khara/rules';
import { describe, expect, test } from 'vitest';
import { smallSpec } from '../oracle/small-spec.ts';
import type { FactorState, InstrumentSpec, MarketSpec } from '../types.ts';
import { createSessionMarket, restoreSessionMarket } from '../market/market.ts';
import { Factors } from './factors.ts';

const VALUE = 1_000_000_000;
const STEPS = 24;

/** A share that the market does not move, and hardly anything else. */
const still = { ...smallSpec().instruments[0]!, betaMilli: 0, annualVolatilityBps: 1 };
const wide = (share: InstrumentSpec): InstrumentSpec => ({
  ...share,
  previousClose: VALUE / 1000,
  lower: 1,
  upper: VALUE,
});

const specOf = (share: InstrumentSpec, dayIndex: number, factorState?: FactorState): MarketSpec =>
  smallSpec({ dayIndex, steps: STEPS, instruments: [wide(share)], factorState });

/** The value after a day on the values alone, and what is carried on; `bps` an offer presses it by in the morning. */
function live(share: InstrumentSpec, dayIndex: number, before?: FactorState, bps?: number): FactorState {
  const factors = new Factors(specOf(share, dayIndex, before), [0]);
  if (bps !== undefined) factors.press(0, bps);
  for (let step = 0; step < STEPS; step++) factors.advance(step, 1);
  return factors.carryOver();
}

const valueIn = (state: FactorState): number => state.stocks['GIANT']!.value;

describe('what shares are worth', () => {
  test('earns the premium of the market by the beta of the share, and never less than is paid out as dividends', () => {
    const earned = valueIn(live(still, 0)) / VALUE - 1;
    expect(earned * 1e6).toBeCloseTo(DIVIDENDS_PPM, -1);
    expect(DIVIDENDS_PPM).toBeGreaterThan(50);
    expect(expectedPpm(500) * 2).toBe(MARKET.premiumPpm);
    const days = 20_000;
    let sum = 0;
    for (let day = 0; day < days; day++)
      sum += valueIn(live({ ...still, betaMilli: 1_000 }, day, { ...calm, stocks: {} })) / VALUE - 1;
    const ppm = (sum / days) * 1e6;
    // A day of the market alone deviates by 0.9 %: the mean of these by 65 ppm.
    expect(ppm).toBeGreaterThan(expectedPpm(1_000) - 200);
    expect(ppm).toBeLessThan(expectedPpm(1_000) + 200);
  });

  test('is pressed by an offer and comes back in sixty market days, less in one than a trade costs', () => {
    let [pressed, free] = [live(still, 0, undefined, -450), live(still, 0)];
    const below = [valueIn(pressed) / valueIn(free) - 1];
    for (let day = 1; day <= 61; day++) {
      [pressed, free] = [live(still, day, pressed), live(still, day, free)];
      below.push(valueIn(pressed) / valueIn(free) - 1);
    }
    expect(below[0]! * 10_000).toBeCloseTo(-450, 0);
    for (let day = 1; day <= 61; day++) {
      const back = (below[day]! - below[day - 1]!) * 10_000;
      expect(back).toBeLessThan(8);
      if (day <= 60) expect(back).toBeGreaterThan(5);
    }
    expect(Math.abs(below[60]! * 10_000)).toBeLessThan(15);
    expect(pressed.stocks['GIANT']).not.toHaveProperty('pressed');
  });

  test('comes back from offers that follow each other, too', () => {
    let [pressed, free] = [live(still, 0, undefined, -450), live(still, 0)];
    for (let day = 1; day <= 130; day++) {
      const bps = day === 3 || day === 40 ? -200 : undefined;
      [pressed, free] = [live(still, day, pressed, bps), live(still, day, free)];
    }
    expect(Math.abs(valueIn(pressed) / valueIn(free) - 1)).toBeLessThan(0.004);
    expect(pressed.stocks['GIANT']).not.toHaveProperty('pressed');
  });

  test('is never drawn up by an offer', () => {
    const market = createSessionMarket(smallSpec());
    expect(() => market.apply({ kind: 'shift_reference', instrument: 0, bps: 100, about: 'offer' })).toThrow('GIANT');
  });

  test('makes another day when an offer has pressed it', () => {
    const spec = smallSpec({ dayIndex: 1, factorState: createSessionMarket(smallSpec()).close().factorState });
    const { stocks } = spec.factorState!;
    const pressed = { ...stocks, GIANT: { ...stocks['GIANT']!, pressed: { ppm: 45_000, aDay: 750 } } };
    const other = { ...spec, factorState: { ...spec.factorState!, stocks: pressed } };
    const snapshot = createSessionMarket(other).snapshot();
    expect(() => restoreSessionMarket(spec, snapshot)).toThrow('another market day');
    const [whole, resumed] = [createSessionMarket(other), restoreSessionMarket(other, snapshot)];
    for (const market of [whole, resumed]) for (let step = 0; step < 100; step++) market.advance();
    expect(resumed.close()).toEqual(whole.close());
  });
});

const calm = { marketHeat: 1_000, sectorHeat: [1_000] } as const;
