import { describe, expect, it } from 'vitest';
import { regularDateAfter, regularDates, type RegularDates } from './regular-dates.ts';

const first = (dates: RegularDates, count: number): readonly string[] => {
  const all = regularDates(dates);
  return Array.from({ length: count }, () => all.next().value);
};

describe('regular dates', () => {
  it.each<[RegularDates, readonly string[]]>([
    [
      { unit: 'market_days', every: 5, firstOn: '2026-11-26' },
      ['2026-11-26', '2026-12-03', '2026-12-10', '2026-12-17', '2026-12-24', '2027-01-01'],
    ],
    // A holiday is no market day: 24 November 2026, Guru Nanak Jayanti.
    [
      { unit: 'market_days', every: 1, firstOn: '2026-11-24' },
      ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-30'],
    ],
    [{ unit: 'months', every: 2, firstOn: '2026-11-15' }, ['2026-11-15', '2027-01-15', '2027-03-15']],
    [{ unit: 'weeks', every: 2, firstOn: '2026-12-25' }, ['2026-12-25', '2027-01-08', '2027-01-22']],
    [
      { unit: 'months', every: 1, firstOn: '2027-10-31' },
      ['2027-10-31', '2027-11-30', '2027-12-31', '2028-01-31', '2028-02-29'],
    ],
    [
      { unit: 'months', every: 12, firstOn: '2028-02-29' },
      ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
    ],
  ])('%o are these', (dates, expected) => {
    expect(first(dates, expected.length)).toEqual(expected);
  });

  it('after a day begin with the first one later', () => {
    const weekly = { unit: 'weeks', every: 1, firstOn: '2026-11-20' } as const;
    expect(regularDateAfter(weekly, '2026-11-20')).toBe('2026-11-27');
    expect(regularDateAfter(weekly, '2026-11-26')).toBe('2026-11-27');
    expect(regularDateAfter(weekly, '2020-01-01')).toBe('2026-11-20');
  });
});
