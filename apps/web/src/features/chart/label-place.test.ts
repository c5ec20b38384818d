import { expect, it } from 'vitest';
import { leastCovering, type CandleExtent } from './label-place.ts';

const AT_RIGHT = { left: 200, top: 90, width: 100, height: 17 };
const AT_LEFT = { ...AT_RIGHT, left: 0 };
const candle = (x: number, top: number, bottom: number): CandleExtent => ({ x, top, bottom });

it('words stand at the right while no candle is there, and otherwise where they cover fewer', () => {
  const far = [candle(10, 20, 60), candle(250, 120, 180)];
  expect(leastCovering([AT_RIGHT, AT_LEFT], far)).toBe(AT_RIGHT);
  expect(leastCovering([AT_RIGHT, AT_LEFT], [...far, candle(290, 80, 95)])).toBe(AT_LEFT);
  expect(leastCovering([AT_RIGHT, AT_LEFT], [candle(290, 80, 95), candle(50, 60, 200), candle(60, 91, 92)])).toBe(
    AT_RIGHT,
  );
});
