import { mulDiv } from '@khara/money';
import type { Day } from './days.ts';

/** A ratio of whole numbers in lowest terms. */
export type Ratio = {
  readonly numerator: number;
  readonly denominator: number;
};

export function ratio(numerator: number, denominator: number): Ratio {
  if (!Number.isSafeInteger(numerator) || !Number.isSafeInteger(denominator) || numerator < 0 || denominator <= 0) {
    throw new RangeError(`${numerator}/${denominator} is no ratio`);
  }
  const divisor = gcd(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** Nothing changes. */
export const SAME_SHARES: Ratio = { numerator: 1, denominator: 1 };

export const inverse = ({ numerator, denominator }: Ratio): Ratio => ratio(denominator, numerator);

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** Shares after a split, per share before: face value 10 to 1 gives 10. Source: docs/sources.md A1. */
export const splitFactor = (oldFace: number, newFace: number): Ratio => ratio(oldFace, newFace);

/** Shares after a bonus of `a` for every `b` held, per share before: (a + b) / b. Source: docs/sources.md A1. */
export const bonusFactor = (a: number, b: number): Ratio => ratio(a + b, b);

export type AdjustedQuantity = {
  readonly quantity: number;
  /** Part of a share that is paid out in cash. */
  readonly fraction: Ratio;
};

/**
 * Whole shares after a split or bonus, and the fraction left over. Volumes of the past are multiplied by the
 * same factor.
 */
export function adjustQuantity(quantity: number, factor: Ratio): AdjustedQuantity {
  const product = quantity * factor.numerator;
  if (!Number.isSafeInteger(product)) throw new RangeError(`${quantity} shares are too many to adjust`);
  const left = product % factor.denominator;
  return { quantity: (product - left) / factor.denominator, fraction: ratio(left, factor.denominator) };
}

/** A price, average or base on the other side of the ex-date: divided by the factor, half up to the paisa. */
export const adjustPrice = (price: number, factor: Ratio): number =>
  Number(mulDiv(BigInt(price), BigInt(factor.denominator), BigInt(factor.numerator), 'half_up'));

type TdsRule = {
  readonly from: Day;
  readonly to?: Day;
  readonly thresholdPaise: bigint;
};

/** Tax is deducted once a company has paid a resident more than this in a year. Recalled. */
const TDS_RULES: readonly TdsRule[] = [
  { from: '0000-01-01', to: '2025-03-31', thresholdPaise: 500_000n },
  { from: '2025-04-01', thresholdPaise: 1_000_000n },
];

/** First day of the tax year of a day: 1 April. */
export function taxYearStart(day: Day): Day {
  const year = Number(day.slice(0, 4));
  return `${day.slice(5) < '04-01' ? year - 1 : year}-04-01`;
}

export type DividendPayment = {
  readonly grossPaise: bigint;
  /** Tax deducted at source: 10 % of this payment, half up to the paisa. */
  readonly tdsPaise: bigint;
  readonly netPaise: bigint;
};

/** Cash dividend of a holding on the record date. */
export function dividend(payment: {
  quantity: number;
  perSharePaise: bigint;
  /** By the same company since the year began, before this payment. */
  paidThisYearPaise: bigint;
  day: Day;
}): DividendPayment {
  const grossPaise = BigInt(payment.quantity) * payment.perSharePaise;
  const tdsPaise = dividendTds({ ...payment, grossPaise });
  return { grossPaise, tdsPaise, netPaise: grossPaise - tdsPaise };
}

/** Tax deducted from a payment of dividends, in paise: 10 % of all of it once the year's are above the threshold. */
export function dividendTds(payment: {
  readonly grossPaise: bigint;
  readonly paidThisYearPaise: bigint;
  readonly day: Day;
}): bigint {
  const rule = TDS_RULES.find(({ from, to }) => from <= payment.day && (to === undefined || payment.day <= to));
  if (!rule) throw new RangeError(`no dividend rule on ${payment.day}`);
  const taxed = payment.paidThisYearPaise + payment.grossPaise > rule.thresholdPaise;
  return taxed ? mulDiv(payment.grossPaise, 10n, 100n, 'half_up') : 0n;
}
