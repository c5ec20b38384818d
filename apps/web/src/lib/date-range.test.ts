import { expect, it } from 'vitest';
import { pickableDates } from './date-range.ts';

it.each([
  [2026, '1876-01-01', '2176-12-31'],
  [2100, '1950-01-01', '2250-12-31'],
])('in %i a date can be picked from %s to %s', (year, min, max) => {
  expect(pickableDates(year)).toEqual({ min, max });
});
