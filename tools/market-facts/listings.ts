import { chargesFor, noteCharges } from '@khara/charges';
import { planDay, TradingDay, OWN_NUMBERS } from '@khara/market-day';
import { ISSUE_DEMANDS, isUndersubscribed, makeIssuer, lotsOfSimulated } from '@khara/offerings';
import type { Issuer } from '@khara/universe';
import { mean } from './statistics.ts';
import { groupStrategies, type Strategy, type Trip } from './strategy.ts';

/** A lot of a main-board issue, and its market date. */
const LOT_PAISE = 1_400_000;
const DAY = '2026-11-25';
/** Real seconds of a market day here: continuous trading of a listing begins at ten. */
const DAY_SECONDS = 120;
/** Of an issue: Rs 500 crore. */
const ISSUE_PAISE = 500 * 1e9;
const MAX_LOTS = 13;
/** Demand of issues that are listed: the others fail. */
const LISTED = ISSUE_DEMANDS.filter((askedShares) => !isUndersubscribed({ askedShares, offeredShares: 100 }));

/** A new share's first day. Prices in paise. */
export type LivedListing = {
  /** Times the issue was asked for, hundredths. */
  readonly demandHundredths: number;
  readonly issuePrice: number;
  /** The best prices as continuous trading begins. */
  readonly bid: number;
  readonly ask: number;
  readonly lastBid: number;
  /** Shares traded on the day, of those that were sold to the public. */
  readonly turnover: number;
};

/**
 * A number of market days, on each of which a company like every one of the given is listed, as the product
 * lists it. Demand is what the calendar of issues has, each as often.
 */
export function liveListings(
  issuers: readonly Issuer[],
  { days, seed }: { readonly days: number; readonly seed: bigint },
): readonly LivedListing[] {
  const found: LivedListing[] = [];
  const companies = issuers.filter(({ suspended }) => !suspended);
  for (let marketDay = 1; marketDay <= days; marketDay++) {
    const issues = companies.map((company, at): Issuer => {
      const issuePrice = company.referencePricePaise;
      const totalShares = Math.round(ISSUE_PAISE / issuePrice);
      const demandHundredths = LISTED[(at + marketDay) % LISTED.length]!;
      const { code, names, sector } = company;
      const reservedShares = Math.round(totalShares * 0.35);
      const sizes = { totalShares, reservedShares, sharesPerLot: 1 };
      const terms = { code, names, sector, board: 'main', issuePrice, ...sizes } as const;
      return makeIssuer({ ...terms, demandHundredths, listedOn: DAY, blurb: names });
    });
    const bytes = new Uint8Array(32);
    new DataView(bytes.buffer).setBigUint64(0, seed);
    const day = new TradingDay(
      {
        marketDay,
        marketDate: DAY,
        plan: planDay('compressed', DAY_SECONDS),
        names: OWN_NUMBERS,
        firstStep: 0,
        seed: bytes,
        before: new Map(),
        participants: { marketHeat: 1_000, sectorHeat: [], stocks: {} },
      },
      { issuers: issues, indices: [], offerings: [] },
    );
    found.push(...livedOn(day, issues));
  }
  return found;
}

function livedOn(day: TradingDay, issues: readonly Issuer[]): readonly LivedListing[] {
  let first: (readonly [number, number])[] | undefined;
  let lastBids: readonly number[] = [];
  while (!day.isOver) {
    day.advance(0);
    day.take();
    day.trades.take();
    if (day.phaseOfShare(0) !== 'continuous') continue;
    const quotes = issues.map((_, share) => day.market.quote(share));
    first ??= quotes.map(({ bid = NaN, ask = NaN }) => [bid, ask] as const);
    lastBids = quotes.map(({ bid }, share) => bid ?? lastBids[share] ?? NaN);
  }
  return issues.flatMap((issue, share): LivedListing[] => {
    const [bid, ask] = first?.[share] ?? [NaN, NaN];
    const lastBid = lastBids[share] ?? NaN;
    if (![bid, ask, lastBid].every(Number.isFinite)) return [];
    const { demandHundredths = 0, referencePricePaise: issuePrice, sharesOutstanding, freeFloatBps } = issue;
    const turnover = (day.market.quote(share).volume * 10_000) / (sharesOutstanding * freeFloatBps);
    return [{ demandHundredths, issuePrice, bid, ask, lastBid, turnover }];
  });
}

/** Lots that an applicant asks for on average: retail shares are drawn one lot at a time. */
const LOTS_ASKED = (() => {
  const lotsOf = lotsOfSimulated({ offeringId: 'IPO-FACTS-1', minLots: 1, maxLots: MAX_LOTS });
  return mean(Array.from({ length: 10_000 }, (_, applicant) => lotsOf(applicant)));
})();

/** Part of applications that get a lot in the draw. */
const partAllotted = (demandHundredths: number): number => Math.min(1, (LOTS_ASKED * 100) / demandHundredths);

/** What a lot brought, sold as trading begins, basis points of what it cost; an allotment has no charges. */
function soldAtListing({ issuePrice, bid }: LivedListing): number {
  const quantity = Math.max(1, Math.floor(LOT_PAISE / issuePrice));
  const sold = BigInt(quantity * bid);
  const terms = { side: 'sell', product: 'delivery', plan: 'plan_b', day: DAY } as const;
  const { total } = chargesFor({ ...terms, valuePaise: sold, dp: { soldEarlierTodayPaise: 0n } });
  return (Number(sold - total) / (quantity * issuePrice) - 1) * 10_000;
}

function boughtAtListing({ ask, lastBid }: LivedListing): number {
  const quantity = Math.max(1, Math.floor(LOT_PAISE / ask));
  const [bought, sold] = [BigInt(quantity * ask), BigInt(quantity * lastBid)];
  const { total } = noteCharges({ plan: 'plan_b', day: DAY }, [
    { side: 'buy', product: 'intraday', valuePaise: bought },
    { side: 'sell', product: 'intraday', valuePaise: sold },
  ]);
  return (Number(sold - bought - total) / Number(bought)) * 10_000;
}

/** Demand from which an issue counts as wanted by many, in times its size. */
const WANTED = 500;

/**
 * Subscribing with one lot and selling as trading begins. A lot that the draw does not give brings nothing, so what one
 * application brings is what a lot does, times the part of applications that get one. And buying as trading begins, to
 * sell before the close.
 */
export function listingStrategies(listings: readonly LivedListing[]): readonly Strategy[] {
  const trips = listings.flatMap((listing): Trip[] => {
    const won = soldAtListing(listing);
    const bps = won * partAllotted(listing.demandHundredths);
    return [
      { settings: 'a lot won, sold at the listing', bps: won },
      { settings: 'one lot asked for of every issue, drawn', bps },
      ...(listing.demandHundredths >= WANTED
        ? [{ settings: 'one lot asked for where five times was, drawn', bps }]
        : []),
      { settings: 'bought at the listing, sold at the close', bps: boughtAtListing(listing) },
    ];
  });
  return groupStrategies('new issue', trips);
}
