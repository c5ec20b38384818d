import { describe, expect, it } from 'vitest';
import { auctionMarks } from './auction-marks.ts';
import { tradedAt, type Candle } from './candles.ts';

const at = (text: string): number => Date.parse(`${text}+05:30`);
const candle = (text: string, volume = 100): Candle => ({ t: at(text), open: 1, high: 1, low: 1, close: 1, volume });
const days = [
  candle('2026-11-24T15:25:00'),
  candle('2026-11-25T09:15:00'),
  candle('2026-11-25T09:20:00'),
  candle('2026-11-25T15:10:00'),
  candle('2026-11-25T15:25:00'),
];
const marked = (...options: Parameters<typeof auctionMarks>): number[] => [...auctionMarks(...options)];

describe('auctions in the chart', () => {
  it('are in the first candle of a day, and in the one with its last minute where a share closes by auction', () => {
    expect(marked(days, '5m', 'both')).toEqual([0, 1, 4]);
    expect(marked(days, '5m', 'opening')).toEqual([1]);
  });

  it('are none for an index, in longer intervals, and where nothing traded', () => {
    expect(marked(days, '5m', 'none')).toEqual([]);
    expect(marked(days, '1d', 'both')).toEqual([]);
    expect(marked([days[0]!, candle('2026-11-25T09:15:00', 0)], '5m', 'opening')).toEqual([]);
  });

  it('close no day before the rule of August 2026', () => {
    expect(marked([candle('2026-07-31T15:25:00')], '5m', 'both')).toEqual([]);
  });

  it('count to the first and to the last minute of continuous trading', () => {
    expect(tradedAt(at('2026-11-25T09:12:00'))).toBe(at('2026-11-25T09:15:00'));
    expect(tradedAt(at('2026-11-25T15:31:40'))).toBe(at('2026-11-25T15:30:00') - 1);
    expect(tradedAt(at('2026-11-25T15:52:00'))).toBe(at('2026-11-25T15:30:00') - 1);
    expect(tradedAt(at('2026-11-25T12:00:01'))).toBe(at('2026-11-25T12:00:01'));
  });
});
