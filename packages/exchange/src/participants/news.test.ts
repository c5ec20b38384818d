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
  newsOfDay(
    { seed, dayIndex, instruments: many.map((one, at) => ({ ...one, hasResults: at % 63 === dayIndex % 63 })) },
    100,
    2_900,
  );

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

  it('has results of the companies that publish on the day, and of no other', () => {
    for (let day = 0; day < 126; day += 1) {
      const results = dayOf(day).filter(({ about }) => about.startsWith('results'));
      const due = [...many.keys()].filter((at) => at % 63 === day % 63 && many[at]!.tradable);
      expect(results.map(({ instrument }) => instrument).toSorted((a, b) => a - b)).toEqual(due);
      for (const { about, results: draw } of results) expect(about === 'results_above').toBe(draw!.surprise >= 0);
    }
  });

  it('moves a value by results with the surprise more often than against it, and not always', () => {
    const results = Array.from({ length: 4_000 }, (_, day) => dayOf(day)).flatMap((news) =>
      news.flatMap(({ results: draw, bps }) => (draw ? [{ ...draw, bps }] : [])),
    );
    const along = results.filter(({ surprise, bps }) => surprise * bps > 0).length / results.length;
    expect(along).toBeGreaterThan(0.66);
    expect(along).toBeLessThan(0.76);
    const mean = results.reduce((sum, { bps }) => sum + bps, 0) / results.length;
    expect(Math.abs(mean)).toBeLessThan(8);
  });

  it('moves a value by more the larger its figure', () => {
    const upgrades = Array.from({ length: 400 }, (_, day) => dayOf(day))
      .flat()
      .filter(({ about }) => about === 'upgrade');
    const sorted = upgrades.toSorted((a, b) => a.figure - b.figure).map(({ bps }) => bps);
    expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
  });

  it('is good as often as bad, and moves a value by up to 1.2 usual days where it is no result', () => {
    const all = Array.from({ length: 400 }, (_, day) => dayOf(day)).flat();
    const good = all.filter(({ bps }) => bps > 0);
    expect(good.length / all.length).toBeGreaterThan(0.45);
    expect(good.length / all.length).toBeLessThan(0.55);
    const usualDay = 3_000 / 15.81;
    const others = all.filter(({ results }) => results === undefined);
    const sizes = others.map(({ bps }) => Math.abs(bps) / usualDay);
    expect(Math.min(...sizes)).toBeGreaterThan(0.28);
    expect(Math.max(...sizes)).toBeLessThan(1.22);
    for (const { about, bps } of others) expect(bps > 0).toBe(['order_won', 'upgrade', 'expansion'].includes(about));
  });
});
