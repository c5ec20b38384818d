import assert from 'node:assert/strict';
import type { Receipt } from '@khara/proof';
import { available, CODES, openHolds, userOwner, writeEntries, type Account } from '#modules/ledger/index.ts';
import { pausesIntraday } from '#modules/wallet/index.ts';
import type { OwnLimitRefusal } from '@khara/contract';
import { settlementDate } from '@khara/rules';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import { BooksMovedOn, type SettlementBatch } from '#src/ports/exchange.ts';
import { NO_CHARGES, pickTerms, type Order, type After } from '#modules/orders/index.ts';
import { stopOfOrder } from '#modules/own-limits/index.ts';
import {
  type Arrival,
  type PlacedOrder,
  insertOrders,
  toAsset,
  holdName,
  settle,
  loadBefore,
  writeOtherFills,
  type Loaded,
} from '#modules/settlement/index.ts';
import { decide, type OrderRefusal, type Stop } from './decide.ts';
import type { NewOrder, Numbered, Placement } from './new-order.ts';
import { beginOrders, makeAccounts, type Standing } from './place-store.ts';

/* What one transaction reads, decides and writes of the orders that it places. */

/** Orders whose users are locked, with what decides about them and what their fills may change. */
export type ReadOrders = {
  readonly orders: readonly Numbered[];
  readonly standings: readonly Standing[];
  readonly before: Loaded;
};

/**
 * Reads what decides about orders, and what their fills on a market date may change, in one round trip. `numbered`
 * answers those of `wanted` whose users are locked, in the same order: the locking statement was sent before these.
 */
export async function readOrders(
  tx: Tx,
  {
    wanted,
    numbered,
  }: { readonly wanted: readonly NewOrder[]; readonly numbered: Promise<ReadonlyMap<NewOrder, Numbered>> },
  marketDate: string,
): Promise<ReadOrders> {
  const delivery = wanted.filter(({ terms, afterMarket }) => terms.product === 'delivery' && !afterMarket);
  const [all, loaded, locked] = await Promise.all([
    beginOrders(tx, wanted),
    loadBefore(tx, {
      orderIds: [],
      holdings: delivery.map(toHolding),
      most: { positions: delivery.filter(({ terms }) => terms.side === 'buy').length, fills: 0 },
      marketDate,
    }),
    numbered,
  ]);
  const read = wanted.flatMap((order, at) => {
    const own = locked.get(order);
    const standing = all[at]!; // one for each that was asked for
    return own ? { order: onItsDay(own, standing), standing } : [];
  });
  const orders = read.map(({ order }) => order);
  const standings = read.map(({ standing }) => standing);
  const before = ofUsers(loaded, new Set(orders.map(({ userId }) => userId)));
  const missing = orders.flatMap((order, at) => missingAccount(order, standings[at]!));
  if (missing.length === 0) return { orders, standings, before };
  await makeAccounts(tx, missing);
  return { orders, standings: await beginOrders(tx, orders), before };
}

/**
 * By its market date an order counts for a limit of its member: the database's, should the day have ended meanwhile.
 */
const onItsDay = (order: Numbered, { own }: Standing): Numbered =>
  own ? { ...order, marketDate: own.marketDate } : order;

/** Without what is of others, who may change it meanwhile. */
function ofUsers(loaded: Loaded, users: ReadonlySet<string>): Loaded {
  const isOwn = ({ userId }: { readonly userId: string }) => users.has(userId);
  return {
    ...loaded,
    becameIntraday: loaded.becameIntraday.filter(isOwn),
    positions: loaded.positions.filter(isOwn),
    dues: loaded.dues.filter(isOwn),
    dpOfDay: loaded.dpOfDay.filter(isOwn),
  };
}

/** The account that the entry of an order needs and does not find: of its first shares, or of its first money. */
function missingAccount(order: Numbered, standing: Standing): Account | readonly [] {
  if (order.terms.product !== 'delivery' || order.afterMarket || standing.earlier) return [];
  if (decide(order, standing).refusal !== undefined) return [];
  const asset = toAsset(order);
  if (order.terms.side === 'buy')
    return standing.unsettled ? [] : { owner: userOwner(order.userId), asset, code: CODES.unsettledShares };
  return standing.money ? [] : available(order.userId);
}

const toHolding = ({ userId, asset, terms }: NewOrder) => ({ userId, asset, product: terms.product });

type Decided = {
  readonly order: Numbered;
  readonly placement: Placement;
  /** Of an order that is taken. */
  readonly placed?: PlacedOrder;
};

/** Orders that a limit stops, by their number. */
export type Stops = ReadonlyMap<bigint, Stop>;

/** The limits that stop orders, at the market as it is. `known` is one for which the database has not taken them. */
export const findStops = (
  deps: Pick<Deps, 'market' | 'keys'>,
  orders: readonly Numbered[],
  standings: readonly Standing[],
  known?: OwnLimitRefusal,
): Stops =>
  new Map(
    orders.flatMap((order, at): readonly (readonly [bigint, Stop])[] => {
      const { own, opening, earlier, lost, stop: stopHere } = standings[at]!;
      if (earlier) return [];
      if (opening > 0 && pausesIntraday(deps, lost, order.marketDate)) return [[order.orderId, 'intraday_paused']];
      if (!own) return [];
      const { side, product } = order.terms;
      const opens = product === 'delivery' ? side === 'buy' : opening > 0;
      const limited = { product, opens, isNew: true, valuePaise: order.valuePaise } as const;
      // The database takes no order that it stops: it is refused before anything is matched.
      const stop = stopOfOrder(deps, own, limited) ?? stopHere ?? known;
      return stop === undefined ? [] : [[order.orderId, stop]];
    }),
  );

/** `stops`: what a limit stops. `refusals`: what was refused when the others were matched. */
export const decideAll = (
  orders: readonly Numbered[],
  standings: readonly Standing[],
  stops: Stops,
  refusals: ReadonlyMap<bigint, OrderRefusal>,
): readonly Decided[] =>
  orders.map((order, at) => {
    const standing = standings[at];
    assert(standing, 'each order has its standing');
    if (standing.earlier) return { order, placement: standing.earlier };
    const refused = refusals.get(order.orderId);
    const { refusal, held } = refused ? { refusal: refused } : decide(order, standing, stops.get(order.orderId));
    const placement = { repeated: false };
    if (refusal !== undefined) return { order, placement: { ...placement, refusal, orderId: undefined } };
    return {
      order,
      placement: { ...placement, refusal, orderId: order.orderId },
      placed: { order: toOrder(order, held, standing), hash: order.hash, standing },
    };
  });

/** The same by what happens next: for the exchange now, for the next pre-open, or refused. */
export function decidedBy(decided: readonly Decided[]): {
  readonly placed: readonly PlacedOrder[];
  readonly waiting: readonly PlacedOrder[];
  readonly refused: readonly { readonly order: Numbered; readonly refusal: OrderRefusal }[];
} {
  const taken = decided.flatMap(({ placed }) => placed ?? []);
  return {
    placed: taken.filter(({ order }) => !order.afterMarket),
    waiting: taken.filter(({ order }) => order.afterMarket),
    refused: decided.flatMap(({ order, placed, placement: { repeated, refusal } }) =>
      placed || repeated || refusal === undefined ? [] : [{ order, refusal: refusal as OrderRefusal }],
    ),
  };
}

/** A new order that holds, or may need, so much. */
function toOrder(order: Numbered, held: bigint, { free }: Standing): Order {
  const { terms } = order;
  const isDelivery = terms.product === 'delivery';
  const shares = isDelivery && terms.side === 'sell' ? terms.quantity : 0;
  return {
    id: order.orderId,
    userId: order.userId,
    accountKey: order.accountKey,
    requestId: order.requestId,
    code: order.code,
    asset: order.asset,
    ...pickTerms(terms),
    pricePaise: order.pricePaise,
    marketDate: order.marketDate,
    marketTime: order.marketTime,
    acceptedAt: order.at,
    afterMarket: order.afterMarket,
    bySystem: false,
    program: order.program,
    state: 'pending',
    reason: undefined,
    filled: 0,
    filledPaise: 0n,
    charges: NO_CHARGES,
    frozenPaise: isDelivery && terms.side === 'buy' ? held : 0n,
    frozenShares: shares,
    frozenUnsettled: Math.max(0, shares - Number(free?.balance ?? 0n)),
    marginPaise: isDelivery ? 0n : held,
    hold: !isDelivery && held > 0n ? holdName(order.orderId) : undefined,
    becameLimit: false,
    modifications: 0,
    timelineLength: 0,
    updatedAt: order.at,
    firstAnswer: undefined,
  };
}

/** What a batch made of the orders that are placed, and of others that it filled. */
export async function settlePlaced(
  tx: Tx,
  batch: SettlementBatch,
  { placed, before }: { readonly placed: readonly PlacedOrder[]; readonly before: Loaded },
): Promise<After> {
  const isPlaced = new Set(placed.map(({ order }) => Number(order.id)));
  const others = [...new Set(batch.events.map(({ orderId }) => orderId))].filter((id) => !isPlaced.has(id));
  const intraday = placed.flatMap(({ order }) => (order.product === 'intraday' ? order : []));
  const fills = batch.events.filter(({ kind }) => kind === 'filled').length;
  const more =
    others.length + intraday.length === 0
      ? undefined
      : await loadBefore(tx, {
          orderIds: others.map(BigInt),
          holdings: intraday,
          most: { positions: fills, fills },
          marketDate: batch.marketDate,
        });
  const loaded = more ? joined(before, more) : before;
  const counts = new Map<bigint, bigint>();
  return settle(batch, batch.events, {
    ...loaded,
    orders: [...placed.map(({ order }) => order), ...loaded.orders],
    available: availableTo(placed, loaded.available),
    settlesOn: settlementDate(batch.marketDate),
    nextFillId: (orderId) => {
      if (!isPlaced.has(Number(orderId))) return loaded.nextFillId(orderId);
      const count = (counts.get(orderId) ?? 0n) + 1n;
      counts.set(orderId, count);
      return (orderId << 16n) + count;
    },
  });
}

const once = <T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];

/** Two loads, the second after the first: what both have read is the same. */
function joined(first: Loaded, second: Loaded): Loaded {
  return {
    ...second,
    positions: once([...first.positions, ...second.positions], ({ id }) => String(id)),
    dues: once([...first.dues, ...second.dues], ({ userId, asset, settlesOn }) => `${userId} ${asset} ${settlesOn}`),
    dpOfDay: once([...first.dpOfDay, ...second.dpOfDay], ({ userId, asset }) => `${userId} ${asset}`),
  };
}

/** Available money, less what the orders that are placed may take of it before it is needed for a loss. */
function availableTo(
  placed: readonly PlacedOrder[],
  available: ReadonlyMap<string, bigint>,
): ReadonlyMap<string, bigint> {
  const taken = new Map(placed.map(({ order }) => [order.userId, order.frozenPaise + order.marginPaise]));
  return new Map([...available].map(([userId, paise]) => [userId, paise - (taken.get(userId) ?? 0n)]));
}

/**
 * Writes new orders with their entries and holds, and answers by order the entry that paid for it, or else holds
 * something. Other entries of the same users come after these.
 */
export async function writeArrivals(
  tx: Tx,
  arrivals: readonly Arrival[],
  after?: After,
): Promise<ReadonlyMap<bigint, Receipt>> {
  if (arrivals.length === 0) return new Map();
  const paid = arrivals.flatMap(({ order, entry }) => (entry ? [{ id: order.id, entry }] : []));
  const holds = arrivals.flatMap(({ hold }) => hold ?? []);
  const otherFills = arrivals.flatMap((arrival) => arrival.otherFills);
  const [, , , held] = await Promise.all([
    insertOrders(tx, arrivals),
    // The ledger asks of an entry what its order was filled for.
    after && writeOtherFills(tx, otherFills, after),
    writeEntries(
      tx,
      paid.map(({ entry }) => entry),
    ),
    openHolds(
      tx,
      holds.map(({ kind, order, amount }) => ({
        kind,
        hold: holdName(order.id),
        actor: 'user',
        marketDate: order.marketDate,
        owner: userOwner(order.userId),
        asset: kind === 'sell_hold' ? toAsset(order) : 'INR',
        amount,
      })),
    ),
  ]);
  const entries = new Map<bigint, Receipt>();
  for (const [at, { order }] of holds.entries()) {
    const receipt = held[at];
    if (!receipt) throw new BooksMovedOn(`what order ${order.id} needs is not there`);
    entries.set(order.id, receipt);
  }
  for (const { id, entry } of paid) entries.set(id, entry);
  return entries;
}
