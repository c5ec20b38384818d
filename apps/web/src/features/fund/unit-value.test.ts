import { expect, it } from 'vitest';
import { premiumPercent, unitValueNow } from './unit-value.ts';

const fund = { unitValue: '184.20', indexLevel: '18420.00' };

it('a unit is worth what the server said at its level of the index, and moves with it', () => {
  expect(unitValueNow(fund, '18420.00')).toBe('184.20');
  expect(unitValueNow(fund, '18604.20')).toBe('186.04');
  expect(unitValueNow(fund, '9210.00')).toBe('92.10');
});

it('a price above the value of a unit has a premium, one below it a discount', () => {
  expect(premiumPercent('185.12', '184.20')).toBe('0.50');
  expect(premiumPercent('184.20', '184.20')).toBe('0.00');
  expect(premiumPercent('183.28', '184.20')).toBe('-0.50');
});
