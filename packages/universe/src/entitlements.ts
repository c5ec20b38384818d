import { isIsin, rightsDates } from '@khara/rules';
import type { Names } from './fields.ts';
import type { EntitlementTerms, Issuer } from './issuers.ts';

/** Whether an issuer is the entitlements of a rights issue. */
export const isEntitlement = (issuer: Issuer): issuer is Issuer & { readonly entitlement: EntitlementTerms } =>
  issuer.entitlement !== undefined;

/** Whether an issuer is a company: neither a fund nor entitlements. */
export const isCompany = (issuer: Issuer): boolean => issuer.fund === undefined && !isEntitlement(issuer);

/** Entitlements have the code of their share with this behind it, as NSE writes them. */
export const entitlementCode = (share: string): string => `${share}-RE`;

/** The kind of a security in an Indian ISIN, after the issuer: 20 for rights entitlements. */
const KIND = { at: 7, entitlement: '20' } as const;

export const isEntitlementIsin = (isin: string): boolean => isin.slice(KIND.at, KIND.at + 2) === KIND.entitlement;

/** A number as one digit or letter. */
const place = (value: number): string => (value % 36).toString(36).toUpperCase();

/** The ISIN of an issue's entitlements: the issuer's, and two places for the month of the ex-date. */
export function entitlementIsin(shareIsin: string, exDate: string): string {
  const [year = 0, month = 0] = exDate.split('-').map(Number);
  const start = `${shareIsin.slice(0, KIND.at)}${KIND.entitlement}${place(year)}${place(month)}`;
  const check = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).find(isIsin);
  if (check === undefined) throw new Error(`${shareIsin} is no ISIN`);
  return check;
}

/** Part of a company's shares that trades in a day. A choice. */
const PART_TRADED = 0.01;
/** The most that a deviation is multiplied by. */
const MAX_LEVERAGE = 20;

/**
 * The entitlements of an issue as they stand on a market date: they can be traded from its opening until some days
 * before it closes. `price` is what one is worth at the last close, the base of their first price.
 */
export function entitlementIssuer(
  share: Issuer,
  issue: {
    readonly marketDate: string;
    readonly exDate: string;
    readonly announcedOn: string;
    /** Of a new share, in paise. */
    readonly issuePrice: number;
    readonly price: number;
    readonly tick: number;
    readonly newShares: number;
    readonly blurb: Names;
  },
): Issuer {
  const { marketDate, exDate, announcedOn, issuePrice, price, tick, newShares, blurb } = issue;
  const { opensOn, tradesUntil } = rightsDates(exDate);
  const isTraded = marketDate >= opensOn && marketDate <= tradesUntil && !share.suspended;
  const leverage = Math.min(MAX_LEVERAGE, (price + issuePrice) / price);
  return {
    code: entitlementCode(share.code),
    names: {
      en: `${share.names.en} RE`,
      hi: `${share.names.hi} RE`,
      'zh-Hant': `${share.names['zh-Hant']} RE`,
      'zh-Hans': `${share.names['zh-Hans']} RE`,
    },
    isin: entitlementIsin(share.isin, exDate),
    series: 'BE',
    sector: share.sector,
    sectorKey: share.sectorKey,
    casEligible: false,
    bandClass: 'static-40',
    referencePricePaise: Math.max(tick, price - (price % tick)),
    tickPaise: tick,
    lotSize: 1,
    sharesOutstanding: newShares,
    freeFloatBps: 10_000,
    epsPaise: 0,
    dividendYieldBps: 0,
    betaHundredths: Math.round(share.betaHundredths * leverage),
    annualVolatilityBps: Math.round(share.annualVolatilityBps * leverage),
    averageDailyVolume: Math.max(1_000, Math.round(newShares * PART_TRADED)),
    listedOn: announcedOn,
    suspended: !isTraded,
    suspendedReason: isTraded ? undefined : 'entitlements trade while their issue is open',
    blurb,
    notes: 'Entitlements of a rights issue; worth nothing after it',
    entitlement: { share: share.code, price: issuePrice, exDate },
  };
}
