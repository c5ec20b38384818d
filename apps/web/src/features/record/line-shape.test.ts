import { describe, expect, it } from 'vitest';
import { lineShape } from './line-shape.ts';

describe('the line of values', () => {
  it('marks what came, what went and what a bank sent back on a day, also where all sums are the same', () => {
    const flows = [
      ['100.00', '0.00', undefined],
      ['0.00', '0.00', undefined],
      ['50.00', '50.00', undefined],
      ['0.00', '0.00', '20.00'],
    ] as const;
    const days = flows.map(([moneyIn, moneyOut, tookBack], at) => ({
      marketDate: `2026-11-0${at + 2}`,
      value: '100.00',
      putIn: '100.00',
      moneyIn,
      moneyOut,
      tookBack,
    }));
    const shape = lineShape(days, { width: 378, height: 190 })!;
    expect(shape.flows).toEqual([
      { x: shape.toX(0), kind: 'in' },
      { x: shape.toX(2), kind: 'in' },
      { x: shape.toX(2), kind: 'out' },
      { x: shape.toX(3), kind: 'back' },
    ]);
  });
});
