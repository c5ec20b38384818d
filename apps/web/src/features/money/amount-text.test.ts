import { describe, expect, it } from 'vitest';
import { caretAfter, checkAmount, readTyped, showTyped, signsBefore, withLastDecimals } from './amount-text.ts';

describe('what is typed', () => {
  it.each([
    ['50000', '50000'],
    ['50,000', '50000'],
    ['₹ 1,50,000.50', '150000.50'],
    ['Rs. 200', '200'],
    ['007', '7'],
    ['0', '0'],
    ['.5', '0.5'],
    ['5.', '5.'],
    ['', ''],
    ['१,२३४.५', '1234.5'],
    ['５０．２５', '50.25'],
    ['1.5 USDT', '1.5'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(readTyped(typed, 'before')).toBe(kept);
  });

  it.each(['abc', '1e5', '-5', '1.2.3', '1234567890123', '1.123456789'])('%s changes nothing', (typed) => {
    expect(readTyped(typed, '42')).toBe('42');
  });

  it('keeps the decimals that are too many, so that the reader sees what is refused', () => {
    expect(readTyped('10.123', '10.12')).toBe('10.123');
  });
});

it('is shown in the groups of the reader', () => {
  expect(showTyped('1234567.5', 'en')).toBe('12,34,567.5');
  expect(showTyped('1234567.5', 'zh-Hans')).toBe('1,234,567.5');
  expect(showTyped('5.', 'hi')).toBe('5.');
  expect(showTyped('', 'en')).toBe('');
});

it('keeps the caret after the sign it stood behind when a comma appears', () => {
  // "1000|" was typed at the end of "1,000": four digits are before the caret, and it stands at the end of "1,000" too.
  expect(caretAfter('1,000', signsBefore('1000', 4))).toBe(5);
  // A 9 typed into "1|,000" makes "19,000" with the caret behind the 9.
  expect(caretAfter('19,000', signsBefore('19,000', 2))).toBe(2);
  expect(caretAfter('1,23,456', 0)).toBe(0);
});

describe('an amount to recharge', () => {
  const limits = { min: '1.00', max: '500000.00', decimals: 2 };
  it.each([
    ['', 'missing'],
    ['0', 'missing'],
    ['0.00', 'missing'],
    ['0.99', 'below'],
    ['1', undefined],
    ['5.', undefined],
    ['500000', undefined],
    ['500000.01', 'above'],
    ['10.123', 'decimals'],
    ['10.120', undefined],
  ] as const)('%s: %s', (plain, problem) => {
    expect(checkAmount(plain, limits)).toBe(problem);
  });
});

describe('the last two decimals, which choose what the sandbox does', () => {
  it.each([
    ['500', 2, '500.13'],
    ['500.99', 2, '500.13'],
    ['', 2, '100.13'],
    ['25.5', 6, '25.000013'],
  ] as const)('of %s with %i decimals give %s', (plain, decimals, chosen) => {
    expect(withLastDecimals(plain, '13', decimals, '1.00')).toBe(chosen);
  });

  it('are of the least amount where that is large', () => {
    expect(withLastDecimals('', '13', 2, '200000.00')).toBe('200000.13');
  });
});
