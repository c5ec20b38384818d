import { expect, it } from 'vitest';
import { isUpiId, isValidatedUpiId, VALIDATED_UPI_CATEGORIES } from './identifiers.ts';

it('a validated UPI id has a category of the published list, whatever dots its name has', () => {
  for (const category of Object.keys(VALIDATED_UPI_CATEGORIES))
    expect(isValidatedUpiId(`abc.${category}@validhdfc`)).toBe(true);
  expect(isValidatedUpiId('abc.cf.brk@validaxis')).toBe(true);
});

it.each([
  'abc.xyz@validhdfc',
  'abc.bank@validhdfc',
  'abc.constructor@validhdfc',
  'abc.brk.help@validhdfc',
  'abc@validhdfc',
  'brk@validhdfc',
  'abc.brk@valid',
  'abc.brk@okhdfcbank',
  'abc.brk@sandbox',
  'rc123@sandbox',
])('%s is no validated UPI id', (value) => {
  expect(isValidatedUpiId(value)).toBe(false);
});

it('what the sandbox shows is a UPI id of no bank', () => {
  expect(isUpiId('rc20261123000001@sandbox')).toBe(true);
});
