import type { OfferingRow } from './offering-rows.ts';

/** The page of the app that has the applications to offerings of a kind. */
export const recordsLink = ({ kind }: Pick<OfferingRow, 'kind'>): string =>
  kind === 'block' ? '/pages/market/passwordStock/records' : `/pages/market/newStock/records?kind=${kind}`;
