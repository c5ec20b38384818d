import { expect, it } from 'vitest';
import { countIn, dateIn, decimalIn, tradedIn } from './index.ts';

it('groups figures as their reader does, to the last digit', () => {
  expect(decimalIn('en', '1234567890123.45')).toBe('12,34,56,78,90,123.45');
  expect(decimalIn('hi', '-1234567.50')).toBe('-12,34,567.50');
  expect(decimalIn('zh-Hant', '1234567890123456.05')).toBe('1,234,567,890,123,456.05');
  expect(decimalIn('zh-Hans', '12.500000', 2)).toBe('12.50');
  expect([countIn('hi', 100_000), countIn('zh-Hans', 100_000n)]).toEqual(['1,00,000', '100,000']);
});

it('counts what was traded in the unit of its reader, and small sums in full', () => {
  expect(tradedIn('en', 2_812_648_578_668n)).toBe('₹2,81,264 Cr');
  expect(tradedIn('zh-Hans', 2_812_648_578_668n)).toBe('₹28,126亿');
  expect(tradedIn('hi', 2_812_648_578_668n)).toBe('₹2,81,264 करोड़');
  expect(tradedIn('hi', 99_999_999n)).toBe('₹9,99,99,999');
});

it('writes a date in words', () => {
  expect(dateIn('en', '2026-11-25')).toBe('25 November 2026');
  expect(dateIn('hi', '2026-11-25', { withYear: false })).toBe('25 नवंबर');
  expect(dateIn('zh-Hant', '2026-11-25')).toBe('2026年11月25日');
});
