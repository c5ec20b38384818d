import type { Day } from '@khara/rules';
import { RETAIL_LIMIT_PAISE } from '@khara/lottery';
import type { Names, OfferingKind } from '@khara/universe';
import { offeringId, type Company, type PlannedOffering } from './calendar.ts';
import { findSectorKey } from './issuer.ts';
import { bookBuilt, sizes, type Offer } from './offer.ts';
import { pricesFromMarket } from './prices.ts';
import { windowsFrom } from './windows.ts';

/**
 * An offering as people propose it. Prices are integer paise, parts are basis points, counts are shares
 * unless they say lots.
 */
export type Proposal = {
  readonly kind: OfferingKind;
  /** Of an issue an unused code, of all others a listed company's. */
  readonly code: string;
  /** Of an issue; a listed company has its own. */
  readonly issue:
    | {
        readonly names: Names;
        readonly sector: string;
        readonly board: 'main' | 'sme';
        readonly story: string;
        readonly floorPrice: number;
        readonly capPrice: number;
      }
    | undefined;
  readonly discountBps: number;
  readonly sharesPerLot: number;
  readonly totalShares: number;
  readonly reservedBps: number;
  readonly minLots: number;
  readonly maxLots: number;
  /** Demand to simulate, in hundredths of the shares on offer. */
  readonly demandHundredths: number;
};

/** What is wrong with the terms of an offering: the rule that they break, and the term to change. */
export type Fault = {
  readonly field: string;
  readonly rule:
    | 'code_form'
    | 'names_in_four_languages'
    | 'known_sector'
    | 'board_of_an_issue'
    | 'positive'
    | 'band_of_105_to_120'
    | 'discount_too_large'
    | 'lot_of_10000_to_15000'
    | 'sme_two_lots_above_2_lakh'
    | 'retail_limit_2_lakh'
    | 'block_of_25_crore'
    | 'lots_in_order'
    | 'fewer_than_one_application'
    | 'reserved_part'
    | 'demand_out_of_range';
};

/**
 * Off the price, at most: retail's tenth of an issue, a placement's 5 % under the floor, a block's 3 % from
 * the reference (docs/sources.md I2, N4).
 */
const MAX_DISCOUNT_BPS: Readonly<Record<OfferingKind, number>> = {
  ipo: 1_000,
  offline_placement: 500,
  private_placement: 500,
  block: 300,
};
const RUPEE = 100;
/** The minimum application of a main-board issue: Rs 10,000 to 15,000 (docs/sources.md I2). */
const LOT_PAISE = { least: 10_000 * RUPEE, most: 15_000 * RUPEE };
const RETAIL_LIMIT = Number(RETAIL_LIMIT_PAISE);
/** Rs 25 crore (docs/sources.md N4). */
const MIN_BLOCK_PAISE = 25n * 10_000_000n * 100n;
/** 300 times the shares on offer: a draw stays one that runs on a phone. */
const MAX_DEMAND = 30_000;

/**
 * The first rule that an offer breaks; undefined when it keeps them all. What the calendar makes and what
 * people propose goes by the same rules: a test runs it over every offer of the calendar.
 */
export function findFault(offer: Offer): Fault | undefined {
  const { kind, code, names, sector, board, sharesPerLot, totalShares, offeredShares, minLots, maxLots } = offer;
  const rules: readonly (readonly [boolean, string, Fault['rule']])[] = [
    [/^[A-Z]{3,10}$/.test(code), 'code', 'code_form'],
    [Object.values(names).every((name) => name.trim() !== ''), 'names', 'names_in_four_languages'],
    [findSectorKey(sector) !== undefined, 'sector', 'known_sector'],
    [kind === 'ipo' || board === 'main', 'board', 'board_of_an_issue'],
    [isPositive(sharesPerLot), 'sharesPerLot', 'positive'],
    [isPositive(totalShares), 'totalShares', 'positive'],
    [isPositive(minLots), 'minLots', 'positive'],
    [isPositive(offer.price), 'capPaise', 'positive'],
    [kind !== 'ipo' || isBand(offer), 'capPaise', 'band_of_105_to_120'],
    [offer.discountBps >= 0 && offer.discountBps <= MAX_DISCOUNT_BPS[kind], 'discountBps', 'discount_too_large'],
    ...lotRules(offer),
    [minLots <= maxLots, 'maxLots', 'lots_in_order'],
    [offeredShares >= minLots * sharesPerLot, 'totalShares', 'fewer_than_one_application'],
    [
      isPositive(offer.demandHundredths) && offer.demandHundredths <= MAX_DEMAND,
      'demandHundredths',
      'demand_out_of_range',
    ],
  ];
  const broken = rules.find(([kept]) => !kept);
  return broken && { field: broken[1], rule: broken[2] };
}

const isPositive = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

/** The cap of a book-built issue lies between 105 % and 120 % of its floor. Source: docs/sources.md I1. */
function isBand({ floorPrice: floor, capPrice: cap }: Offer): boolean {
  return floor !== undefined && cap !== undefined && cap * 100 >= floor * 105 && cap * 100 <= floor * 120;
}

/** What an application may be worth, by kind: docs/sources.md I2, I10, N4, N11. */
function lotRules(offer: Offer): readonly (readonly [boolean, string, Fault['rule']])[] {
  const { kind, board, sharesPerLot, price, capPrice = price, minLots, maxLots, totalShares } = offer;
  const lot = sharesPerLot * capPrice;
  const most = maxLots * sharesPerLot * price;
  if (kind === 'ipo' && board === 'sme')
    return [[minLots === 2 && maxLots === 2 && lot * 2 > RETAIL_LIMIT, 'sharesPerLot', 'sme_two_lots_above_2_lakh']];
  if (kind === 'ipo')
    return [
      [lot >= LOT_PAISE.least && lot <= LOT_PAISE.most, 'sharesPerLot', 'lot_of_10000_to_15000'],
      [most <= RETAIL_LIMIT, 'maxLots', 'retail_limit_2_lakh'],
    ];
  if (kind === 'offline_placement') return [[most <= RETAIL_LIMIT, 'maxLots', 'retail_limit_2_lakh']];
  if (kind === 'block')
    return [[BigInt(totalShares) * BigInt(price) >= MIN_BLOCK_PAISE, 'totalShares', 'block_of_25_crore']];
  return [];
}

/**
 * Retail's part: 35 % or 10 % of an issue, a tenth or more of an offer for sale, none of what only
 * institutions get (docs/sources.md I2, N11).
 */
const isReservedPart = (kind: OfferingKind, bps: number): boolean =>
  kind === 'ipo'
    ? bps === 1_000 || bps === 3_500
    : kind === 'offline_placement'
      ? bps >= 1_000 && bps <= 10_000
      : bps === 0;

/**
 * What a proposal would be if it opened on a day: market day `index`, counted from the market's first. Or the
 * first rule that it breaks. An offer of listed shares finds its prices anew when it opens, from the market
 * as it then is.
 */
export function plannedFromProposal(
  proposal: Proposal,
  when: { readonly day: Day; readonly index: number; readonly company: Company | undefined },
): { readonly planned: PlannedOffering } | { readonly fault: Fault } {
  const { kind, sharesPerLot, totalShares, reservedBps } = proposal;
  if (!isReservedPart(kind, reservedBps)) return { fault: { field: 'reservedBps', rule: 'reserved_part' } };
  if (!isPositive(sharesPerLot)) return { fault: { field: 'sharesPerLot', rule: 'positive' } };
  if (!isPositive(totalShares)) return { fault: { field: 'totalShares', rule: 'positive' } };
  const what = toSubject(proposal, when);
  if (!what) return { fault: { field: 'code', rule: 'code_form' } };
  const { code, discountBps, minLots, maxLots, demandHundredths } = proposal;
  const terms = { kind, code, discountBps, sharesPerLot, totalShares, minLots, maxLots, demandHundredths };
  const offer: Offer = { ...terms, ...sizes(totalShares, reservedBps, sharesPerLot), ...what, unit: undefined };
  const fault = findFault(offer);
  return fault
    ? { fault }
    : { planned: { id: offeringId(kind, code, when.index), offer, windows: windowsFrom(kind, when.day) } };
}

type OfferSubject = Pick<
  Offer,
  'names' | 'sector' | 'board' | 'story' | 'floorPrice' | 'capPrice' | 'issuePrice' | 'price'
>;

/** The company, and the prices. Undefined for a proposal without its issue, or its listed company. */
function toSubject(
  { kind, issue, discountBps }: Proposal,
  { company, day }: { readonly company: Company | undefined; readonly day: Day },
): OfferSubject | undefined {
  if (kind === 'ipo') {
    if (!issue) return undefined;
    const { floorPrice, capPrice, names, sector, board, story } = issue;
    return { names, sector, board, story: { en: story }, ...bookBuilt(floorPrice, capPrice, discountBps) };
  }
  if (!company) return undefined;
  const { names, sector, lastPrice } = company;
  return { names, sector, board: 'main', story: undefined, ...pricesFromMarket(kind, { lastPrice, discountBps, day }) };
}
