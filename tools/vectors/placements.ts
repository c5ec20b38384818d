import { isBulkDeal, preferentialPrice, qipPrice, whyNotBlock, whyNotOfsBid } from '@khara/lottery';
import { z } from 'zod';
import { kind, paise, RULES_AS_OF, type Suite } from './case.ts';

const count = z.int();
const result = (refusal: string | undefined): string => (refusal ?? 'accepted').toUpperCase();
const tradedValue = ({ qty, price }: { qty: number; price: number }): bigint => BigInt(qty) * BigInt(price);

export const placements: Suite = {
  qip_price: kind(
    z.object({ floor_price: paise, issue_price: paise, shareholder_approval_for_discount: z.boolean() }),
    (input) => {
      const { lowestPaise, allowed } = qipPrice({
        floorPaise: input.floor_price,
        pricePaise: input.issue_price,
        discountApproved: input.shareholder_approval_for_discount,
      });
      return { lowest_price_with_5pct_discount: lowestPaise, allowed };
    },
  ),
  preferential_price: kind(
    z.object({ vwap_90_trading_days: paise, vwap_10_trading_days: paise, issue_price: paise }),
    (input) => {
      const { lowestPaise, allowed } = preferentialPrice({
        average90Paise: input.vwap_90_trading_days,
        average10Paise: input.vwap_10_trading_days,
        pricePaise: input.issue_price,
      });
      return { floor: lowestPaise, allowed };
    },
  ),
  block_order: kind(
    z.object({
      qty: count,
      price: count,
      reference_price: count,
      tick: count,
      window: z.enum(['morning', 'afternoon']).nullable(),
      day_lower: count.optional(),
      day_upper: count.optional(),
    }),
    (input) => ({
      value: tradedValue(input),
      result: result(
        whyNotBlock({
          quantity: input.qty,
          price: input.price,
          reference: input.reference_price,
          tick: input.tick,
          windowOpen: input.window !== null,
          day: RULES_AS_OF,
          ...(input.day_lower !== undefined &&
            input.day_upper !== undefined && { dayBand: { lower: input.day_lower, upper: input.day_upper } }),
        }),
      ),
    }),
  ),
  bulk_deal_flag: kind(z.object({ client_day_qty: count, listed_shares: count }), (input) => ({
    bulk_deal: isBulkDeal(input.client_day_qty, input.listed_shares),
  })),
  ofs_bid: kind(
    z.object({ category: z.enum(['RS', 'ES', 'IS']), price: count, qty: count, floor_price: count, tick: count }),
    (input) => ({
      value: tradedValue(input),
      result: result(
        whyNotOfsBid({
          category: input.category,
          quantity: input.qty,
          price: input.price,
          floor: input.floor_price,
          tick: input.tick,
        }),
      ),
    }),
  ),
};
