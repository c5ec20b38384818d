import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showMoney, showNumber, showPercent, signOf } from './number.ts';

describe('grouping', () => {
  it.each([
    ['1234567.89', 'en', '₹12,34,567.89'],
    ['1234567.89', 'hi', '₹12,34,567.89'],
    ['1234567.89', 'zh-Hans', '₹1,234,567.89'],
    ['1234567.89', 'zh-Hant', '₹1,234,567.89'],
    ['999.00', 'en', '₹999.00'],
    ['1000.00', 'en', '₹1,000.00'],
    ['100000.00', 'en', '₹1,00,000.00'],
    ['10000000.00', 'en', '₹1,00,00,000.00'],
  ] as const)('%s in %s is %s', (value, language, shown) => {
    expect(showMoney(value, language)).toBe(shown);
  });

  it('agrees with the platform on any amount, and loses no digit of it', () => {
    const indian = new Intl.NumberFormat('en-IN');
    const thousands = new Intl.NumberFormat('en-US');
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (whole) => {
        expect(showNumber(`${whole}.25`, 'en')).toBe(`${indian.format(whole)}.25`);
        expect(showNumber(`${whole}.25`, 'zh-Hant')).toBe(`${thousands.format(whole)}.25`);
      }),
      { numRuns: 300 },
    );
  });
});

describe('signs', () => {
  it('stand before the rupee sign, with a true minus', () => {
    expect(showMoney('-333.00', 'en')).toBe('−₹333.00');
    expect(showMoney('1821.50', 'en', { sign: 'always' })).toBe('+₹1,821.50');
    expect(showPercent('-0.53', 'en')).toBe('−0.53%');
  });

  it('are left out at zero, however it is spelt', () => {
    expect(showPercent('0.00', 'en')).toBe('0.00%');
    expect(showMoney('-0.00', 'en', { sign: 'always' })).toBe('₹0.00');
    expect(signOf('-0.00')).toBe(0);
  });
});

describe('decimals', () => {
  it('are the currency’s', () => {
    expect(showMoney('5', 'en')).toBe('₹5.00');
    expect(showMoney('120.5', 'en', { currency: 'USDT' })).toBe('120.500000 USDT');
  });

  it('an unknown value is an en dash, never a zero', () => {
    expect(showMoney(null, 'en')).toBe('–');
    expect(showMoney(undefined, 'en')).toBe('–');
    expect(showNumber('NaN', 'en')).toBe('–');
  });
});
