import * as z from 'zod/mini';
import { call } from './call.ts';
import { password, repeated } from './refusal-groups.ts';
import { LOSS_REFUSALS, MODIFY_CHECKS, ORDER_CHECKS, OWN_LIMIT_REFUSALS } from './order-checks.ts';
import {
  Product,
  Charges,
  Fill,
  Order,
  PlacedOrder,
  CancelledOrder,
  OrderDetail,
  Position,
  terms,
  kind,
  protection,
  authority,
} from './order-fields.ts';
import { SIDES } from './order-words.ts';
import {
  Count,
  Disclosed,
  IdIn,
  listOf,
  MarginRate,
  MarketDate,
  Money,
  Page,
  Percent,
  Price,
  PriceIn,
  Quantity,
  StockCode,
} from './wire.ts';

export const orderCalls = {
  placeBuyOrder: call({
    path: '/app/order/contract/buy',
    method: 'POST',
    access: 'member',
    doc: 'Places an order to buy. The most it can cost (delivery) or its margin (intraday) stays frozen until it fills or ends. While the market is closed it waits for the next pre-open.',
    body: { code: StockCode, ...terms, ...protection, ...authority },
    data: PlacedOrder,
    refusals: [
      ...password,
      ...ORDER_CHECKS,
      'square_off_under_way',
      ...OWN_LIMIT_REFUSALS,
      ...LOSS_REFUSALS,
      'insufficient_funds',
      ...repeated,
    ],
    movesMoney: true,
  }),
  placeSellOrder: call({
    path: '/app/order/contract/sell',
    method: 'POST',
    access: 'member',
    doc: 'Places an order to sell: shares of a position, named by `positionId` or by `code` and `product`; intraday also shares that are not held, with margin.',
    body: {
      positionId: z.optional(IdIn),
      code: z.optional(StockCode),
      ...terms,
      ...protection,
      product: z.optional(Product),
      ...authority,
    },
    data: PlacedOrder,
    refusals: [
      ...password,
      ...ORDER_CHECKS,
      'square_off_under_way',
      ...OWN_LIMIT_REFUSALS,
      ...LOSS_REFUSALS,
      'unknown_position',
      'insufficient_holdings',
      'shares_locked_in',
      'not_received',
      'insufficient_funds',
      ...repeated,
    ],
    movesMoney: true,
  }),
  previewOrder: call({
    path: '/app/order/contract/preview',
    method: 'POST',
    access: 'member',
    doc: 'What an order would cost, item by item, before it is placed. Nothing is held.',
    body: {
      side: z.enum(SIDES, { error: 'invalid_input' }),
      positionId: z.optional(IdIn),
      code: z.optional(StockCode),
      ...terms,
      ...protection,
      product: z.optional(Product),
    },
    data: z.object({
      /** Price used: the limit, or the protected price of a market order. */
      price: Price,
      lastPrice: Price,
      quantity: Count,
      value: Money,
      charges: Charges,
      /** Cost of a buy or proceeds of a sale, charges included. */
      total: Money,
      /**
       * What stays frozen for it: the cost of a delivery buy, the margin and charges of the part of an
       * intraday order that opens a position.
       */
      margin: Money,
      /** Of an intraday order. */
      marginRate: z.nullable(MarginRate),
      /** Whether it would wait for the next pre-open. */
      afterMarket: z.boolean(),
      available: Money,
      /** Of it, what an order may use now: a part of the day's sales waits for the next trading day. */
      usable: Money,
      usableLater: z.nullable(z.object({ amount: Money, from: MarketDate })),
      availableAfter: Money,
      /**
       * Charges of a delivery order at the end of the day: what is delivered, and what nets with a trade of
       * the same day. `netsNow` shares of it net with what was traded today already. Null of an intraday
       * order.
       */
      estimates: z.nullable(z.object({ kept: Money, sameDay: Money, netsNow: Count })),
      sellableQuantity: Count,
      /** The most hands that the money or the shares allow; of a sale the last one may be short. */
      maxQuantity: Count,
      breakEven: z.nullable(Price),
      /**
       * What the book that is shown would fill now, and what would wait, in shares, behind how many that are there
       * already, with the best of the other side. Null outside continuous trading, and of a stop.
       */
      expectedFill: z.nullable(
        z.object({
          quantity: Count,
          averagePrice: z.nullable(Price),
          waits: Count,
          ahead: Count,
          best: z.nullable(z.object({ price: Price, quantity: Count })),
        }),
      ),
      /** Refusals that placing it now would meet, in order. */
      warnings: z.array(z.string()),
    }),
    refusals: ['unknown_code', 'unknown_position', 'price_required'],
    specified: false,
  }),
  orders: call({
    path: '/app/order/contract/orders',
    method: 'POST',
    access: 'member',
    doc: 'Own orders, newest first: `open` ones (they can still fill) or `done` ones, of one share, product or span of market dates.',
    body: {
      state: z.optional(z.enum(['open', 'done'], { error: 'invalid_input' })),
      code: z.optional(StockCode),
      product: z.optional(Product),
      from: z.optional(MarketDate),
      to: z.optional(MarketDate),
      ...Page,
    },
    data: listOf(Order),
    refusals: [],
    specified: false,
  }),
  orderDetail: call({
    path: '/app/order/contract/detail/{id}',
    method: 'POST',
    access: 'member',
    doc: 'An order with its fills and its history: the book at its arrival, the queue ahead, each fill with its trade, each change with its rule.',
    body: { id: IdIn },
    data: OrderDetail,
    refusals: ['unknown_order'],
    specified: false,
  }),
  modifyOrder: call({
    path: '/app/order/contract/modify',
    method: 'POST',
    access: 'member',
    doc: 'Changes an open order; `quantity` is its new total, what is filled included, and a `disclosedQuantity` of 0 shows all of it again. With `type` or `validity` it becomes another kind of order and keeps its id; `validMinutes` begin with the change, and `protection` is of an order at the market. A smaller quantity or less of it shown keeps its place in the queue, anything else goes behind. What raises what the order may cost or sell needs the transaction password, or a remembered one: more shares, a higher buy price, a lower sell price or trigger, an order at the market, a stop that comes nearer to the market or has no trigger any more; of an intraday sale any other price.',
    body: {
      id: IdIn,
      quantity: z.optional(Quantity),
      price: z.optional(PriceIn),
      triggerPrice: z.optional(PriceIn),
      disclosedQuantity: z.optional(Disclosed),
      ...kind,
      ...authority,
    },
    data: PlacedOrder,
    refusals: [
      ...MODIFY_CHECKS,
      ...password,
      ...OWN_LIMIT_REFUSALS,
      ...LOSS_REFUSALS,
      'insufficient_holdings',
      'shares_locked_in',
      'not_received',
      'insufficient_funds',
      ...repeated,
    ],
    movesMoney: true,
    specified: false,
  }),
  cancelOrder: call({
    path: '/app/order/contract/cancel/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Cancels what is left of an open order. Repeatable: a second cancel answers with the order as it is.',
    body: { id: IdIn },
    data: CancelledOrder,
    refusals: [
      'unknown_order',
      'market_closed',
      'market_halted',
      'phase_not_accepting',
      'market_order_frozen',
      'order_not_open',
    ],
    specified: false,
  }),
  positions: call({
    path: '/app/order/contract/getContractLogs',
    method: 'POST',
    access: 'member',
    doc: 'Positions held now, with live market value.',
    body: { product: z.optional(Product), ...Page },
    data: listOf(Position),
    refusals: [],
  }),
  closedPositions: call({
    path: '/app/order/contract/getHistoryLogs',
    method: 'POST',
    access: 'member',
    doc: 'Closed positions: sold by their owner (`historical`) or squared off (`expired`).',
    body: {
      state: z.optional(z.enum(['historical', 'expired'], { error: 'invalid_input' })),
      product: z.optional(Product),
      from: z.optional(MarketDate),
      to: z.optional(MarketDate),
      ...Page,
    },
    data: listOf(Position),
    refusals: [],
  }),
  positionTotals: call({
    path: '/app/order/contract/getTotalContract',
    method: 'POST',
    access: 'member',
    doc: 'All positions together.',
    body: {},
    data: z.object({
      investedAmount: Money,
      marketValue: Money,
      totalProfit: Money,
      totalProfitPercent: Percent,
      todayProfit: Money,
      todayProfitPercent: Percent,
      positions: Count,
    }),
    refusals: [],
  }),
  quantityLimits: call({
    path: '/app/order/contract/getMinNum',
    method: 'POST',
    access: 'guest',
    doc: 'Smallest and largest quantity of one order, in hands.',
    body: { code: z.optional(StockCode) },
    data: z.object({ minimum: Count, maximum: Count }),
    refusals: ['unknown_code'],
  }),
  minimumPurchase: call({
    path: '/app/order/contract/getMinMoney',
    method: 'POST',
    access: 'guest',
    doc: "Smallest amount that buys something: one hand at the last price, or the product's minimum.",
    body: { code: z.optional(StockCode) },
    data: z.object({ minimum: Money }),
    refusals: ['unknown_code'],
  }),
  fills: call({
    path: '/app/market/getPositionTransactionRecords',
    method: 'POST',
    access: 'member',
    doc: 'Own fills with their charges, newest first.',
    body: {
      positionId: z.optional(IdIn),
      code: z.optional(StockCode),
      from: z.optional(MarketDate),
      to: z.optional(MarketDate),
      ...Page,
    },
    data: listOf(Fill),
    refusals: [],
  }),
};
