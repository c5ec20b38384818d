import { describe, expect, it } from 'vitest';
import { averagePrices, movingAverage, readCandle, withTrade, type Candle } from './candles.ts';

const at = (time: string): number => Date.parse(`2026-11-25T${time}+05:30`);
const candle = (time: string, close: number, volume = 100): Candle => ({
  t: at(time),
  open: close,
  high: close,
  low: close,
  close,
  volume,
});

describe('the live candle', () => {
  const last = candle('14:30:00', 1562);

  it('stretches to the trade and takes its volume', () => {
    const live = withTrade(last, { price: 1563, dayVolume: 5030, t: at('14:32:08') }, '5m', 5000);
    expect(live).toEqual({ candle: { ...last, high: 1563, close: 1563, volume: 130 }, opened: false });
  });

  it('gives way to a new one when its time is over, on the same grid', () => {
    const live = withTrade(last, { price: 1561, dayVolume: 5010, t: at('14:41:00') }, '5m', 5000);
    expect(live?.opened).toBe(true);
    expect(live?.candle).toMatchObject({ t: at('14:40:00'), open: 1561, volume: 10 });
  });

  it('does not guess where another day began', () => {
    const tomorrow = at('09:15:01') + 86_400_000;
    expect(withTrade(last, { price: 1561, dayVolume: 10, t: tomorrow }, '5m', 5000)).toBeUndefined();
  });

  it('goes on through the day when it stands for a week', () => {
    const week = candle('09:15:00', 1500);
    const live = withTrade(week, { price: 1499, dayVolume: 5010, t: at('14:41:00') + 86_400_000 }, '1w', 5000);
    expect(live).toMatchObject({ candle: { t: week.t, low: 1499, close: 1499 }, opened: false });
  });

  it('never loses volume when the day’s count starts again', () => {
    expect(withTrade(last, { price: 1562, dayVolume: 5, t: at('14:31:00') }, '5m', 5000)?.candle.volume).toBe(100);
  });
});

describe('the average price', () => {
  it('weighs candles by what was traded, and starts again every day', () => {
    const tomorrow = { ...candle('09:15:00', 50), t: at('09:15:00') + 86_400_000 };
    expect(averagePrices([candle('09:15:00', 100, 100), candle('09:16:00', 200, 300), tomorrow])).toEqual([
      100, 175, 50,
    ]);
  });

  it('carries on while nothing trades', () => {
    expect(averagePrices([candle('09:15:00', 100), candle('09:16:00', 120, 0)])).toEqual([100, 100]);
  });

  it('does not exist where nothing is traded, as in an index', () => {
    expect(averagePrices([candle('09:15:00', 100, 0), candle('09:16:00', 120, 0)])).toEqual([undefined, undefined]);
  });

  it('of closes needs twenty of them', () => {
    const averages = movingAverage(Array.from({ length: 21 }, (_, index) => candle('09:15:00', index)));
    expect(averages[18]).toBeUndefined();
    expect(averages[19]).toBe(9.5);
    expect(averages[20]).toBe(10.5);
  });
});

it('a candle is read as it travels', () => {
  expect(readCandle([at('09:15:00'), '1.00', '3.00', '0.50', '2.00', 7])).toEqual({
    t: at('09:15:00'),
    open: 1,
    high: 3,
    low: 0.5,
    close: 2,
    volume: 7,
  });
});
