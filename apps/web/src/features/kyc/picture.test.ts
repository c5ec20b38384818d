import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FIRST_BAR, moveBar, scaleBar } from './picture.ts';

const part = fc.double({ min: -2, max: 2, noNaN: true });
const moves = fc.array(
  fc.oneof(
    fc.tuple(part, part).map(
      ([dx, dy]) =>
        (bar: typeof FIRST_BAR) =>
          moveBar(bar, dx, dy),
    ),
    fc.constantFrom(1.2, 1 / 1.2).map((by) => (bar: typeof FIRST_BAR) => scaleBar(bar, by)),
  ),
  { maxLength: 40 },
);

it('the bar stays on the picture and covers something, however it is dragged and sized', () => {
  fc.assert(
    fc.property(moves, (all) => {
      const bar = all.reduce((now, move) => move(now), FIRST_BAR);
      expect(bar.x).toBeGreaterThanOrEqual(0);
      expect(bar.y).toBeGreaterThanOrEqual(0);
      expect(bar.x + bar.width).toBeLessThanOrEqual(1 + 1e-9);
      expect(bar.y + bar.height).toBeLessThanOrEqual(1 + 1e-9);
      expect(bar.width * bar.height).toBeGreaterThan(0.002);
    }),
    { numRuns: 200 },
  );
});
