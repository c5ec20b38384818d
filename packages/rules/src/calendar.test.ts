import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  dayNumber,
  dayFromNumber,
  hasRegularHours,
  holidayName,
  ipoTimeline,
  isPublished,
  isSettlementDay,
  isTradingDay,
  lastTriggerDay,
  nextRegularDay,
  nextTradingDay,
  NSE_CALENDAR,
  previousTradingDay,
  regularDates,
  settlementDate,
  settlementNumber,
  weekday,
} from './index.ts';

const anyDay = fc.integer({ min: dayNumber('1900-01-01'), max: dayNumber('2199-12-31') }).map(dayFromNumber);

describe('days', () => {
  it('count as the Gregorian calendar does', () => {
    fc.assert(
      fc.property(fc.integer({ min: -200_000, max: 200_000 }), (number) => {
        const utc = new Date(number * 86_400_000);
        expect(dayFromNumber(number)).toBe(utc.toISOString().slice(0, 10));
        expect(dayNumber(dayFromNumber(number))).toBe(number);
        expect(weekday(dayFromNumber(number))).toBe(utc.getUTCDay());
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

describe('ten years of market days from the end of the published year on', () => {
  const days: string[] = [];
  for (let day = nextRegularDay('2026-12-24'); day < '2037-01-01'; day = nextRegularDay(day)) days.push(day);
  const yearsOf = Map.groupBy(days, (day) => day.slice(0, 4));

  it('have 245 to 262 a year, and never more than four days off in a row', () => {
    for (const [year, all] of yearsOf)
      if (year !== '2026') expect([year, all.length >= 245 && all.length <= 262]).toEqual([year, true]);
    const gaps = days.slice(1).map((day, at) => dayNumber(day) - dayNumber(days[at]!));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5); // the database begins a day within ten of the one before
    expect(days.slice(0, 6)).toEqual([
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-04',
    ]);
  });

  it('are off on holidays of fixed dates, whatever weekday that is', () => {
    for (const year of yearsOf.keys())
      if (year !== '2026')
        for (const date of ['01-26', '04-14', '05-01', '08-15', '10-02', '12-25'])
          expect(days).not.toContain(`${year}-${date}`);
  });

  it('are numbered in their year without a gap, and settle on the next of them', () => {
    for (const [year, all] of yearsOf) {
      if (year === '2026') continue;
      expect(all.map((day) => settlementNumber(day))).toEqual(
        all.map((_, at) => `${year}${String(at + 1).padStart(3, '0')}`),
      );
    }
    for (const [at, day] of days.slice(0, -1).entries())
      expect([day, settlementDate(day)]).toEqual([day, days[at + 1]]);
  });

  it('let a trigger wait for as many, an issue be listed on the third, and a plan name each once', () => {
    const inTime = days.slice(0, -365);
    for (const [at, day] of inTime.entries()) if (at % 50 === 0) expect(lastTriggerDay(day)).toBe(days[at + 364]);
    for (const [at, day] of inTime.entries()) expect(ipoTimeline(day).listing).toBe(days[at + 3]);
    const planned = regularDates({ unit: 'market_days', every: 1, firstOn: '2026-12-25' });
    expect(days.map(() => planned.next().value)).toEqual(days);
  });
});
