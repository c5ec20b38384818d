import { mulDiv } from '@khara/money';
import type { Side } from './charges.ts';
import { BILLION, inForce, STT } from './rates.ts';

export type AverageStt = {
  /** The day's average price as a fraction in lowest terms, in paise. */
  readonly averagePrice: { readonly numerator: bigint; readonly denominator: bigint };
  readonly intradayPaise: bigint;
  readonly deliveryPaise: bigint;
};

/**
 * Securities transaction tax of one share code as the law takes it: on the average price of all the day's
 * trades, each part half up to the whole rupee. The product books the average of each side (`noteCharges`); this
 * is for showing the difference. Source: F3.
 */
export function sttOnAveragePrice(day: {
  readonly day: string;
  readonly trades: readonly { readonly quantity: number; readonly pricePaise: bigint }[];
  readonly intradaySellQuantity: number;
  readonly deliveryQuantity: number;
  /** Side of the shares left for delivery; buyer and seller pay the same rate today. */
  readonly deliverySide?: Side;
}): AverageStt {
  const value = day.trades.reduce((sum, trade) => sum + BigInt(trade.quantity) * trade.pricePaise, 0n);
  const shares = day.trades.reduce((sum, trade) => sum + BigInt(trade.quantity), 0n);
  if (shares === 0n) throw new RangeError('charges: an average needs a trade');
  const rates = inForce(STT, day.day).share;
  const tax = (quantity: number, rate: bigint): bigint =>
    mulDiv(value * BigInt(quantity), rate, shares * BILLION * 100n, 'half_up') * 100n;
  const divisor = gcd(value, shares);
  return {
    averagePrice: { numerator: value / divisor, denominator: shares / divisor },
    intradayPaise: tax(day.intradaySellQuantity, rates.intraday.sell),
    deliveryPaise: tax(day.deliveryQuantity, rates.delivery[day.deliverySide ?? 'buy']),
  };
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
