import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { showTenths, sumRupees, toTenths, todayPercent } from './shares.ts';

it('shares of thirds add up to a hundred per cent', () => {
  expect(toTenths([1n, 1n, 1n])).toEqual([334, 333, 333]);
});

it('whatever is shared adds up, and no share is off by more than a tenth', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 14n }), { minLength: 1, maxLength: 4 }), (amounts) => {
      const whole = amounts.reduce((sum, amount) => sum + amount, 0n);
      const tenths = toTenths(amounts);
      const sum = tenths.reduce((total, part) => total + part, 0);
      expect(sum).toBe(whole === 0n ? 0 : 1000);
      amounts.forEach((amount, index) => {
        const off = BigInt(tenths[index] ?? -1) * whole - amount * 1000n;
        expect(off < whole || whole === 0n).toBe(true);
        expect(-off < whole || whole === 0n).toBe(true);
      });
    }),
    { numRuns: 200 },
  );
});

it('shows tenths as a per cent', () => {
  expect(showTenths(628)).toBe('62.8%');
  expect(showTenths(1000)).toBe('100.0%');
  expect(showTenths(0)).toBe('0.0%');
});

it('measures today against what was owned before it', () => {
  expect(todayPercent('456587.45', '1821.50')).toBe('0.40');
  expect(todayPercent('90.00', '-10.00')).toBe('-10.00');
  expect(todayPercent('0.00', '0.00')).toBe('0.00');
  expect(todayPercent('?', '0.00')).toBeUndefined();
});

it('sums rupees to the paisa', () => {
  expect(sumRupees(['0.10', '0.20', '-1.00'])).toBe('-0.70');
});
