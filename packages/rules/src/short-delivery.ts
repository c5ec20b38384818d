import { max, mulDiv } from '@khara/money';
import { closeOut } from './funds.ts';
import type { LiquidityGroup } from './margin.ts';

/*
 * Shares that a simulated seller does not deliver: how often, what the auction finds, what a member pays who has
 * sold them on, and what one gets who has not. Sources: docs/sources.md C7, C8; how often is ours.
 */

/** Whole of a chance. */
export const CHANCE_WHOLE = 1_000_000;

/**
 * Chances in millionths by group of liquidity: that a holding is not delivered, and that the auction finds
 * shares. The more often a group is short, the surer its auction is. A close-out pays more than the shares
 * are worth, and accounts of one person may make its price, so of a thousand purchases at most one is closed
 * out. A hope that small pays no tax.
 */
const SHORT_PPM: Readonly<Record<LiquidityGroup, number>> = { 1: 500, 2: 5_000, 3: 20_000 };
const FOUND_PPM: Readonly<Record<LiquidityGroup, number>> = { 1: 900_000, 2: 800_000, 3: 950_000 };

/** An auction's lowest price under the close of its day and its highest above, in basis points. */
const AUCTION_FROM_BPS = -200;
const AUCTION_RANGE_BPS = 1_001;

export type ShortDelivery = {
  /** Whether the auction finds shares; else purchase and sale are closed out in money. */
  readonly isFound: boolean;
  /** Its price over the close of its day, in basis points. */
  readonly auctionBps: number;
};

/** What becomes of a holding that is due, by three draws below `CHANCE_WHOLE`. Undefined: it is delivered. */
export function shortDelivery(
  group: LiquidityGroup,
  draws: { readonly short: number; readonly found: number; readonly price: number },
): ShortDelivery | undefined {
  if (draws.short >= SHORT_PPM[group]) return undefined;
  const over = Math.floor((draws.price * AUCTION_RANGE_BPS) / CHANCE_WHOLE);
  return { isFound: draws.found < FOUND_PPM[group], auctionBps: AUCTION_FROM_BPS + over };
}

/** Prices of a share that is bought in or closed out, in paise a share. */
export type AuctionPrices = {
  readonly closePaise: bigint;
  /** From the trade day to the auction day. */
  readonly highestPaise: bigint;
};

/** What shares that were sold and cannot be delivered cost. */
export type ShortSale = AuctionPrices & {
  readonly quantity: number;
  /** What the sale brought. */
  readonly salePaise: bigint;
  /** Close of the day before the pay-in: no auction is charged under it. */
  readonly valuationPaise: bigint;
};

/**
 * The price at which shares are bought in, and what of it the sale did not bring; never a gain. An auction's price is
 * half up to the paisa.
 */
export function boughtIn(
  sale: ShortSale,
  { isFound, auctionBps }: ShortDelivery,
): { readonly pricePaise: bigint; readonly lossPaise: bigint } {
  const quantity = BigInt(sale.quantity);
  const pricePaise = isFound
    ? max(sale.valuationPaise, mulDiv(sale.closePaise, BigInt(10_000 + auctionBps), 10_000n, 'half_up'))
    : closedOut(sale).pricePaise;
  return { pricePaise, lossPaise: max(0n, pricePaise * quantity - sale.salePaise) };
}

/** What the buyer of shares gets that a seller does not deliver and the auction does not find. */
export function closedOut(kept: AuctionPrices & { readonly quantity: number }): {
  readonly pricePaise: bigint;
  readonly paidPaise: bigint;
} {
  const { pricePaise } = closeOut({
    quantity: kept.quantity,
    sellPricePaise: 0n,
    highestPricePaise: kept.highestPaise,
    latestClosePaise: kept.closePaise,
  });
  return { pricePaise, paidPaise: pricePaise * BigInt(kept.quantity) };
}
