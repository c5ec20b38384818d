import { describe, expect, test } from 'vitest';
import { isFund, type Issuer } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { circuitStrategies } from './circuit-pushes.ts';
import { flowStrategies } from './flow-trades.ts';
import type { ScriptRun } from './script-days.ts';
import { newsStrategies } from './news-trades.ts';
import { mayEarn, type Strategy } from './strategy.ts';
import { pushingStrategies } from './push-and-rest.ts';
import { quotingStrategies } from './quote-inside.ts';
import { sweepStrategies } from './sweep-and-cover.ts';
import { thinStrategies } from './thin-shares.ts';

/** Shares of every size, the ten that trade least among them. */
const turnover = ({ referencePricePaise, averageDailyVolume }: Issuer) => referencePricePaise * averageDailyVolume;
const bySize = readUniverse()
  .issuers.filter((issuer) => !issuer.suspended && !isFund(issuer))
  .toSorted((a, b) => turnover(a) - turnover(b));
const issuers = bySize.filter((_, at) => at < 10 || at % 30 === 0);

/** As many steps of market each. Always the same days, so that what holds once holds always. */
const RUNS: readonly (readonly [string, Pick<ScriptRun, 'length' | 'days' | 'seed'>])[] = [
  ['120 s', { length: 120, days: 6, seed: 5n }],
  ['300 s', { length: 300, days: 3, seed: 5n }],
  ['900 s', { length: 900, days: 1, seed: 5n }],
];

/**
 * Lines that earn, or do not lose beyond doubt; where chance decides for want of trips, those that earn beyond doubt.
 */
const ENOUGH = 40;
const TOO_FEW = 4;
const earning = (strategies: readonly Strategy[]): readonly Strategy[] =>
  strategies.filter((line) =>
    line.trips > ENOUGH ? mayEarn(line) : line.trips >= TOO_FEW && line.meanBps - 2 * line.standardError > 0,
  );

/** Without `test:all` the shortest and the longest: a day between them is played with the same rules. */
const all = process.env['TESTS'] === 'all';
const ENDS = RUNS.filter(([name]) => all || name !== '300 s');

describe.each(ENDS)('in a day of %s', (_name, run) => {
  test('who sweeps a book and covers from the makers’ new quotes loses, whatever the size', () => {
    const strategies = sweepStrategies(issuers, run);
    expect(strategies.length).toBeGreaterThan(12);
    expect(earning(strategies)).toEqual([]);
  });

  test('who pushes a price to its limit and gives back what it took loses', () => {
    const strategies = circuitStrategies(issuers.slice(0, 12), run);
    expect(strategies.length).toBeGreaterThanOrEqual(2);
    expect(earning(strategies)).toEqual([]);
  });

  test('who pushes a price and leaves by orders that wait loses, however the push is prepared', () => {
    const strategies = pushingStrategies(issuers, run);
    expect(strategies.length).toBeGreaterThan(4);
    expect(earning(strategies)).toEqual([]);
  });

  test('who waits on both sides for others to trade does not even earn the charges', () => {
    const strategies = quotingStrategies(issuers, run);
    expect(strategies.length).toBeGreaterThan(6);
    expect(earning(strategies)).toEqual([]);
  });

  test('who pushes a thin share to its circuit, or waits where its makers are absent, loses', () => {
    const strategies = thinStrategies(issuers, { ...run, days: 2 * run.days });
    expect(strategies.length).toBeGreaterThan(3);
    expect(earning(strategies)).toEqual([]);
  });

  test('what others have just bought or sold tells nothing that pays', () => {
    expect(earning(flowStrategies(issuers, run))).toEqual([]);
  });
});

test('who trades on an article as it shows, or some steps later, loses: the makers have read it', () => {
  for (const [name, run] of RUNS) {
    const strategies = newsStrategies(issuers, { ...run, days: run.days + 4 });
    expect(earning(strategies)).toEqual([]);
    const trips = strategies.reduce((sum, line) => sum + line.trips, 0);
    const pooled = strategies.reduce((sum, line) => sum + line.meanBps * line.trips, 0) / trips;
    expect(trips, name).toBeGreaterThan(10);
    expect(pooled, name).toBeLessThan(0);
  }
});

test('in real hours a sweep loses too', () => {
  const strategies = sweepStrategies(bySize.slice(4, 6), { length: 'nse', days: 1, seed: 5n });
  expect(strategies.length).toBeGreaterThan(1);
  expect(earning(strategies)).toEqual([]);
});

test('in real hours, where orders that wait are filled best, neither pushes nor quotes earn', () => {
  const run = { length: 'nse', days: 1, seed: 5n } as const;
  const middle = bySize.filter((_, at) => at < 4 || at % 16 === 15);
  // Each of five shares is pushed more often than chance explains; quotes need six to be met at all.
  const pushed = all ? middle : bySize.filter((_, at) => at < 2 || at % 60 === 59);
  const pushes = pushingStrategies(pushed, run);
  for (const { trips } of pushes) expect(trips).toBeGreaterThan(ENOUGH);
  for (const strategies of [pushes, quotingStrategies(middle.slice(0, 6), run)]) {
    expect(strategies.length).toBeGreaterThan(4);
    expect(earning(strategies)).toEqual([]);
  }
});
