import { describe, expect, it } from 'vitest';
import { lineShape } from './line-shape.ts';

describe('the line of values', () => {
  it('marks each day on which money came or went, also where both sums are the same', () => {
    const flows = [
      ['100.00', '0.00'],
      ['0.00', '0.00'],
      ['50.00', '50.00'],
      ['0.00', '20.00'],
    ] as const;
    const days = flows.map(([moneyIn, moneyOut], at) => ({
      marketDate: `2026-11-0${at + 2}`,
      value: '100.00',
      putIn: '100.00',
      moneyIn,
      moneyOut,
    }));
    const shape = lineShape(days, { width: 378, height: 190 })!;
    expect(shape.flows).toEqual([0, 2, 3].map(shape.xOf));
  });
});
