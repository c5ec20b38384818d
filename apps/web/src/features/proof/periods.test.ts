import { expect, it } from 'vitest';
import { dayBefore, toFinancialYear } from './periods.ts';

it.each([
  ['2026-03-31', '2025-26'],
  ['2026-04-01', '2026-27'],
  ['2099-12-01', '2099-00'],
  ['', ''],
])('the financial year of %s is %s', (date, year) => {
  expect(toFinancialYear(date)).toBe(year);
});

it('goes back over the new year', () => {
  expect(dayBefore('2026-01-02', 30)).toBe('2025-12-03');
  expect(dayBefore('', 30)).toBe('');
});
