import type { DpOfDay, Due, Fill, Order, OrderState, Position, PositionView, TimelineEntry } from '@khara/broker';
import { CHARGE_ITEMS, type Charges } from '@khara/charges';
import type { SqlColumns } from '#src/kernel/sql-rows.ts';
import type { Signed } from '#src/security/row-mac.ts';
import { FIXED_TERMS, pickTerms, TERM_COLUMNS } from './order.ts';

/*
 * Rows of the schema `trading` as the database answers them, and what they mean. Columns of type bigint
 * arrive as `bigint`, json keeps the rest of its own kinds; see ports/database.ts.
 */

type ChargeColumns = Readonly<Record<`${(typeof CHARGE_ITEMS)[number]}Paise`, bigint>>;

export type OrderRow = Omit<Order, 'charges' | 'program' | 'ownLimit' | 'firstAnswer'> &
  ChargeColumns & {
    readonly programKey: string | undefined;
    readonly programTag: string | undefined;
    readonly firstAnswer: FirstAnswerJson | undefined;
    readonly mac: Uint8Array | undefined;
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

export type FillRow = Signed<Omit<Fill, 'charges' | 'tradeNo'> & ChargeColumns & { readonly tradeNo: bigint }>;

type CountedShares = `${'bought' | 'sold' | 'dayBought' | 'daySold' | 'adjusted'}Quantity` | 'daySoldUnsettled';

export type PositionRow = Omit<Position, CountedShares> & Readonly<Record<CountedShares, bigint>>;

export type PositionViewRow = PositionRow &
  Pick<PositionView, 'state' | 'firstBuyTime' | 'selling' | 'unsettled' | 'locked' | 'marginPaise'> & {
    readonly sharesShown: number;
    readonly lockedUntil: string | undefined;
  };

function toCharges(row: ChargeColumns): Charges {
  const { brokeragePaise: brokerage, sttPaise: stt, exchangePaise: exchange, sebiPaise: sebi } = row;
  const { stampPaise: stamp, gstPaise: gst, dpPaise: dp } = row;
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

/** Charges by their columns, to be written. */
const chargesColumns = (charges: Charges) => ({
  brokerage_paise: charges.brokerage,
  stt_paise: charges.stt,
  exchange_paise: charges.exchange,
  sebi_paise: charges.sebi,
  stamp_paise: charges.stamp,
  gst_paise: charges.gst,
  dp_paise: charges.dp,
});

export const toOrder = (row: OrderRow): Order => ({
  id: row.id,
  userId: row.userId,
  accountKey: row.accountKey,
  requestId: row.requestId,
  code: row.code,
  asset: row.asset,
  ...pickTerms(row),
  marketDate: row.marketDate,
  marketTime: row.marketTime,
  acceptedAt: row.acceptedAt,
  afterMarket: row.afterMarket,
  bySystem: row.bySystem,
  program: row.programKey === undefined ? undefined : { keyId: row.programKey, tag: row.programTag },
  state: row.state,
  reason: row.reason,
  filled: row.filled,
  filledPaise: row.filledPaise,
  charges: toCharges(row),
  frozenPaise: row.frozenPaise,
  frozenShares: row.frozenShares,
  frozenUnsettled: row.frozenUnsettled,
  marginPaise: row.marginPaise,
  hold: row.hold,
  becameLimit: row.becameLimit,
  modifications: row.modifications,
  timelineLength: row.timelineLength,
  updatedAt: row.updatedAt,
  firstAnswer: row.firstAnswer ? toFirstAnswer(row.firstAnswer) : undefined,
});

/** A first answer as json: SQL over `order`, the alias of a row of orders. Nothing else writes one. */
export const firstAnswerJson = (order: 'o' | 'n'): string =>
  `jsonb_build_object('state', ${order}.state, 'reason', ${order}.reason, 'filled', ${order}.filled,
    'filledPaise', ${order}.filled_paise::text, 'updatedMs', ${order}.updated_ms,
    'charges', jsonb_build_object(${CHARGE_ITEMS.map((item) => `'${item}', ${order}.${item}_paise::text`).join(', ')}))`;

const toFirstAnswer = ({ state, reason, charges, ...json }: FirstAnswerJson): Order['firstAnswer'] => ({
  state,
  reason: reason ?? undefined,
  filled: json.filled,
  filledPaise: BigInt(json.filledPaise),
  charges: toCharges({
    brokeragePaise: BigInt(charges.brokerage),
    sttPaise: BigInt(charges.stt),
    exchangePaise: BigInt(charges.exchange),
    sebiPaise: BigInt(charges.sebi),
    stampPaise: BigInt(charges.stamp),
    gstPaise: BigInt(charges.gst),
    dpPaise: BigInt(charges.dp),
  }),
  updatedAt: json.updatedMs,
});

/** Columns of terms that the exchange's answer changes; what is shown changes with the request. */
export const CHANGING_TERMS = Object.keys(TERM_COLUMNS).filter(
  (name) => !(name in FIXED_TERMS) && name !== 'disclosed_quantity',
);

/** The columns of an order as it is placed; what the market and its fills write beside them is theirs. */
export const ORDER_COLUMNS: SqlColumns<Order> = {
  id: ['bigint', (order) => order.id],
  user_id: ['text', (order) => order.userId],
  account_key: ['integer', (order) => order.accountKey],
  request_id: ['text', (order) => order.requestId],
  code: ['text', (order) => order.code],
  asset: ['text', (order) => order.asset],
  ...TERM_COLUMNS,
  market_date: ['date', (order) => order.marketDate],
  market_time: ['text', (order) => order.marketTime],
  accepted_ms: ['bigint', (order) => order.acceptedAt],
  program_key: ['text', (order) => order.program?.keyId],
  program_tag: ['text', (order) => order.program?.tag],
  after_market: ['boolean', (order) => order.afterMarket],
  state: ['text', (order) => order.state],
  reason: ['text', (order) => order.reason],
  filled: ['integer', (order) => order.filled],
  filled_paise: ['bigint', (order) => order.filledPaise],
  ...Object.fromEntries(
    CHARGE_ITEMS.map((item) => [`${item}_paise`, ['bigint', (order: Order) => order.charges[item]]] as const),
  ),
  frozen_paise: ['bigint', (order) => order.frozenPaise],
  frozen_shares: ['integer', (order) => order.frozenShares],
  frozen_unsettled: ['integer', (order) => order.frozenUnsettled],
  margin_paise: ['bigint', (order) => order.marginPaise],
  hold: ['text', (order) => order.hold],
  updated_ms: ['bigint', (order) => order.updatedAt],
  timeline_length: ['integer', (order) => order.timelineLength],
  became_limit: ['boolean', (order) => order.becameLimit],
};

/** Columns that what comes of an order changes. */
export const CHANGING_COLUMNS: readonly string[] = [
  ...'state reason filled filled_paise frozen_paise frozen_shares frozen_unsettled margin_paise'.split(' '),
  ...'updated_ms timeline_length became_limit'.split(' '),
  ...CHARGE_ITEMS.map((item) => `${item}_paise`),
  ...CHANGING_TERMS,
];

/** What an order's row becomes. */
export const orderChange = (order: Order) =>
  Object.fromEntries(['id', ...CHANGING_COLUMNS].map((name) => [name, ORDER_COLUMNS[name]![1](order)]));

export const toPosition = (row: PositionRow): Position => ({
  id: row.id,
  userId: row.userId,
  asset: row.asset,
  code: row.code,
  product: row.product,
  shortFirst: row.shortFirst,
  quantity: row.quantity,
  costPaise: row.costPaise,
  buyChargesPaise: row.buyChargesPaise,
  boughtQuantity: Number(row.boughtQuantity),
  boughtPaise: row.boughtPaise,
  soldQuantity: Number(row.soldQuantity),
  soldPaise: row.soldPaise,
  chargesPaise: row.chargesPaise,
  firstBuyAt: row.firstBuyAt,
  lastSellAt: row.lastSellAt,
  marketDate: row.marketDate,
  dayBoughtQuantity: Number(row.dayBoughtQuantity),
  dayBoughtPaise: row.dayBoughtPaise,
  daySoldQuantity: Number(row.daySoldQuantity),
  daySoldPaise: row.daySoldPaise,
  daySoldUnsettled: Number(row.daySoldUnsettled),
  dayChargesPaise: row.dayChargesPaise,
  dayBuyChargesPaise: row.dayBuyChargesPaise,
  adjustedQuantity: Number(row.adjustedQuantity),
  adjustedPaise: row.adjustedPaise,
});

export const toPositionView = (row: PositionViewRow): PositionView => ({
  ...toPosition(row),
  quantity: row.sharesShown,
  state: row.state,
  firstBuyTime: row.firstBuyTime,
  selling: row.selling,
  unsettled: row.unsettled,
  locked: row.locked,
  lockedUntil: row.lockedUntil ?? null,
  marginPaise: row.marginPaise,
});

/** A position as it is written; one that was squared off is `expired` when nothing is left of it. */
export const POSITION_COLUMNS: SqlColumns<Signed<Position & { readonly squaredOff?: boolean }>> = {
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
  mac: ['bytea', (position) => position.mac],
};

function stateOfPosition({ quantity, squaredOff }: Pick<Position, 'quantity'> & { readonly squaredOff?: boolean }) {
  if (quantity !== 0) return 'in_position';
  return squaredOff === true ? 'expired' : 'historical';
}

export const toFill = (row: FillRow): Fill => ({
  id: row.id,
  orderId: row.orderId,
  positionId: row.positionId,
  userId: row.userId,
  asset: row.asset,
  code: row.code,
  side: row.side,
  product: row.product,
  quantity: row.quantity,
  pricePaise: row.pricePaise,
  valuePaise: row.valuePaise,
  charges: toCharges(row),
  aggressor: row.aggressor,
  phase: row.phase,
  at: row.at,
  marketDate: row.marketDate,
  marketTime: row.marketTime,
  marketDay: row.marketDay,
  tradeNo: Number(row.tradeNo),
});

export const fillRow = (fill: Signed<Fill>) => ({
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
  ...chargesColumns(fill.charges),
  aggressor: fill.aggressor,
  at_ms: fill.at,
  market_date: fill.marketDate,
  market_time: fill.marketTime,
  market_day: fill.marketDay,
  trade_no: fill.tradeNo,
  product: fill.product,
  phase: fill.phase,
  mac: `\\x${Buffer.from(fill.mac).toString('hex')}`,
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

export const DUE_COLUMNS: SqlColumns<Signed<Due>> = {
  user_id: ['text', (due) => due.userId],
  asset: ['text', (due) => due.asset],
  settles_on: ['date', (due) => due.settlesOn],
  bought: ['integer', (due) => due.bought],
  sold: ['integer', (due) => due.sold],
  settled: ['integer', (due) => due.settled],
  noted: ['integer', (due) => due.noted],
  // Also where another hand has written that nothing remains: a pay-out finds whether that is so.
  outstanding: ['boolean', () => true],
  mac: ['bytea', (due) => due.mac],
};

export const DP_COLUMNS: SqlColumns<Signed<DpOfDay & { readonly marketDate: string }>> = {
  user_id: ['text', (dp) => dp.userId],
  asset: ['text', (dp) => dp.asset],
  market_date: ['date', (dp) => dp.marketDate],
  sold_paise: ['bigint', (dp) => dp.soldPaise],
  dp_paise: ['bigint', (dp) => dp.dpPaise],
  mac: ['bytea', (dp) => dp.mac],
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
