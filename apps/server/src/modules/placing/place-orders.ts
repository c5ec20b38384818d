import { type After, decide, settle } from '@khara/broker';
import type { Receipt } from '@khara/proof';
import { available, CODES, openHolds, userOwner, writeEntries, type Account } from '#modules/ledger/index.ts';
import { settlementDate } from '@khara/rules';
import type { Tx } from '#src/ports/database.ts';
import { MatchUnwritable, type SettlementBatch } from '#src/ports/exchange.ts';
import {
  type Arrival,
  type PlacedOrder,
  insertOrders,
  toAsset,
  holdName,
  loadBefore,
  writeOtherFills,
  type Loaded,
} from '#modules/settlement/index.ts';
import { type KnownStanding, once } from './known-standing.ts';
import { isPlain, type NewOrder, type Numbered } from './new-order.ts';
import { beginOrders, checkOrders, makeAccounts, type Deciding, type Standing } from './place-store.ts';

/* What one transaction reads, decides and writes of the orders that it places. */

/** Orders whose users are locked, with what decides about them and what their fills may change. */
export type ReadOrders = {
  readonly orders: readonly Numbered[];
  readonly standings: readonly Standing[];
  readonly before: Loaded;
};

/** What is known of the user of an order. */
type KnownOf = (order: NewOrder) => KnownStanding | undefined;

/**
 * Reads what decides about orders, and what their fills on a market date may change, in one round trip; what is known
 * already is not read. `locked` answers those of `wanted` whose users are locked: the locking statement was sent before
 * these.
 */
export async function readOrders(
  tx: Tx,
  {
    wanted,
    locked,
  }: { readonly wanted: readonly (NewOrder | Numbered)[]; readonly locked: Promise<ReadonlySet<unknown>> },
  { marketDate, knownOf }: { readonly marketDate: string; readonly knownOf: KnownOf },
): Promise<ReadOrders> {
  const delivery = wanted.filter(isPlain);
  const known = knownOrders(delivery, (order) => (order.marketDate === marketDate ? knownOf(order) : undefined));
  const unknown = delivery.filter((order) => !known.has(order));
  const toRead = wanted.filter((order) => !known.has(order));
  const [answers, begun, loaded, own] = await Promise.all([
    checkOrders(tx, wanted),
    beginOrders(tx, toRead),
    loadBefore(tx, {
      orderIds: [],
      holdings: unknown,
      most: { positions: delivery.filter((order) => mayOpen(order, known.get(order))).length, fills: 0 },
      marketDate,
    }),
    locked,
  ]);
  const found = new Map(toRead.map((order, at) => [order, begun[at]!])); // one for each
  const read = wanted.flatMap((order, at) => {
    if (!own.has(order)) return [];
    const deciding = known.get(order)?.standing(order) ?? found.get(order)!;
    const { id, checked } = answers[at]!; // one for each
    return { order: onItsDay({ ...order, id }, deciding), standing: { ...deciding, ...checked } };
  });
  const orders = read.map(({ order }) => order);
  const standings = read.map(({ standing }) => standing);
  const before = withKnown(
    ofUsers(loaded, new Set(orders.map(({ userId }) => userId))),
    [...known].map(([order, standing]) => standing.before(order)),
  );
  const missing = orders.flatMap((order, at) => missingAccount(order, standings[at]!));
  if (missing.length === 0) return { orders, standings, before };
  await makeAccounts(tx, missing);
  const anew = await beginOrders(tx, orders);
  return { orders, standings: standings.map((standing, at) => ({ ...standing, ...anew[at]! })), before };
}

/** Orders with what is known of them; a member's orders for one share are read together, or none is. */
function knownOrders(orders: readonly NewOrder[], knownOf: KnownOf): ReadonlyMap<NewOrder, KnownStanding> {
  const holdings = Map.groupBy(orders, ({ userId, asset }) => `${userId} ${asset}`);
  return new Map(
    [...holdings.values()].flatMap((all) => {
      const standing = knownOf(all[0]!);
      return standing && all.every((order) => standing.knows(order)) ? all.map((order) => [order, standing]) : [];
    }),
  );
}

/** Some of them. */
export const onlyOf = ({ orders, standings, before }: ReadOrders, isOne: (index: number) => boolean): ReadOrders => ({
  orders: orders.filter((_order, at) => isOne(at)),
  standings: standings.filter((_standing, at) => isOne(at)),
  before,
});

/** Whether its fills may begin a position. */
const mayOpen = (order: NewOrder, known: KnownStanding | undefined): boolean =>
  order.side === 'buy' && !known?.before(order).positions.some(({ product }) => product === order.product);

/** With what is known of some holdings, each once. */
const withKnown = (loaded: Loaded, known: readonly Pick<Loaded, 'positions' | 'dues' | 'dpOfDay'>[]): Loaded => {
  const each = [...new Set(known)];
  return {
    ...loaded,
    positions: [...loaded.positions, ...each.flatMap(({ positions }) => positions)],
    dues: [...loaded.dues, ...each.flatMap(({ dues }) => dues)],
    dpOfDay: [...loaded.dpOfDay, ...each.flatMap(({ dpOfDay }) => dpOfDay)],
  };
};

/**
 * By its market date an order counts for a limit of its member: the database's, should the day have ended meanwhile.
 */
const onItsDay = (order: Numbered, { own }: Deciding): Numbered =>
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
  if (order.product !== 'delivery' || order.afterMarket || standing.earlier) return [];
  if (decide(order, standing).refusal !== undefined) return [];
  const asset = toAsset(order);
  if (order.side === 'buy')
    return standing.unsettled ? [] : { owner: userOwner(order.userId), asset, code: CODES.unsettledShares };
  return standing.money ? [] : available(order.userId);
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
  const taken = new Map<string, bigint>();
  for (const { order } of placed)
    taken.set(order.userId, (taken.get(order.userId) ?? 0n) + order.frozenPaise + order.marginPaise);
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
  const turns = inTurns(holds, ({ order }) => order.userId);
  const [, , , held] = await Promise.all([
    insertOrders(tx, arrivals),
    // The ledger asks of an entry what its order was filled for.
    after && writeOtherFills(tx, otherFills, after),
    Promise.all(
      inTurns(
        paid.map(({ entry }) => entry),
        ({ owner }) => owner,
      ).map((entriesOfTurn) => writeEntries(tx, entriesOfTurn)),
    ),
    Promise.all(
      turns.map((turn) =>
        openHolds(
          tx,
          turn.map(({ kind, order, amount }) => ({
            kind,
            hold: holdName(order.id),
            actor: 'user',
            marketDate: order.marketDate,
            owner: userOwner(order.userId),
            asset: kind === 'sell_hold' ? toAsset(order) : 'INR',
            amount,
          })),
        ),
      ),
    ),
  ]);
  const entries = new Map<bigint, Receipt>();
  for (const [turn, opened] of turns.entries()) {
    for (const [at, { order }] of opened.entries()) {
      const receipt = held[turn]![at];
      if (!receipt) throw new MatchUnwritable(`what order ${order.id} needs is not there`, { booksMovedOn: true });
      entries.set(order.id, receipt);
    }
  }
  for (const { id, entry } of paid) entries.set(id, entry);
  return entries;
}

/** The first of each user, then the second of each who has another, and so on. */
function inTurns<Item>(items: readonly Item[], userOf: (item: Item) => string): readonly (readonly Item[])[] {
  const turns: Item[][] = [];
  const counts = new Map<string, number>();
  for (const item of items) {
    const user = userOf(item);
    const count = counts.get(user) ?? 0;
    counts.set(user, count + 1);
    (turns[count] ??= []).push(item);
  }
  return turns;
}
