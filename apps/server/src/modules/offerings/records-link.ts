import type { Offering } from './offering.ts';

/** The page of the app that has the applications to offerings of a kind. */
export const recordsLink = ({ kind }: Pick<Offering, 'kind'>): string =>
  kind === 'block' ? '/pages/market/passwordStock/records' : `/pages/market/newStock/records?kind=${kind}`;
