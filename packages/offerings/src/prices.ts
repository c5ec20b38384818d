import { mulDiv } from '@khara/money';
import { roundToTick, tickFor, type Day } from '@khara/rules';
import type { OfferingKind } from '@khara/universe';

/** Prices of an offer in integer paise. */
export type Prices = {
  /** Floor and cap of a book-built issue; undefined for other kinds. */
  readonly floorPrice: number | undefined;
  readonly capPrice: number | undefined;
  /**
   * Before the discount: the cap or the found price of an issue, the offer's floor, or what the discount of a
   * placement or block is measured from.
   */
  readonly issuePrice: number;
  /** What a subscriber pays, or blocks at, for a share. */
  readonly price: number;
};

/** A price less a discount in basis points, rounded down to the paisa: the subscriber keeps the remainder. */
export const discounted = (price: number, discountBps: number): number =>
  Number(mulDiv(BigInt(price), BigInt(10_000 - discountBps), 10_000n, 'floor'));

/**
 * Prices outside an issue. An offer outside the continuous market gives retail a discount off its floor price
 * only if its terms say so; a placement's or a block's price is already the discounted one.
 */
export const fixedPrices = (
  kind: Exclude<OfferingKind, 'ipo'>,
  of: { readonly issuePrice: number; readonly referencePrice: number; readonly discountBps: number },
): Prices => ({
  floorPrice: undefined,
  capPrice: undefined,
  issuePrice: kind === 'offline_placement' ? of.issuePrice : of.referencePrice,
  price: kind === 'offline_placement' ? discounted(of.issuePrice, of.discountBps) : of.issuePrice,
});

/** How far under the market an offer outside the continuous market has its floor, in basis points. */
const FLOOR_UNDER_MARKET_BPS = 450;

/**
 * Prices of an offer of listed shares on the day it opens, from their last price: discounts stay as they are
 * announced. Rounded up to the tick, since a tick less would be more than the rule allows (placements 5 %
 * under the floor, blocks 3 % from the reference).
 */
export function pricesFromMarket(
  kind: Exclude<OfferingKind, 'ipo'>,
  of: { readonly lastPrice: number; readonly discountBps: number; readonly day: Day },
): Prices {
  const tick = tickFor(of.lastPrice, of.day);
  const referencePrice = roundToTick(of.lastPrice, tick, 'nearest');
  const under = kind === 'offline_placement' ? FLOOR_UNDER_MARKET_BPS : of.discountBps;
  const issuePrice = Math.max(tick, roundToTick(discounted(referencePrice, under), tick, 'up'));
  return fixedPrices(kind, { issuePrice, referencePrice, discountBps: of.discountBps });
}

/**
 * The issue price that a book finds: the cap when the shares on offer are all asked for, else the floor and
 * so much of the way to the cap as was asked for, in whole rupees.
 */
export function foundPrice(book: {
  readonly floorPrice: number;
  readonly capPrice: number;
  readonly offeredShares: number;
  readonly askedShares: number;
}): number {
  const { floorPrice, capPrice, offeredShares, askedShares } = book;
  if (askedShares >= offeredShares) return capPrice;
  const way = mulDiv(BigInt(capPrice - floorPrice), BigInt(askedShares), BigInt(offeredShares), 'floor');
  const rupee = 100n;
  return floorPrice + Number(way - (way % rupee));
}

/**
 * Whether an issue fails for want of bids: of fewer than 90 % of the shares on offer all money goes back. Source: SEBI
 * ICDR 2018, regulation 45.
 */
export const isUndersubscribed = (book: { readonly offeredShares: number; readonly askedShares: number }): boolean =>
  book.askedShares * 100 < book.offeredShares * MIN_SUBSCRIBED_PERCENT;

const MIN_SUBSCRIBED_PERCENT = 90;

/**
 * By how many basis points an offer draws the value of its share, which closed at `closePrice`: down to the
 * offer's price, or 0 where the close is no higher. No offer draws a value up: then its shares could be
 * bought before and sold to those who pay more.
 */
export const offerBps = (closePrice: number, price: number): number =>
  price >= closePrice ? 0 : -Math.round(((closePrice - price) * 10_000) / closePrice) || 0;
