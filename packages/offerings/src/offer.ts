import { RETAIL_LIMIT_PAISE } from '@khara/lottery';
import { type Names, type OfferingKind, type OfferingSeed, isCompany, type Issuer } from '@khara/universe';
import { discounted, fixedPrices, type Prices } from './prices.ts';
import type { Day, SurveillanceStage } from '@khara/rules';
import { monthsAfter } from './lock-in.ts';

/**
 * Lots that a retail pool has at most here, so that a draw has tens of thousands of applications and runs on a phone.
 */
const MAX_LOTS = 2_000;
/**
 * Part of the amount that an application blocks, in basis points: all of it as in ASBA and in an offer for sale
 * (docs/sources.md N4), of a private placement a quarter.
 */
export const UPFRONT_BPS: Readonly<Record<OfferingKind, number>> = {
  ipo: 10_000,
  offline_placement: 10_000,
  private_placement: 2_500,
  block: 10_000,
};

/** One offer before it has an id and windows. Prices are integer paise, counts are shares unless they say lots. */
export type Offer = Prices & {
  readonly kind: OfferingKind;
  readonly code: string;
  readonly names: Names;
  readonly sector: string;
  readonly board: 'main' | 'sme';
  /** Of the seeds in every language, of what people propose in English; made by rule `unit` describes it. */
  readonly story: Partial<Names> | undefined;
  /** Of an issue made by rule: what it does (a key of UNITS) and the names of the company it was carved out of. */
  readonly unit: { readonly key: string; readonly parent: Names } | undefined;
  readonly discountBps: number;
  readonly sharesPerLot: number;
  readonly totalShares: number;
  /** Of them for retail investors. */
  readonly reservedShares: number;
  /** On offer here. */
  readonly offeredShares: number;
  readonly minLots: number;
  readonly maxLots: number;
  /** Demand to simulate, in hundredths of the shares on offer. */
  readonly demandHundredths: number;
};

/** An offer as offerings.csv has it. */
export function offerFromSeed(seed: OfferingSeed): Offer {
  const prices =
    seed.kind === 'ipo'
      ? bookBuilt(need(seed.priceLow), need(seed.priceHigh), seed.discountBps)
      : fixedPrices(seed.kind, {
          issuePrice: need(seed.issuePrice),
          referencePrice: need(seed.referencePrice),
          discountBps: seed.discountBps,
        });
  return {
    ...prices,
    ...sizes(seed.totalShares, seed.retailReservedBps, seed.lotSize),
    kind: seed.kind,
    code: seed.code,
    names: seed.names,
    sector: seed.sector,
    board: seed.board,
    story: seed.story,
    unit: undefined,
    discountBps: seed.discountBps,
    sharesPerLot: seed.lotSize,
    totalShares: seed.totalShares,
    minLots: seed.minimumLots,
    maxLots: mostLots(seed, prices.price),
    demandHundredths: seed.expectedOversubscription,
  };
}

/**
 * Prices of a book-built issue before the issue price is found: an application blocks the cap, less the
 * retail discount.
 */
export const bookBuilt = (floorPrice: number, capPrice: number, discountBps: number): Prices => ({
  floorPrice,
  capPrice,
  issuePrice: capPrice,
  price: discounted(capPrice, discountBps),
});

/** Retail's part, in whole lots, and what of it is on offer here. Nothing reserved means that all of it is. */
export function sizes(
  totalShares: number,
  reservedBps: number,
  lot: number,
): { reservedShares: number; offeredShares: number } {
  const part = reservedBps === 0 ? totalShares : Number((BigInt(totalShares) * BigInt(reservedBps)) / 10_000n);
  const reservedLots = (part - (part % lot)) / lot;
  return { reservedShares: reservedLots * lot, offeredShares: Math.min(MAX_LOTS, reservedLots) * lot };
}

/**
 * The retail cap of Rs 2 lakh on a main-board issue; an SME issue is above it by rule, other kinds have their
 * own ceiling. Source: docs/sources.md I2, I10.
 */
function mostLots(seed: OfferingSeed, price: number): number {
  if (seed.kind !== 'ipo' || seed.board === 'sme') return seed.maximumLots;
  return Math.min(seed.maximumLots, Number(RETAIL_LIMIT_PAISE / BigInt(seed.lotSize * price)));
}

function need(price: number | undefined): number {
  if (price === undefined) throw new Error('the offering lacks a price that its kind needs');
  return price;
}

/**
 * Months after its listing before which a company's shares are not offered: until then all holders from before it are
 * locked in (SEBI ICDR 2018, regulations 16 and 17).
 */
const LISTED_MONTHS = 6;

/**
 * Whether shares of an issuer may be offered outside the book on a market date: those of a company that has been listed
 * for half a year and trades as all do, in single shares and under no surveillance. Never units or entitlements.
 */
export const mayOffer = (
  issuer: Issuer,
  on: { readonly day: Day; readonly series: string; readonly stage: SurveillanceStage | undefined },
): boolean =>
  isCompany(issuer) &&
  !issuer.suspended &&
  issuer.lotSize === 1 &&
  on.series === 'EQ' &&
  on.stage === undefined &&
  monthsAfter(issuer.listedOn, LISTED_MONTHS) <= on.day;
