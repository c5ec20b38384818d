import { expect, it } from 'vitest';
import { distance, divideDrawings, findIndex, packDrawings, readDrawings, strokes, type Drawing } from './drawings.ts';

const at = (day: number, time: string): number => Date.parse(`2026-11-${day}T${time}:00+05:30`);
const BOX = { width: 300, height: 200 };
const trend: Drawing = {
  tool: 'trend',
  points: [
    { t: at(25, '09:15'), price: 100 },
    { t: at(25, '10:00'), price: 110.05 },
  ],
};

it('keeps drawings as numbers, and reads nothing else than those', () => {
  const level: Drawing = { tool: 'level', points: [{ t: at(25, '09:20'), price: 99.5 }] };
  expect(readDrawings(JSON.parse(JSON.stringify(packDrawings([trend, level]))))).toEqual([trend, level]);
  const others = [['circle', 1, 2], ['trend', 1, 2], ['level', 1, 'x'], 'level', null];
  expect(readDrawings(others)).toEqual([]);
  expect(readDrawings({ list: [] })).toEqual([]);
  expect(readDrawings(Array.from({ length: 60 }, () => ['level', 1, 2]))).toHaveLength(50);
});

it('divides prices as those of the candles are, to the paisa', () => {
  const [divided] = divideDrawings([trend], 3);
  expect(divided?.points.map(({ price }) => price)).toEqual([33.33, 36.68]);
  expect(divided?.points.map(({ t }) => t)).toEqual(trend.points.map(({ t }) => t));
});

it('finds the candle of an instant in every interval', () => {
  const minutes = ['09:15', '09:20', '09:25'].flatMap((time) => [at(25, time)]);
  const times = [...minutes, at(26, '09:15'), at(26, '09:20')];
  expect(findIndex(at(25, '09:20'), times)).toBe(1);
  expect(findIndex(at(25, '09:24'), times), 'within the candle').toBe(1);
  expect(findIndex(at(26, '00:00'), times), 'a day begins with its first candle').toBe(3);
  expect(findIndex(at(25, '18:00'), times), 'after the close').toBe(2);
  expect(findIndex(at(27, '09:15'), times), 'none is as new').toBe(4);
  expect(findIndex(at(24, '09:15'), times), 'older than what is loaded').toBeLessThan(-3);
  expect(findIndex(at(25, '09:15'), [])).toBe(0);
});

it('goes back from the second point in the parts of Fibonacci', () => {
  const lines = strokes(
    'fibonacci',
    [
      { x: 10, y: 200 },
      { x: 110, y: 100 },
    ],
    BOX,
  );
  expect(lines.map(({ from }) => from.y).map((y) => Number(y.toFixed(1)))).toEqual([
    100, 123.6, 138.2, 150, 161.8, 200,
  ]);
  expect(lines.every(({ from, to }) => from.x === 10 && to.x === 110)).toBe(true);
});

it('lets a ray go on to the edge, and a level over all of it', () => {
  expect(
    strokes(
      'ray',
      [
        { x: 0, y: 0 },
        { x: 30, y: 10 },
      ],
      BOX,
    )[0]?.to,
  ).toEqual({ x: 300, y: 100 });
  expect(
    strokes(
      'ray',
      [
        { x: 100, y: 50 },
        { x: 90, y: 50 },
      ],
      BOX,
    )[0]?.to,
  ).toEqual({ x: 0, y: 50 });
  expect(
    strokes(
      'ray',
      [
        { x: 100, y: 50 },
        { x: 100, y: 40 },
      ],
      BOX,
    )[0]?.to,
  ).toEqual({ x: 100, y: 0 });
  expect(strokes('level', [{ x: 100, y: 50 }], BOX)).toEqual([{ from: { x: 0, y: 50 }, to: { x: 300, y: 50 } }]);
  expect(
    strokes(
      'measure',
      [
        { x: 0, y: 0 },
        { x: 9, y: 9 },
      ],
      BOX,
    ),
  ).toHaveLength(4);
});

it('measures how far a finger is from a line, and not from where it would go on', () => {
  const line = { from: { x: 0, y: 0 }, to: { x: 100, y: 0 } };
  expect(distance({ x: 50, y: 7 }, line)).toBe(7);
  expect(distance({ x: 103, y: 4 }, line)).toBe(5);
  expect(distance({ x: 3, y: 4 }, { from: { x: 0, y: 0 }, to: { x: 0, y: 0 } })).toBe(5);
});
