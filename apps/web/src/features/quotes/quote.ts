import type { Data } from '@khara/contract';

export type Quote = Data<'marketList'>['list'][number];

/** An index has members instead of a market value; it is computed and cannot be bought. */
export const isIndex = ({ marketCap }: Pick<Quote, 'marketCap'>): boolean => marketCap === null;
/** A share that cannot be traded now. */
export const isSuspended = (quote: Pick<Quote, 'marketCap' | 'tradable'>): boolean =>
  !quote.tradable && !isIndex(quote);

export const detailsHref = (code: string): string => `#/pages/market/details?code=${code}`;
