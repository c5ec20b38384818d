import { showCompact } from '#lib/compact.ts';
import type { Language } from '@khara/contract';
import { showCount } from '#lib/number.ts';

/**
 * Of a level of the axis, in whole rupees: short where the short forms of all levels are exact, else whole. A short
 * form that is cut would name another height than its line has.
 */
export function axisText(rupees: number, levels: readonly { readonly rupees: number }[], language: Language): string {
  return levels.every((level) => isExact(level.rupees, language))
    ? showCompact(Math.round(rupees), language)
    : showCount(Math.round(rupees), language);
}

/** Whether the short form has every digit but the zeros at the end. */
const isExact = (rupees: number, language: Language): boolean =>
  significantDigits(showCompact(Math.round(rupees), language)) === significantDigits(String(Math.round(rupees)));

const significantDigits = (text: string): string => text.replaceAll(/\D/g, '').replace(/0+$/, '');
