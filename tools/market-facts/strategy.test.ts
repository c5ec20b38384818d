import { expect, test } from 'vitest';
import { mayEarn, showStrategies, groupStrategies, summarizeStrategy } from './strategy.ts';

test('a strategy is judged by mean and standard error, and earns unless it loses beyond doubt', () => {
  const one = summarizeStrategy('sweep', '120 s', [-3, -1, -2, -2]);
  expect(one).toMatchObject({ trips: 4, meanBps: -2 });
  expect(one.standardError).toBeCloseTo(Math.sqrt(2 / 3 / 4), 12);
  expect(mayEarn(one)).toBe(false);
  expect(mayEarn(summarizeStrategy('sweep', '120 s', [-3, 1, -2, 0]))).toBe(true);
});

test('trips are grouped by their settings, in order of text', () => {
  const trips = [
    { settings: '400 %', bps: -1 },
    { settings: '25 %', bps: -2 },
    { settings: '400 %', bps: -3 },
  ];
  const strategies = groupStrategies('sweep', trips);
  expect(strategies.map(({ settings, trips: many }) => [settings, many])).toEqual([
    ['25 %', 1],
    ['400 %', 2],
  ]);
  expect(showStrategies(strategies)).toHaveLength(4);
});
