import {
  bandPercentFor,
  isTradeForTrade,
  SCREEN_BANDS,
  type SCREEN_STAGES,
  seriesOn,
  tradeForTradeUntil,
  type Day,
  type ListedShare,
  type SurveillanceStage,
} from '@khara/rules';
import { ownBandOf, type Issuer } from '@khara/universe';

/** What of an issuer decides about its series. */
export type IssuedShare = Pick<
  Issuer,
  'series' | 'listedOn' | 'sharesOutstanding' | 'freeFloatBps' | 'referencePricePaise' | 'surveillance' | 'demergedFrom'
>;

/** What was sold to the public, in crore of rupees: the free float at the issue price. */
export const issueSizeCrore = ({ sharesOutstanding, freeFloatBps, referencePricePaise }: IssuedShare): number =>
  Number((BigInt(sharesOutstanding) * BigInt(freeFloatBps) * BigInt(referencePricePaise)) / 10_000_000_000_000n);

/** Its stage of surveillance on the market day that the issuer is of. */
export const surveillanceStage = ({ surveillance }: Pick<Issuer, 'surveillance'>): SurveillanceStage | undefined =>
  surveillance?.stage ?? undefined;

const listed = (issuer: IssuedShare): ListedShare => ({
  series: issuer.series,
  listedOn: issuer.listedOn,
  // Shares of a demerger trade trade-for-trade at first, however large the company. Source: docs/sources.md A13.
  issueCrore: issuer.demergedFrom ? 0 : issueSizeCrore(issuer),
  stage: surveillanceStage(issuer),
});

/** The series of a share on a market date. */
export const issuerSeries = (issuer: IssuedShare, marketDate: Day): string => seriesOn(listed(issuer), marketDate);

/** Per cent of a share's fixed band on a market date; undefined where the band flexes. */
export function fixedBandPercent(issuer: IssuedShare & Pick<Issuer, 'bandClass'>, marketDate: Day): number | undefined {
  const own = ownBandOf(issuer);
  return own === undefined
    ? undefined
    : bandPercentFor(issuerSeries(issuer, marketDate), { own, stage: surveillanceStage(issuer) });
}

/** The last market date of trading trade-for-trade, of a share that does on this one. */
export function tradeForTradeEnd(issuer: IssuedShare, marketDate: Day): Day | undefined {
  const until = tradeForTradeUntil(listed(issuer));
  return until === undefined || marketDate > until || issuerSeries(issuer, marketDate) === issuer.series
    ? undefined
    : until;
}

/** Where a share that trades stands by its surveillance and its band, as screens have it. */
export function placeInScreens(
  issuer: IssuedShare & Pick<Issuer, 'bandClass'>,
  marketDate: Day,
): { readonly stage: (typeof SCREEN_STAGES)[number]; readonly band: (typeof SCREEN_BANDS)[number] } {
  const band = String(fixedBandPercent(issuer, marketDate) ?? 'none');
  return {
    stage: isTradeForTrade(issuerSeries(issuer, marketDate)) ? 't2t' : surveillanceStage(issuer) ? 'watched' : 'normal',
    band: SCREEN_BANDS.find((one) => one === band) ?? 'none',
  };
}
