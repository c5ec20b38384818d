import { max, min, mulDiv } from '@khara/money';
import { nextTradingDay, NSE_CALENDAR, previousTradingDay, settlementDate, type Calendar } from './calendar.ts';
import type { Day } from './days.ts';
import { intradayMargin } from './margin.ts';
import { clock, type MarketTime } from './session.ts';

/** From this day on money of sales buys by what was sold. Source: docs/sources.md M1. */
const BY_WHAT_WAS_SOLD: Day = '2024-10-07';

/** Before, the part of the day's delivery sales that could pay for new trades the same day, in per cent. */
const SAME_DAY_PERCENT = 80n;

/**
 * What was sold: shares that are settled; shares that were bought on an earlier day and have not come yet; shares that
 * were bought for delivery on the same day; an intraday position.
 */
export type SoldShares = 'settled' | 't1' | 'same_day' | 'intraday';

/**
 * Time of the pay-out on a settlement day: until then shares bought are not delivered, and sale money cannot leave.
 * Source: docs/sources.md C4.
 */
export const PAY_OUT_MS = clock(15, 30);

export type SaleMoney = {
  /** For new trades on the day of the sale. */
  readonly usableTodayPaise: bigint;
  /** For new trades from `usableFullyOn`. */
  readonly usableFullyPaise: bigint;
  readonly usableFullyOn: Day;
  /** From this day the money may leave. */
  readonly withdrawableOn: Day;
};

/**
 * What a sale gives and when: the next trading day all of it buys, and it may leave when it has settled. On the day
 * itself settled shares give all of it. Shares that have not come give nothing. Of what was bought the same day the
 * purchase's money is free, and its profit is not. The charges come off the first part. Before 2024-10-07 a delivery
 * sale gave 80 % of its value, rounded down, and an intraday one all of it.
 */
export function saleMoney(
  sale: {
    readonly tradeDay: Day;
    readonly sold: SoldShares;
    readonly valuePaise: bigint;
    /** What the shares were bought for: of those of the same day. */
    readonly costPaise: bigint;
    readonly chargesPaise: bigint;
  },
  calendar: Calendar = NSE_CALENDAR,
): SaleMoney {
  return {
    usableTodayPaise: sameDayPart(sale) - sale.chargesPaise,
    usableFullyPaise: sale.valuePaise - sale.chargesPaise,
    usableFullyOn: nextTradingDay(sale.tradeDay, calendar),
    withdrawableOn: settlementDate(sale.tradeDay, calendar),
  };
}

/**
 * The earliest trade day whose trades have not settled at a market instant: the day itself, or an earlier one
 * before the pay-out, or behind a settlement holiday.
 */
export function unsettledSince({ day, timeMs }: MarketTime, calendar: Calendar = NSE_CALENDAR): Day {
  let since = day;
  for (;;) {
    const earlier = previousTradingDay(since, calendar);
    const settles = settlementDate(earlier, calendar);
    if (settles < day || (settles === day && timeMs >= PAY_OUT_MS)) return since;
    since = earlier;
  }
}

/** The part of a sale's value that may be used the same day. */
function sameDayPart({ tradeDay, sold, valuePaise, costPaise }: Parameters<typeof saleMoney>[0]): bigint {
  if (tradeDay < BY_WHAT_WAS_SOLD)
    return sold === 'intraday' ? valuePaise : mulDiv(valuePaise, SAME_DAY_PERCENT, 100n, 'floor');
  switch (sold) {
    case 'settled':
      return valuePaise;
    case 't1':
      return 0n;
    case 'same_day':
    case 'intraday':
      return min(valuePaise, costPaise);
  }
}

/**
 * What an order to buy sets aside: full value for delivery, margin at the share's rate for intraday, and the estimated
 * charges with either.
 */
export const buyBlock = (order: {
  product: 'delivery' | 'intraday';
  valuePaise: bigint;
  marginBps: number;
  estimatedChargesPaise: bigint;
}): bigint =>
  (order.product === 'delivery' ? order.valuePaise : intradayMargin(order.valuePaise, order.marginBps)) +
  order.estimatedChargesPaise;

export type CloseOut = {
  readonly pricePaise: bigint;
  /** What the short seller loses against the sale; never a gain. */
  readonly lossPaise: bigint;
};

/**
 * Close-out of a short delivery when the auction finds no shares: the higher of the highest price from trade
 * day to auction day and 120 % of the latest close on auction day, half up to the paisa. Source:
 * docs/sources.md C7.
 */
export function closeOut(short: {
  quantity: number;
  sellPricePaise: bigint;
  highestPricePaise: bigint;
  latestClosePaise: bigint;
}): CloseOut {
  const pricePaise = max(short.highestPricePaise, mulDiv(short.latestClosePaise, 120n, 100n, 'half_up'));
  return { pricePaise, lossPaise: max(0n, (pricePaise - short.sellPricePaise) * BigInt(short.quantity)) };
}
