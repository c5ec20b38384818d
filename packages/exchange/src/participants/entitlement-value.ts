import type { Entitlement } from '../types.ts';

/**
 * What a right to a share is worth beside what it is worth at once: a part of the deviation of the days that are left.
 * Near the price of the new share it is what Bachelier's option is worth, 0.4 of it; twice as much goes into the root.
 */
const TIME_VALUE = 0.8;

/**
 * What an entitlement is worth with its share at `value`, in the same unit as `price`: never below nothing, for its
 * owner need not use it. Square roots alone, which IEEE 754 defines to the last bit.
 */
export function entitlementValue(
  value: number,
  { price, days }: { readonly price: number } & Pick<Entitlement, 'days'>,
  dayDeviation: number,
): number {
  const gain = value - price;
  const width = TIME_VALUE * value * dayDeviation * Math.sqrt(days);
  return (gain + Math.sqrt(gain * gain + width * width)) / 2;
}
