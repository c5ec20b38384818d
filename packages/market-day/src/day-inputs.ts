import { MARKET_VERSION, type FactorState, type InstrumentSpec, type MarketSpec } from '@khara/exchange';
import {
  casBand,
  nextRegularDay,
  placeInQuarter,
  resultsPlace,
  rightsDates,
  roundToTick,
  smeListingAuctionBand,
  staticBand,
  tickFor,
  type Band,
  type Day,
  type Ratio,
} from '@khara/rules';
import {
  isCompany,
  isEntitlement,
  ownBandOf,
  SECTOR_KEYS,
  type EntitlementTerms,
  type Index,
  type Issuer,
  type Universe,
} from '@khara/universe';
import { bandAfter, MAX_FLEXES } from './flexed-band.ts';
import { unitBasket, firstUnitValue } from './fund-units.ts';
import { type DayPlan, stepMarketMs } from './market-clock.ts';
import type { LogNames } from './order-log.ts';
import { fixedBandPercent } from './series-of.ts';

/**
 * Which rules and which exchange play a day: a running one can be gone on with by no others. To be changed
 * with whatever changes a day.
 */
export const ENGINE = `sessions/9 exchange/${MARKET_VERSION}`;

/** What is known of a share at the end of the day before. */
export type PreviousClose = {
  readonly date: Day;
  readonly closePaise: number;
  readonly tickPaise: number;
};

/** Everything that a market day depends on besides the members' commands. */
export type DayInputs = {
  /** 0 for the first. */
  readonly marketDay: number;
  readonly marketDate: Day;
  readonly plan: DayPlan;
  /** Step at which the day begins: later than 0 only on the very first, which begins with its opening. */
  readonly firstStep: number;
  readonly seed: Uint8Array;
  /**
   * By code; a share without one begins at its reference price. On the other side of the corporate actions
   * that begin with the day.
   */
  readonly before: ReadonlyMap<string, PreviousClose>;
  readonly participants: FactorState | undefined;
  /** Shares that one share of the universe has become by splits and bonuses, by code. */
  readonly shareFactors?: ReadonlyMap<string, Ratio>;
  /** How the day's order log names accounts and orders. */
  readonly names: LogNames;
  /**
   * Codes of the shares in which alone participants act. Their own day is that of the whole market, as long as the
   * market-wide breaker does nothing: with few shares no index moves as it did, and so the breaker does not watch.
   */
  readonly only?: readonly string[];
};

/** Whether a share's band shifts in the day: of those with derivatives. */
export const flexes = (issuer: Issuer): boolean => ownBandOf(issuer) === undefined && !issuer.demerges;

/** The day as the exchange gets it: shares in the order of the universe. In `steps` of them members may act. */
export function buildMarketSpec(
  inputs: DayInputs,
  { issuers, indices }: Pick<Universe, 'issuers' | 'indices'>,
  steps: number,
): MarketSpec {
  const closes = issuers.map((issuer) => closeBefore(issuer, inputs));
  const place = placeInQuarter(inputs.marketDate);
  const instruments = issuers.map((issuer, share): InstrumentSpec => {
    if (isEntitlement(issuer)) return entitlementSpec(issuer, closes[share]!, { inputs, issuers });
    if (!issuer.fund)
      return {
        ...instrumentSpec(issuer, closes[share]!, inputs),
        ...(place === resultsPlace(issuer.code) && { hasResults: true }),
      };
    const of = { issuers, indices, marketDay: inputs.marketDay };
    const close = inputs.before.has(issuer.code) ? closes[share]! : firstUnitValue(issuer, closes, of);
    return { ...instrumentSpec(issuer, close, inputs), basket: unitBasket(issuer, of) };
  });
  return {
    seed: inputs.seed,
    dayIndex: inputs.marketDay,
    steps,
    stepMarketMs: stepMarketMs(inputs.plan),
    instruments,
    factorState: inputs.participants,
  };
}

/**
 * The closes of the day before as they are shown: of a share to the paisa, where its base price is on the tick; of an
 * index what that day ended with, whatever rounding its members' prices on the other side of an action makes of it.
 */
export const closesShown = (
  { before }: DayInputs,
  { instruments }: Pick<MarketSpec, 'instruments'>,
  indices: readonly Index[],
): { readonly shares: readonly number[]; readonly indices: readonly (number | undefined)[] } => ({
  shares: instruments.map(({ code, previousClose }) => before.get(code)?.closePaise ?? previousClose),
  indices: indices.map(({ code }) => before.get(code)?.closePaise),
});

/** Paise; on the other side of the corporate actions that begin with the day. */
const closeBefore = (issuer: Issuer, { before }: DayInputs): number =>
  before.get(issuer.code)?.closePaise ?? issuer.referencePricePaise;

function instrumentSpec(issuer: Issuer, close: number, { before, marketDate }: DayInputs): InstrumentSpec {
  const earlier = before.get(issuer.code);
  const tick = earlier && isCompany(issuer) ? tickOn(earlier, marketDate) : issuer.tickPaise;
  const previousClose = Math.max(tick, roundToTick(close, tick, 'nearest'));
  // The price that a demerger makes of a part of another share's is no price at which it was listed.
  const isListed = issuer.listedOn === marketDate && (earlier === undefined || issuer.demergedFrom !== undefined);
  const isNew = isListed && !issuer.demergedFrom;
  const opensAnew = isListed || issuer.demerges !== undefined || awaitsPrice(issuer, marketDate);
  const band = opensAnew
    ? firstAuctionBand(issuer, previousClose, tick)
    : usualBand(issuer, previousClose, { tick, marketDate });
  const lower = Math.max(tick, band.lower);
  return {
    code: issuer.code,
    tick,
    previousClose,
    lower,
    upper: band.upper,
    priceRange: opensAnew
      ? rangeAfterListing({ lower, upper: band.upper }, tick)
      : priceRange(issuer, previousClose, tick, { lower, upper: band.upper }),
    tradable: !issuer.suspended,
    ...(isNew && { listing: { demandHundredths: issuer.demandHundredths ?? NEUTRAL_DEMAND } }),
    lotSize: issuer.lotSize,
    sector: SECTOR_KEYS.indexOf(issuer.sectorKey),
    betaMilli: issuer.betaHundredths * 10,
    annualVolatilityBps: issuer.annualVolatilityBps,
    averageDailyVolume: isNew ? firstDayVolume(issuer) : issuer.averageDailyVolume,
  };
}

/** Whether a demerger of the day makes the share, whose price is what the company it comes from loses. */
const awaitsPrice = ({ demergedFrom }: Issuer, marketDate: Day): boolean => demergedFrom?.exDate === marketDate;

/** Entitlements with the number of their share and the market days that they have; throws without the share. */
function entitlementSpec(
  issuer: Issuer & { readonly entitlement: EntitlementTerms },
  close: number,
  { inputs, issuers }: { readonly inputs: DayInputs; readonly issuers: readonly Issuer[] },
): InstrumentSpec {
  const { share: code, price, exDate } = issuer.entitlement;
  const share = issuers.findIndex((one) => one.code === code);
  if (share === -1) throw new Error(`${issuer.code}: the day has no share ${code}`);
  return {
    ...instrumentSpec(issuer, close, inputs),
    entitlement: { share, price, days: daysLeft(inputs.marketDate, rightsDates(exDate).closesOn) },
  };
}

/** Market days from one to another, both counted. */
function daysLeft(from: Day, to: Day): number {
  let days = 1;
  for (let day = from; day < to; day = nextRegularDay(day)) days += 1;
  return days;
}

function usualBand(issuer: Issuer, base: number, { tick, marketDate }: { tick: number; marketDate: Day }): Band {
  const percent = fixedBandPercent(issuer, marketDate);
  return percent === undefined ? bandAfter(base, tick, 0) : staticBand(base, percent, tick);
}
/** Demand of an issue that is not known to have had one: about where the market's opinion is the issue price. */
const NEUTRAL_DEMAND = 400;
/**
 * What a first day trades of the shares that were sold to the public, in percent: more of an issue that many wanted and
 * did not get. A choice, between a quarter of shares sold within a week after a loss and two thirds after a large gain
 * (docs/sources.md I12).
 */
const FIRST_DAY = { least: 30, most: 60, mostFrom: 3_000 } as const;
/** Trading of a listing begins at ten: what a first day trades of what participants would in a whole one. Measured. */
const PART_OF_DAY = 0.64;

function firstDayVolume({ sharesOutstanding, freeFloatBps, demandHundredths = NEUTRAL_DEMAND }: Issuer): number {
  const { least, most, mostFrom } = FIRST_DAY;
  const part = least + ((most - least) * Math.min(demandHundredths, mostFrom)) / mostFrom;
  return Math.max(10_000, Math.round((sharesOutstanding * freeFloatBps * part) / (1_000_000 * PART_OF_DAY)));
}

/**
 * Limits of a share's first auction, around its issue price: -20 % to +90 % for a small company
 * (docs/sources.md I11). For the main board the rule knows none (I8); half and twice the issue price are the
 * walls of the book here. A demerger may take more than half of a share's price, so its wall is a fifth.
 */
const firstAuctionBand = (issuer: Issuer, issuePrice: number, tick: number): Band =>
  issuer.series === 'SM'
    ? smeListingAuctionBand(issuePrice, tick)
    : { lower: roundToTick(Math.floor(issuePrice / (issuer.demerges ? 5 : 2)), tick, 'up'), upper: issuePrice * 2 };

/** What the band may reach once the first auction has found a price: 20 % around any that it could find. */
const rangeAfterListing = ({ lower, upper }: Band, tick: number): Band => ({
  lower: Math.max(tick, staticBand(lower, 20, tick).lower),
  upper: staticBand(upper, 20, tick).upper,
});

/**
 * What its band may reach today: by shifting, and in the closing auction, whose band is 3 % around a price
 * inside this one.
 */
function priceRange(issuer: Issuer, base: number, tick: number, band: Band): Band {
  const lowest = flexes(issuer) ? bandAfter(base, tick, -MAX_FLEXES).lower : band.lower;
  const highest = flexes(issuer) ? bandAfter(base, tick, MAX_FLEXES).upper : band.upper;
  if (!issuer.casEligible) return { lower: lowest, upper: highest };
  return { lower: Math.max(tick, casBand(lowest, tick).lower), upper: casBand(highest, tick).upper };
}

/**
 * A share's tick changes with the month only: it follows from the close of the last trading day of the month before.
 */
const tickOn = ({ date, closePaise, tickPaise }: PreviousClose, marketDate: Day): number =>
  date.slice(0, 7) === marketDate.slice(0, 7) ? tickPaise : tickFor(closePaise, marketDate);
