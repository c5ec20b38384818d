import { describe, expect, it } from 'vitest';
import type { Due } from './batch.ts';
import { netDues } from './net-dues.ts';

const [LATE, NEXT] = ['2026-11-25', '2026-11-26'];
const due = (settlesOn: string, terms: Partial<Due>): Due => ({
  userId: 'u1',
  asset: 'EQ:INE000000001',
  settlesOn,
  bought: 0,
  sold: 0,
  settled: 0,
  noted: 0,
  ...terms,
});
/** What is left of each due, and what settles. */
const net = (dues: readonly Due[], delivered: number, free = 1_000) => {
  const { dues: after, netted } = netDues(dues, { settlesOn: NEXT, delivered, free });
  for (const { bought, sold, settled, noted } of after) expect(noted).toBe(bought - sold - settled);
  return { left: after.map(({ noted }) => noted), netted };
};

describe('what of a holding settles later, when its day is over', () => {
  it('is what the contract note brings, beside what was noted before', () => {
    expect(net([due(NEXT, { bought: 30 })], 30)).toEqual({ left: [30], netted: 0 });
    expect(net([due(NEXT, { bought: 30 })], 0)).toEqual({ left: [0], netted: 30 });
    expect(net([due(NEXT, { bought: 30, sold: 12 })], 0)).toEqual({ left: [0], netted: 18 });
    expect(net([due(NEXT, { bought: 40, noted: 10 })], 5)).toEqual({ left: [15], netted: 25 });
    expect(net([], 0)).toEqual({ left: [], netted: 0 });
  });

  it('is less where sales took of what was noted before', () => {
    expect(net([due(NEXT, { bought: 14, sold: 9, noted: 10 })], 0)).toEqual({ left: [5], netted: 0 });
  });

  it('first goes back to what was not delivered and sold since, of which nothing settles', () => {
    const late = due(LATE, { bought: 10, sold: 7, noted: 10 });
    expect(net([late, due(NEXT, { bought: 5 })], 0)).toEqual({ left: [8, 0], netted: 0 });
    expect(net([late, due(NEXT, { bought: 9 })], 2)).toEqual({ left: [10, 2], netted: 0 });
    expect(net([{ ...late, sold: 1 }, due(NEXT, { bought: 5 })], 0)).toEqual({ left: [10, 0], netted: 4 });
  });

  it('waits where an order keeps it', () => {
    expect(net([due(NEXT, { bought: 30 })], 0, 20)).toEqual({ left: [10], netted: 20 });
  });
});
