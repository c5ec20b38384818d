import type { Charges } from '@khara/charges';
import type { Charges as WireCharges, Data, Language } from '@khara/contract';
import { percent, rupees } from '@khara/money';
import type { Deps } from '#src/kernel/deps.ts';
import { averagePrice, todayProfit, unrealised, type Position } from './portfolio/position.ts';
import { chargesOf, positionOf, typeOf, type FillRow, type OrderRow, type PositionRow } from './rows.ts';

/*
 * Orders, fills and positions as they travel: amounts as text, names in the reader's language, positions at the market's last price.
 */

type Order = Data<'orders'>['list'][number];
type OrderWithFills = Omit<Data<'cancelOrder'>, 'receipt'>;
type Fill = Data<'fills'>['list'][number];
type WirePosition = Data<'positions'>['list'][number];

export type Reader = { readonly deps: Pick<Deps, 'market'>; readonly language: Language };

/** The name of a share in the reader's language; its code when it is not known any more. */
export function nameOf({ deps, language }: Reader, code: string): string {
  const issuer = deps.market.instrument(code)?.issuer;
  return issuer ? issuer.names[language] : code;
}

export const presentCharges = (charges: Charges): WireChargesData => ({
  brokerage: rupees(charges.brokerage),
  stt: rupees(charges.stt),
  exchange: rupees(charges.exchange),
  sebi: rupees(charges.sebi),
  stamp: rupees(charges.stamp),
  gst: rupees(charges.gst),
  dp: rupees(charges.dp),
  total: rupees(charges.total),
});
type WireChargesData = (typeof WireCharges)['_zod']['output'];

export function presentOrder(reader: Reader, row: OrderRow): Order {
  const average = averagePrice(row.filled_paise, row.filled);
  return {
    id: String(row.id),
    code: row.code,
    name: nameOf(reader, row.code),
    side: row.side,
    type: typeOf(row),
    product: row.product,
    validity: row.validity,
    quantity: row.quantity,
    filledQuantity: row.filled,
    price: rupees(row.price_paise),
    triggerPrice: row.trigger_paise === null ? null : rupees(row.trigger_paise),
    disclosedQuantity: row.disclosed,
    averagePrice: average === undefined ? null : rupees(average),
    state: row.state,
    reason: row.reason,
    charges: presentCharges(chargesOf(row)),
    at: Number(row.accepted_ms),
    updatedAt: Number(row.updated_ms),
    marketDate: row.market_date,
    marketTime: row.market_time,
    requestId: row.request_id,
    afterMarket: row.after_market,
    bySystem: row.by_system,
    modifications: row.modifications,
  };
}

export const presentOrderWithFills = (reader: Reader, row: OrderRow, fills: readonly FillRow[]): OrderWithFills => ({
  ...presentOrder(reader, row),
  fills: fills.map((fill) => presentFill(reader, fill)),
});

export const presentFill = (reader: Reader, row: FillRow): Fill => ({
  id: String(row.id),
  orderId: String(row.order_id),
  positionId: String(row.position_id),
  code: row.code,
  name: nameOf(reader, row.code),
  side: row.side,
  quantity: row.quantity,
  price: rupees(row.price_paise),
  value: rupees(row.value_paise),
  charges: presentCharges(chargesOf(row)),
  at: Number(row.at_ms),
  marketDate: row.market_date,
  marketTime: row.market_time,
  product: row.product,
  tradeNo: Number(row.trade_no),
  phase: row.phase,
});

/** A position, and what of its shares is in open sell orders or not yet settled. */
export type PositionView = PositionRow & {
  readonly selling: number;
  readonly unsettled: number;
  /** Locked in, and the first market date on which some of it may be sold. */
  readonly locked: number;
  readonly locked_until: string | null;
  /** Kept as margin for it. */
  readonly margin_paise: bigint;
};

/** Shares that an order may still close. What is locked in is in no open order. */
export const sellableOf = ({ quantity, selling, locked }: PositionView): number =>
  Math.max(0, Math.abs(quantity) - selling - locked);

/**
 * An open position at the last price: `totalProfit` is what it has gained and not realised, `profitAmount` what its sales have realised so
 * far. A closed one: `cost` is all that was paid for its shares, `totalProfit` and `profitAmount` are what it realised, after all charges.
 */
export function presentPosition(reader: Reader, row: PositionView): WirePosition {
  const position = positionOf(row);
  const lastPaise = BigInt(reader.deps.market.quote(row.code)?.lastPaise ?? 0);
  const open = row.state === 'in_position';
  const direction = position.quantity < 0 || (!open && isShort(position)) ? 'short' : 'long';
  const quantity = Math.abs(position.quantity);
  const cost = open ? position.costPaise : direction === 'short' ? position.soldPaise : position.boughtPaise;
  const profit = open ? unrealised(position, lastPaise) : position.realisedPaise;
  const bought =
    open && direction === 'long'
      ? averagePrice(position.costPaise, quantity)
      : averagePrice(position.boughtPaise, position.boughtQuantity);
  const sold =
    open && direction === 'short'
      ? averagePrice(position.costPaise, quantity)
      : averagePrice(position.soldPaise, position.soldQuantity);
  return {
    id: String(row.id),
    code: row.code,
    name: nameOf(reader, row.code),
    product: row.product,
    state: row.state,
    direction,
    quantity,
    sellableQuantity: sellableOf(row),
    lockedQuantity: row.locked,
    lockedUntil: row.locked_until,
    settledQuantity: quantity - row.unsettled,
    margin: rupees(row.margin_paise),
    cost: rupees(cost),
    buyingPrice: rupees(bought ?? 0n),
    marketPrice: rupees(lastPaise),
    marketValue: rupees(BigInt(quantity) * lastPaise),
    totalProfit: rupees(profit),
    profitPercent: percent(profit, cost),
    todayProfit: rupees(profitToday(reader.deps, position).profit),
    buyTime: position.firstBuyAt,
    sellQuantity: position.soldQuantity,
    sellingPrice: sold === undefined ? null : rupees(sold),
    sellTime: position.lastSellAt ?? null,
    fee: rupees(position.chargesPaise),
    profitAmount: rupees(position.realisedPaise),
  };
}

/** Whether a closed position was sold first. What was bought as cheaply as it was sold counts as long. */
const isShort = ({ product, shortFirst }: Position): boolean => product === 'intraday' && shortFirst;

/** Today's profit of a position at the market as it is now. A share without a quote has none. */
export function profitToday(deps: Pick<Deps, 'market'>, position: Position): { profit: bigint; base: bigint } {
  const quote = deps.market.quote(position.code);
  if (!quote) return { profit: 0n, base: 0n };
  return todayProfit(position, {
    marketDate: deps.market.now().marketDate,
    lastPaise: BigInt(quote.lastPaise),
    previousClosePaise: BigInt(quote.previousClosePaise),
  });
}
