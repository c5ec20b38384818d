import type { Language } from '@khara/contract';
import { parseDecimal } from '@khara/money';
import { plainDecimal } from '@khara/rules';
import { groupDigits } from '#lib/number.ts';

/**
 * An amount while it is typed. What is kept is plain ("50000.5"), what is shown is grouped ("50,000.5");
 * nothing on the way is a float.
 */

/** Whole digits that are taken: more is no amount of this product, and the field must not grow without end. */
const MAX_WHOLE = 12;

/**
 * The plain amount in what was typed or pasted ("₹ 1,50,000.50" is 150000.50); the answer to what is not one
 * is what was there before. Too many decimals are taken as typed, so that the reader sees what is refused.
 */
export function readTyped(typed: string, before: string): string {
  const bare = plainDecimal(typed)
    .replace(/[\s,₹'’_]/g, '')
    .replace(/^(?:INR|USDT|Rs\.?)|(?:INR|USDT)$/gi, '');
  if (!/^\d*(?:\.\d{0,8})?$/.test(bare)) return before;
  const [whole = '', fraction] = bare.split('.');
  const trimmed = whole.replace(/^0+(?=\d)/, '');
  if (trimmed.length > MAX_WHOLE) return before;
  return fraction === undefined ? trimmed : `${trimmed === '' ? '0' : trimmed}.${fraction}`;
}

/** "1,50,000.5" from "150000.5", by the reader's grouping; an unfinished "5." keeps its point. */
export function showTyped(plain: string, language: Language): string {
  const [whole = '', fraction] = plain.split('.');
  return groupDigits(whole, language) + (fraction === undefined ? '' : `.${fraction}`);
}

/** Where the caret stands in `shown` when as many digits and points are before it as there were in what was typed. */
export function caretAfter(shown: string, signs: number): number {
  let left = signs;
  for (let place = 0; place < shown.length; place += 1) {
    if (left === 0) return place;
    if (shown[place] !== ',') left -= 1;
  }
  return shown.length;
}

/** Digits and points before the caret: what does not move when the grouping does. */
export const signsBefore = (typed: string, caret: number): number =>
  plainDecimal(typed.slice(0, caret)).replace(/[^\d.]/g, '').length;

export type Limits = { readonly min: string; readonly max: string; readonly decimals: number };
type AmountProblem = 'missing' | 'decimals' | 'below' | 'above';

/** Why an amount cannot be recharged; undefined when it can. */
export function checkAmount(plain: string, { min, max, decimals }: Limits): AmountProblem | undefined {
  if (plain === '' || plain === '.') return 'missing';
  const amount = parseDecimal(plain.replace(/\.$/, ''), decimals);
  if (amount === undefined) return 'decimals';
  if (amount === 0n) return 'missing';
  if (amount < (parseDecimal(min, decimals) ?? 0n)) return 'below';
  const most = parseDecimal(max, decimals);
  return most !== undefined && amount > most ? 'above' : undefined;
}

/**
 * The amount with its last two decimals replaced: "100.13", "100.000013" with six. Without an amount, of a
 * hundred or of the least that is taken.
 */
export function withLastDecimals(plain: string, paise: string, decimals: number, min: string): string {
  const [whole = ''] = plain.split('.');
  const [least = ''] = min.split('.');
  return `${/[1-9]/.test(whole) ? whole : least.length < 3 ? '100' : least}.${paise.padStart(decimals, '0')}`;
}
