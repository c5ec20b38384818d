import { expect, it } from 'vitest';
import { movedTo, WHOLE, zoomedTo, type View } from './picture-view.tsx';

const BOX = { width: 400, height: 600 };
const MIDDLE = { x: 0, y: 0 };

it.each([
  [0.2, 1],
  [1, 1],
  [2.5, 2.5],
  [4, 4],
  [9, 4],
])('asked for a zoom of %f it zooms to %f', (asked, scale) => {
  expect(zoomedTo(WHOLE, asked, MIDDLE, BOX).scale).toBe(scale);
});

it('what lies under the fingers stays under them', () => {
  const point = { x: 90, y: -120 };
  const under = ({ scale, x, y }: View) => ({ x: (point.x - x) / scale, y: (point.y - y) / scale });
  const closer = zoomedTo(WHOLE, 3, point, BOX);
  expect(under(closer)).toEqual(under(WHOLE));
  expect(under(zoomedTo(closer, 2, point, BOX)).x).toBeCloseTo(under(WHOLE).x);
});

it('a picture that is seen whole cannot be moved, a larger one to its edges', () => {
  expect(movedTo(WHOLE, { x: 80, y: -80 }, BOX)).toMatchObject({ x: 0, y: 0 });
  const twice = zoomedTo(WHOLE, 2, MIDDLE, BOX);
  expect(movedTo(twice, { x: 999, y: -999 }, BOX)).toEqual({ scale: 2, x: 200, y: -300 });
});

it('zoomed out again it lies as it lay', () => {
  const away = zoomedTo(zoomedTo(WHOLE, 4, { x: 150, y: 200 }, BOX), 1, { x: -150, y: 0 }, BOX);
  expect(away.scale).toBe(1);
  expect(Math.abs(away.x) + Math.abs(away.y)).toBe(0);
});
