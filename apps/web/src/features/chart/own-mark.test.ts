import { expect, it } from 'vitest';
import { leastCovering } from './label-place.ts';
import { createMarks, ownRings, ringExtents } from './own-mark.ts';

const MINUTE = 60_000;
const bars = Array.from({ length: 10 }, (_, at) => ({
  timestamp: at * MINUTE,
  open: 50,
  high: 60,
  low: 40,
  close: 55,
}));
/** Of 10 px a candle, and a px a rupee from 100 downwards. */
const axes = {
  chart: { getVisibleRange: () => ({ from: 0, to: 10 }), getDataList: () => bars },
  xAxis: { convertToPixel: (index: number) => index * 10 },
  yAxis: { convertToPixel: (price: number) => 100 - price },
} as unknown as Parameters<typeof ownRings>[0];
const bought = createMarks([{ t: 8 * MINUTE, side: 'buy', quantity: 1, price: '50.00' }]);
const settings = { theme: { textSize: 10 }, marks: bought };

it('the mark of a buy stands under its candle, and words of the chart beside it', () => {
  const rings = ownRings(axes, settings, 200);
  expect(rings).toEqual([{ x: 80, y: 72, radius: 8, side: 'buy' }]);
  const sides = { top: 64, bottom: 80 };
  expect(ringExtents(rings)).toEqual([72, 80, 88].map((x) => ({ x, ...sides })));
  const right = { left: 50, top: 64, width: 45, height: 16 };
  const left = { ...right, left: 0 };
  expect(leastCovering([right, left], [])).toBe(right);
  expect(leastCovering([right, left], ringExtents(rings))).toBe(left);
});
