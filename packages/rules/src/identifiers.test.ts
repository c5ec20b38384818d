import { expect, it } from 'vitest';
import { isIsin, isUpiId, isValidatedUpiId, VALIDATED_UPI_CATEGORIES } from './identifiers.ts';

it('an ISIN is known by its check digit: any other digit is a slip', () => {
  for (const isin of ['US0378331005', 'INE002A01018', 'AU0000XVGZA3']) {
    expect(isIsin(isin)).toBe(true);
    for (let digit = 0; digit < 10; digit += 1)
      if (isin.at(-1) !== String(digit)) expect(isIsin(`${isin.slice(0, -1)}${digit}`)).toBe(false);
  }
  expect(isIsin('US0378313005')).toBe(false); // two neighbours changed places
});

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
