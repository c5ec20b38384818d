import type { Language } from '@khara/contract';
import { showNumber } from '#lib/number.ts';

/** "₹58,000": whole rupees of lesson money. */
export const showRupees = (rupees: number, language: Language): string =>
  showNumber(String(rupees), language, { prefix: '₹' });
