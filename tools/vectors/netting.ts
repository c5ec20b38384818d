import { contractNote, dpCharge } from '@khara/charges';
import { z } from 'zod';
import { kind, paise, type Suite } from './case.ts';

const order = z.object({
  code: z.string(),
  product: z.enum(['delivery', 'intraday']),
  side: z.enum(['buy', 'sell']),
  qty: z.int(),
  price: paise,
  trade_for_trade: z.boolean().optional(),
  fund: z.boolean().optional(),
});

export const netting: Suite = {
  netted_note: kind(
    z.object({
      trade_date: z.iso.date(),
      plan: z.enum(['plan_a', 'plan_b']),
      orders: z.array(order),
      /** Shares that became delivery, by code; below zero: intraday. */
      to_delivery: z.record(z.string(), z.int()).optional(),
    }),
    ({ trade_date: day, plan, orders, to_delivery: toDelivery = {} }) => {
      const note = contractNote(
        { plan, day },
        orders.map(({ qty, price, trade_for_trade: isTradeForTrade = false, fund: isFund = false, ...rest }) => ({
          ...rest,
          quantity: qty,
          valuePaise: BigInt(qty) * price,
          isTradeForTrade,
          isFund,
        })),
        ({ valuePaise }) => dpCharge({ plan, day, holder: 'standard', valuePaise }),
        new Map(Object.entries(toDelivery)),
      );
      return {
        ...note.charges,
        lines: note.lines.map(({ code, sameDay, delivered }) => ({
          code,
          same_day_qty: sameDay?.quantity ?? 0,
          same_day_bought: sameDay?.boughtPaise ?? 0n,
          same_day_sold: sameDay?.soldPaise ?? 0n,
          delivered_qty: delivered?.quantity ?? 0,
          delivered_side: delivered?.side ?? null,
          delivered_value: delivered?.valuePaise ?? 0n,
        })),
      };
    },
  ),
};
