import { useIsSchool } from '#api/config.ts';
import type { Currency } from '#ui/amount.tsx';

const ALL = ['INR', 'USDT'] as const;
const RUPEES = ['INR'] as const;

/**
 * The currencies that a page offers to choose from, beside the one that it is at. A school's app offers rupees alone;
 * a page of USDT can still be opened by its address, and leads back.
 */
export const useCurrencies = (current: Currency | undefined): readonly Currency[] =>
  useIsSchool() && current !== 'USDT' ? RUPEES : ALL;
