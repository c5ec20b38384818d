import { expect, it } from 'vitest';
import { dayPeriod, monthPeriod, monthsBack } from './period.ts';

it('goes back over the new year', () => {
  expect(monthsBack('2026-02-11', 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
});

it('a month ends on its last day, leap years included', () => {
  expect(monthPeriod('2026-11')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(monthPeriod('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
});

it('a day begins and ends on itself', () => {
  expect(dayPeriod('2026-11-25')).toEqual({ from: '2026-11-25', to: '2026-11-25' });
});
