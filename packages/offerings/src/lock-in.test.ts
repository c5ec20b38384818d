import { describe, expect, it } from 'vitest';
import { lockedUntil, lockInFor } from './lock-in.ts';

const dates = { listingDate: '2026-11-25', deliveredOn: '2026-11-23' } as const;

describe('a lock-in', () => {
  it.each([
    ['ipo', 0, 'listing', undefined],
    ['offline_placement', 0, 'settlement', '2026-11-25'],
    // With institutions: on the exchange it may be sold as soon as it has come.
    ['private_placement', 420, 'exchange_only', '2026-11-25'],
    ['private_placement', 0, 'six_months', '2027-05-25'],
    // The 24th is a holiday.
    ['block', 220, 'settlement', '2026-11-25'],
  ] as const)('of %s at %i basis points under is %s', (kind, discountBps, lockIn, until) => {
    expect(lockInFor({ kind, discountBps })).toBe(lockIn);
    expect(lockedUntil({ kind, discountBps, ...dates })).toBe(until);
  });

  it('of six months ends with a month that is too short for its day', () => {
    const of = { kind: 'private_placement', discountBps: 0, deliveredOn: '2027-08-30' } as const;
    expect(lockedUntil({ ...of, listingDate: '2027-08-31' })).toBe('2028-02-29');
    expect(lockedUntil({ ...of, listingDate: '2026-08-31' })).toBe('2027-02-28');
  });
});
