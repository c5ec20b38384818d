import { describe, expect, it } from 'vitest';
import { sparkPath } from './spark-path.ts';

const size = { width: 64, height: 28 };

describe('the drawing of a day', () => {
  it('ends in a dot that fits inside, at the last price', () => {
    const spark = sparkPath([100, 104, 102], 100, size);
    expect(spark?.end).toEqual({ x: 61, y: 14 });
  });

  it('keeps the previous close in view, however far the price has gone from it', () => {
    const spark = sparkPath([110, 112], 100, size);
    expect(spark?.base).toBe(25.5);
    expect(sparkPath([90, 88], 100, size)?.base).toBe(2.5);
  });

  it('runs along the middle when nothing moved', () => {
    expect(sparkPath([100, 100], 100, size)).toMatchObject({ line: 'M0 14L61 14', base: 14 });
  });

  it('draws nothing from a single price', () => {
    expect(sparkPath([100], 100, size)).toBeUndefined();
  });
});
