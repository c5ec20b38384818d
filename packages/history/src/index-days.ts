import type { Index, Issuer } from '@khara/universe';
import { emptyCandles, putAggregate, type Candles } from './candles.ts';
import { MINUTES_OF_DAY } from './minutes.ts';

/** A share of an index with what the index needs of its history; day numbers count backwards, 0 is the last day. */
export interface Constituent {
  readonly issuer: Issuer;
  /** Daily candles, oldest first. */
  readonly days: Candles;
  /** Minutes of the day `back` days before the last. */
  minutes(back: number): Candles;
}

/**
 * Daily candles of an index, oldest first: free-float value of its constituents over a divisor that changes only when a share joins (at the close of
 * its first day, so that joining moves nothing). Levels at the reference prices are the index's base value. Days whose minutes are made from the
 * constituents (the last `exactDays`) have their high and low; older ones have a high and low that follow from the constituents' own.
 */
export function indexDays(index: Index, members: readonly Constituent[], days: number, exactDays: number): Candles {
  const candles = emptyCandles(days);
  let divisor = baseDivisor(index);
  for (let back = 0; back < days; back += 1) {
    const old = members.filter((member) => member.days.length > back + 1 || member.days.length >= days);
    const joined = members.filter((member) => member.days.length === back + 1 && member.days.length < days);
    if (joined.length > 0) {
      const without = floatValue(old, back, 'close');
      divisor = nearest(divisor * without, without + floatValue(joined, back, 'close'));
    }
    const at = days - 1 - back;
    const open = level(index, floatValue(old, back, 'open'), divisor);
    const close = level(index, floatValue(old, back, 'close'), divisor);
    candles.open[at] = open;
    candles.close[at] = close;
    if (back < exactDays) {
      putAggregate(candles, at, indexMinutes(index, old, back, divisor), 0, MINUTES_OF_DAY);
    } else {
      // Shares do not reach their highs together: half of the way remains.
      const high = level(index, floatValue(old, back, 'high'), divisor) - Math.max(open, close);
      const low = Math.min(open, close) - level(index, floatValue(old, back, 'low'), divisor);
      candles.high[at] = Math.max(open, close) + Math.max(0, Math.floor(high / 2));
      candles.low[at] = Math.min(open, close) - Math.max(0, Math.floor(low / 2));
    }
  }
  return candles;
}

/** Minutes of a day from the constituents' minutes: each begins where the one before ended. No share may have joined since. */
export function indexMinutes(
  index: Index,
  members: readonly Constituent[],
  back: number,
  divisor: bigint = baseDivisor(index),
): Candles {
  const sums = Array.from({ length: MINUTES_OF_DAY }, () => 0n);
  for (const member of members) {
    const weight = weightOf(member.issuer);
    const closes = member.minutes(back).close;
    for (let minute = 0; minute < MINUTES_OF_DAY; minute += 1) sums[minute]! += weight * BigInt(closes[minute]!);
  }
  const minutes = emptyCandles(MINUTES_OF_DAY);
  let before = level(index, floatValue(members, back, 'open'), divisor);
  for (let minute = 0; minute < MINUTES_OF_DAY; minute += 1) {
    const close = level(index, sums[minute]!, divisor);
    minutes.open[minute] = before;
    minutes.close[minute] = close;
    minutes.high[minute] = Math.max(before, close);
    minutes.low[minute] = Math.min(before, close);
    before = close;
  }
  return minutes;
}

/** Value at the reference prices, in ten-thousandths of a paisa like `floatValue`. */
const baseDivisor = (index: Index): bigint => index.basePaise * 10_000n;

const weightOf = (issuer: Issuer): bigint => BigInt(issuer.sharesOutstanding) * BigInt(issuer.freeFloatBps);

const level = (index: Index, value: bigint, divisor: bigint): number =>
  Number(nearest(BigInt(index.baseLevel) * value, divisor));

/** a / b of positive whole numbers, a half up. */
const nearest = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b);

function floatValue(members: readonly Constituent[], back: number, column: 'open' | 'high' | 'low' | 'close'): bigint {
  let sum = 0n;
  for (const { issuer, days } of members) sum += weightOf(issuer) * BigInt(days[column][days.length - 1 - back]!);
  return sum;
}
