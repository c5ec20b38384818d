import { expect, it } from 'vitest';
import { sparkShape } from './spark-shape.ts';

it('a sparkline goes from the left edge to its dot, and from the lowest price to the highest', () => {
  const shape = sparkShape(['10.00', '20.00', '15.00'], '12.50', 64, 28);
  expect(shape).toEqual({
    base: 19.5,
    line: 'M1 25L31.5 3L62 14',
    fill: 'M1 25L31.5 3L62 14L62 19.5L1 19.5Z',
    end: { x: 62, y: 14 },
  });
});

it('of one price there is none, and one that never moved is flat', () => {
  expect(sparkShape(['10.00'], '10.00', 64, 28)).toBeUndefined();
  expect(sparkShape(['10.00', '10.00'], undefined, 64, 28)?.line).toBe('M1 25L62 25');
});
