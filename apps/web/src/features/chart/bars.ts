import type { KLineData } from 'klinecharts';
import type { Candle } from './candles.ts';

// Between our candles and those of the library.

export const toBar = ({ t, ...rest }: Candle): KLineData => ({ timestamp: t, ...rest });
export const toCandle = ({ timestamp: t, open, high, low, close, volume = 0 }: KLineData): Candle => ({
  t,
  open,
  high,
  low,
  close,
  volume,
});
