import { percent } from '@khara/money';

/** A change in per cent of what was before, two decimals as text; both in paise. */
export const percentOf = (change: number, before: number): string => percent(BigInt(change), BigInt(before));
