import { hash, lp, u32 } from '@khara/proof';
import { type Day, HOUR_MS, nextRegularDay, previousRegularDay } from '@khara/rules';
import type { Names, OfferingKind, OfferingSeed } from '@khara/universe';
import { readStamp, toStamp, type MarketStamp } from './market-stamp.ts';
import type { TakenCodes } from './instrument-number.ts';
import { bookBuilt, offerFromSeed, sizes, type Offer } from './offer.ts';
import { pricesFromMarket } from './prices.ts';
import { isUnitName, unitCode, UNITS, unitNames, type Unit } from './units.ts';
import { windowsBetween, windowsFrom, type Windows } from './windows.ts';

/** An offering with its id and its windows. */
export type PlannedOffering = {
  readonly id: string;
  readonly offer: Offer;
  readonly windows: Windows;
};

/** A listed company, as offers of listed shares and new issues are made from. */
export type Company = {
  readonly code: string;
  readonly names: Names;
  readonly sector: string;
  readonly lastPrice: number;
  /** Whether its shares may be offered, see `mayOffer`. */
  readonly mayOffer: boolean;
};

const LETTERS: Readonly<Record<OfferingKind, string>> = {
  ipo: 'IPO',
  offline_placement: 'OFS',
  private_placement: 'PP',
  block: 'BLK',
};

/** Seeded offers that open after the first day, by market day; those of the first day are in `startingOffers`. */
const SEEDED: readonly (readonly [number, string])[] = [
  [1, 'GRANTHA'],
  [1, 'KSHIPRABK'],
  [2, 'KINHALHOME'],
  [2, 'VENGAI'],
  [3, 'HATHMATI'],
  [3, 'JYOTIPATH'],
  [4, 'ARIPAN'],
  [5, 'CHIRONJI'],
  [6, 'KESUDO'],
];

/**
 * When offers are made by rule: the first market day, and every how many from then on. An issue stays open
 * for three days, so there is nearly always one.
 */
const BY_RULE: Readonly<Record<OfferingKind, { readonly first: number; readonly every: number }>> = {
  ipo: { first: 9, every: 4 },
  offline_placement: { first: 4, every: 3 },
  private_placement: { first: 5, every: 5 },
  block: { first: 4, every: 2 },
};
/** Each issue of this number made by rule is one of a small company. */
const SME_EVERY = 4;

/** "IPO-GRANTHA-1": kind, code and the market day on which it opens. */
export const offeringId = (kind: OfferingKind, code: string, day: number): string => `${LETTERS[kind]}-${code}-${day}`;

/** What opens on a market day (1 for the second), from the seeds first and then by rule; the same for every caller. */
export function plannedOn(plan: {
  readonly index: number;
  readonly day: Day;
  readonly seeds: readonly OfferingSeed[];
  /** By code. */
  readonly companies: readonly Company[];
  /** Listed or on offer. */
  readonly taken: TakenCodes;
}): PlannedOffering[] {
  const { index, day, seeds } = plan;
  const seeded = SEEDED.filter(([on]) => on === index).flatMap(([, code]) =>
    seeds.filter((seed) => seed.code === code).map(offerFromSeed),
  );
  const ruled = (Object.keys(BY_RULE) as OfferingKind[]) // its own keys
    .filter((kind) => isDue(kind, index))
    .flatMap((kind) => offerByRule(kind, plan) ?? []);
  return [...seeded, ...ruled].map((offer) => ({
    id: offeringId(offer.kind, offer.code, index),
    offer,
    windows: windowsFrom(offer.kind, day),
  }));
}

const isDue = (kind: OfferingKind, index: number): boolean => {
  const { first, every } = BY_RULE[kind];
  return index >= first && (index - first) % every === 0;
};

/**
 * An offering of the start with how it begins: what is over already closes as soon as its simulated applicants are in.
 */
export type StartingOffering = PlannedOffering & {
  readonly closesAtOnce: boolean;
};

/**
 * What a new market begins with: an offering in every state, among them a lottery that closes within five
 * minutes. Those that are over have really been opened, closed and drawn, a moment ago.
 */
export function startingOffers(start: {
  /** The market day that runs, or is the next to. */
  readonly day: Day;
  /** Market time as it is: outside market hours in the nse profile. */
  readonly now: MarketStamp;
  /** Market seconds per real second. */
  readonly speed: number;
  readonly seeds: readonly OfferingSeed[];
}): StartingOffering[] {
  const { day, now: opens, speed, seeds } = start;
  const { day: today, timeMs } = readStamp(opens);
  /**
   * A stamp that real minutes from now will bring, and at most a fraction of the market day away, however fast that is.
   */
  const soon = (realMinutes: number, mostMarketMs: number): MarketStamp =>
    toStamp(today, timeMs + Math.min(realMinutes * 60_000 * speed, mostMarketMs));
  const next = nextRegularDay(day);
  const regular = (kind: OfferingKind, closes: Day): Windows => windowsBetween(kind, opens, closes);
  /** Of an offer that is over: windows as its kind has them, from an opening the given market days ago. */
  const past = (kind: OfferingKind, daysAgo: number, windows: Partial<Windows> = {}): Windows => {
    let opened = day;
    for (let ago = 0; ago < daysAgo; ago += 1) opened = previousRegularDay(opened);
    return { ...windowsFrom(kind, opened), ...windows };
  };
  const starting: readonly (readonly [string, boolean, (kind: OfferingKind) => Windows])[] = [
    [
      'NABHODEEP',
      false,
      (kind) => ({ ...regular(kind, day), closes: soon(4, 1.9 * HOUR_MS), allotment: soon(5, 2.4 * HOUR_MS) }),
    ],
    ['VAIDURYA', false, (kind) => regular(kind, nextRegularDay(next))],
    // Its applications were taken for two days, and its close is now.
    [
      'BAJRIKA',
      true,
      (kind) => ({ ...regular(kind, day), opens: past(kind, 2).opens, closes: opens, allotment: soon(2, HOUR_MS) }),
    ],
    // Closed the day before, to be listed on T+3.
    ['ROHIDA', true, (kind) => past(kind, 3)],
    ['LOHAPATH', true, (kind) => past(kind, 2, { listingDate: day })],
    ['PAHATGREEN', true, (kind) => past(kind, 3, { listingDate: previousRegularDay(day) })],
    ['TAMRALIPTI', false, (kind) => regular(kind, day)],
    ['KIRANMALA', false, (kind) => regular(kind, next)],
    ['PATTAL', false, (kind) => regular(kind, day)],
  ];
  return starting.flatMap(([code, closesAtOnce, windowsOf]) =>
    seeds
      .filter((seed) => seed.code === code)
      .map((seed) => ({
        id: offeringId(seed.kind, code, 0),
        offer: offerFromSeed(seed),
        windows: windowsOf(seed.kind),
        closesAtOnce,
      })),
  );
}

type Plan = Parameters<typeof plannedOn>[0];

/** Bytes that decide about an offer made by rule; any reader can compute them. */
function numbersBelow(kind: OfferingKind, index: number): (at: number, bound: number) => number {
  const digest = hash(lp('khara/calendar/1'), lp(kind), u32(index));
  const view = new DataView(digest.buffer, digest.byteOffset, digest.length);
  return (at, bound) => view.getUint32(at * 4) % bound;
}

/** Undefined when there is no company to make it from. */
function offerByRule(kind: OfferingKind, plan: Plan): Offer | undefined {
  const draw = numbersBelow(kind, plan.index);
  if (kind === 'ipo') return issueByRule(plan, draw);
  const companies = plan.companies.filter(({ mayOffer }) => mayOffer);
  if (companies.length === 0) return undefined;
  const company = at(companies, draw(0, companies.length));
  return offerOfListed(kind, company, plan.day, draw);
}

type Draw = (at: number, bound: number) => number;

const CAPS = [65, 88, 118, 142, 175, 210, 264, 318, 342, 405, 476, 560, 640, 740, 880, 1_130];
/** Demand in hundredths of the shares on offer: of twelve issues one fails, and one finds too few for its cap. */
export const ISSUE_DEMANDS = [72, 96, 180, 320, 455, 680, 940, 1_140, 1_560, 1_850, 2_730, 4_600];
const SME_CAPS = [68, 88, 96, 124, 145];
const SME_DEMANDS = [2_400, 4_100, 6_450, 9_800];
const CRORE_PAISE = 1_000_000_000;
const LOT_RUPEES = 15_000;

/** A unit carved out of a listed company and sold to the public. */
function issueByRule({ index, companies, taken }: Plan, draw: Draw): Offer | undefined {
  const isSme = ((index - BY_RULE.ipo.first) / BY_RULE.ipo.every) % SME_EVERY === SME_EVERY - 1;
  const found = unusedName(companies, taken, draw);
  if (!found) return undefined;
  const { parent, unit, number, code } = found;
  const cap = isSme ? at(SME_CAPS, draw(2, SME_CAPS.length)) : at(CAPS, draw(2, CAPS.length));
  // The cap is at least 105 % of the floor (docs/sources.md I1).
  const floor = Math.floor(cap / 1.05);
  // Main board: a lot of Rs 13,000 to 15,000. SME: two lots make more than Rs 2 lakh.
  const lot = isSme ? Math.ceil(100_001 / cap / 100) * 100 : Math.floor(LOT_RUPEES / cap);
  const crore = isSme ? 25 + draw(3, 30) : 400 + draw(3, 2_600);
  const lots = Math.floor((crore * CRORE_PAISE) / (cap * 100 * lot));
  const discountBps = !isSme && draw(4, 8) === 0 ? 500 : 0;
  const reservedBps = draw(5, 5) === 0 && !isSme ? 1_000 : 3_500;
  const prices = bookBuilt(floor * 100, cap * 100, discountBps);
  return {
    ...prices,
    ...sizes(lots * lot, reservedBps, lot),
    kind: 'ipo',
    code,
    names: unitNames(parent.names, unit, number),
    sector: unit.sector,
    board: isSme ? 'sme' : 'main',
    story: undefined,
    unit: { key: unit.key, parent: parent.names },
    discountBps,
    sharesPerLot: lot,
    totalShares: lots * lot,
    minLots: isSme ? 2 : 1,
    maxLots: isSme ? 2 : Math.floor(20_000_000 / (lot * prices.price)),
    demandHundredths: isSme
      ? at(SME_DEMANDS, draw(6, SME_DEMANDS.length))
      : at(ISSUE_DEMANDS, draw(6, ISSUE_DEMANDS.length)),
  };
}

/**
 * A company and a unit whose code is free, searched from a drawn place on: first of all units without a number, then of
 * those with the number 2, and so on, so that there is always one. Undefined without a company.
 */
function unusedName(companies: readonly Company[], taken: TakenCodes, draw: Draw) {
  const parents = companies.filter(({ names }) => !isUnitName(names)); // a unit of a unit would be a joke
  const names = parents.length * UNITS.length;
  if (names === 0) return undefined;
  const from = draw(0, names);
  for (let number = 1; ; number += 1) {
    for (let step = 0; step < names; step += 1) {
      const place = (from + step) % names;
      const parent = at(parents, place % parents.length);
      const unit: Unit = at(UNITS, Math.floor(place / parents.length));
      const code = unitCode(parent.code, unit, number);
      if (taken.isFree(code)) return { parent, unit, number, code };
    }
  }
}

/**
 * Discounts in basis points: of a placement under the floor (at most 5 %; a preferential issue has none), of
 * a block (at most 3 %), and what retail gets off an offer for sale.
 */
const DISCOUNTS: Readonly<Record<Exclude<OfferingKind, 'ipo'>, readonly number[]>> = {
  offline_placement: [0, 0, 200],
  private_placement: [200, 0, 360, 0, 480],
  block: [25, 49, 80, 125, 180, 220],
};
const LOT_VALUE: Readonly<Record<Exclude<OfferingKind, 'ipo'>, number>> = {
  offline_placement: 1_460_000,
  private_placement: 7_000_000,
  block: 1_400_000,
};
const LIMITS: Readonly<Record<Exclude<OfferingKind, 'ipo'>, readonly [number, number]>> = {
  offline_placement: [1, 13],
  private_placement: [2, 25],
  block: [4, 200],
};

function offerOfListed(kind: Exclude<OfferingKind, 'ipo'>, company: Company, day: Day, draw: Draw): Offer {
  const discounts = DISCOUNTS[kind];
  const discountBps = at(discounts, draw(1, discounts.length));
  const prices = pricesFromMarket(kind, { lastPrice: company.lastPrice, discountBps, day });
  const lot = Math.max(1, Math.floor(LOT_VALUE[kind] / prices.price));
  const crore = kind === 'block' ? 60 + draw(3, 100) : 150 + draw(3, 850);
  const lots = Math.max(40, Math.floor((crore * CRORE_PAISE) / (prices.price * lot)));
  const [minLots, maxLots] = LIMITS[kind];
  return {
    ...prices,
    ...sizes(lots * lot, kind === 'offline_placement' ? 1_000 : 0, lot),
    kind,
    code: company.code,
    names: company.names,
    sector: company.sector,
    board: 'main',
    story: undefined,
    unit: undefined,
    discountBps,
    sharesPerLot: lot,
    totalShares: lots * lot,
    minLots,
    maxLots: kind === 'offline_placement' ? Math.max(1, Math.floor(20_000_000 / (lot * prices.price))) : maxLots,
    demandHundredths: kind === 'block' ? 100 : 140 + draw(6, 300),
  };
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`nothing at ${index}`);
  return item;
}
