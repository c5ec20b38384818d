import type { Side } from '../types.ts';

/**
 * Market protection: the worst price, in paise, at which a market order may fill: 2 % from the last price up
 * to Rs 100, 1 % up to Rs 1,000, 0.5 % above, one tick at least; rounded towards the last price to the tick,
 * and kept inside the band. Source: docs/sources.md K2, the set chosen among several published ones. An order may bring
 * its own protection, in basis points.
 */
export function protectedPrice(
  side: Side,
  last: number,
  tick: number,
  lower: number,
  upper: number,
  bps: number = protectionBps(last),
): number {
  const allowance = Math.max(tick, Math.floor((last * bps) / 10_000));
  return side === 'buy'
    ? Math.min(upper, Math.floor((last + allowance) / tick) * tick)
    : Math.max(lower, Math.ceil((last - allowance) / tick) * tick);
}

const protectionBps = (last: number): number => (last <= 100_00 ? 200 : last <= 1_000_00 ? 100 : 50);
