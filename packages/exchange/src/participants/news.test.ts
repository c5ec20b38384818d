import { describe, expect, it } from 'vitest';
import { createSessionMarket } from '../market/market.ts';
import { smallSpec } from '../oracle/small-spec.ts';
import { newsOfDay } from './news.ts';

const spec = smallSpec();
const many = Array.from({ length: 240 }, (_, at) => ({
  ...spec.instruments[0]!,
  code: `S${at}`,
  tradable: at % 60 !== 7,
  annualVolatilityBps: 3_000,
}));
const dayOf = (dayIndex: number, seed: bigint | Uint8Array = 5n) =>
  newsOfDay({ seed, dayIndex, instruments: many }, 100, 2_900);

/** The calendar of half a year of market days. */
const resultsOf = (seed: bigint) =>
  Array.from({ length: 126 }, (_, day) => dayOf(day, seed))
    .flatMap((news, day) =>
      news.filter(({ about }) => about.startsWith('results')).map(({ instrument }) => `${instrument} on ${day}`),
    )
    .toSorted();

describe('news in the market', () => {
  const SMALLEST = 6; // shares of smallSpec, three sectors in turn
  const valuesAfter = (steps: number, seed: bigint, bps?: number): readonly number[] => {
    const market = createSessionMarket(smallSpec({ seed, steps: 1_000 }));
    if (bps !== undefined) market.apply({ kind: 'shift_reference', instrument: 0, bps, about: 'news' });
    for (let step = 0; step < steps; step++) market.advance();
    const { stocks } = market.close().factorState;
    return smallSpec()
      .instruments.slice(0, SMALLEST)
      .map(({ code }) => stocks[code]!.value);
  };
  const movedBy = (steps: number, seed: bigint, bps: number): readonly number[] => {
    const quiet = valuesAfter(steps, seed);
    return valuesAfter(steps, seed, bps).map((value, share) => (value / quiet[share]! - 1) * 10_000);
  };

  it('moves its sector by a tenth, and no other share', () => {
    const moved = movedBy(0, 3n, 200);
    expect(moved[0]).toBeCloseTo(197, 1); // the rest is to come
    expect(moved[3]).toBeCloseTo(20, 1);
    for (const share of [1, 2, 4, 5]) expect(moved[share]).toBe(0);
  });

  it('goes on for some minutes, as often back as on, by less than a trip there and back costs', () => {
    const later = Array.from({ length: 24 }, (_, at) => movedBy(400, BigInt(at + 1), -200)[0]!);
    const drifts = later.map((moved) => -moved - 197);
    expect(Math.max(...drifts)).toBeGreaterThan(12);
    expect(Math.min(...drifts)).toBeLessThan(-6);
    expect(Math.abs(drifts.reduce((sum, each) => sum + each, 0) / drifts.length)).toBeLessThan(10);
  });
});

describe('news of a day', () => {
  it('follows from the seed and the day, and from nothing else', () => {
    expect(dayOf(3)).toEqual(dayOf(3));
    expect(dayOf(4)).not.toEqual(dayOf(3));
    expect(dayOf(3, 6n)).not.toEqual(dayOf(3));
  });

  it('is about six companies a day, once each, in order, spread over the day, never one that is suspended', () => {
    const days = Array.from({ length: 400 }, (_, day) => dayOf(day));
    const all = days.flat();
    expect(all.length / days.length).toBeGreaterThan(5);
    expect(all.length / days.length).toBeLessThan(6.5);
    for (const news of days) {
      expect(new Set(news.map(({ instrument }) => instrument)).size).toBe(news.length);
      expect(news.map(({ step }) => step)).toEqual(news.map(({ step }) => step).sort((a, b) => a - b));
    }
    expect(all.every(({ instrument }) => many[instrument]!.tradable)).toBe(true);
    const early = all.filter(({ step }) => step < 1_500).length / all.length;
    expect(early).toBeGreaterThan(0.45);
    expect(early).toBeLessThan(0.55);
    expect(all.every(({ step, figure }) => step >= 100 && step < 2_900 && figure >= 0 && figure < 100)).toBe(true);
  });

  it('publishes results by a known calendar: each company once a quarter, on the same day whatever the seed', () => {
    expect(resultsOf(5n)).toEqual(resultsOf(6n));
    const tradable = many.filter(({ tradable: is }) => is).length;
    expect(resultsOf(5n)).toHaveLength(2 * tradable);
    expect(new Set(resultsOf(5n).map((one) => one.split(' ')[0])).size).toBe(tradable);
  });

  it('moves a value by more the larger its figure', () => {
    const upgrades = Array.from({ length: 400 }, (_, day) => dayOf(day))
      .flat()
      .filter(({ about }) => about === 'upgrade');
    const sorted = upgrades.toSorted((a, b) => a.figure - b.figure).map(({ bps }) => bps);
    expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
  });

  it('is good as often as bad, and moves a value by up to two usual days', () => {
    const all = Array.from({ length: 400 }, (_, day) => dayOf(day)).flat();
    const good = all.filter(({ bps }) => bps > 0);
    expect(good.length / all.length).toBeGreaterThan(0.45);
    expect(good.length / all.length).toBeLessThan(0.55);
    const usualDay = 3_000 / 15.81;
    const sizes = all.map(({ bps }) => Math.abs(bps) / usualDay);
    expect(Math.min(...sizes)).toBeGreaterThan(0.28);
    expect(Math.max(...sizes)).toBeLessThan(2.02);
    for (const { about, bps } of all)
      expect(bps > 0).toBe(['results_above', 'order_won', 'upgrade', 'expansion'].includes(about));
  });
});
