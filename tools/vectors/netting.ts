import { contractNote, dpCharge, type NoteOrder } from '@khara/charges';
import { mulDiv } from '@khara/money';
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
      /** Shares that became delivery, by code, at the average of those they were bought with; below zero: intraday. */
      to_delivery: z.record(z.string(), z.int()).optional(),
    }),
    ({ trade_date: day, plan, orders, to_delivery: toDelivery = {} }) => {
      const noted = orders.map(
        ({ qty, price, trade_for_trade: isTradeForTrade = false, fund: isFund = false, ...rest }): NoteOrder => ({
          ...rest,
          quantity: qty,
          valuePaise: BigInt(qty) * price,
          isTradeForTrade,
          isFund,
        }),
      );
      const note = contractNote(
        { plan, day },
        noted,
        ({ valuePaise }) => dpCharge({ plan, day, holder: 'standard', valuePaise }),
        new Map(Object.entries(toDelivery).map(([code, moved]) => [code, countMoved(noted, code, moved)])),
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

function countMoved(orders: readonly NoteOrder[], code: string, quantity: number) {
  const from = orders.filter(
    (order) => order.code === code && order.side === 'buy' && (order.product === 'intraday') === quantity > 0,
  );
  const bought = from.reduce((sum, order) => sum + order.quantity, 0);
  const paise = from.reduce((sum, order) => sum + order.valuePaise, 0n);
  const valuePaise = mulDiv(paise, BigInt(Math.abs(quantity)), BigInt(bought), 'half_up');
  return { quantity, valuePaise: quantity < 0 ? -valuePaise : valuePaise };
}
