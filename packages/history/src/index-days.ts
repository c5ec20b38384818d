import type { Index, Issuer } from '@khara/universe';
import { emptyCandles, putAggregate, type Candles } from './candles.ts';
import { MINUTES_OF_DAY } from './minutes.ts';

/** A share of an index with what the index needs of its history; day numbers count backwards, 0 is the last day. */
export type Constituent = {
  readonly issuer: Issuer;
  /** Daily candles, oldest first. */
  readonly days: Candles;
  /** Minutes of the day `back` days before the last. */
  minutes(back: number): Candles;
};

/**
 * Daily candles of an index, oldest first: free-float value of its constituents over a divisor that changes
 * only when a share joins (at the close of its first day, so that joining moves nothing). Levels at the
 * reference prices are the index's base value. Days whose minutes are made from the constituents (the last
 * `exactDays`) have their high and low; older ones have a high and low that follow from the constituents'
 * own. Volume is the sum of the constituents'.
 */
export function indexDays(
  index: Index,
  constituents: readonly Constituent[],
  days: number,
  exactDays: number,
): Candles {
  const candles = emptyCandles(days);
  let divisor = baseDivisor(index);
  let members = constituents;
  let sums = sumMembers(members);
  for (let back = 0; back < days; back += 1) {
    const at = days - 1 - back;
    const joined = members.filter((member) => member.days.length === back + 1 && back + 1 < days);
    if (joined.length > 0) {
      const all = sums.close(back);
      members = members.filter((member) => !joined.includes(member));
      sums = sumMembers(members);
      divisor = nearest(divisor * sums.close(back), all);
    }
    const open = level(index, sums.open(back), divisor);
    const close = level(index, sums.close(back), divisor);
    candles.open[at] = open;
    candles.close[at] = close;
    if (back < exactDays) {
      putAggregate(candles, at, indexMinutes(index, members, back, divisor), 0, MINUTES_OF_DAY);
    } else {
      // Shares do not reach their highs together: half of the way remains.
      const high = level(index, sums.high(back), divisor) - Math.max(open, close);
      const low = Math.min(open, close) - level(index, sums.low(back), divisor);
      candles.high[at] = Math.max(open, close) + Math.max(0, Math.floor(high / 2));
      candles.low[at] = Math.min(open, close) - Math.max(0, Math.floor(low / 2));
      candles.volume[at] = members.reduce((sum, { days: of }) => sum + of.volume[of.length - 1 - back]!, 0);
    }
  }
  return candles;
}

/**
 * Minutes of a day from the constituents' minutes: each begins where the one before ended. No share may have
 * joined since.
 */
export function indexMinutes(
  index: Index,
  members: readonly Constituent[],
  back: number,
  divisor: bigint = baseDivisor(index),
): Candles {
  const own = members.map((member) => ({ weight: freeFloatWeight(member.issuer), minutes: member.minutes(back) }));
  const closes = own.map(({ weight, minutes: { close: prices } }) => ({ weight, prices }));
  const minutes = emptyCandles(MINUTES_OF_DAY);
  let before = level(index, sumMembers(members).open(back), divisor);
  for (let minute = 0; minute < MINUTES_OF_DAY; minute += 1) {
    const close = level(index, weightedSum(closes, minute), divisor);
    minutes.open[minute] = before;
    minutes.close[minute] = close;
    minutes.high[minute] = Math.max(before, close);
    minutes.low[minute] = Math.min(before, close);
    minutes.volume[minute] = own.reduce((sum, { minutes: of }) => sum + of.volume[minute]!, 0);
    before = close;
  }
  return minutes;
}

/** Value at the reference prices, in ten-thousandths of a paisa like the sums below. */
const baseDivisor = (index: Index): bigint => index.basePaise * 10_000n;

const level = (index: Index, value: bigint, divisor: bigint): number =>
  Number(nearest(BigInt(index.baseLevel) * value, divisor));

/** a / b of positive whole numbers, a half up. */
const nearest = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b);

/** Free-float value of shares, in ten-thousandths of a paisa, at a price of the day `back` days before the last. */
function sumMembers(members: readonly Constituent[]) {
  const weighted = (column: 'open' | 'high' | 'low' | 'close') => {
    const terms = members.map(({ issuer, days }) => ({
      weight: freeFloatWeight(issuer),
      prices: days[column],
      shift: days.length - 1,
    }));
    return (back: number): bigint => weightedSum(terms, -back);
  };
  return { open: weighted('open'), high: weighted('high'), low: weighted('low'), close: weighted('close') };
}

/**
 * Shares in free float, in ten-thousandths, cut into limbs of four digits, lowest first: prices times limbs
 * stay exact without being big.
 */
type Weight = readonly [number, number, number, number];

function freeFloatWeight({ sharesOutstanding, freeFloatBps }: Issuer): Weight {
  const weight = sharesOutstanding * freeFloatBps;
  if (!Number.isSafeInteger(weight)) throw new RangeError('more shares than can be counted');
  const limb = (place: number) => Math.floor(weight / LIMB ** place) % LIMB;
  return [limb(0), limb(1), limb(2), Math.floor(weight / LIMB ** 3)];
}

const LIMB = 10_000;

/**
 * Sum of weight x price. Exact for up to two hundred shares at any price that fits a candle, and far more at real ones.
 */
function weightedSum(
  of: readonly { readonly weight: Weight; readonly prices: Int32Array; readonly shift?: number }[],
  at: number,
): bigint {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (const { weight, prices, shift = 0 } of of) {
    const price = prices[at + shift]!;
    a += weight[0] * price;
    b += weight[1] * price;
    c += weight[2] * price;
    d += weight[3] * price;
  }
  return ((BigInt(d) * LIMBS + BigInt(c)) * LIMBS + BigInt(b)) * LIMBS + BigInt(a);
}

const LIMBS = BigInt(LIMB);
