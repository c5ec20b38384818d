import { describe, expect, it } from 'vitest';
import { toInstant } from './instants.ts';
import {
  dayAt,
  firstMarketDate,
  followingDate,
  instantOfStep,
  marketTimeText,
  mayBegin,
  minuteOfStep,
  planDay,
  planWith,
  speedAt,
  stepAt,
  stepMarketMs,
  stepOfTime,
  timeOfStep,
} from './market-clock.ts';

const ist = (text: string) => Date.parse(`${text}+05:30`);
const compressed = planDay('compressed', 900);
const nse = planDay('nse', 900);

describe('the compressed market clock', () => {
  it('runs 08:45 to 16:00 in fifteen minutes, 29 times as fast as life', () => {
    expect(compressed.steps).toBe(3_600);
    expect(speedAt(compressed, 1_800)).toBe(29);
    expect(stepMarketMs(compressed)).toBe(7_251);
    const at = (step: number) => marketTimeText(instantOfStep(compressed, '2026-11-23', step));
    expect(at(0)).toBe('2026-11-23T08:45:00+05:30');
    expect(at(249)).toBe('2026-11-23T09:15:00+05:30');
    expect(at(1_449)).toBe('2026-11-23T11:40:00+05:30');
    expect(at(3_600)).toBe('2026-11-23T16:00:00+05:30');
  });

  it('is open in proportion, from 09:15 to 15:30, and time never goes back or stands still', () => {
    for (const seconds of [10, 17, 60, 900, 86_400]) {
      const plan = planDay('compressed', seconds);
      const time = (step: number) => marketTimeText(instantOfStep(plan, '2026-11-23', step)).slice(11, 19);
      expect([time(plan.opensAt), time(plan.closesAt)]).toEqual(['09:15:00', '15:30:00']);
      for (let step = 1; step <= Math.min(plan.steps, 4_000); step += 1) {
        expect(timeOfStep(plan, step)).toBeGreaterThan(timeOfStep(plan, step - 1));
        expect(stepOfTime(plan, timeOfStep(plan, step))).toBe(step);
      }
    }
    expect(compressed.closesAt - compressed.opensAt).toBe(3_103);
  });

  it('gives every phase two steps at the least, in the shortest day too', () => {
    const { marks } = planDay('compressed', 10);
    expect(marks.slice(1).every((mark, before) => mark - marks[before]! >= 2)).toBe(true);
    expect(marks.at(-1)).toBe(40);
    expect(() => planWith('compressed', 30)).toThrow('too short');
  });

  it('gives every step of trading one of the 375 minutes', () => {
    expect(minuteOfStep(compressed, compressed.opensAt)).toBe(0);
    expect(minuteOfStep(compressed, compressed.closesAt - 1)).toBe(374);
    expect(minuteOfStep(compressed, compressed.closesAt)).toBe(374); // what happens in the closing step
    expect(minuteOfStep(nse, nse.opensAt + 240)).toBe(1);
  });

  it('begins on the trading day of its first start and goes from trading day to trading day', () => {
    expect(firstMarketDate('compressed', ist('2026-11-20T23:50:00'))).toBe('2026-11-20'); // a Friday night
    expect(firstMarketDate('compressed', ist('2026-11-21T10:00:00'))).toBe('2026-11-23'); // a Saturday
    // Over Guru Nanak Jayanti.
    expect(followingDate('compressed', '2026-11-23', ist('2026-11-21T10:00:00'))).toBe('2026-11-25');
    expect(mayBegin('compressed', '2027-03-01', ist('2026-11-21T10:00:00'))).toBe(true);
  });
});

describe('the nse market clock', () => {
  it('is real time in India', () => {
    expect(speedAt(nse, 9)).toBe(1);
    expect(stepMarketMs(nse)).toBe(250);
    expect(dayAt(Date.UTC(2026, 10, 20, 18, 29, 59))).toBe('2026-11-20');
    expect(dayAt(Date.UTC(2026, 10, 20, 18, 30))).toBe('2026-11-21');
    expect(stepAt(nse, '2026-11-23', ist('2026-11-23T08:45:01'))).toBe(4);
    expect(stepAt(nse, '2026-11-23', ist('2026-11-23T03:00:00'))).toBe(0);
    expect(stepAt(nse, '2026-11-23', ist('2026-11-24T03:00:00'))).toBe(nse.steps);
    expect(instantOfStep(nse, '2026-11-23', nse.opensAt)).toBe(ist('2026-11-23T09:15:00'));
    expect(toInstant('2026-11-23', 0)).toBe(ist('2026-11-23T00:00:00'));
  });

  it('does not begin with a day that is over, and skips days the server slept through', () => {
    expect(firstMarketDate('nse', ist('2026-11-20T15:59:59'))).toBe('2026-11-20');
    expect(firstMarketDate('nse', ist('2026-11-20T16:00:00'))).toBe('2026-11-23');
    expect(followingDate('nse', '2026-11-20', ist('2026-11-20T16:00:00'))).toBe('2026-11-23');
    expect(followingDate('nse', '2026-11-20', ist('2026-11-25T17:00:00'))).toBe('2026-11-26');
    expect(mayBegin('nse', '2026-11-23', ist('2026-11-23T08:44:59'))).toBe(false);
    expect(mayBegin('nse', '2026-11-23', ist('2026-11-23T08:45:00'))).toBe(true);
  });
});
