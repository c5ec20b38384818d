import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBeyondProtection, protectedRange } from './limit-protection.ts';

describe('limit price protection', () => {
  it('is 3 % of the reference, and Rs 1.50 where that is more', () => {
    expect(protectedRange(1_000_00, 10, '2026-11-23')).toEqual({ lower: 970_00, upper: 1_030_00 });
    expect(protectedRange(40_00, 1, '2026-11-23')).toEqual({ lower: 38_50, upper: 41_50 });
    expect(protectedRange(1_00, 1, '2026-11-23')).toEqual({ lower: 1, upper: 2_50 });
  });

  it('refuses what takes too much of the book, and nothing that waits on its own side', () => {
    const range = protectedRange(1_000_00, 10, '2026-11-23');
    expect(isBeyondProtection('buy', 1_030_10, range)).toBe(true);
    expect(isBeyondProtection('buy', 1_030_00, range)).toBe(false);
    expect(isBeyondProtection('buy', 1_00, range)).toBe(false);
    expect(isBeyondProtection('sell', 969_90, range)).toBe(true);
    expect(isBeyondProtection('sell', 1_500_00, range)).toBe(false);
  });

  it('holds nothing before its first day', () => {
    expect(isBeyondProtection('buy', 9_999_99, protectedRange(1_00, 1, '2022-10-27'))).toBe(false);
  });

  it('has limits on the tick, on both sides of the reference', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.constantFrom(1, 5, 10, 50, 100, 500), (units, tick) => {
        const reference = units * tick;
        const { lower, upper } = protectedRange(reference, tick, '2026-11-23');
        expect([lower % tick, upper % tick]).toEqual([0, 0]);
        expect(lower >= tick && lower <= reference && upper > reference).toBe(true);
      }),
    );
  });
});
