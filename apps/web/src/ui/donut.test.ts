import { expect, it } from 'vitest';
import { ringSlices } from './donut.tsx';

const ends = (weights: readonly number[]) => ringSlices(weights).map(({ start, length }) => start + length);

it('parts of a ring are as long as their weights, with one gap after each', () => {
  const [half, quarter, nothing, last] = ringSlices([2, 1, 0, 1]);
  expect(half!.length / quarter!.length).toBeCloseTo(2);
  expect(quarter!.length).toBeCloseTo(last!.length);
  expect(nothing!.length).toBe(0);
  const gap = quarter!.start - (half!.start + half!.length);
  expect(gap).toBeGreaterThan(0);
  expect(last!.start - ends([2, 1, 0, 1])[1]!).toBeCloseTo(gap);
  expect(1 - ends([2, 1, 0, 1])[3]! + half!.start).toBeCloseTo(gap);
});

it('a part alone is a whole ring, what is owed is none, and nothing draws nothing', () => {
  expect(ringSlices([0, 7, -3])[1]).toEqual({ start: 0, length: 1 });
  expect(ringSlices([0, 7, -3])[2]!.length).toBe(0);
  expect(ringSlices([0, 0]).map(({ length }) => length)).toEqual([0, 0]);
});
