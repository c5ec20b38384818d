import { whyNotOrder, type NewOrder, type OrderType, type Phase } from '@khara/rules';
import { z } from 'zod';
import { kind, type Suite } from './case.ts';

const PHASES = [
  'CLOSED',
  'PREOPEN_ENTRY',
  'PREOPEN_ENTRY_1',
  'PREOPEN_ENTRY_2',
  'PREOPEN_MATCH',
  'PREOPEN_BUFFER',
  'CONTINUOUS',
  'CAS_REFERENCE',
  'CAS_ENTRY_1',
  'CAS_ENTRY_2',
  'CAS_MATCH',
  'CLOSE_CALC',
  'POST_CLOSE',
] as const satisfies readonly Uppercase<Phase>[];

/** The product's phase has the same name in lower case. */
const phase = z.enum(PHASES).transform((name) => name.toLowerCase() as Lowercase<(typeof PHASES)[number]>);

const TYPES = { MARKET: 'market', LIMIT: 'limit', SL: 'sl', 'SL-M': 'sl_m' } as const satisfies Record<
  string,
  OrderType
>;

/** JSON has null where the product leaves out. */
const maybe = z.int().nullish();

const given = <Key extends string>(key: Key, value: number | null | undefined): { [K in Key]?: number } =>
  // A computed key widens to string; the type says which one it is.
  (value === null || value === undefined ? {} : { [key]: value }) as { [K in Key]?: number };

export const orders: Suite = {
  new_order: kind(
    z.object({
      side: z.enum(['buy', 'sell']),
      order_type: z.enum(['MARKET', 'LIMIT', 'SL', 'SL-M']),
      validity: z.enum(['DAY', 'IOC']),
      product: z.enum(['CNC', 'MIS']),
      series: z.string(),
      qty: z.number(),
      lot: z.int().default(1),
      price: maybe,
      trigger_price: maybe,
      disclosed_qty: maybe,
      ltp: z.int(),
      tick: z.int(),
      lower_band: z.int(),
      upper_band: z.int(),
      /** Of limit price protection: from where it counts, and on which day. */
      reference: maybe,
      day: z.iso.date().default('2026-11-23'),
      phase,
      mis_cutoff_passed: z.boolean().default(false),
      suspended: z.boolean().default(false),
      sellable_qty: maybe,
      required_funds: maybe,
      available_funds: maybe,
    }),
    (input) => {
      const order: NewOrder = {
        side: input.side,
        type: TYPES[input.order_type],
        product: input.product === 'CNC' ? 'delivery' : 'intraday',
        validity: input.validity === 'DAY' ? 'day' : 'ioc',
        quantity: input.qty,
        ...given('price', input.price),
        ...given('triggerPrice', input.trigger_price),
        ...given('disclosedQuantity', input.disclosed_qty),
      };
      const refusal = whyNotOrder(order, {
        phase: input.phase,
        series: input.series,
        lotSize: input.lot,
        tick: input.tick,
        band: { lower: input.lower_band, upper: input.upper_band },
        lastPrice: input.ltp,
        ...(typeof input.reference === 'number' && { protection: { reference: input.reference, date: input.day } }),
        suspended: input.suspended,
        intradayCutoffPassed: input.mis_cutoff_passed,
        ...given('sellableQuantity', input.sellable_qty),
        ...given('requiredFunds', input.required_funds),
        ...given('availableFunds', input.available_funds),
      });
      return { result: (refusal ?? 'accepted').toUpperCase() };
    },
  ),
};
