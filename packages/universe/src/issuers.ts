import { isIsin, SURVEILLANCE_STAGES, type SurveillanceStage } from '@khara/rules';
import { readCsv, type Row } from './csv.ts';
import {
  day,
  fail,
  inLanguages,
  names,
  oneOf,
  optional,
  positive,
  required,
  scaled,
  unique,
  yesOrNo,
  type Names,
} from './fields.ts';

export const SECTOR_KEYS = [
  'financial_services',
  'capital_goods',
  'healthcare',
  'auto',
  'power',
  'oil_gas',
  'fmcg',
  'it',
  'consumer_services',
  'metals_mining',
  'consumer_durables',
  'construction',
  'chemicals',
  'services',
  'construction_materials',
  'telecom',
  'realty',
  'media',
  'textiles',
  'diversified',
  'funds',
] as const;
export type SectorKey = (typeof SECTOR_KEYS)[number];

/** `dynamic-10` opens at 10 % and flexes; the others are fixed at that percentage of the previous close. */
const BAND_CLASSES = ['dynamic-10', 'static-20', 'static-10', 'static-5', 'static-2'] as const;
/** Entitlements of a rights issue have a band of 40 %, and no share of the universe has. */
export type BandClass = (typeof BAND_CLASSES)[number] | 'static-40';

/** What makes an issuer an exchange-traded fund: a unit is worth its index, less what the fund keeps of it. */
export type FundTerms = {
  /** Code of the index that it holds. */
  readonly index: string;
  /** What the fund keeps of its value in a year, in basis points of it. */
  readonly expenseBps: number;
};

/** What makes an issuer the entitlements of a rights issue: each is good for one new share of a company. */
export type EntitlementTerms = {
  /** Code of the company's share. */
  readonly share: string;
  /** What a new share costs, in paise. */
  readonly price: number;
  /** The ex-date of the issue, from which its other days follow (packages/rules, rightsDates). */
  readonly exDate: string;
};

/** What makes an issuer a company that was a part of another one. */
export type DemergedFrom = {
  /** Code of the company that it was a part of. */
  readonly share: string;
  /** The ex-date of the demerger. */
  readonly exDate: string;
};

/** Of a company on the ex-date of its demerger: its holders get `a` shares of a new one for every `b`. */
export type Demerges = {
  /** Code of the new company's share. */
  readonly into: string;
  readonly a: number;
  readonly b: number;
};

/**
 * One invented company, or fund, whose shares trade in the practice market. Prices are integer paise, counts
 * are shares.
 */
export type Issuer = {
  readonly code: string;
  readonly names: Names;
  readonly isin: string;
  readonly series: string;
  readonly sector: string;
  readonly sectorKey: SectorKey;
  /** Closes through the closing auction session; these shares have no fixed band. */
  readonly casEligible: boolean;
  readonly bandClass: BandClass;
  /** Previous close of the first market day, a multiple of the tick. */
  readonly referencePricePaise: number;
  readonly tickPaise: number;
  readonly lotSize: number;
  readonly sharesOutstanding: number;
  readonly freeFloatBps: number;
  /** Earnings per share over the last twelve months; negative for a loss-maker, which then shows no P/E. */
  readonly epsPaise: number;
  /** Trailing, of the reference price; 0 = none paid. */
  readonly dividendYieldBps: number;
  /** Against KHARA50, in hundredths: 114 is a beta of 1.14. */
  readonly betaHundredths: number;
  /** Total, a year: 1380 is 13.8 %. */
  readonly annualVolatilityBps: number;
  /** Shares a day over three months. */
  readonly averageDailyVolume: number;
  /** First trading day: generated history must not begin before it. */
  readonly listedOn: string;
  readonly suspended: boolean;
  readonly suspendedReason: string | undefined;
  /** Its stage of surveillance and the market day since which it has it; absent for a share that was never in one. */
  readonly surveillance?: { readonly stage: SurveillanceStage | null; readonly since: number } | undefined;
  /**
   * One line that says what it makes, and that it is fiction; in English only on a market day that began
   * before it was written in every language.
   */
  readonly blurb: Names | string;
  readonly notes: string;
  /** Of an exchange-traded fund; a company has none. */
  readonly fund?: FundTerms | undefined;
  /** Of the entitlements of a rights issue. */
  readonly entitlement?: EntitlementTerms | undefined;
  /** Of a company that a demerger made; it is suspended until it is listed. */
  readonly demergedFrom?: DemergedFrom | undefined;
  /** By which programs know it, where that is not the number of its code: another instrument has that one. */
  readonly number?: number | undefined;
  /** On the market day that begins a demerger, and on no other. */
  readonly demerges?: Demerges | undefined;
  /**
   * Of a company that was listed by an issue here: how much that was asked for, in hundredths of the shares on
   * offer, by members and simulated applicants together.
   */
  readonly demandHundredths?: number | undefined;
};

/** Per cent of a fixed band; undefined where it flexes. */
export const ownBandOf = ({ bandClass }: Pick<Issuer, 'bandClass'>): number | undefined =>
  bandClass === 'dynamic-10' ? undefined : Number(bandClass.slice('static-'.length));

/** Reads universe.csv. Throws, naming line and column, on anything the file's rules forbid. */
export function parseUniverse(csv: string): readonly Issuer[] {
  const rows = readCsv(csv);
  unique(rows, 'code');
  unique(rows, 'isin');
  return rows.map(issuer);
}

function issuer(row: Row): Issuer {
  const suspended = yesOrNo(row, 'suspended');
  const suspendedReason = optional(row, 'suspended_reason');
  if (suspended !== (suspendedReason !== undefined))
    fail(row, 'suspended_reason', 'stands exactly where suspended is Y');
  const tickPaise = positive(row, 'tick_size_inr', 2);
  const referencePricePaise = positive(row, 'reference_price_inr', 2);
  if (referencePricePaise % tickPaise !== 0) fail(row, 'reference_price_inr', 'is no multiple of the tick');
  const stage = optional(row, 'surveillance_stage');
  const freeFloatBps = positive(row, 'free_float_percent', 2);
  if (freeFloatBps > 10_000) fail(row, 'free_float_percent', 'is above 100');
  return {
    code: shareCode(row),
    names: names(row),
    isin: shareIsin(row),
    series: required(row, 'series'),
    sector: required(row, 'sector'),
    sectorKey: oneOf(row, 'sector_key', SECTOR_KEYS),
    casEligible: yesOrNo(row, 'cas_eligible'),
    bandClass: oneOf(row, 'band_class', BAND_CLASSES),
    referencePricePaise,
    tickPaise,
    lotSize: positive(row, 'lot_size', 0),
    sharesOutstanding: positive(row, 'shares_outstanding', 0),
    freeFloatBps,
    epsPaise: scaled(row, 'eps_inr', 2),
    dividendYieldBps: scaled(row, 'dividend_yield_percent', 2),
    betaHundredths: scaled(row, 'beta', 2),
    annualVolatilityBps: positive(row, 'annual_volatility_percent', 2),
    averageDailyVolume: positive(row, 'average_daily_volume', 0),
    listedOn: day(row, 'listed_on'),
    suspended,
    suspendedReason,
    ...(stage !== undefined && {
      surveillance: { stage: oneOf(row, 'surveillance_stage', SURVEILLANCE_STAGES), since: 0 },
    }),
    blurb: inLanguages(row, 'blurb'),
    notes: row.get('notes'),
  };
}

/** The key of a share everywhere: 3 to 10 capital letters. */
export function shareCode(row: Row): string {
  const code = required(row, 'code');
  return /^[A-Z]{3,10}$/.test(code) ? code : fail(row, 'code', 'must be 3 to 10 capital letters');
}

/** An ISIN with its check digit (docs/sources.md, Identifiers). */
export function shareIsin(row: Row): string {
  const isin = required(row, 'isin');
  return isIsin(isin) ? isin : fail(row, 'isin', 'has a wrong check digit or shape');
}
