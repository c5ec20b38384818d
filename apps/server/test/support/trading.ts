import { setImmediate } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { Issuer } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { calls, type Body, type Payload } from '@khara/contract';
import { paise, rupees } from '@khara/money';
import { expect, vi } from 'vitest';
import type { Db, Queryable } from '#src/ports/database.ts';
import type { MemberSockets } from '#src/http/tell-members.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Member } from '#src/kernel/member.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import * as ledger from '#modules/ledger/index.ts';
import { createOrderHandlers } from '#src/http/order-handlers.ts';
import { createPortfolio } from '#modules/portfolio/index.ts';
import { createSettlementPort } from '#modules/day/index.ts';
import { FiredTriggers, OrderRuns, withWaiting } from '#modules/standing/index.ts';
import { OrderDesk } from '#modules/placing/index.ts';
import type { MarketMove, OrderMatching, ScheduledEvent, SettlementBatch } from '#src/ports/exchange.ts';
import { Venue } from '#src/venue/venue.ts';
import { TRADING_CHECKS } from '#src/verify/index.ts';
import { insertAccount } from './ledger-fixtures.ts';
import { TestClock, testDeps } from './deps.ts';
import { withPostbacks } from '#src/http/kite/postbacks.ts';
import type { PostOutside } from '#src/ports/post-outside.ts';
import { withPushes } from './pushes.ts';

/** A share of each kind that the tests need; the whole universe would only be slower. */
const CODES = ['AAMRAI', 'ACHALGARH', 'ALANKRITI'];

/**
 * The real exchange, ledger and orders module on a real database. Market time stands still but for
 * `venue.step()`, so what participants do is the same on every run; members' orders are applied at once.
 */
export async function openTrading(
  db: Db,
  options: {
    codes?: readonly string[];
    daySeconds?: string;
    seed?: string;
    start?: number;
    /** Shares that the universe says are suspended, beside its own. */
    suspend?: readonly string[];
    sharesPerHand?: string;
    /** A fund, which comes with its index and the shares of that. */
    fund?: string;
    /** Shares as they are to be. */
    changed?: (issuer: Issuer) => Issuer;
    /** Who listens; all devices and no program unless it is said. */
    sockets?: Partial<MemberSockets>;
    /** Events of the market's times that orders do not hear of. */
    without?: readonly ScheduledEvent['kind'][];
    /** Hears what followers of the market hear. */
    moved?: (move: MarketMove) => void;
    /** Before what could not be settled is tried again. */
    rest?: () => Promise<void>;
    /** What posts orders to the addresses of programs. */
    post?: PostOutside;
  } = {},
) {
  const { codes = CODES, daySeconds = '900', seed = 'a test', start, suspend = [], sharesPerHand = '1' } = options;
  const { sockets, post, fund, changed = (issuer: Issuer) => issuer, without = [], moved, rest } = options;
  const all = readUniverse();
  const cheapest = [...all.issuers]
    .filter((it) => !it.suspended)
    .sort((a, b) => a.referencePricePaise - b.referencePricePaise)[0]!;
  const suspended = all.issuers.find((issuer) => issuer.suspended)!;
  const index = all.issuers.find(({ code }) => code === fund)?.fund?.index;
  const indices = all.indices.filter(({ code }) => code === index);
  const ofFund = fund === undefined ? [] : [fund, ...indices.flatMap(({ constituents }) => constituents)];
  const chosen = new Set([...codes, cheapest.code, suspended.code, ...ofFund]);
  const issuers = all.issuers
    .filter(({ code }) => chosen.has(code))
    .map((issuer) => changed(suspend.includes(issuer.code) ? { ...issuer, suspended: true } : issuer));
  const universe = { issuers, indices, offerings: [] };
  const clock = new TestClock(start);
  const base = testDeps(
    { db, clock },
    { MARKET_SEED: seed, MARKET_DAY_SECONDS: daySeconds, SHARES_PER_HAND: sharesPerHand },
  );
  const pushed: { readonly userId: string; readonly type: string; readonly data?: unknown }[] = [];
  const venue = await Venue.open({
    config: base.config,
    db,
    clock: base.clock,
    installSecret: base.keys.installSecret,
    universe,
    log: base.log,
    ...(moved && { moved }),
    ...(rest && { rest }),
  });
  const told: Deps & { readonly venue: Venue } = withPushes(
    { ...base, market: venue.market, venue, portfolio: createPortfolio({ db, market: venue.market }) },
    (userId, message) => pushed.push({ userId, ...message }),
    { isListening: () => true, ...sockets },
  );
  const deps = withPostbacks(told, post);
  const batches: SettlementBatch[] = [];
  const members: Trader[] = [];
  const filledByTest = new Set<number>();
  const noted = (batch: SettlementBatch): SettlementBatch => {
    batches.push(batch);
    return batch;
  };
  const place: OrderMatching['place'] = (write) => venue.place((match) => write((commands) => noted(match(commands))));
  const desk = new OrderDesk({
    ...deps,
    venue: {
      place,
      get writer() {
        return venue.writer;
      },
    },
  });
  const settlement = createSettlementPort(deps, desk);
  const runs = new OrderRuns({ ...deps, desk });
  const handlers = createOrderHandlers({ desk, runs });
  const fired = new FiredTriggers({ ...deps, desk });
  const waiting = withWaiting(settlement, { ...deps, fired, runs });
  await venue.resume({
    ...waiting,
    scheduledCommands: async (event, by) => (without.includes(event.kind) ? [] : waiting.scheduledCommands(event, by)),
    settleBatch: async (batch) => {
      const events = batch.events.filter(({ orderId }) => !filledByTest.has(orderId));
      await settlement.settleBatch(noted({ ...batch, events }));
    },
  });

  return {
    deps,
    universe,
    desk,
    fired,
    runs,
    handlers,
    venue,
    pushed,
    /** Every batch that was settled. */
    batches,
    /** Orders that a test fills by itself: of what the exchange makes of them nothing is settled. */
    filledByTest,
    cheapest: cheapest.code,
    suspended: suspended.code,
    codes,
    assetOf: (code: string) => deps.market.instrument(code)!.asset!,
    clock,
    quote: (code: string) => deps.market.quote(code)!,
    /**
     * A price better than all other offers or bids, as text: an order at it meets no other, and is
     * the first to be met. Where time passes between tests, `hasInside` says whether there is one now.
     */
    inside(code: string): string {
      if (!this.hasInside(code)) throw new Error(`no price between bid and ask of ${code}`);
      const { bids } = deps.market.depth(code, 1)!;
      return rupees(BigInt(bids[0]![0] + deps.market.instrument(code)!.tick));
    },
    hasInside(code: string): boolean {
      const { bids, asks } = deps.market.depth(code, 1)!;
      const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
      return bid !== undefined && (ask === undefined || ask - bid > deps.market.instrument(code)!.tick);
    },
    /** As far as limit price protection lets an order go, in auctions to the end of the band, it meets any order. */
    atAnyPrice(code: string, side: 'buy' | 'sell'): { readonly code: string; readonly price: string } {
      const { bandHigh, bandLow } = deps.market.quote(code)!;
      const { lower, upper } = deps.market.protectedRange(code) ?? { lower: bandLow, upper: bandHigh };
      return { code, price: rupees(BigInt(side === 'buy' ? Math.min(bandHigh, upper) : Math.max(bandLow, lower))) };
    },
    /** A member with a row of an account, which records in the log are salted by. */
    async registered(): Promise<Trader> {
      const made = this.member();
      await insertAccount(db, made.userId);
      return made;
    },
    member(): Trader {
      const made = newTrader({ deps, handlers });
      members.push(made);
      return made;
    },
    /** Cancels what members have left in the books: the next test finds its spread as wide as this one did. */
    async cancelAll(): Promise<void> {
      for (const member of members.splice(0))
        for (const { id } of await member.orders({ state: 'open' })) await member.cancel(id);
    },
    /** The same member, at this server. */
    as: ({ member }: Trader) => newTrader({ deps, handlers }, member),
    /** The same member, in a session that does not remember the transaction password. */
    asForgetful: ({ member }: Trader) =>
      newTrader({ deps, handlers }, { ...member, transactionPasswordUntil: undefined }),
    /** Lets market time pass until something is true. */
    async stepUntil(isTrue: () => boolean, most = 20_000): Promise<void> {
      for (let made = 0; !isTrue();) {
        if (made === most) throw new Error(`not true after ${most} steps`);
        const { step } = venue.day;
        await venue.step();
        // A day that is over waits for the database, and no market time passes.
        if (venue.day.step === step) await setImmediate();
        else made += 1;
      }
    },
  };
}
export type Trading = Awaited<ReturnType<typeof openTrading>>;

/** As if nothing limited the size of an intraday position: what a day cannot close has to be held by the rest. */
export function unlimitPositions({ deps: { market } }: Trading): void {
  const margin = market.margin.bind(market);
  vi.spyOn(market, 'margin').mockImplementation((code) => {
    const of = margin(code);
    return of && { ...of, meanTurnoverPaise: 10n ** 15n };
  });
}

/** How many members each database has: a test meets the same numbers, whichever tests ran before it. */
const memberCounts = new WeakMap<Db, number>();
/** The number by which the exchange will know a database's next member. */
export const nextAccountKey = (db: Db): number => (memberCounts.get(db) ?? 0) + 1;

function newAccount(db: Db): Member {
  const accountKey = nextAccountKey(db);
  memberCounts.set(db, accountKey);
  const userId = `trader${accountKey}-${randomUUID().slice(0, 8)}`;
  return {
    userId,
    accountKey,
    sessionId: userId,
    tokenHash: '',
    deviceOnly: false,
    transactionPasswordUntil: Number.MAX_SAFE_INTEGER,
  };
}

/** A server's calls, and what they depend on. */
type ServedCalls = { readonly deps: Deps; readonly handlers: ReturnType<typeof createOrderHandlers> };

type Prices = readonly [trigger: number, limit: number];
/** A trigger as a test sets it. */
export type TriggerOf = Omit<Body<'placeTrigger'>, 'legs' | 'requestId'> & {
  readonly below?: Prices;
  readonly above?: Prices;
  readonly requestId?: string;
};

/** The whole of it. */
const wholeTrigger = ({ below, above, ...trigger }: TriggerOf): Body<'placeTrigger'> => ({
  requestId: randomUUID(),
  ...trigger,
  legs: [
    ...(below ? [{ condition: 'below' as const, triggerPrice: BigInt(below[0]), price: BigInt(below[1]) }] : []),
    ...(above ? [{ condition: 'above' as const, triggerPrice: BigInt(above[0]), price: BigInt(above[1]) }] : []),
  ],
});

type BasketOrderOf = Pick<Body<'placeBuyOrder'>, 'code' | 'quantity'> &
  Partial<Omit<Body<'saveBasket'>['orders'][number], 'price'>> & { readonly price?: string };
/** A basket as a test keeps it: orders are market buys unless they say otherwise. */
export type BasketOf = Omit<Body<'saveBasket'>, 'orders' | 'draftId' | 'name'> & {
  readonly name?: string;
  readonly draftId?: string;
  readonly orders: readonly BasketOrderOf[];
};
const wholeBasket = ({ orders, ...basket }: BasketOf): Body<'saveBasket'> => ({
  name: 'Steady',
  draftId: randomUUID(),
  ...basket,
  orders: orders.map(({ price, ...order }) => ({
    side: 'buy',
    type: price === undefined ? 'market' : 'limit',
    product: 'delivery',
    price: price === undefined ? undefined : paise(price),
    ...order,
  })),
});

type RegularOf = Omit<Body<'startRegular'>, 'requestId'> & { readonly requestId?: string };
const wholeRegular = (regular: RegularOf): Body<'startRegular'> => ({ requestId: randomUUID(), ...regular });

/** An account with a session in which the transaction password is remembered. */
export function newTrader({ deps, handlers }: ServedCalls, member: Member = newAccount(deps.db)) {
  const { userId } = member;
  const caller: MemberCaller = {
    member,
    language: 'en',
    address: '127.0.0.1',
    device: undefined,
    userAgent: 'test',
    cacheBuster: undefined,
  };
  type Order = Omit<Partial<Body<'placeBuyOrder'>>, 'price'> & {
    readonly code: string;
    readonly quantity: number;
    readonly price?: string;
    readonly positionId?: string;
  };
  /** A market order unless it has a price. */
  const whole = ({ price, ...order }: Order): Body<'placeBuyOrder'> => ({
    type: price === undefined ? 'market' : 'limit',
    product: 'delivery',
    requestId: randomUUID(),
    price: price === undefined ? undefined : paise(price),
    ...order,
  });

  return {
    userId,
    member,
    caller,
    /** Pays in paper money as the rail does. */
    async deposit(paise: bigint): Promise<void> {
      const id = randomUUID();
      const marketDate = deps.market.now().marketDate;
      await ledger.addSources(deps.db, marketDate, [
        { type: 'rail_event', id, purpose: 'recharge', owner: ledger.userOwner(userId), asset: 'INR', amount: paise },
      ]);
      const posted = await ledger.post(deps.db, {
        kind: 'recharge',
        ref: id,
        actor: 'system',
        marketDate,
        lines: [ledger.move(ledger.railIn('INR'), -paise), ledger.move(ledger.available(userId), paise)],
      });
      if (posted.refused !== undefined) throw new Error(posted.refused);
    },
    /** Which notices came, the oldest first. */
    async noticeKeys(): Promise<readonly string[]> {
      const rows = await deps.db.query<{ key: string }>(
        'test.notices',
        'SELECT key FROM notices.notice WHERE member_id = $1 ORDER BY id',
        [userId],
      );
      return rows.map(({ key }) => key);
    },
    /** The answer of an order: a value or a refusal. */
    tryBuy: (order: Order) => handlers.placeBuyOrder(deps, caller, whole(order)),
    trySell: (order: Order) => handlers.placeSellOrder(deps, caller, whole(order)),
    buy: async (order: Order) => valueOf(await handlers.placeBuyOrder(deps, caller, whole(order))),
    sell: async (order: Order) => valueOf(await handlers.placeSellOrder(deps, caller, whole(order))),
    /** Sets a trigger; a side of the price has its trigger and its limit in paise. */
    trySetTrigger: (trigger: TriggerOf) => handlers.placeTrigger(deps, caller, wholeTrigger(trigger)),
    setTrigger: async (trigger: TriggerOf) => valueOf(await handlers.placeTrigger(deps, caller, wholeTrigger(trigger))),
    tryChangeTrigger: (body: Body<'changeTrigger'>) => handlers.changeTrigger(deps, caller, body),
    tryRemoveTrigger: (id: string) => handlers.removeTrigger(deps, caller, { id }),
    trigger: async (id: string) => valueOf(await handlers.triggerDetail(deps, caller, { id })),
    triggers: async (body: Body<'triggers'> = {}) => valueOf(await handlers.triggers(deps, caller, body)).list,
    saveBasket: async (basket: BasketOf) => valueOf(await handlers.saveBasket(deps, caller, wholeBasket(basket))),
    trySaveBasket: (basket: BasketOf) => handlers.saveBasket(deps, caller, wholeBasket(basket)),
    baskets: async () => valueOf(await handlers.baskets(deps, caller)).list,
    tryRemoveBasket: (id: string) => handlers.removeBasket(deps, caller, { id }),
    previewBasket: async (id: string) => valueOf(await handlers.previewBasket(deps, caller, { id })),
    tryPlaceBasket: (body: Omit<Body<'placeBasket'>, 'requestId'> & { readonly requestId?: string }) =>
      handlers.placeBasket(deps, caller, { requestId: randomUUID(), ...body }),
    placeBasket: async (id: string) =>
      valueOf(await handlers.placeBasket(deps, caller, { id, requestId: randomUUID() })),
    runs: async (body: Body<'orderRuns'> = {}) => valueOf(await handlers.orderRuns(deps, caller, body)).list,
    tryStartRegular: (body: RegularOf) => handlers.startRegular(deps, caller, wholeRegular(body)),
    startRegular: async (body: RegularOf) => valueOf(await handlers.startRegular(deps, caller, wholeRegular(body))),
    regulars: async () => valueOf(await handlers.regularPurchases(deps, caller, {})).list,
    tryPauseRegular: (id: string, isPaused: boolean) => handlers.pauseRegular(deps, caller, { id, isPaused }),
    tryEndRegular: (id: string) => handlers.endRegular(deps, caller, { id }),
    cancel: async (id: string) => valueOf(await handlers.cancelOrder(deps, caller, { id })),
    modify: async (change: Omit<Body<'modifyOrder'>, 'requestId'>) =>
      valueOf(await handlers.modifyOrder(deps, caller, { ...change, requestId: randomUUID() })),
    tryModify: (change: Omit<Body<'modifyOrder'>, 'requestId'>) =>
      handlers.modifyOrder(deps, caller, { ...change, requestId: randomUUID() }),
    tryCancel: (id: string) => handlers.cancelOrder(deps, caller, { id }),
    preview: async (order: Order & { readonly side: 'buy' | 'sell' }) =>
      valueOf(await handlers.previewOrder(deps, caller, { ...whole(order), side: order.side })),
    tryChangeProduct: (change: Omit<Body<'changeProduct'>, 'requestId'> & { readonly requestId?: string }) =>
      handlers.changeProduct(deps, caller, { requestId: randomUUID(), ...change }),
    changeProduct: async (change: Omit<Body<'changeProduct'>, 'requestId'>) =>
      valueOf(await handlers.changeProduct(deps, caller, { ...change, requestId: randomUUID() })),
    previewChange: async (change: Body<'previewProductChange'>) =>
      valueOf(await handlers.previewProductChange(deps, caller, change)),
    dayPositions: async () => valueOf(await handlers.dayPositions(deps, caller)).list,
    limits: async () => valueOf(await handlers.ownLimits(deps, caller)),
    setLimit: async (body: Body<'setOwnLimit'>) => valueOf(await handlers.setOwnLimit(deps, caller, body)),
    trySetLimit: (body: Body<'setOwnLimit'>) => handlers.setOwnLimit(deps, caller, body),
    pause: async (body: Body<'pauseOrders'>) => valueOf(await handlers.pauseOrders(deps, caller, body)),
    tryPause: (body: Body<'pauseOrders'>) => handlers.pauseOrders(deps, caller, body),
    /** Writes a note; its input is read as by the contract. */
    tryNote: (body: Payload<'setOrderNote'>) =>
      handlers.setOrderNote(deps, caller, calls.setOrderNote.body.parse(body)),
    note: async (body: Payload<'setOrderNote'>) =>
      valueOf(await handlers.setOrderNote(deps, caller, calls.setOrderNote.body.parse(body))),
    tryUnnote: (id: string) => handlers.deleteOrderNote(deps, caller, { id }),
    detail: async (id: string) => valueOf(await handlers.orderDetail(deps, caller, { id })),
    orders: async (body: Body<'orders'> = {}) => valueOf(await handlers.orders(deps, caller, body)).list,
    positions: async () => valueOf(await handlers.positions(deps, caller, {})).list,
    closed: async () => valueOf(await handlers.closedPositions(deps, caller, {})).list,
    fills: async () => valueOf(await handlers.fills(deps, caller, {})).list,
    totals: async () => valueOf(await handlers.positionTotals(deps, caller)),
    /** Balance of one of the member's accounts; zero for one that was never used. */
    async balance(code: number, asset: string = 'INR'): Promise<bigint> {
      const balances = await ledger.readBalances(deps.db, ledger.userOwner(userId));
      return balances.find((it) => it.asset === asset && it.code === code)?.amount ?? 0n;
    },
    bill: () => ledger.billPage(deps.db, { owner: ledger.userOwner(userId), size: 100 }),
  };
}
export type Trader = ReturnType<typeof newTrader>;

/** The value of an answer that is to be no refusal. */
export function valueOf<T>(
  result: { readonly refused?: undefined; readonly value: T } | { readonly refused: string },
): T {
  if (result.refused !== undefined) throw new Error(`refused: ${result.refused}`);
  return result.value;
}

/**
 * Orders, fills, positions and what will settle agree with each other and with the ledger: by the database's
 * own checks, and by those of `npm run verify`.
 */
export async function provesTheTrading(db: Queryable): Promise<void> {
  const checks = 'SELECT * FROM trading.check_all() UNION ALL SELECT * FROM trading.check_lots()';
  const broken = await db.query('test.trading', `SELECT name, sample FROM (${checks}) c WHERE violations <> 0`);
  expect(broken).toEqual([]);
  for (const check of TRADING_CHECKS) {
    const found = await check(db, testDeps().keys);
    expect(found.filter(({ violations }) => violations > 0)).toEqual([]);
  }
}
