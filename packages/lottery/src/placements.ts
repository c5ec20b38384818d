import { max, mulDiv } from '@khara/money';
import { blockBand, blockMinimum, isInside, isOnTick, type Band } from '@khara/rules';

/** A price checked against the lowest that the rule allows. */
export type PriceVerdict = {
  readonly lowestPaise: bigint;
  readonly allowed: boolean;
};

/**
 * Price of a placement to institutions: at most 5 % under the floor, and only with the shareholders'
 * approval. The lowest price is rounded up, for a paisa less would be more than 5 %. Source: docs/sources.md
 * D1.
 */
export function qipPrice(issue: { floorPaise: bigint; pricePaise: bigint; discountApproved: boolean }): PriceVerdict {
  const lowestPaise = mulDiv(issue.floorPaise, 95n, 100n, 'ceil');
  return { lowestPaise, allowed: issue.pricePaise >= (issue.discountApproved ? lowestPaise : issue.floorPaise) };
}

/** Price of a preferential issue: the higher of the 90- and the 10-trading-day average. Source: docs/sources.md D2. */
export function preferentialPrice(issue: {
  average90Paise: bigint;
  average10Paise: bigint;
  pricePaise: bigint;
}): PriceVerdict {
  const lowestPaise = max(issue.average90Paise, issue.average10Paise);
  return { lowestPaise, allowed: issue.pricePaise >= lowestPaise };
}

export type BlockRefusal = 'window_closed' | 'below_minimum_value' | 'tick_invalid' | 'price_out_of_band';

/** Why an order in the block window is refused, in this order; prices in paise. Source: docs/sources.md N4, N9. */
export function whyNotBlock(order: {
  quantity: number;
  price: number;
  reference: number;
  tick: number;
  windowOpen: boolean;
  dayBand?: Band;
  day: string;
}): BlockRefusal | undefined {
  if (!order.windowOpen) return 'window_closed';
  if (BigInt(order.quantity) * BigInt(order.price) < BigInt(blockMinimum(order.day))) return 'below_minimum_value';
  if (!isOnTick(order.price, order.tick)) return 'tick_invalid';
  return isInside(order.price, blockBand(order)) ? undefined : 'price_out_of_band';
}

/** Whether a client's trades of a day are published as a bulk deal: above 0.5 % of the listed shares. Recalled. */
export const isBulkDeal = (quantity: number, listedShares: number): boolean => quantity * 200 > listedShares;

/** Retail, employees, and all applicants above retail. */
export type OfsCategory = 'RS' | 'ES' | 'IS';
export type OfsRefusal = 'tick_invalid' | 'below_floor' | 'over_category_limit';

const OFS_LIMIT_PAISE: Readonly<Record<OfsCategory, bigint | undefined>> = {
  RS: 20_000_000n,
  ES: 50_000_000n,
  IS: undefined,
};

/** Why a bid in an offer for sale is refused, in this order; prices in paise. Source: docs/sources.md N11. */
export function whyNotOfsBid(bid: {
  category: OfsCategory;
  quantity: number;
  price: number;
  floor: number;
  tick: number;
}): OfsRefusal | undefined {
  if (!isOnTick(bid.price, bid.tick)) return 'tick_invalid';
  if (bid.price < bid.floor) return 'below_floor';
  const limit = OFS_LIMIT_PAISE[bid.category];
  const value = BigInt(bid.quantity) * BigInt(bid.price);
  return limit !== undefined && value > limit ? 'over_category_limit' : undefined;
}
