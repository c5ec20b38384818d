import { nextRegularDay } from '@khara/rules';
import { describe, expect, it } from 'vitest';
import { around, inPaise, inUsdt, rateOn, seedOfRate, stepRate, type Rate } from './conversion-rate.ts';

const RUNS = 400;
const DATES = 250;

const dates: string[] = [];
for (let day = '2026-11-23'; dates.length < DATES; day = nextRegularDay(day)) dates.push(day);

const keysOf = (run: number) => ({ installSecret: new Uint8Array(32).fill(run % 251).fill(run >> 8, 0, 16) });
/** Rates of the product for as many installations. */
const walks: readonly (readonly Rate[])[] = Array.from({ length: RUNS }, (_, run) => {
  const keys = keysOf(run);
  return dates.map((date) => rateOn(keys, date));
});
/** The same steps from another rate, as long. */
const walksFrom = (paise: bigint): readonly (readonly Rate[])[] =>
  Array.from({ length: RUNS }, (_, run) => {
    const keys = keysOf(run);
    let middle = paise;
    return dates.map((date) => around(date, (middle = stepRate(middle, date, seedOfRate(keys, date)))));
  });

/** Whether to have all in USDT on a date, by what was published up to it; undefined: as before. */
type Strategy = (middles: readonly number[]) => boolean | undefined;

const ONE_CRORE = 1_00_00_000_00n;
function resultOf(walk: readonly Rate[], strategy: Strategy): number {
  let [rupees, usdt] = [ONE_CRORE, 0n];
  const middles: number[] = [];
  for (const { middlePaise, buyPaise, sellPaise } of walk) {
    middles.push(Number(middlePaise));
    const wants = strategy(middles);
    if (wants === true && rupees > 0n) [rupees, usdt] = [0n, usdt + inUsdt(rupees, buyPaise)];
    if (wants === false && usdt > 0n) [rupees, usdt] = [rupees + inPaise(usdt, sellPaise), 0n];
  }
  return Number(rupees + inPaise(usdt, walk.at(-1)!.sellPaise) - ONE_CRORE) / Number(ONE_CRORE);
}

function meanOf(all: readonly (readonly Rate[])[], strategy: Strategy) {
  const results = all.map((walk) => resultOf(walk, strategy));
  const mean = results.reduce((sum, one) => sum + one, 0) / RUNS;
  const variance = results.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (RUNS - 1);
  return { mean, error: Math.sqrt(variance / RUNS) };
}

const last = (middles: readonly number[]) => middles.at(-1)!;
const change = (middles: readonly number[], days: number) =>
  middles.length > days ? last(middles) - middles.at(-1 - days)! : 0;

const thresholds = [8_400, 8_600, 8_700, 8_750, 8_800, 8_825, 8_850].flatMap((low) =>
  [8_850, 8_875, 8_900, 8_950, 9_000, 9_100, 9_300].flatMap((high): [string, Strategy][] => [
    [`cheap under ${low}, dear over ${high}`, (m) => (last(m) <= low ? true : last(m) >= high ? false : undefined)],
    [`the other way at ${low} and ${high}`, (m) => (last(m) >= high ? true : last(m) <= low ? false : undefined)],
  ]),
);
const trends = [1, 2, 5, 10, 20].flatMap((days) =>
  [0, 20, 60, 150].flatMap((by): [string, Strategy][] => [
    [
      `momentum of ${days} dates over ${by} paise`,
      (m) => (change(m, days) > by ? true : change(m, days) < -by ? false : undefined),
    ],
    [
      `reversal of ${days} dates over ${by} paise`,
      (m) => (change(m, days) < -by ? true : change(m, days) > by ? false : undefined),
    ],
  ]),
);
/** A gain taken as soon as there is one after both spreads: it wins often, and waits for ever when it does not. */
const takesGains = [100, 150, 300].map((bps): [string, Strategy] => {
  let bought: number | undefined;
  return [
    `a gain of ${bps} basis points is taken`,
    (m) => {
      if (m.length === 1) bought = undefined;
      if (bought === undefined) return ((bought = last(m)), true);
      if (last(m) < bought * (1 + bps / 10_000)) return undefined;
      return ((bought = undefined), false);
    },
  ];
});

const seed = (n: number) => new Uint8Array(32).fill(n % 256).fill(n >> 8, 0, 8);

describe('the rate of USDT', () => {
  it.each([...thresholds, ...trends, ...takesGains])('gains nothing for a member by rule: %s', (_rule, strategy) => {
    const { mean, error } = meanOf(walks, strategy);
    expect(mean).toBeLessThanOrEqual(error);
  });

  it.each([4_010n, 4_300n, 19_900n])('has no drift where its limits are near: begun at %i paise', (from) => {
    const near = walksFrom(from);
    const level = Number(from);
    const rules: readonly Strategy[] = [
      () => true,
      (m) => (last(m) <= level ? true : last(m) >= level * 1.02 ? false : undefined),
      (m) => (last(m) >= level ? true : last(m) <= level * 0.98 ? false : undefined),
      (m) => (change(m, 1) > 0 ? true : change(m, 1) < 0 ? false : undefined),
      (m) => (change(m, 1) < 0 ? true : change(m, 1) > 0 ? false : undefined),
    ];
    for (const rule of rules) {
      const { mean, error } = meanOf(near, rule);
      expect(mean).toBeLessThanOrEqual(error);
    }
    expect(near.flat().every(({ middlePaise }) => middlePaise >= 4_000n && middlePaise <= 20_000n)).toBe(true);
  });

  it('steps up as often as down, by at most half a per cent, and rests at a limit', () => {
    const steps = Array.from({ length: 20_000 }, (_, n) => Number(stepRate(8_850n, '2026-11-23', seed(n))) - 8_850);
    const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
    expect(Math.abs(mean)).toBeLessThan(3 * (26 / Math.sqrt(steps.length)));
    expect([Math.min(...steps), Math.max(...steps)]).toEqual([-44, 44]);
    for (const limit of [4_000n, 20_000n]) expect(stepRate(limit, '2026-11-23', seed(1))).toBe(limit);
  });

  it('is the same in whatever order its dates are asked for', () => {
    const keys = keysOf(77);
    const some = dates.filter((_, at) => at % 31 === 0);
    const forward = some.map((date) => rateOn(keys, date));
    const fresh = keysOf(77);
    expect(some.toReversed().map((date) => rateOn(fresh, date))).toEqual(forward.toReversed());
  });
});
