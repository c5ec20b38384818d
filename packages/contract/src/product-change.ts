import * as z from 'zod/mini';
import { call } from './call.ts';
import { Product, authority } from './order-fields.ts';
import { PRODUCTS } from './order-words.ts';
import { LOSS_REFUSALS, OWN_LIMIT_REFUSALS } from './order-checks.ts';
import { password, repeated } from './refusal-groups.ts';
import { Count, Id, Instant, MarginRate, Money, Price, Quantity, StockCode } from './wire.ts';

/** What a change of product moves. Amounts in rupees. */
const moves = {
  code: z.string(),
  name: z.string(),
  /** What the shares are from then on. */
  product: z.enum(PRODUCTS),
  /** Shares. */
  quantity: Count,
  /** What they cost, at the day's average price. */
  value: Money,
  /** What delivery costs over intraday in taxes and charges: an estimate, until the contract note. */
  charges: Money,
  /** To delivery the margin that comes back; to intraday what was paid for the shares. */
  comesBack: Money,
  /** To delivery the value and charges; to intraday the margin, with what the shares have lost so far. */
  needed: Money,
};

/** Positions of the market day, and the change of a position's product (decision 14). */
export const productChangeCalls = {
  changeProduct: call({
    path: '/app/order/contract/product',
    method: 'POST',
    access: 'member',
    doc: 'Makes delivery of shares that were bought intraday today, or the other way round: at what they cost, without a trade. Delivery is paid for in full, intraday keeps its margin. It ends when the square-off of the share begins.',
    body: { code: StockCode, product: Product, quantity: Quantity, ...authority },
    data: z.object({ id: Id, ...moves, positionId: Id, at: Instant, marketDate: z.string(), marketTime: z.string() }),
    refusals: [
      ...password,
      'unknown_code',
      'quantity_invalid',
      'product_not_allowed',
      'mis_cutoff_passed',
      ...OWN_LIMIT_REFUSALS,
      ...LOSS_REFUSALS,
      'short_position',
      'above_convertible',
      'insufficient_funds',
      ...repeated,
    ],
    movesMoney: true,
    specified: false,
  }),
  previewProductChange: call({
    path: '/app/order/contract/product/preview',
    method: 'POST',
    access: 'member',
    doc: 'What a change of product would need and give back. Nothing is moved.',
    body: { code: StockCode, product: Product, quantity: z.optional(Quantity) },
    data: z.object({
      ...moves,
      /** Shares that may be changed now. */
      convertible: Count,
      /** Of a change to intraday. */
      marginRate: z.nullable(MarginRate),
      usable: Money,
      usableAfter: Money,
      /** Refusals that changing it now would meet, in order. */
      warnings: z.array(z.string()),
    }),
    refusals: ['unknown_code'],
    specified: false,
  }),
  dayPositions: call({
    path: '/app/order/contract/dayPositions',
    method: 'POST',
    access: 'member',
    doc: "Positions of the market day: what was bought and sold today of each share and product, and intraday shares that an earlier day left. Shares from earlier days are holdings (`positions`); what of a day's delivery is kept becomes one.",
    body: {},
    data: z.object({
      list: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          product: z.enum(PRODUCTS),
          /** Bought over sold; below zero: sold. */
          netQuantity: Count,
          /** Of it, left by an earlier day, and what that cost; below zero: sold. */
          overnightQuantity: Count,
          overnightValue: Money,
          /** What opened the net quantity, each; null when it is zero. */
          averagePrice: z.nullable(Price),
          /** Bought and sold today. */
          buyQuantity: Count,
          buyValue: Money,
          sellQuantity: Count,
          sellValue: Money,
          lastPrice: Price,
          /** Without charges. */
          realised: Money,
          unrealised: Money,
          profit: Money,
          /** Shares whose product may be changed now. */
          convertible: Count,
        }),
      ),
    }),
    refusals: [],
    specified: false,
  }),
};
