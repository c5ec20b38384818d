import type { Data } from '@khara/contract';
import { expect, it } from 'vitest';
import { dayMoves } from './result-day.ts';

type Candle = Data<'candles'>['candles'][number];

const DAY = '2027-01-12';
const at = (time: string, day = DAY): number => Date.parse(`${day}T${time}+05:30`);
const candle = (from: number, close: string, open = close): Candle => [from, open, close, close, close, 1];

const days = [candle(at('09:15:00', '2027-01-11'), '200.00'), candle(at('09:15:00'), '204.28')];
const index = [candle(at('09:15:00', '2027-01-11'), '1000.00'), candle(at('09:15:00'), '1003.10')];
const minutes = [
  candle(at('15:29:00', '2027-01-11'), '200.00'),
  candle(at('09:15:00'), '200.00', '199.00'),
  candle(at('12:03:00'), '200.20'),
  candle(at('12:04:00'), '201.00'),
  candle(at('12:05:00'), '203.00'),
  candle(at('15:29:00'), '204.28'),
];

it('are per cent from the close before, around the minute of the news', () => {
  const moves = dayMoves(DAY, { minutes, days, index }, at('12:04:30'));
  expect(moves).toMatchObject({ before: '0.10', after: '1.50', close: '2.14', index: '0.31', opened: undefined });
  expect(moves!.line).toEqual([0, 0.1, 0.5, 1.5, 2.14]);
  expect(moves!.newsAt).toBeCloseTo((2 * 60 + 49.5) / (6 * 60 + 14), 3);
});

it('begin with the first price where results came before the market opened', () => {
  const moves = dayMoves(DAY, { minutes, days, index }, null);
  expect(moves).toMatchObject({ opened: '-0.50', before: undefined, after: undefined, newsAt: undefined });
});

it('are what daily candles say where minutes are kept no more, and unknown without the close before', () => {
  expect(dayMoves(DAY, { minutes: [], days, index: [] }, null)).toMatchObject({
    line: [],
    close: '2.14',
    opened: undefined,
    index: undefined,
  });
  expect(dayMoves(DAY, { minutes, days: days.slice(1), index }, null)).toBeUndefined();
});
