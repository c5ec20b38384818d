import { clock, ipoTimeline, nextRegularDay, settlementDate, type Day } from '@khara/rules';
import type { OfferingKind } from '@khara/universe';
import { toStamp, type MarketStamp } from './market-stamp.ts';

/** When an offering does what, on the market clock. */
export type Windows = {
  readonly opens: MarketStamp;
  readonly closes: MarketStamp;
  readonly allotment: MarketStamp;
  /**
   * When what was allotted is paid for and credited, and until when it can be signed where that is to be
   * done; undefined for a block, which has its window.
   */
  readonly signingEnds: MarketStamp | undefined;
  readonly listingDate: Day;
};

/**
 * Market days for which applications are taken: an issue stays open for three (docs/sources.md I2), an offer
 * outside the continuous market for one.
 */
const OPEN_DAYS: Readonly<Record<OfferingKind, number>> = {
  ipo: 3,
  offline_placement: 1,
  private_placement: 2,
  block: 1,
};
const OPENS_AT: Readonly<Record<OfferingKind, number>> = {
  ipo: clock(10, 0),
  offline_placement: clock(9, 15),
  private_placement: clock(9, 15),
  block: clock(9, 15),
};
const CLOSES_AT = clock(15, 30);
const ALLOTTED_AT = clock(15, 50);

/**
 * The windows of an offering that opens on a day. Allotment is minutes after the close here and not the
 * evening after, so that the applicant still remembers it; an issue lists on T+3 as the rule says
 * (docs/sources.md I3), placements reach the account on T+2.
 */
export function windowsFrom(kind: OfferingKind, opens: Day): Windows {
  let closes = opens;
  for (let day = 1; day < OPEN_DAYS[kind]; day += 1) closes = nextRegularDay(closes);
  return windowsBetween(kind, toStamp(opens, OPENS_AT[kind]), closes);
}

export function windowsBetween(kind: OfferingKind, opens: MarketStamp, closes: Day): Windows {
  return {
    opens,
    closes: toStamp(closes, CLOSES_AT),
    allotment: toStamp(closes, ALLOTTED_AT),
    signingEnds: kind === 'block' ? undefined : toStamp(paidOn(kind, closes), CLOSES_AT),
    listingDate: listingAfter(kind, closes),
  };
}

/** An offer for sale settles on T+1, as trades do; what is signed for has a market day. */
function paidOn(kind: OfferingKind, closes: Day): Day {
  const earliest = kind === 'offline_placement' ? settlementDate(closes) : closes;
  let day = nextRegularDay(closes);
  while (day < earliest) day = nextRegularDay(day);
  return day;
}

/** Whether an allotment is to be signed. A bid in an offer for sale binds, and a block is taken. */
export const isSigned = (kind: OfferingKind): boolean => kind === 'ipo' || kind === 'private_placement';

/** Listing is on a day on which the market is open with its usual hours. */
function listingAfter(kind: OfferingKind, closes: Day): Day {
  if (kind === 'block') return closes;
  const listing = kind === 'ipo' ? ipoTimeline(closes).listing : settlementDate(settlementDate(closes));
  let day = nextRegularDay(nextRegularDay(closes));
  while (day < listing) day = nextRegularDay(day);
  return day;
}
