import { seriesOn, tradeForTradeUntil, type Day, type ListedShare } from '@khara/rules';
import type { Issuer } from '@khara/universe';

/** What of an issuer decides about its series. */
export type IssuedShare = Pick<
  Issuer,
  'series' | 'listedOn' | 'sharesOutstanding' | 'freeFloatBps' | 'referencePricePaise'
>;

/** What was sold to the public, in crore of rupees: the free float at the issue price. */
export const issueSizeCrore = ({ sharesOutstanding, freeFloatBps, referencePricePaise }: IssuedShare): number =>
  Number((BigInt(sharesOutstanding) * BigInt(freeFloatBps) * BigInt(referencePricePaise)) / 10_000_000_000_000n);

const listed = (issuer: IssuedShare): ListedShare => ({
  series: issuer.series,
  listedOn: issuer.listedOn,
  issueCrore: issueSizeCrore(issuer),
});

/** The series of a share on a market date. */
export const seriesOf = (issuer: IssuedShare, marketDate: Day): string => seriesOn(listed(issuer), marketDate);

/** The last market date of trading trade-for-trade, of a share that does on this one. */
export function tradeForTradeEnd(issuer: IssuedShare, marketDate: Day): Day | undefined {
  return seriesOf(issuer, marketDate) === issuer.series ? undefined : tradeForTradeUntil(listed(issuer));
}
