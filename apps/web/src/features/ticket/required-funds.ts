import type { Preview, Product } from './use-ticket.ts';

/**
 * What an order takes out of the available money, or what a sale of held shares brings: the amount that the
 * dock and the password sheet name.
 */
export const requiredFunds = ({ total, margin }: Preview, product: Product): string =>
  product === 'intraday' ? margin : total;

/** Whether money is needed for it at all: a sale of held shares needs none. */
export const requiresFunds = (side: 'buy' | 'sell', product: Product): boolean =>
  side === 'buy' || product === 'intraday';
