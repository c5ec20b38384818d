import {
  averagePrice,
  currentType,
  type DayPosition,
  type Fill,
  type Order,
  type OrderTerms,
  type Position,
  type PositionView,
  realisedResult,
  todayProfit,
  unrealisedResult,
} from '@khara/broker';
import type { Charges } from '@khara/charges';
import type { Charges as ChargesSchema, Data, Language } from '@khara/contract';
import { max, percent, rupees } from '@khara/money';
import { marginPrices, marginStanding } from '@khara/rules';
import { isUnlisted } from '#modules/market/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { logNames } from '#src/security/log-names.ts';
import { sentBy } from './order.ts';
import type { Member } from '#src/kernel/member.ts';

/*
 * Orders, fills and positions as they travel: amounts as text, names in the reader's language, positions at
 * the market's last price.
 */

type OrderDto = Data<'orders'>['list'][number];
type OrderWithFillsDto = Omit<Data<'cancelOrder'>, 'receipt'>;
type FillDto = Data<'fills'>['list'][number];
type PositionDto = Data<'positions'>['list'][number];

export type Reader = { readonly deps: Pick<Deps, 'market'>; readonly language: Language };
type ReaderWithKeys = Reader & { readonly deps: Pick<Deps, 'keys'> };

/** The name of a share in the reader's language; its code when it is not known any more. */
export function issuerName({ deps, language }: Reader, code: string): string {
  const issuer = deps.market.instrument(code)?.issuer;
  return issuer ? issuer.names[language] : code;
}

export const presentCharges = (charges: Charges): ChargesDto => ({
  brokerage: rupees(charges.brokerage),
  stt: rupees(charges.stt),
  exchange: rupees(charges.exchange),
  sebi: rupees(charges.sebi),
  stamp: rupees(charges.stamp),
  gst: rupees(charges.gst),
  dp: rupees(charges.dp),
  total: rupees(charges.total),
});
type ChargesDto = (typeof ChargesSchema)['_zod']['output'];

/** "0.50" of 50 basis points. */
const showPercent = (bps: number): string => rupees(BigInt(bps));

/** An instant is known, or a market date. */
const presentLimit = ({ limit, used, until, endsAt }: NonNullable<Order['ownLimit']>): OrderDto['ownLimit'] => ({
  ...(limit !== undefined && { limit: String(limit) }),
  ...(used !== undefined && { used: String(used) }),
  ...(typeof endsAt === 'number' ? { endsAt } : until !== undefined && { untilDate: String(until) }),
});

/** What an order asks for, of one that was sent and of one that waits in a list. */
export const presentTerms = (reader: Reader, order: OrderTerms & { readonly code: string }) => ({
  code: order.code,
  name: issuerName(reader, order.code),
  side: order.side,
  product: order.product,
  ...presentChangingTerms(order),
});

/** What a change can make another; `type` is that of now, see `currentType`. */
export const presentChangingTerms = (order: Omit<OrderTerms, 'side' | 'product'>) => ({
  type: order.type,
  validity: order.validity,
  validMinutes: order.validMinutes ?? null,
  ...(order.protectionBps !== undefined && { protection: showPercent(order.protectionBps) }),
  quantity: order.quantity,
  price: order.pricePaise === undefined ? null : rupees(order.pricePaise),
  triggerPrice: order.triggerPaise === undefined ? null : rupees(order.triggerPaise),
  disclosedQuantity: order.disclosedQuantity ?? null,
});

export function presentOrder(reader: Reader, order: Order): OrderDto {
  const average = averagePrice(order.filledPaise, order.filled);
  const by = sentBy(order);
  return {
    id: String(order.id),
    ...presentTerms(reader, order),
    type: currentType(order),
    filledQuantity: order.filled,
    averagePrice: average === undefined ? null : rupees(average),
    state: order.state,
    reason: order.reason ?? null,
    ...(order.ownLimit && { ownLimit: presentLimit(order.ownLimit) }),
    charges: presentCharges(order.charges),
    at: order.acceptedAt,
    updatedAt: order.updatedAt,
    marketDate: order.marketDate,
    marketTime: order.marketTime,
    requestId: order.requestId,
    afterMarket: order.afterMarket,
    bySystem: order.bySystem,
    ...(order.program && { program: { key: order.program.keyId, tag: order.program.tag ?? null } }),
    ...(by && { sentBy: by }),
    modifications: order.modifications,
  };
}

/** An order with what stands in front of it in the book as it is now, and its number in the day's log. */
export function presentInList(reader: ReaderWithKeys, order: Order): OrderDto {
  const ahead = order.state === 'open' ? reader.deps.market.queueAhead(order.code, order.id) : undefined;
  return {
    ...presentOrder(reader, order),
    ...numberInLog(reader, order),
    ...(ahead !== undefined && { queueAhead: ahead }),
  };
}

/** How the public order log of its market date calls an order, which its own member alone can tell. */
export const numberInLog = ({ deps: { keys } }: ReaderWithKeys, { id, marketDate }: Order) => ({
  logNumber: String(logNames(keys, marketDate).order(Number(id))),
});

export const presentOrderWithFills = (reader: Reader, order: Order, fills: readonly Fill[]): OrderWithFillsDto => ({
  ...presentOrder(reader, order),
  fills: fills.map((fill) => presentFill(reader, fill)),
});

export const presentFill = (reader: Reader, fill: Fill): FillDto => ({
  id: String(fill.id),
  orderId: String(fill.orderId),
  positionId: String(fill.positionId),
  code: fill.code,
  name: issuerName(reader, fill.code),
  side: fill.side,
  quantity: fill.quantity,
  price: rupees(fill.pricePaise),
  value: rupees(fill.valuePaise),
  charges: presentCharges(fill.charges),
  at: fill.at,
  marketDate: fill.marketDate,
  marketTime: fill.marketTime,
  product: fill.product,
  tradeNo: fill.tradeNo,
  phase: fill.phase,
});

/** Shares that an order may still close. What is locked in is in no open order. */
export const sellableShares = ({ quantity, selling, locked }: PositionView): number =>
  Math.max(0, Math.abs(quantity) - selling - locked);

/** Shares that have arrived and that no order or lock keeps. */
export const receivedShares = (position: PositionView): number =>
  Math.max(0, Math.min(sellableShares(position), position.quantity - position.unsettled - position.selling));

/** The market date on which a share is listed that is not yet. */
function listsOn({ deps: { market } }: Reader, code: string): string | null {
  const issuer = market.instrument(code)?.issuer;
  return issuer && isUnlisted(issuer, market.now().marketDate) ? issuer.listedOn : null;
}

/**
 * An open position at the last price: `totalProfit` is what it has gained and not realised, `profitAmount`
 * what its sales have realised so far. A closed one: `cost` is all that was paid for its shares,
 * `totalProfit` and `profitAmount` are what it realised, after all charges.
 */
export function presentPosition(reader: Reader, position: PositionView): PositionDto {
  const lastPaise = BigInt(reader.deps.market.quote(position.code)?.lastPrice ?? 0);
  const open = position.state === 'in_position';
  const unlisted = listsOn(reader, position.code);
  const direction = position.quantity < 0 || (!open && isShort(position)) ? 'short' : 'long';
  const quantity = Math.abs(position.quantity);
  const cost = open ? position.costPaise : direction === 'short' ? position.soldPaise : position.boughtPaise;
  const realisedPaise = realisedResult(position);
  const profit = open ? unrealisedResult(position, lastPaise) : realisedPaise;
  const bought =
    open && direction === 'long'
      ? averagePrice(position.costPaise, quantity)
      : averagePrice(position.boughtPaise, position.boughtQuantity);
  const sold =
    open && direction === 'short'
      ? averagePrice(position.costPaise, quantity)
      : averagePrice(position.soldPaise, position.soldQuantity);
  return {
    id: String(position.id),
    code: position.code,
    name: issuerName(reader, position.code),
    product: position.product,
    state: position.state,
    direction,
    quantity,
    sellableQuantity: unlisted === null ? sellableShares(position) : 0,
    lockedQuantity: position.locked,
    lockedUntil: position.lockedUntil,
    listsOn: unlisted,
    settledQuantity: quantity - position.unsettled,
    margin: rupees(position.marginPaise),
    marginCall: open && position.product === 'intraday' ? presentMarginCall(reader, position, lastPaise) : null,
    adjusted:
      position.adjustedQuantity === 0 && position.adjustedPaise === 0n
        ? null
        : { quantity: position.adjustedQuantity, amount: rupees(position.adjustedPaise) },
    cost: rupees(cost),
    buyingPrice: rupees(bought ?? 0n),
    marketPrice: rupees(lastPaise),
    marketValue: rupees(BigInt(quantity) * lastPaise),
    totalProfit: rupees(profit),
    profitPercent: percent(profit, cost),
    todayProfit: rupees(profitToday(reader.deps, position).profit),
    buyTime: position.firstBuyAt,
    buyMarketTime: position.firstBuyTime,
    sellQuantity: position.soldQuantity,
    sellingPrice: sold === undefined ? null : rupees(sold),
    sellTime: position.lastSellAt ?? null,
    closedOn: open ? null : position.marketDate, // nothing is booked to it after that day
    fee: rupees(position.chargesPaise),
    profitAmount: rupees(realisedPaise),
  };
}

/** How far losses have taken the margin of an open intraday position; null where the day does not have its share. */
function presentMarginCall({ deps }: Reader, position: PositionView, lastPaise: bigint): PositionDto['marginCall'] {
  const rateBps = deps.market.margin(position.code)?.rateBps;
  if (rateBps === undefined) return null;
  const of = { ...position, heldPaise: position.marginPaise, rateBps };
  const { marginPaise, lossPaise } = marginStanding(of, lastPaise);
  const { callPaise, squareOffPaise } = marginPrices(of);
  return {
    lost: percent(max(0n, lossPaise), marginPaise),
    callPrice: rupees(max(0n, callPaise)),
    squareOffPrice: rupees(max(0n, squareOffPaise)),
  };
}

/** Whether a closed position was sold first. What was bought as cheaply as it was sold counts as long. */
const isShort = ({ product, shortFirst }: Position): boolean => product === 'intraday' && shortFirst;

/** Today's profit of a position at the market as it is now. A share without a quote has none. */
export function profitToday(deps: Pick<Deps, 'market'>, position: DayPosition): { profit: bigint; base: bigint } {
  const quote = deps.market.quote(position.code);
  if (!quote) return { profit: 0n, base: 0n };
  return todayProfit(position, {
    marketDate: deps.market.now().marketDate,
    lastPaise: BigInt(quote.lastPrice),
    previousClosePaise: BigInt(quote.previousClose),
  });
}

/**
 * By what a member asked for something that acts later: the session, or the key of a program, and whether the
 * transaction password was typed for it, was remembered there, or was not asked for. The row that keeps it is in the
 * log, and `npm run verify` holds a remembered password against the record of that.
 */
export const describeAuthority = (
  { sessionId }: Pick<Member, 'sessionId'>,
  by: 'session' | { readonly password: string | undefined },
): string => `${by === 'session' ? by : by.password === undefined ? 'remembered' : 'typed'} ${sessionId}`;
