import { callAuction } from '@khara/rules';
import { z } from 'zod';
import { kind, type Suite } from './case.ts';

export const auction: Suite = {
  call_auction: kind(
    z.object({
      reference_price: z.int(),
      market_orders_first: z.boolean(),
      orders: z.array(
        z.object({
          id: z.string(),
          side: z.enum(['buy', 'sell']),
          type: z.enum(['limit', 'market']),
          price: z.int().nullish(),
          qty: z.int(),
          seq: z.int(),
        }),
      ),
    }),
    (input) => {
      const { price, quantity, fills } = callAuction({
        reference: input.reference_price,
        marketOrdersFirst: input.market_orders_first,
        orders: input.orders.map(({ id, side, type, price: limit, qty, seq }) => {
          if ((type === 'limit') !== (typeof limit === 'number'))
            throw new Error(`${id}: a price belongs to a limit order`);
          return { id, side, price: limit ?? undefined, quantity: qty, seq };
        }),
      });
      return {
        equilibrium_price: price,
        matched_qty: quantity,
        fills: Object.fromEntries(fills.map((fill) => [fill.id, fill.quantity])),
      };
    },
  ),
};
