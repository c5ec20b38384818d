import { expect, it } from 'vitest';
import { fromNow, showInstant, showTime } from './time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 23, 6, 30, 15);

it.each([
  [0, '0 min ago'],
  [29_000, 'in 0 min'],
  [2 * MINUTE, 'in 2 min'],
  [-59 * MINUTE, '59 min ago'],
  [59.5 * MINUTE, 'in 1 h 0 min'],
  [3 * HOUR + 20 * MINUTE, 'in 3 h 20 min'],
  [-47 * HOUR, '47 h 0 min ago'],
  [48 * HOUR, 'in 2 days'],
])('says of %d ms from now: %s', (ms, text) => {
  expect(fromNow(NOW + ms, NOW)).toBe(text);
});

it('shows a time to the minute, and an instant to the second', () => {
  expect(showTime(NOW)).toContain('2026');
  expect(showTime(NOW)).not.toContain(':15');
  expect(showInstant(NOW)).toMatch(/:15$/);
});
