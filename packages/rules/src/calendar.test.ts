import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  dayNumber,
  dayOf,
  hasRegularHours,
  holidayName,
  isPublished,
  isSettlementDay,
  isTradingDay,
  nextRegularDay,
  nextTradingDay,
  NSE_CALENDAR,
  previousTradingDay,
  settlementDate,
  weekday,
} from './index.ts';

const anyDay = fc.integer({ min: dayNumber('1900-01-01'), max: dayNumber('2199-12-31') }).map(dayOf);

describe('days', () => {
  it('count as the Gregorian calendar does', () => {
    fc.assert(
      fc.property(fc.integer({ min: -200_000, max: 200_000 }), (number) => {
        const utc = new Date(number * 86_400_000);
        expect(dayOf(number)).toBe(utc.toISOString().slice(0, 10));
        expect(dayNumber(dayOf(number))).toBe(number);
        expect(weekday(dayOf(number))).toBe(utc.getUTCDay());
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '26-04-01', '2026-4-1', ''])(
    '%j is none',
    (text) => {
      expect(() => dayNumber(text)).toThrow(/is no day/);
    },
  );
});

describe('the trading calendar', () => {
  it('steps back and forth over the same days', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const next = nextTradingDay(day);
        expect(next > day).toBe(true);
        expect(isTradingDay(next)).toBe(true);
        for (let between = addDays(day, 1); between < next; between = addDays(between, 1)) {
          expect(isTradingDay(between)).toBe(false);
        }
        if (isTradingDay(day)) expect(previousTradingDay(next)).toBe(day);
      }),
    );
  });

  it('settles every trade on a later day that is no holiday of any kind', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const settles = settlementDate(day);
        expect(settles > day && isSettlementDay(settles) && isTradingDay(settles)).toBe(true);
      }),
    );
  });

  it('does not settle on a bank holiday on which it trades', () => {
    expect(isTradingDay('2026-08-26')).toBe(true);
    expect(settlementDate('2026-08-25')).toBe('2026-08-27');
  });

  it('opens on the Sunday of the budget as usual, and on the muhurat Sunday only for a session of unknown hours', () => {
    expect(hasRegularHours('2026-02-01')).toBe(true);
    expect(isTradingDay('2026-11-08')).toBe(true);
    expect(hasRegularHours('2026-11-08')).toBe(false);
    expect(nextTradingDay('2026-11-06')).toBe('2026-11-08');
    expect(nextRegularDay('2026-11-06')).toBe('2026-11-09');
  });

  it('takes a holiday declared late', () => {
    const tradingHolidays = new Map([...NSE_CALENDAR.tradingHolidays, ['2026-11-25', 'Election']]);
    const late = { ...NSE_CALENDAR, tradingHolidays };
    expect(nextTradingDay('2026-11-23', late)).toBe('2026-11-26');
    expect(nextTradingDay('2026-11-23')).toBe('2026-11-25');
  });

  it('beyond the published year assumes weekends and the fixed-date holidays, and says that it assumes', () => {
    expect(isPublished('2026-11-20')).toBe(true);
    expect(isPublished('2027-01-26')).toBe(false);
    expect(holidayName('2027-01-26')).toBe('Republic Day');
    expect(isTradingDay('2027-10-20')).toBe(true);
    expect(isTradingDay('2027-01-02')).toBe(false);
  });
});
