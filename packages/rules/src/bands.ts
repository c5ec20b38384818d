import type { Day } from './days.ts';
import { bandPercentFor, SMALL_ISSUE_CRORE } from './series.ts';

/** Lowest and highest price of an order, both allowed, in paise. */
export type Band = {
  readonly lower: number;
  readonly upper: number;
};

/**
 * `base` moved by whole per mille, rounded inward to the tick: the lower limit up, the upper limit down
 * (docs/sources.md B3). Remainders of safe integers, so nothing passes through a fraction.
 */
function within(base: number, tick: number, lowerPerMille: number, upperPerMille: number): Band {
  const grid = 1_000 * tick;
  const low = base * (1_000 + lowerPerMille);
  const high = base * (1_000 + upperPerMille);
  return { lower: ceilTo(low, grid) / 1_000, upper: floorTo(high, grid) / 1_000 };
}

const floorTo = (value: number, grid: number): number => value - (value % grid);
const ceilTo = (value: number, grid: number): number => (value % grid === 0 ? value : floorTo(value, grid) + grid);

/**
 * Daily band of a share with a fixed one: 2, 5, 10 or 20 % of the previous, adjusted close. Source: docs/sources.md B1.
 */
export const staticBand = (base: number, percent: number, tick: number): Band =>
  within(base, tick, -percent * 10, percent * 10);

/**
 * Points of the base, in per mille, by which the n-th flex shifts the band: 5, 5, 3, 3, then 2 each. Source:
 * docs/sources.md B4.
 */
const FLEX_STEPS = [50, 50, 30, 30] as const;
const flexShift = (flexes: number): number => {
  let shift = 0;
  for (let flex = 0; flex < flexes; flex += 1) shift += FLEX_STEPS[flex] ?? 20;
  return shift;
};

export type FlexState = {
  readonly base: number;
  readonly tick: number;
  /** Flexes so far today, all in one direction. */
  readonly flexes: number;
  readonly direction: 'up' | 'down';
};

/**
 * Band of a share with derivatives: 10 % around the previous close, moved by each flex; since 2024-11-18 the
 * opposite limit slides along, so the width stays. Source: docs/sources.md B4.
 */
export function dynamicBand({ base, tick, flexes, direction }: FlexState): Band {
  const shift = direction === 'up' ? flexShift(flexes) : -flexShift(flexes);
  return within(base, tick, shift - 100, shift + 100);
}

/**
 * First price on the grid at or beyond the level whose trades may cause the n-th flex: 9.90 %, later 14.90 %,
 * 19.90 % ...
 */
export function flexTriggerPrice(next: {
  base: number;
  tick: number;
  flexNumber: number;
  direction: 'up' | 'down';
}): number {
  const level = 99 + flexShift(next.flexNumber - 1);
  const grid = 1_000 * next.tick;
  return next.direction === 'up'
    ? ceilTo(next.base * (1_000 + level), grid) / 1_000
    : floorTo(next.base * (1_000 - level), grid) / 1_000;
}

/**
 * What a flex needs besides its price, counted from the trades at or beyond it, each side on its own. Source:
 * docs/sources.md B4.
 */
export const FLEX_NEEDS = { trades: 50, clients: 10, members: 3 } as const;

/** Minutes for which trading goes on inside the old band before the n-th flex moves it. Source: docs/sources.md B4. */
export function coolingOffMinutes(flexNumber: number, inLastHalfHour: boolean): number {
  if (flexNumber <= 2) return inLastHalfHour ? 5 : 15;
  return flexNumber <= 4 ? 30 : 60;
}

/** Band of the closing auction: 3 % of its reference price; it does not flex. Source: docs/sources.md N2. */
export const casBand = (reference: number, tick: number): Band => within(reference, tick, -30, 30);

type BlockRule = {
  readonly from: Day;
  readonly to?: Day;
  readonly perMille: number;
  readonly minimumRupees: number;
};

const BLOCK_RULES: readonly BlockRule[] = [
  { from: '0000-01-01', to: '2025-12-07', perMille: 10, minimumRupees: 100_000_000 },
  { from: '2025-12-08', perMille: 30, minimumRupees: 250_000_000 },
];

function blockRule(day: Day): BlockRule {
  const rule = BLOCK_RULES.find(({ from, to }) => from <= day && (to === undefined || day <= to));
  if (!rule) throw new RangeError(`no block rule on ${day}`);
  return rule;
}

/** Smallest value of a block in paise: Rs 25 crore, 10 before 2025-12-08. Source: docs/sources.md N4, N9. */
export const blockMinimum = (day: Day): number => blockRule(day).minimumRupees * 100;

/**
 * Band of a block window: 3 % around its reference (1 % before 2025-12-08), never outside the day's range.
 * The morning reference is the previous close, the afternoon one the average price of 13:45 to 14:00. Source:
 * docs/sources.md N4, N9.
 */
export function blockBand(block: { reference: number; tick: number; dayBand?: Band; day: Day }): Band {
  const { perMille } = blockRule(block.day);
  const { lower, upper } = within(block.reference, block.tick, -perMille, perMille);
  if (!block.dayBand) return { lower, upper };
  return { lower: Math.max(lower, block.dayBand.lower), upper: Math.min(upper, block.dayBand.upper) };
}

export type ListingBand = Band & {
  readonly percent: number;
  /** Ten days without netting: every trade is delivered. */
  readonly tradeForTrade: boolean;
};

/**
 * First-day band after the special pre-open: 5 % and trade-for-trade for an issue of at most Rs 250 crore,
 * else 20 %; around the equilibrium price, or the issue price when there was none. Source: docs/sources.md
 * I8, I9.
 */
export function listingBand(listing: {
  issueSizeCrore: number;
  issuePrice: number;
  equilibriumPrice: number | undefined;
  tick: number;
}): ListingBand {
  const small = listing.issueSizeCrore <= SMALL_ISSUE_CRORE;
  const percent = bandPercentFor(small ? 'BE' : 'EQ');
  const base = listing.equilibriumPrice ?? listing.issuePrice;
  return { percent, tradeForTrade: small, ...staticBand(base, percent, listing.tick) };
}

/**
 * Limits of the special pre-open of an SME listing: -20 % and +90 % of the issue price. Source: docs/sources.md I11.
 */
export const smeListingAuctionBand = (issuePrice: number, tick: number): Band => within(issuePrice, tick, -200, 900);

export const isInside = (price: number, band: Band): boolean => price >= band.lower && price <= band.upper;
