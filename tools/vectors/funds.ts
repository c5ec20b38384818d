import { boughtIn, buyBlock, closedOut, closeOut, saleMoney, shortDelivery, unsettledSince } from '@khara/rules';
import { z } from 'zod';
import { kind, paise, type Suite } from './case.ts';

export const funds: Suite = {
  delivery_sale: kind(
    z.object({
      trade_date: z.iso.date(),
      /** Without it settled ones. */
      shares: z.enum(['settled', 't1', 'same_day', 'intraday']).optional(),
      sale_value: paise,
      /** Of shares that were bought on the same day. */
      cost: paise.optional(),
      charges: paise,
    }),
    ({ trade_date: tradeDay, shares: sold = 'settled', sale_value: valuePaise, cost: costPaise = 0n, charges }) => {
      const money = saleMoney({ tradeDay, sold, valuePaise, costPaise, chargesPaise: charges });
      return {
        usable_for_new_trades_on_trade_date: money.usableTodayPaise,
        usable_from_next_trading_day: money.usableFullyPaise,
        next_trading_day: money.usableFullyOn,
        withdrawable_from_settlement_date: money.withdrawableOn,
      };
    },
  ),
  buy_block: kind(
    z.object({
      product: z.enum(['CNC', 'MIS']),
      value: paise,
      estimated_charges: paise,
      margin_bps: z.int(),
      available: paise,
    }),
    (input) => {
      const blocked = buyBlock({
        product: input.product === 'CNC' ? 'delivery' : 'intraday',
        valuePaise: input.value,
        marginBps: input.margin_bps,
        estimatedChargesPaise: input.estimated_charges,
      });
      const accepted = blocked <= input.available;
      return { blocked, accepted, available_after: accepted ? input.available - blocked : input.available };
    },
  ),
  short_delivery: kind(
    z.object({
      group: z.union([z.literal(1), z.literal(2), z.literal(3)]),
      draws: z.object({ short: z.int(), found: z.int(), price: z.int() }),
    }),
    ({ group, draws }) => {
      const is = shortDelivery(group, draws);
      return is ? { delivered: false, found: is.isFound, auction_bps: is.auctionBps } : { delivered: true };
    },
  ),
  bought_in: kind(
    z.object({
      qty: z.int(),
      sale_value: paise,
      valuation_price: paise,
      close: paise,
      highest_price_trade_to_auction: paise,
      found: z.boolean(),
      auction_bps: z.int(),
    }),
    (input) => {
      const { pricePaise, lossPaise } = boughtIn(
        {
          quantity: input.qty,
          salePaise: input.sale_value,
          valuationPaise: input.valuation_price,
          closePaise: input.close,
          highestPaise: input.highest_price_trade_to_auction,
        },
        { isFound: input.found, auctionBps: input.auction_bps },
      );
      return { price: pricePaise, loss: lossPaise };
    },
  ),
  purchase_closed_out: kind(
    z.object({ qty: z.int(), close: paise, highest_price_trade_to_auction: paise }),
    ({ qty: quantity, close: closePaise, highest_price_trade_to_auction: highestPaise }) => {
      const { pricePaise, paidPaise } = closedOut({ quantity, closePaise, highestPaise });
      return { price: pricePaise, paid: paidPaise };
    },
  ),
  unsettled_since: kind(z.object({ day: z.iso.date(), time_ms: z.int() }), ({ day, time_ms: timeMs }) => ({
    since: unsettledSince({ day, timeMs }),
  })),
  short_delivery_close_out: kind(
    z.object({
      qty: z.int(),
      sell_price: paise,
      highest_price_trade_to_auction: paise,
      latest_close_on_auction_day: paise,
    }),
    (input) => {
      const { pricePaise, lossPaise } = closeOut({
        quantity: input.qty,
        sellPricePaise: input.sell_price,
        highestPricePaise: input.highest_price_trade_to_auction,
        latestClosePaise: input.latest_close_on_auction_day,
      });
      return { close_out_price: pricePaise, loss_to_short_seller: lossPaise };
    },
  ),
};
