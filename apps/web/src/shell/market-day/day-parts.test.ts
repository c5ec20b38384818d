import { describe, expect, it } from 'vitest';
import { phaseWords } from './phase-words.ts';
import { clockText, dayParts, phaseTimes, toPlace } from './day-parts.ts';

const DAY = '2026-11-25';
const titles = (casEligible: boolean): string[] =>
  dayParts(DAY, casEligible).map(({ part, fromMs, toMs }) => `${part} ${clockText(fromMs)}-${clockText(toMs)}`);

describe('the market day as a reader sees it', () => {
  it('has a closing auction for shares with derivatives', () => {
    expect(titles(true)).toEqual([
      'pre_open 09:00-09:15',
      'open 09:15-15:15',
      'closing_auction 15:15-15:35',
      'close_calc 15:35-15:50',
      'post_close 15:50-16:00',
    ]);
  });

  it('trades on to 15:30 for the others', () => {
    expect(titles(false)).toEqual([
      'pre_open 09:00-09:15',
      'open 09:15-15:30',
      'close_calc 15:30-15:50',
      'post_close 15:50-16:00',
    ]);
  });

  it('has no parts on a holiday', () => {
    expect(dayParts('2026-11-24', true)).toEqual([]);
  });

  it('names the times that decide: the random stop, and when orders are taken again', () => {
    expect(phaseTimes('preopen_entry_2', DAY, true)).toMatchObject({ from: '09:08', to: '09:10' });
    expect(phaseTimes('cas_entry_2', DAY, true)).toMatchObject({ from: '15:28', to: '15:30' });
    expect(phaseTimes('cas_reference', DAY, true).next).toBe('15:20');
    expect(phaseTimes('close_calc', DAY, false).next).toBe('15:50');
    expect(phaseTimes('closed', DAY, false).open).toBe('09:00');
  });

  it('goes on when the breaker says so, after an auction that is not the morning’s', () => {
    const halt = { resumesAt: '2026-11-25T12:05:00+05:30' };
    expect(phaseTimes('preopen_buffer', DAY, true, halt).next).toBe('12:05');
    expect(phaseWords('preopen_entry_2', halt)).toBe('reopening_limit');
    expect(phaseWords('preopen_entry_2', undefined)).toBe('preopen_entry_2');
  });

  it('places an instant between 08:45 and 16:00', () => {
    expect(toPlace(0)).toBe(0);
    expect(toPlace(12.375 * 3_600_000)).toBe(0.5);
    expect(toPlace(86_400_000)).toBe(1);
  });
});
