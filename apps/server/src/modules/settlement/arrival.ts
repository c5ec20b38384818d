import {
  addCharges,
  type After,
  type Fill,
  type Movement,
  NO_CHARGES,
  type Order,
  type TimelineEntry,
} from '@khara/broker';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  available,
  clearing,
  CODES,
  lossesAbsorbed,
  makeEntry,
  SALT_BYTES,
  move,
  statesAfter,
  userOwner,
} from '#modules/ledger/index.ts';
import type { Line, MadeEntry } from '#modules/ledger/index.ts';
import { max, min } from '@khara/money';
import type { BookOnArrival } from '@khara/market-day';
import type { SettlementBatch } from '#src/ports/exchange.ts';
import type { AccountState, MoneyState } from '#modules/ledger/index.ts';
import { toAsset, chargeLines, holdName } from './postings.ts';

/*
 * An order that is placed by the transaction which settles it: what became of it at once is in its own row, and what it
 * was filled for is one entry of the ledger. Only what rests is held.
 */

/** What the ledger has of an order's user, read under the user's lock. */
export type OrderAccounts = {
  /** Number of the user in the ledger; undefined for one who never had anything. */
  readonly person: number | undefined;
  readonly assetNumber: number | undefined;
  /** Undefined: there is no such account yet. */
  readonly money: MoneyState | undefined;
  readonly free: AccountState | undefined;
  readonly unsettled: AccountState | undefined;
  /** The database's clock, real ms: the instant of entries. */
  readonly now: number;
};

/** An order as it comes to the exchange. */
export type PlacedOrder = {
  /** What a delivery order may need is marked as frozen: no fill takes more. */
  readonly order: Order;
  readonly hash: Uint8Array;
  readonly standing: OrderAccounts;
};

/** The moment in which the exchange took it. */
type Taken = {
  readonly marketDay: number;
  readonly step: number;
  readonly index: number;
  /** Index of the first order of its batch. */
  readonly first: number;
  readonly at: number;
  readonly marketTime: string;
};

/** An order as the commit that places it leaves it. */
export type Arrival = {
  readonly order: Order;
  readonly hash: Uint8Array;
  /** Undefined: it waits for the next pre-open. */
  readonly taken: Taken | undefined;
  /**
   * When its first steps are that it opened, and these fills: the book that it found, as its row has it. Empty where
   * there is no continuous trading.
   */
  readonly book: readonly (number | null)[] | undefined;
  readonly fills: readonly Fill[];
  /** Steps and fills that its row does not tell. */
  readonly otherSteps: readonly TimelineEntry[];
  readonly otherFills: readonly Fill[];
  /** What it was filled for, of a delivery order. */
  readonly entry: MadeEntry | undefined;
  readonly hold: HoldToOpen | undefined;
};

type HoldToOpen = {
  readonly kind: 'order_hold' | 'sell_hold' | 'margin_hold';
  readonly order: Order;
  /** Paise, or shares of a sale. */
  readonly amount: bigint;
};

/** An order that waits for the next pre-open: all that it may need is held. */
export const waitingArrival = ({ order, hash }: PlacedOrder): Arrival => ({
  ...withHold(order, order.product === 'intraday' ? order.marginPaise : heldRest(order)),
  hash,
  taken: undefined,
  book: undefined,
  fills: [],
  otherSteps: [],
  otherFills: [],
  entry: undefined,
});

/**
 * What became of placed orders: `after` is of the batch that their commands caused. The entries of one user go on one
 * from the other, in the order of the orders.
 */
export function makeArrivals(
  placed: readonly PlacedOrder[],
  after: After,
  batch: SettlementBatch,
): ReadonlyMap<bigint, Arrival> {
  const orders = new Map(after.orders.map((order) => [order.id, order]));
  const steps = Map.groupBy(after.timeline, ({ orderId }) => orderId);
  const fills = Map.groupBy(after.fills, ({ orderId }) => orderId);
  const movements = Map.groupBy(after.movements, ({ order }) => order.id);
  const places = new Map(batch.applied.map((place) => [BigInt(place.seq), place]));
  const { marketDate } = batch;
  // All at once: each question to the system for random bytes costs as much as three hashes.
  const salts = randomBytes(SALT_BYTES * placed.length);
  const accounts = new Map<bigint, AccountState | MoneyState>();
  const counts = Map.groupBy(placed, ({ order }) => order.userId);
  const isOneOfSeveral = (userId: string) => counts.get(userId)!.length > 1;
  const first = Math.min(...placed.map(({ order }) => places.get(order.id)?.index ?? Infinity));
  return new Map(
    placed.map(({ order: { id, product, marginPaise }, hash, standing }, at) => {
      const salt = salts.subarray(SALT_BYTES * at, SALT_BYTES * (at + 1));
      const order = orders.get(id);
      const timeline = steps.get(id) ?? [];
      const place = places.get(id);
      assert(order && place && timeline[0], `order ${id} did not come to the exchange`);
      const { step, index } = place;
      const isDelivery = product === 'delivery';
      const now = goneOn(standing, accounts);
      const entry = isDelivery
        ? arrivalEntry(order, movements.get(id) ?? [], { standing: now, marketDate, salt })
        : undefined;
      if (entry && isOneOfSeveral(order.userId)) for (const state of statesAfter(entry)) accounts.set(state.id, state);
      const arrival: Arrival = {
        ...withHold(order, isDelivery ? heldRest(order) : marginPaise),
        hash,
        taken: { marketDay: batch.marketDay, step, index, first, at: batch.at, marketTime: timeline[0].marketTime },
        ...toldByRow(timeline, fills.get(id) ?? []),
        entry,
      };
      return [id, arrival];
    }),
  );
}

/** The accounts where they have come to since. */
export function goneOn<Accounts extends Pick<OrderAccounts, 'money' | 'free' | 'unsettled'>>(
  accounts: Accounts,
  states: ReadonlyMap<bigint, AccountState | MoneyState>,
): Accounts {
  const at = <State extends AccountState>(state: State | undefined): State | undefined =>
    state && ((states.get(state.id) as State | undefined) ?? state); // one id has states of one kind
  return { ...accounts, money: at(accounts.money), free: at(accounts.free), unsettled: at(accounts.unsettled) };
}

/** What an order's row tells of its first steps and fills, and what it cannot. */
function toldByRow(
  timeline: readonly TimelineEntry[],
  all: readonly Fill[],
): Pick<Arrival, 'book' | 'fills' | 'otherSteps' | 'otherFills'> {
  const [first] = timeline;
  if (first?.step !== 'opened') return { book: undefined, fills: [], otherSteps: timeline, otherFills: all };
  const [one] = all;
  const isPlain = all.every(
    ({ aggressor, phase, positionId }, at) =>
      aggressor === one?.aggressor &&
      phase === one.phase &&
      positionId === one.positionId &&
      timeline[at + 1]?.step === 'filled',
  );
  const fills = isPlain ? all : [];
  return {
    book: bookRow(first.details?.book),
    fills,
    otherSteps: timeline.slice(1 + fills.length),
    otherFills: isPlain ? [] : all,
  };
}

const bookRow = (book: BookOnArrival | undefined): readonly (number | null)[] =>
  book
    ? [
        book.lastPaise,
        book.bidPaise ?? null,
        book.bidQuantity,
        book.askPaise ?? null,
        book.askQuantity,
        book.aheadQuantity,
      ]
    : [];

/** What is still frozen for a delivery order. */
const heldRest = (order: Order): bigint => (order.side === 'buy' ? order.frozenPaise : BigInt(order.frozenShares));

function withHold(order: Order, amount: bigint): Pick<Arrival, 'order' | 'hold'> {
  if (amount === 0n) return { order: { ...order, hold: undefined }, hold: undefined };
  const kind = order.product === 'intraday' ? 'margin_hold' : order.side === 'buy' ? 'order_hold' : 'sell_hold';
  const holding = { ...order, hold: holdName(order.id) };
  return { order: holding, hold: { kind, order: holding, amount } };
}

/** The one entry of all that a delivery order was filled for at once. */
function arrivalEntry(
  order: Order,
  movements: readonly Movement[],
  {
    standing,
    marketDate,
    salt,
  }: { readonly standing: OrderAccounts; readonly marketDate: string; readonly salt: Uint8Array },
): MadeEntry | undefined {
  const fills = movements.filter((movement) => movement.kind === 'buy_fill' || movement.kind === 'sell_fill');
  if (fills.length === 0) return undefined;
  const { person, assetNumber, money } = standing;
  assert(person !== undefined && assetNumber !== undefined && money, `order ${order.id} has no accounts`);
  const charges = fills.reduce((sum, fill) => addCharges(sum, fill.charges), NO_CHARGES);
  const value = fills.reduce((sum, { valuePaise }) => sum + valuePaise, 0n);
  const quantity = fills.reduce((sum, fill) => sum + BigInt(fill.quantity), 0n);
  // Where a fill of a share worth less than a rupee costs more than it brings, the platform bears the difference.
  const absorbed =
    order.side === 'buy' ? 0n : fills.reduce((sum, fill) => sum + max(0n, fill.charges.total - fill.valuePaise), 0n);
  const owner = userOwner(order.userId);
  const asset = toAsset(order);
  const shares = (code: 120 | 122, amount: bigint): Line => ({ owner, asset, code, amount });
  const ofCharges = [...chargeLines(charges), move(lossesAbsorbed, -absorbed)];
  const free = min(quantity, standing.free?.balance ?? 0n);
  const lines: readonly Line[] =
    order.side === 'buy'
      ? [
          move(available(order.userId), -value - charges.total),
          move(clearing(), value),
          ...ofCharges,
          move(clearing(asset), -quantity),
          shares(CODES.unsettledShares, quantity),
        ]
      : [
          shares(CODES.freeShares, -free),
          shares(CODES.unsettledShares, free - quantity),
          move(clearing(asset), quantity),
          move(clearing(), -value),
          ...ofCharges,
          move(available(order.userId), value - charges.total + absorbed),
        ];
  const stateOf = {
    [CODES.available]: money,
    [CODES.freeShares]: standing.free,
    [CODES.unsettledShares]: standing.unsettled,
  };
  return makeEntry(
    {
      kind: order.side,
      ref: holdName(order.id),
      owner,
      person,
      money,
      salt,
      billLines: ofCharges.some(({ amount }) => amount !== 0n) ? 2 : 1,
      lines: lines
        .filter(({ amount }) => amount !== 0n)
        .map((line) => {
          const state = line.owner === owner ? stateOf[line.code as keyof typeof stateOf] : undefined;
          assert(line.owner !== owner || state, `order ${order.id} has no account ${line.code}`);
          return { ...line, assetNumber: line.asset === 'INR' ? INR : assetNumber, ...(state && { state }) };
        }),
    },
    { actor: 'user', marketDate, at: standing.now },
  );
}

/** Number of the rupee in the ledger. */
const INR = 1;
