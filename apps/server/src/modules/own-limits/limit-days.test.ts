import { describe, expect, it } from 'vitest';
import { dayFrom, dayOfPause, nextDate } from './limit-days.ts';

const ist = (text: string) => Date.parse(`${text}+05:30`);
/** The market by the real clock at an instant, where its newest day is of a date. */
const nse = (marketDate: string, at: string) => ({ profile: 'nse', marketDate, marketTime: `${at}+05:30` }) as const;

describe('a pause of one market day, where the market keeps to the real clock', () => {
  it.each([
    ['before the open, when the newest day is the finished one', '2026-11-25', '2026-11-26T07:00:00', '2026-11-26'],
    ['at night', '2026-11-25', '2026-11-26T00:30:00', '2026-11-26'],
    ['on a Saturday', '2026-11-27', '2026-11-28T10:00:00', '2026-11-30'],
    ['in the evening', '2026-11-25', '2026-11-25T16:00:00', '2026-11-26'],
    ['in the evening before a holiday', '2026-11-23', '2026-11-23T20:00:00', '2026-11-25'],
    ['on a holiday', '2026-11-23', '2026-11-24T11:00:00', '2026-11-25'],
    ['before a special session, on which the market does not run', '2026-11-06', '2026-11-06T18:00:00', '2026-11-09'],
    ['in the block window of the morning', '2026-11-25', '2026-11-25T08:45:00', '2026-11-25'],
    ['while trading is on', '2026-11-25', '2026-11-25T14:30:00', '2026-11-25'],
    ['in trading at the close', '2026-11-25', '2026-11-25T15:59:59', '2026-11-25'],
    ['before the first day of all', '2026-11-30', '2026-11-28T10:00:00', '2026-11-30'],
    ['when a day was missed', '2026-11-23', '2026-11-25T17:00:00', '2026-11-26'],
  ])('%s', (_, marketDate, at, covered) => {
    expect(dayOfPause(nse(marketDate, at), ist(at))).toBe(covered);
  });

  it('covers the next day once the breaker has ended this one, and this one while trading goes on later', () => {
    const market = nse('2026-11-25', '2026-11-25T13:00:00');
    const halt = { level: 20, index: 'X' } as const;
    const at = ist('2026-11-25T13:00:00');
    expect(dayOfPause({ ...market, halt }, at)).toBe('2026-11-26');
    expect(dayOfPause({ ...market, halt: { ...halt, resumesAt: 'later' } }, at)).toBe('2026-11-25');
  });
});

/** The market where days follow one another, at a time of its day. */
const compressed = (time: string) =>
  ({ profile: 'compressed', marketDate: '2026-11-23', marketTime: `2026-11-23T${time}+05:30` }) as const;

describe('a pause of one market day, where days follow one another', () => {
  it.each([
    ['08:45:00', '2026-11-23'],
    ['15:59:00', '2026-11-23'],
    ['16:00:00', '2026-11-25'],
  ])('at %s of market time', (time, covered) => {
    expect(dayOfPause(compressed(time), 0)).toBe(covered);
  });
});

describe('the next market day', () => {
  it('is one with the usual hours that is not over', () => {
    expect(nextDate(nse('2026-11-06', '2026-11-07T10:00:00'), ist('2026-11-07T10:00:00'))).toBe('2026-11-09');
    expect(nextDate(nse('2026-11-23', '2026-11-25T17:00:00'), ist('2026-11-25T17:00:00'))).toBe('2026-11-26');
  });

  it('of a looser limit begins when its wait is over, or later', () => {
    expect(dayFrom('nse', ist('2026-11-26T08:45:00'), '2026-11-25')).toBe('2026-11-26');
    expect(dayFrom('nse', ist('2026-11-26T08:45:01'), '2026-11-25')).toBe('2026-11-27');
    expect(dayFrom('nse', ist('2026-11-07T12:00:00'), '2026-11-06')).toBe('2026-11-09');
    expect(dayFrom('compressed', ist('2026-11-26T08:45:00'), '2026-11-25')).toBeNull();
  });
});
