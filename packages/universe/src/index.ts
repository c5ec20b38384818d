/**
 * The fictional universe of the practice market: issuers, indices and offerings from the files in `data`,
 * whose columns `data/README.md` explains. This entry reads no disk: the caller hands in the text of
 * `DATA_FILES`. `@khara/universe/node` reads them.
 */
import { isFundIsin, parseFunds } from './funds.ts';
import { parseIndices, type Index } from './indices.ts';
import { parseUniverse, type Issuer } from './issuers.ts';
import { parseOfferings, type OfferingSeed } from './offerings.ts';

export { readCsv, writeCsv } from './csv.ts';
export type { Names } from './fields.ts';
export {
  ownBandOf,
  parseUniverse,
  SECTOR_KEYS,
  type BandClass,
  type DemergedFrom,
  type Demerges,
  type EntitlementTerms,
  type FundTerms,
  type Issuer,
  type SectorKey,
} from './issuers.ts';
export {
  entitlementCode,
  entitlementIsin,
  entitlementIssuer,
  isCompany,
  isEntitlement,
  isEntitlementIsin,
} from './entitlements.ts';
export {
  businessFor,
  demergedCompany,
  demergedNames,
  onDemergerDay,
  withDemerged,
  withoutPart,
  type BusinessKey,
  type Demerger,
} from './demerged.ts';
export { heldInUnit, isFund, isFundIsin, unitValue } from './funds.ts';
export { freeFloatValue, indexLevel, parseIndices, type Index } from './indices.ts';
export { parseOfferings, type OfferingKind, type OfferingSeed } from './offerings.ts';

/** Names of the files in this package's `data` folder. */
export const DATA_FILES = {
  issuers: 'universe.csv',
  funds: 'funds.csv',
  indices: 'indices.csv',
  offerings: 'offerings.csv',
} as const;

export type Universe = {
  /** Companies, then funds; on a market day also entitlements of rights issues, behind them. */
  readonly issuers: readonly Issuer[];
  readonly indices: readonly Index[];
  readonly offerings: readonly OfferingSeed[];
};

/**
 * Reads all files and checks them against each other: constituents are listed companies and not suspended, a
 * fund's index is there, an IPO's code is not yet listed, every other offering's is a company's and not suspended.
 * Throws on the first breach.
 */
export function loadUniverse(texts: { readonly [File in keyof typeof DATA_FILES]: string }): Universe {
  const companies = parseUniverse(texts.issuers);
  const funds = parseFunds(texts.funds);
  const indices = parseIndices(texts.indices);
  const offerings = parseOfferings(texts.offerings);
  const byCode = new Map(companies.map((issuer) => [issuer.code, issuer]));
  const mustTrade = (code: string, where: string): void => {
    const issuer = byCode.get(code);
    if (!issuer) throw new Error(`${where}: ${code} is not in the universe`);
    if (issuer.suspended) throw new Error(`${where}: ${code} is suspended`);
  };
  for (const index of indices) for (const code of index.constituents) mustTrade(code, index.code);
  for (const { code, isin } of companies) if (isFundIsin(isin)) throw new Error(`${code} has a fund's ISIN`);
  for (const { code, fund } of funds) {
    if (byCode.has(code)) throw new Error(`fund: ${code} is a company's code`);
    if (!indices.some((index) => index.code === fund?.index))
      throw new Error(`fund ${code}: there is no ${fund?.index}`);
  }
  for (const { kind, code } of offerings) {
    if (kind !== 'ipo') mustTrade(code, `offering ${kind}`);
    else if (byCode.has(code)) throw new Error(`offering ipo: ${code} is listed already`);
  }
  return { issuers: [...companies, ...funds], indices, offerings };
}
