import { describe, expect, it } from 'vitest';
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

describe('news of a day', () => {
  it('follows from the seed and the day, and from nothing else', () => {
    expect(dayOf(3)).toEqual(dayOf(3));
    expect(dayOf(4)).not.toEqual(dayOf(3));
    expect(dayOf(3, 6n)).not.toEqual(dayOf(3));
  });

  it('is about five companies a day, once each, in order, spread over the day, never one that is suspended', () => {
    const days = Array.from({ length: 400 }, (_, day) => dayOf(day));
    const all = days.flat();
    expect(all.length / days.length).toBeGreaterThan(4.4);
    expect(all.length / days.length).toBeLessThan(5.4);
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
