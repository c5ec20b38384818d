import { readCsv, type Row } from './csv.ts';
import {
  fail,
  inLanguages,
  names,
  oneOf,
  optionalPositive,
  positive,
  required,
  scaled,
  unique,
  type Names,
} from './fields.ts';
import { shareCode } from './issuers.ts';

const OFFERING_KINDS = ['ipo', 'offline_placement', 'private_placement', 'block'] as const;
export type OfferingKind = (typeof OFFERING_KINDS)[number];

/** One offer of the primary market as seeded into a new data directory. Prices are integer paise, counts are shares. */
export type OfferingSeed = {
  readonly kind: OfferingKind;
  /** Of `ipo` a code that is not yet listed, of all others a listed one. */
  readonly code: string;
  readonly names: Names;
  readonly sector: string;
  /** Only for `ipo`, whose issue price is undefined until allotment. */
  readonly priceLow: number | undefined;
  readonly priceHigh: number | undefined;
  readonly issuePrice: number | undefined;
  /** What the discount is measured from: the last close, for `private_placement` the floor. Undefined for `ipo`. */
  readonly referencePrice: number | undefined;
  readonly discountBps: number;
  readonly lotSize: number;
  readonly totalShares: number;
  readonly retailReservedBps: number;
  readonly minimumLots: number;
  readonly maximumLots: number;
  /** Demand to simulate, in hundredths of the shares on offer: 1140 is 11.40 times. */
  readonly expectedOversubscription: number;
  /** What it is about, in a sentence or two. */
  readonly story: Names;
  readonly board: 'main' | 'sme';
};

/** Reads offerings.csv. Throws, naming line and column, on anything the file's rules forbid. */
export function parseOfferings(csv: string): readonly OfferingSeed[] {
  const rows = readCsv(csv);
  unique(rows, 'code');
  return rows.map(offering);
}

function offering(row: Row): OfferingSeed {
  const kind = oneOf(row, 'kind', OFFERING_KINDS);
  const seed: OfferingSeed = {
    kind,
    code: shareCode(row),
    names: names(row),
    sector: required(row, 'sector'),
    priceLow: optionalPositive(row, 'price_low', 2),
    priceHigh: optionalPositive(row, 'price_high', 2),
    issuePrice: optionalPositive(row, 'issue_price', 2),
    referencePrice: optionalPositive(row, 'reference_price', 2),
    discountBps: scaled(row, 'discount_rate_percent', 2),
    lotSize: positive(row, 'lot_size', 0),
    totalShares: positive(row, 'total_shares', 0),
    retailReservedBps: scaled(row, 'retail_reserved_percent', 2),
    minimumLots: positive(row, 'minimum_lots', 0),
    maximumLots: positive(row, 'maximum_lots', 0),
    expectedOversubscription: positive(row, 'expected_oversubscription_retail', 2),
    story: inLanguages(row, 'story'),
    board: oneOf(row, 'board', ['main', 'sme']),
  };
  if (seed.minimumLots > seed.maximumLots) fail(row, 'minimum_lots', 'is above maximum_lots');
  if (kind === 'ipo') checkIpoPrices(row, seed);
  else if (seed.issuePrice === undefined || seed.referencePrice === undefined) {
    fail(row, 'issue_price', 'and reference_price are both needed outside an IPO');
  }
  return seed;
}

/** The cap of a book-built issue lies between 105 % and 120 % of its floor. Source: docs/sources.md I1. */
function checkIpoPrices(row: Row, { priceLow: low, priceHigh: high, issuePrice: issue }: OfferingSeed): void {
  if (low === undefined || high === undefined)
    return fail(row, 'price_low', 'and price_high are both needed in an IPO');
  if (issue !== undefined) fail(row, 'issue_price', 'is found at allotment');
  if (high * 100 < low * 105 || high * 100 > low * 120) fail(row, 'price_high', 'must be 105 to 120 % of price_low');
}
