import { describe, expect, test } from 'vitest';
import { readUniverse } from '../../apps/server/src/adapters/universe-files.ts';
import { circuitStrategies } from './circuit-pushes.ts';
import { flowStrategies } from './flow-trades.ts';
import type { ScriptRun } from './script-days.ts';
import { mayEarn, type Strategy } from './strategy.ts';
import { sweepStrategies } from './sweep-and-cover.ts';

/** Shares of every size, the ten that trade least among them. */
const turnover = ({
  referencePricePaise,
  averageDailyVolume,
}: {
  referencePricePaise: number;
  averageDailyVolume: number;
}) => referencePricePaise * averageDailyVolume;
const bySize = readUniverse()
  .issuers.filter(({ suspended }) => !suspended)
  .toSorted((a, b) => turnover(a) - turnover(b));
const issuers = bySize.filter((_, at) => at < 10 || at % 20 === 0);

/** As many steps of market each. Always the same days, so that what holds once holds always. */
const RUNS: readonly (readonly [string, Pick<ScriptRun, 'length' | 'days' | 'seed'>])[] = [
  ['120 s', { length: 120, days: 9, seed: 5n }],
  ['300 s', { length: 300, days: 4, seed: 5n }],
  ['900 s', { length: 900, days: 1, seed: 5n }],
];

/** Lines that earn, or do not lose beyond doubt; of lines with so few trips that chance decides, those that earn beyond doubt. */
const FEW = 40;
const earning = (strategies: readonly Strategy[]): readonly Strategy[] =>
  strategies.filter((line) => (line.trips > FEW ? mayEarn(line) : line.meanBps - 2 * line.standardError > 0));

describe.each(RUNS)('in a day of %s', (_name, run) => {
  test('who sweeps a book and covers from the makers’ new quotes loses, whatever the size', () => {
    const strategies = sweepStrategies(issuers, run);
    expect(strategies.length).toBeGreaterThanOrEqual(20);
    expect(earning(strategies)).toEqual([]);
  });

  test('who pushes a price to its limit and gives back what it took loses', () => {
    const strategies = circuitStrategies(issuers.slice(0, 12), run);
    expect(strategies.length).toBeGreaterThanOrEqual(2);
    expect(earning(strategies)).toEqual([]);
  });

  test('what others have just bought or sold tells nothing that pays', () => {
    expect(earning(flowStrategies(issuers, run))).toEqual([]);
  });
});

test('in real hours a sweep loses too', () => {
  const strategies = sweepStrategies(bySize.slice(4, 6), { length: 'nse', days: 1, seed: 5n });
  expect(strategies.length).toBeGreaterThan(1);
  expect(earning(strategies)).toEqual([]);
});
