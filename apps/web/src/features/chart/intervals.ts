import type { Interval } from '@khara/contract';

/** As they are written on the keys: the same in every language. */
export const INTERVALS: readonly { readonly interval: Interval; readonly label: string }[] = [
  { interval: '1m', label: '1m' },
  { interval: '5m', label: '5m' },
  { interval: '15m', label: '15m' },
  { interval: '1h', label: '1h' },
  { interval: '1d', label: '1D' },
  { interval: '1w', label: '1W' },
  { interval: '1M', label: '1M' },
];
