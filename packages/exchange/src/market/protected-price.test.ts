import { expect, test } from 'vitest';
import { protectedPrice } from './protected-price.ts';

const far = { lower: 1, upper: 1_000_000_00 };

test.each([
  ['2 % up to Rs 100', 'buy', 100_00, 1, 102_00],
  ['2 % up to Rs 100', 'sell', 100_00, 1, 98_00],
  ['1 % from a paisa above', 'buy', 100_01, 1, 101_01],
  ['1 % up to Rs 1,000', 'buy', 1_000_00, 5, 1_010_00],
  ['0.5 % above', 'sell', 1_000_10, 10, 995_10],
  ['towards the last price on the tick', 'buy', 1_325_40, 10, 1_332_00],
  ['towards the last price on the tick', 'sell', 1_325_40, 10, 1_318_80],
  ['one tick at least', 'buy', 30, 1, 31],
] as const)('protection: %s (%s at %d)', (_what, side, last, tick, expected) => {
  expect(protectedPrice(side, last, tick, far.lower, far.upper)).toBe(expected);
});

test('protection stays inside the band', () => {
  expect(protectedPrice('buy', 109_50, 1, 90_00, 110_00)).toBe(110_00);
  expect(protectedPrice('sell', 90_50, 1, 90_00, 110_00)).toBe(90_00);
});
