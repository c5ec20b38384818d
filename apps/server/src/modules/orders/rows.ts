import { CHARGE_ITEMS, type Charges } from '@khara/charges';
import type { SqlColumns } from '#src/kernel/sql-rows.ts';
import type { DpOfDay, Due } from './batch.ts';
import type { Position, PositionView } from './position.ts';
import type {
  Fill,
  FillPhase,
  Order,
  OrderState,
  OrderType,
  Product,
  Side,
  StepDetails,
  OrderStep,
  TimelineEntry,
  Validity,
} from './order.ts';

/*
 * Rows of the schema `trading` as the database answers them, and what they mean. Columns of type bigint
 * arrive as `bigint`, json keeps the rest of its own kinds; see ports/database.ts.
 */

export type ChargesRow = {
  readonly brokerage_paise: bigint;
  readonly stt_paise: bigint;
  readonly exchange_paise: bigint;
  readonly sebi_paise: bigint;
  readonly stamp_paise: bigint;
  readonly gst_paise: bigint;
  readonly dp_paise: bigint;
};

export type OrderRow = ChargesRow & {
  readonly id: bigint;
  readonly user_id: string;
  readonly account_key: bigint;
  readonly request_id: string;
  readonly code: string;
  readonly asset: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly product: Product;
  readonly validity: Validity;
  readonly valid_minutes: number | null;
  readonly protection_bps: number | null;
  readonly quantity: number;
  readonly price_paise: bigint;
  readonly market_date: string;
  readonly market_time: string;
  readonly accepted_ms: bigint;
  readonly state: OrderState;
  readonly reason: string | null;
  readonly filled: number;
  readonly filled_paise: bigint;
  readonly frozen_paise: bigint;
  readonly frozen_shares: number;
  readonly frozen_unsettled: number;
  readonly updated_ms: bigint;
  readonly timeline_length: number;
  readonly first_answer: FirstAnswerJson | null;
  readonly trigger_paise: bigint | null;
  readonly disclosed: number | null;
  readonly after_market: boolean;
  readonly by_system: boolean;
  readonly program_key: string | null;
  readonly program_tag: string | null;
  readonly modifications: number;
  readonly hold: string | null;
  readonly margin_paise: bigint;
  readonly became_limit: boolean;
  readonly mac: Uint8Array | null;
};

/** A first answer as json keeps it, which knows no bigint: see `firstAnswerJson`. */
type FirstAnswerJson = {
  readonly state: OrderState;
  readonly reason: string | null;
  readonly filled: number;
  readonly filledPaise: string;
  readonly charges: Readonly<Record<(typeof CHARGE_ITEMS)[number], string>>;
  readonly updatedMs: number;
};

export type FillRow = ChargesRow & {
  readonly id: bigint;
  readonly order_id: bigint;
  readonly position_id: bigint;
  readonly user_id: string;
  readonly asset: string;
  readonly code: string;
  readonly side: Side;
  readonly quantity: number;
  readonly price_paise: bigint;
  readonly value_paise: bigint;
  readonly aggressor: boolean;
  readonly at_ms: bigint;
  readonly market_date: string;
  readonly market_time: string;
  readonly market_day: number;
  readonly trade_no: bigint;
  readonly product: Product;
  readonly phase: FillPhase;
};

export type TimelineRow = {
  readonly order_id: bigint;
  readonly no: number;
  readonly step: OrderStep | null;
  readonly state: OrderState;
  readonly at_ms: bigint;
  readonly market_time: string;
  readonly quantity: number | null;
  readonly price_paise: bigint | null;
  readonly reason: string | null;
  readonly details: StepDetails | null;
};

export type PositionRow = {
  readonly id: bigint;
  readonly user_id: string;
  readonly asset: string;
  readonly code: string;
  readonly product: Product;
  readonly state: PositionView['state'];
  readonly quantity: number;
  readonly cost_paise: bigint;
  readonly buy_charges_paise: bigint;
  readonly bought_quantity: bigint;
  readonly bought_paise: bigint;
  readonly sold_quantity: bigint;
  readonly sold_paise: bigint;
  readonly charges_paise: bigint;
  readonly first_buy_ms: bigint;
  readonly last_sell_ms: bigint | null;
  readonly market_date: string;
  readonly day_bought_quantity: bigint;
  readonly day_bought_paise: bigint;
  readonly day_sold_quantity: bigint;
  readonly day_sold_paise: bigint;
  readonly day_sold_unsettled: bigint;
  readonly day_charges_paise: bigint;
  readonly day_buy_charges_paise: bigint;
  readonly short_first: boolean;
  readonly adjusted_quantity: bigint;
  readonly adjusted_paise: bigint;
};

export type PositionViewRow = PositionRow & {
  readonly shares_shown: number;
  readonly first_buy_time: string;
  readonly selling: number;
  readonly unsettled: number;
  readonly locked: number;
  readonly locked_until: string | null;
  readonly margin_paise: bigint;
};

export type DueRow = {
  readonly user_id: string;
  readonly asset: string;
  readonly settles_on: string;
  readonly bought: number;
  readonly sold: number;
  readonly settled: number;
};

function chargesOf(row: ChargesRow): Charges {
  const { brokerage_paise: brokerage, stt_paise: stt, exchange_paise: exchange, sebi_paise: sebi } = row;
  const { stamp_paise: stamp, gst_paise: gst, dp_paise: dp } = row;
  return {
    brokerage,
    stt,
    exchange,
    sebi,
    stamp,
    gst,
    dp,
    total: brokerage + stt + exchange + sebi + stamp + gst + dp,
  };
}

const chargesRow = (charges: Charges): ChargesRow => ({
  brokerage_paise: charges.brokerage,
  stt_paise: charges.stt,
  exchange_paise: charges.exchange,
  sebi_paise: charges.sebi,
  stamp_paise: charges.stamp,
  gst_paise: charges.gst,
  dp_paise: charges.dp,
});

export const orderOf = (row: OrderRow): Order => ({
  id: row.id,
  userId: row.user_id,
  accountKey: Number(row.account_key),
  requestId: row.request_id,
  code: row.code,
  asset: row.asset,
  side: row.side,
  type: row.type,
  product: row.product,
  validity: row.validity,
  validMinutes: row.valid_minutes ?? undefined,
  protectionBps: row.protection_bps ?? undefined,
  quantity: row.quantity,
  pricePaise: row.price_paise,
  triggerPaise: row.trigger_paise ?? undefined,
  disclosedQuantity: row.disclosed ?? undefined,
  marketDate: row.market_date,
  marketTime: row.market_time,
  acceptedAt: Number(row.accepted_ms),
  afterMarket: row.after_market,
  bySystem: row.by_system,
  program: row.program_key === null ? undefined : { keyId: row.program_key, tag: row.program_tag ?? undefined },
  state: row.state,
  reason: row.reason ?? undefined,
  filled: row.filled,
  filledPaise: row.filled_paise,
  charges: chargesOf(row),
  frozenPaise: row.frozen_paise,
  frozenShares: row.frozen_shares,
  frozenUnsettled: row.frozen_unsettled,
  marginPaise: row.margin_paise,
  hold: row.hold ?? undefined,
  becameLimit: row.became_limit,
  modifications: row.modifications,
  timelineLength: row.timeline_length,
  updatedAt: Number(row.updated_ms),
  firstAnswer: row.first_answer ? firstAnswerOf(row.first_answer) : undefined,
});

/** A first answer as json: SQL over `order`, the alias of a row of orders. Nothing else writes one. */
export const firstAnswerJson = (order: 'o' | 'n'): string =>
  `jsonb_build_object('state', ${order}.state, 'reason', ${order}.reason, 'filled', ${order}.filled,
    'filledPaise', ${order}.filled_paise::text, 'updatedMs', ${order}.updated_ms,
    'charges', jsonb_build_object(${CHARGE_ITEMS.map((item) => `'${item}', ${order}.${item}_paise::text`).join(', ')}))`;

const firstAnswerOf = ({ state, reason, charges, ...json }: FirstAnswerJson): Order['firstAnswer'] => ({
  state,
  reason: reason ?? undefined,
  filled: json.filled,
  filledPaise: BigInt(json.filledPaise),
  charges: chargesOf({
    brokerage_paise: BigInt(charges.brokerage),
    stt_paise: BigInt(charges.stt),
    exchange_paise: BigInt(charges.exchange),
    sebi_paise: BigInt(charges.sebi),
    stamp_paise: BigInt(charges.stamp),
    gst_paise: BigInt(charges.gst),
    dp_paise: BigInt(charges.dp),
  }),
  updatedAt: json.updatedMs,
});

/** What an order's row becomes. */
export const orderChange = (order: Order) => ({
  id: order.id,
  state: order.state,
  reason: order.reason,
  filled: order.filled,
  filled_paise: order.filledPaise,
  ...chargesRow(order.charges),
  frozen_paise: order.frozenPaise,
  frozen_shares: order.frozenShares,
  frozen_unsettled: order.frozenUnsettled,
  margin_paise: order.marginPaise,
  quantity: order.quantity,
  price_paise: order.pricePaise,
  trigger_paise: order.triggerPaise,
  updated_ms: order.updatedAt,
  timeline_length: order.timelineLength,
  became_limit: order.becameLimit,
  type: order.type,
  validity: order.validity,
  valid_minutes: order.validMinutes,
  protection_bps: order.protectionBps,
});

export const positionOf = (row: PositionRow): Position => ({
  id: row.id,
  userId: row.user_id,
  asset: row.asset,
  code: row.code,
  product: row.product,
  shortFirst: row.short_first,
  quantity: row.quantity,
  costPaise: row.cost_paise,
  buyChargesPaise: row.buy_charges_paise,
  boughtQuantity: Number(row.bought_quantity),
  boughtPaise: row.bought_paise,
  soldQuantity: Number(row.sold_quantity),
  soldPaise: row.sold_paise,
  chargesPaise: row.charges_paise,
  firstBuyAt: Number(row.first_buy_ms),
  lastSellAt: row.last_sell_ms === null ? undefined : Number(row.last_sell_ms),
  marketDate: row.market_date,
  dayBoughtQuantity: Number(row.day_bought_quantity),
  dayBoughtPaise: row.day_bought_paise,
  daySoldQuantity: Number(row.day_sold_quantity),
  daySoldPaise: row.day_sold_paise,
  daySoldUnsettled: Number(row.day_sold_unsettled),
  dayChargesPaise: row.day_charges_paise,
  dayBuyChargesPaise: row.day_buy_charges_paise,
  adjustedQuantity: Number(row.adjusted_quantity),
  adjustedPaise: row.adjusted_paise,
});

export const positionViewOf = (row: PositionViewRow): PositionView => ({
  ...positionOf(row),
  quantity: row.shares_shown,
  state: row.state,
  firstBuyTime: row.first_buy_time,
  selling: row.selling,
  unsettled: row.unsettled,
  locked: row.locked,
  lockedUntil: row.locked_until,
  marginPaise: row.margin_paise,
});

/** A position as it is written; one that was squared off is `expired` when nothing is left of it. */
export const POSITION_COLUMNS: SqlColumns<Position & { readonly squaredOff?: boolean }> = {
  id: ['bigint', (position) => position.id],
  user_id: ['text', (position) => position.userId],
  asset: ['text', (position) => position.asset],
  code: ['text', (position) => position.code],
  product: ['text', (position) => position.product],
  short_first: ['boolean', (position) => position.shortFirst],
  state: ['text', stateOfPosition],
  quantity: ['integer', (position) => position.quantity],
  cost_paise: ['bigint', (position) => position.costPaise],
  buy_charges_paise: ['bigint', (position) => position.buyChargesPaise],
  bought_quantity: ['bigint', (position) => position.boughtQuantity],
  bought_paise: ['bigint', (position) => position.boughtPaise],
  sold_quantity: ['bigint', (position) => position.soldQuantity],
  sold_paise: ['bigint', (position) => position.soldPaise],
  charges_paise: ['bigint', (position) => position.chargesPaise],
  first_buy_ms: ['bigint', (position) => position.firstBuyAt],
  last_sell_ms: ['bigint', (position) => position.lastSellAt],
  market_date: ['date', (position) => position.marketDate],
  day_bought_quantity: ['bigint', (position) => position.dayBoughtQuantity],
  day_bought_paise: ['bigint', (position) => position.dayBoughtPaise],
  day_sold_quantity: ['bigint', (position) => position.daySoldQuantity],
  day_sold_paise: ['bigint', (position) => position.daySoldPaise],
  day_sold_unsettled: ['bigint', (position) => position.daySoldUnsettled],
  day_charges_paise: ['bigint', (position) => position.dayChargesPaise],
  day_buy_charges_paise: ['bigint', (position) => position.dayBuyChargesPaise],
  adjusted_quantity: ['bigint', (position) => position.adjustedQuantity],
  adjusted_paise: ['bigint', (position) => position.adjustedPaise],
};

function stateOfPosition({ quantity, squaredOff }: Pick<Position, 'quantity'> & { readonly squaredOff?: boolean }) {
  if (quantity !== 0) return 'in_position';
  return squaredOff === true ? 'expired' : 'historical';
}

export const fillOf = (row: FillRow): Fill => ({
  id: row.id,
  orderId: row.order_id,
  positionId: row.position_id,
  userId: row.user_id,
  asset: row.asset,
  code: row.code,
  side: row.side,
  product: row.product,
  quantity: row.quantity,
  pricePaise: row.price_paise,
  valuePaise: row.value_paise,
  charges: chargesOf(row),
  aggressor: row.aggressor,
  phase: row.phase,
  at: Number(row.at_ms),
  marketDate: row.market_date,
  marketTime: row.market_time,
  marketDay: row.market_day,
  tradeNo: Number(row.trade_no),
});

export const fillRow = (fill: Fill) => ({
  id: fill.id,
  order_id: fill.orderId,
  position_id: fill.positionId,
  user_id: fill.userId,
  asset: fill.asset,
  code: fill.code,
  side: fill.side,
  quantity: fill.quantity,
  price_paise: fill.pricePaise,
  value_paise: fill.valuePaise,
  ...chargesRow(fill.charges),
  aggressor: fill.aggressor,
  at_ms: fill.at,
  market_date: fill.marketDate,
  market_time: fill.marketTime,
  market_day: fill.marketDay,
  trade_no: fill.tradeNo,
  product: fill.product,
  phase: fill.phase,
});

export const timelineOf = (row: TimelineRow): TimelineEntry => ({
  orderId: row.order_id,
  no: row.no,
  step: row.step ?? undefined,
  state: row.state,
  details: row.details ?? undefined,
  at: Number(row.at_ms),
  marketTime: row.market_time,
  quantity: row.quantity ?? undefined,
  pricePaise: row.price_paise ?? undefined,
  reason: row.reason ?? undefined,
});

export const timelineRow = (entry: TimelineEntry) => ({
  order_id: entry.orderId,
  no: entry.no,
  step: entry.step,
  state: entry.state,
  details: entry.details,
  at_ms: entry.at,
  market_time: entry.marketTime,
  quantity: entry.quantity,
  price_paise: entry.pricePaise,
  reason: entry.reason,
});

export const dueOf = (row: DueRow): Due => ({
  userId: row.user_id,
  asset: row.asset,
  settlesOn: row.settles_on,
  bought: row.bought,
  sold: row.sold,
  settled: row.settled,
});

export const DUE_COLUMNS: SqlColumns<Due> = {
  user_id: ['text', (due) => due.userId],
  asset: ['text', (due) => due.asset],
  settles_on: ['date', (due) => due.settlesOn],
  bought: ['integer', (due) => due.bought],
  sold: ['integer', (due) => due.sold],
  settled: ['integer', (due) => due.settled],
};

export const DP_COLUMNS: SqlColumns<DpOfDay & { readonly marketDate: string }> = {
  user_id: ['text', (dp) => dp.userId],
  asset: ['text', (dp) => dp.asset],
  market_date: ['date', (dp) => dp.marketDate],
  sold_paise: ['bigint', (dp) => dp.soldPaise],
  dp_paise: ['bigint', (dp) => dp.dpPaise],
};

/**
 * Rows as one json parameter, for json_populate_recordset. A column's bigint becomes text here, and not by a
 * replacer, which would be asked about every value of every row; json within a column has none, and would be
 * refused.
 */
export const asJson = (rows: readonly object[]): string => JSON.stringify(rows.map(withoutBigints));

function withoutBigints(row: object): object {
  const plain: Record<string, unknown> = { ...row };
  for (const column in plain) {
    const value = plain[column];
    if (typeof value === 'bigint') plain[column] = value.toString();
  }
  return plain;
}
