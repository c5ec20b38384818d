import {
  adjusted,
  closingOrder,
  decide,
  type Due,
  exposedShares,
  findRefusals,
  heldFor,
  isOpenState,
  MARGIN_SQUARE_OFF,
  marginBasisOnDay,
  IDLE_ORDER,
  netDues,
  type Order,
  outstandingShares,
  placeCommand,
  type Position,
  settle,
  type Share,
  shareOnDay,
  SQUARE_OFF,
  type Terms,
  timeOnDay,
  unrealisedResult,
  worstPrice,
} from '@khara/broker';
import assert from 'node:assert/strict';
import type { FactorState } from '@khara/exchange';
import {
  finishedDay,
  OWN_NUMBERS,
  planDay,
  TradingDay,
  type FinishedDay,
  type JournalledCommand,
  type PreviousClose,
} from '@khara/market-day';
import { max, min, mulDiv } from '@khara/money';
import {
  boughtIn,
  CHANCE_WHOLE,
  closedOut,
  marginPrices,
  nextRegularDay,
  SAME_SHARES,
  settlementDate,
  shortDelivery,
  type LiquidityGroup,
  type Ratio,
  type ShortDelivery,
} from '@khara/rules';
import { isFund, onDemergerDay, type Demerges, type Issuer } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { exFall, exPrice, exValues, shareFactor, timesRatio, type ActionTerms } from '#modules/market/index.ts';
import { adjustmentOf } from '#modules/corporate/actions/adjustment.ts';
import { addedTo, giveTo } from '#modules/corporate/actions/entries.ts';

/*
 * Accounts of one person against the market of a share: the product's exchange, its checks of orders, its margins, its
 * settlement and its square-off, with money in memory. Some hold over nights: shares arrive, or are not delivered, and
 * go ex. No database: a day takes some hundredths of a second.
 */

const FIRST_DATE = '2026-11-23';
const DAY_SECONDS = 60;
/** The least margin that a share has: more makes it harder. */
const MARGIN_BPS = 2_000;
/** What the system places has numbers from here on. */
const SYSTEM = 1_000_000;

/** The pay-out of the day, at which it shows what is not delivered. */
const PAYOUT = '15:30:00';
/** Of the least liquid shares most purchases are not delivered. */
const ILLIQUID = 3;

/** How likely a purchase of the group is closed out in money, in millionths: as often as its draws say so. */
function closeOutPpm(group: LiquidityGroup): bigint {
  const every = 100;
  let [short, lost] = [0, 0];
  for (let draw = 0; draw < CHANCE_WHOLE; draw += every) {
    if (shortDelivery(group, { short: draw, found: 0, price: 0 })) short += every;
    if (!shortDelivery(group, { short: 0, found: draw, price: 0 })!.isFound) lost += every;
  }
  return (BigInt(short) * BigInt(lost)) / BigInt(CHANCE_WHOLE);
}

/**
 * How the accounts play: by chance, or as known attacks do; over nights, and over those with an ex-date, with
 * intraday positions that a day could not close; and over one in the hope that what was bought is closed out
 * at a price that they have made.
 */
export const STYLES = [
  'random',
  'sweep',
  'auction',
  'ladder',
  'circuit',
  'overnight',
  'ex_date',
  'close_out',
  'left_over',
] as const;
export type Style = (typeof STYLES)[number];

export type Round = {
  readonly code: string;
  readonly style: Style;
  readonly accounts: number;
  readonly days: number;
  readonly trades: number;
  /** Trades that the accounts had with each other. */
  readonly between: number;
  /** Shares held over nights, and purchases that were not delivered. */
  readonly carried: number;
  readonly undelivered: number;
  /** Paise. What close-outs bring beyond the close, on an average of the draws that decide about them. */
  readonly hopedOfCloseOuts: bigint;
  /**
   * Intraday positions that went over an ex-date, and what all the accounts' shares and positions gained by actions.
   */
  readonly leftOver: number;
  readonly byActions: bigint;
  /** Paise. What they put in, what they have at the end: money, and open positions at the close. */
  readonly putIn: bigint;
  readonly have: bigint;
  /**
   * What others lost to them: trades with participants, what is left of them at the close, and what companies and
   * close-outs pay.
   */
  readonly fromOthers: bigint;
  readonly charges: bigint;
  /** Of them, those of shares that were bought for delivery. */
  readonly chargesOfPurchases: bigint;
  /** Losses that the platform bore, and the part of them that is more than the charges of the same fill. */
  readonly absorbed: bigint;
  readonly absorbedBeyondCharges: bigint;
  /** What positions that are still open have lost beyond all that their accounts have. */
  readonly uncovered: bigint;
  /** The same beyond what is held behind them. */
  readonly beyondMargin: bigint;
};

/** Numbers from 0 to 1 that a seed gives (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const all = readUniverse();
/** Shares that can be traded intraday. */
const sharesOf = (): readonly Issuer[] =>
  all.issuers.filter((issuer) => !isFund(issuer) && !issuer.suspended && issuer.series === 'EQ');

/** What a share becomes and what its market begins with, from one day to the next. */
type Night = {
  readonly before: ReadonlyMap<string, PreviousClose>;
  readonly participants: FactorState | undefined;
  readonly shareFactors: ReadonlyMap<string, Ratio>;
  /** The demerger that the day begins with: a special pre-open finds the share's price. */
  readonly demerges?: Demerges | undefined;
};

/** A purchase that is not delivered. */
type Undelivered = ShortDelivery & { readonly userId: string };

/** What an account traded for delivery on a day. */
type DayTrades = { readonly bought: number; readonly sold: number; readonly soldPaise: bigint };

/** Market days of one share, and its accounts. */
class Play {
  day: TradingDay;
  readonly #seed: number;
  readonly #issuer: Issuer;
  readonly #next: () => number;
  readonly users: readonly string[];
  readonly available = new Map<string, bigint>();
  readonly orders = new Map<bigint, Order>();
  readonly positions = new Map<string, Position>();
  dues: readonly Due[] = [];
  #orderId = 0;
  #systemId = SYSTEM;
  #positionId = 0n;
  #isSquaredOff = false;
  readonly #called = new Set<string>();
  charges = 0n;
  chargesOfPurchases = 0n;
  absorbed = 0n;
  absorbedBeyondCharges = 0n;
  trades = 0;
  between = 0;
  carried = 0;
  undelivered = 0;
  leftOver = 0;
  byActions = 0n;
  /** What trades, companies and close-outs paid to the accounts, and the shares that are left of it. */
  #came = 0n;
  #left = 0;
  /** Fills by trade of the day: two of one are between the accounts. */
  #fillsOf = new Map<number, number>();
  /** Highest prices of the days so far, and the close of the day before: what a close-out counts from. */
  #highest = 0;
  #closeBefore = 0;
  #traded = new Map<string, DayTrades>();
  #missing: readonly Undelivered[] | undefined;
  /** Purchases that are due on the day, delivered or not. */
  #due: readonly { readonly userId: string; readonly quantity: number }[] = [];
  readonly #group: LiquidityGroup;
  readonly #isLimited: boolean;
  #hopedPpm = 0n;

  constructor(
    {
      issuer,
      group,
      isLimited,
    }: { readonly issuer: Issuer; readonly group: LiquidityGroup; readonly isLimited: boolean },
    seed: number,
    accounts: number,
    putIn: bigint,
    next: () => number,
  ) {
    this.#group = group;
    this.#isLimited = isLimited;
    this.#issuer = issuer;
    this.#next = next;
    this.#seed = seed;
    const night = { before: new Map(), participants: undefined, shareFactors: new Map() };
    this.day = this.#dayOf(1, FIRST_DATE, night);
    this.users = Array.from({ length: accounts }, (_, at) => `u${at}`);
    for (const user of this.users) this.available.set(user, putIn);
  }

  #dayOf(marketDay: number, marketDate: string, { demerges, ...night }: Night): TradingDay {
    const seed = this.#seed;
    return new TradingDay(
      {
        marketDay,
        marketDate,
        firstStep: 0,
        ...night,
        names: OWN_NUMBERS,
        plan: planDay('compressed', DAY_SECONDS),
        seed: new Uint8Array(32)
          .fill(seed & 255)
          .fill((seed >> 8) & 255, 0, 16)
          .fill((seed >> 16) & 255, 0, 8)
          .fill(marketDay - 1, 0, 1),
      },
      { issuers: [demerges ? onDemergerDay(this.#issuer, demerges) : this.#issuer], indices: [], offerings: [] },
    );
  }

  get date(): string {
    return this.day.inputs.marketDate;
  }

  get asset(): string {
    return `EQ:${this.#issuer.isin}`;
  }

  get share(): Share {
    const squareOff = this.day.universe.issuers[0]!.casEligible ? '15:12:00' : '15:25:00';
    // No stage of surveillance: all styles may trade intraday.
    return { ...shareOnDay(this.day, 0, this.#margin), series: 'EQ', stage: undefined, squareOff };
  }

  get time(): string {
    return timeOnDay(this.day, this.day.step);
  }

  position(user: string, product: 'intraday' | 'delivery'): Position | undefined {
    return this.positions.get(`${user} ${product}`);
  }

  open(user: string): readonly Order[] {
    return [...this.orders.values()].filter((order) => order.userId === user && isOpenState(order.state));
  }

  /** Its least margin, and its published turnover. */
  get #margin() {
    const { averageDailyVolume, referencePricePaise } = this.#issuer;
    return { rateBps: MARGIN_BPS, meanTurnoverPaise: BigInt(averageDailyVolume) * BigInt(referencePricePaise) };
  }

  /** Shares that an intraday order would open, with the orders before it. */
  #opening(user: string, side: 'buy' | 'sell', quantity: number): number {
    const held = this.position(user, 'intraday')?.quantity ?? 0;
    const closable = Math.max(0, side === 'buy' ? -held : held);
    const before = this.open(user)
      .filter((order) => order.product === 'intraday' && order.side === side)
      .reduce((sum, order) => sum + order.quantity - order.filled, 0);
    return Math.max(0, quantity - Math.max(0, closable - before));
  }

  /** Shares of an intraday position on a side, with open orders of that side. */
  #exposed(user: string, side: 'buy' | 'sell'): number {
    const others = this.open(user).filter(({ product }) => product === 'intraday');
    return exposedShares(this.position(user, 'intraday')?.quantity ?? 0, others, side);
  }

  /** Places an order as a member does; false when it is refused. */
  place(user: string, terms: Terms): boolean {
    const { share } = this;
    // The pre-open takes what waits: here it is placed when that has begun.
    if (share.phase === 'closed' || findRefusals(terms, share).length > 0) return false;
    const pricePaise = worstPrice(terms, share);
    if (pricePaise === undefined) return false;
    const { freezePaise, chargesPaise } = heldFor(terms, share, { marketDate: this.date, pricePaise });
    const isDelivery = terms.product === 'delivery';
    const isSale = isDelivery && terms.side === 'sell';
    const has = this.position(user, 'delivery')?.quantity ?? 0;
    const free = this.#freeSettled(user, has);
    const kept = this.open(user).reduce((sum, order) => sum + order.frozenShares, 0);
    const { held: needed } = decide(
      { ...terms, freezePaise, chargesPaise, mostOpen: isDelivery || !this.#isLimited ? undefined : share.mostOpen },
      {
        isCutOff: false,
        isClosing: !isDelivery && this.#isClosing(user),
        kept: 0n,
        opening: isDelivery ? 0 : this.#opening(user, terms.side, terms.quantity),
        exposed: isDelivery ? 0 : this.#exposed(user, terms.side),
        owes: false,
        money: { balance: this.available.get(user)! },
        free: { balance: BigInt(free) },
        unsettled: { balance: BigInt(has - kept - free) },
      },
    );
    if (needed === undefined) return false;
    const held = isSale ? 0n : needed;
    const unsettled = isSale ? Math.max(0, terms.quantity - free) : 0;
    this.available.set(user, this.available.get(user)! - held);
    this.#orderId += 1;
    this.#send({
      ...this.#newOrder(user, this.#orderId, terms, pricePaise),
      frozenPaise: isDelivery && !isSale ? held : 0n,
      frozenShares: isSale ? terms.quantity : 0,
      frozenUnsettled: unsettled,
      marginPaise: isDelivery ? 0n : held,
      hold: held > 0n || isSale ? `order-${this.#orderId}` : undefined,
    });
    return true;
  }

  /** Whether the system closes the account's position: one of an earlier day, or one that was called. */
  #isClosing(user: string): boolean {
    const position = this.position(user, 'intraday');
    const isLeft = position !== undefined && position.marketDate < this.date;
    return isLeft || this.open(user).some(({ bySystem }) => bySystem);
  }

  /** Of shares held, those that have settled and that no sale keeps. */
  #freeSettled(user: string, has: number): number {
    const kept = this.open(user).reduce((sum, order) => sum + order.frozenShares - order.frozenUnsettled, 0);
    return has - this.#outstanding(user) - kept;
  }

  #outstanding(user: string): number {
    return this.dues.reduce((sum, due) => (due.userId === user ? sum + outstandingShares(due) : sum), 0);
  }

  /** More shares than this the account can neither open at the price nor close. */
  mostOf(user: string, price: number): number {
    const opens = (this.available.get(user)! * 10_000n) / (BigInt(price) * BigInt(MARGIN_BPS));
    const held = (['intraday', 'delivery'] as const).map((product) =>
      Math.abs(this.position(user, product)?.quantity ?? 0),
    );
    return Number(opens) + Math.max(...held);
  }

  cancel(order: Order): void {
    this.#apply({ seq: 0, kind: 'cancel', orderId: Number(order.id) });
  }

  /** A step of market time, with what the system does in it. */
  advance(): void {
    this.day.advance(0);
    this.#settle();
    if (!this.#isSquaredOff && this.time >= this.share.squareOff) this.#isSquaredOff = true;
    if (!this.#missing && this.time >= PAYOUT) this.#payOut();
    for (const user of this.users) {
      const position = this.position(user, 'intraday');
      if (position && this.share.phase === 'continuous') this.#watchMargin(user, position);
      if (this.#isSquaredOff || this.#called.has(user)) this.#close(user);
    }
  }

  #watchMargin(user: string, { quantity, costPaise }: Position): void {
    const heldPaise = this.#heldBehind(user);
    const { squareOffPaise } = marginPrices({ quantity, costPaise, heldPaise, rateBps: MARGIN_BPS });
    const last = BigInt(this.share.quote.lastPrice);
    if (quantity > 0 ? last <= squareOffPaise : last >= squareOffPaise) this.#called.add(user);
  }

  #heldBehind(user: string): bigint {
    return [...this.orders.values()].reduce((sum, one) => (one.userId === user ? sum + one.marginPaise : sum), 0n);
  }

  /** Ends a member's intraday orders, and places an order of the system for what is open. */
  #close(user: string): void {
    const isCalled = this.#called.has(user);
    const reason = isCalled ? 'margin_square_off' : 'square_off';
    for (const order of this.open(user))
      if (order.product === 'intraday' && !order.bySystem)
        this.#apply({ seq: 0, kind: 'expire', orderId: Number(order.id), reason });
    const position = this.position(user, 'intraday');
    if (!position) return void this.#called.delete(user);
    if (this.open(user).some((order) => order.product === 'intraday')) return;
    const closing = closingOrder({ ...position, heldPaise: this.#heldBehind(user) }, this.share);
    if (!closing) return;
    const { side, type, quantity, pricePaise } = closing;
    const terms = { ...this.#terms(side, quantity, 'intraday'), type } as const;
    this.#systemId += 1;
    const requestId = isCalled ? MARGIN_SQUARE_OFF : SQUARE_OFF;
    this.#send({ ...this.#newOrder(user, this.#systemId, terms, pricePaise), bySystem: true, requestId });
  }

  #terms(side: 'buy' | 'sell', quantity: number, product: 'intraday' | 'delivery'): Terms {
    return {
      side,
      type: 'limit',
      product,
      validity: 'day',
      quantity,
      pricePaise: undefined,
      triggerPaise: undefined,
      disclosedQuantity: undefined,
    };
  }

  #newOrder(user: string, id: number, terms: Terms, pricePaise: bigint): Order {
    return {
      ...IDLE_ORDER,
      id: BigInt(id),
      userId: user,
      accountKey: 1 + this.users.indexOf(user),
      requestId: `r${id}`,
      code: this.#issuer.code,
      asset: this.asset,
      ...terms,
      pricePaise,
      marketDate: this.date,
      marketTime: `${this.date}T${this.time}`,
      acceptedAt: 0,
      updatedAt: 0,
    };
  }

  #send(order: Order): void {
    this.orders.set(order.id, order);
    const { bySystem } = order;
    this.#apply(placeCommand({ seq: 0, orderId: order.id }, { ...order, byProgram: false, bySystem }));
  }

  #apply(command: JournalledCommand): void {
    this.day.apply(command, 0);
    this.#settle();
  }

  /** Settles what happened, and does to money what the ledger would. */
  #settle(): void {
    const { events } = this.day.take();
    if (events.length === 0) return;
    this.day.trades.take();
    const orders = [...this.orders.values()].filter(({ state, marginPaise }) => isOpenState(state) || marginPaise > 0n);
    const after = settle(
      {
        marketDate: this.date,
        marketDay: this.day.inputs.marketDay,
        at: 0,
        marketTimeOf: () => `${this.date}T${this.time}`,
        marginBasis: () => marginBasisOnDay(this.day, 0, MARGIN_BPS),
      },
      events,
      {
        orders,
        becameIntraday: [],
        positions: [...this.positions.values()],
        available: this.available,
        dues: this.dues,
        dpOfDay: [],
        settlesOn: settlementDate(this.date),
        nextPositionId: () => (this.#positionId += 1n),
        nextFillId: () => 1n,
      },
    );
    for (const order of after.orders)
      if (isOpenState(order.state) || order.marginPaise > 0n) this.orders.set(order.id, order);
      else this.orders.delete(order.id);
    for (const position of after.positions) {
      const key = `${position.userId} ${position.product}`;
      if (position.quantity === 0) this.positions.delete(key);
      else this.positions.set(key, position);
    }
    const changed = new Map(after.dues.map((due) => [`${due.userId} ${due.settlesOn}`, due]));
    const untouched = this.dues.filter((due) => !changed.has(`${due.userId} ${due.settlesOn}`));
    this.dues = [...untouched, ...changed.values()];
    for (const movement of after.movements) this.#move(movement);
    for (const fill of after.fills) {
      this.trades += 1;
      const sign = fill.side === 'buy' ? 1 : -1;
      this.#left += sign * fill.quantity;
      this.#came -= BigInt(sign) * fill.valuePaise;
      const fills = (this.#fillsOf.get(fill.tradeNo) ?? 0) + 1;
      this.#fillsOf.set(fill.tradeNo, fills);
      if (fills === 2) this.between += 1;
      if (fill.product === 'intraday') continue;
      const { bought, sold, soldPaise } = this.#ofDay(fill.userId);
      const isBuy = fill.side === 'buy';
      this.#traded.set(fill.userId, {
        bought: isBuy ? bought + fill.quantity : bought,
        sold: isBuy ? sold : sold + fill.quantity,
        soldPaise: isBuy ? soldPaise : soldPaise + fill.valuePaise,
      });
    }
  }

  #move(movement: ReturnType<typeof settle>['movements'][number]): void {
    const { userId } = movement.order;
    const add = (paise: bigint): void => {
      this.available.set(userId, this.available.get(userId)! + paise);
    };
    switch (movement.kind) {
      case 'buy_fill':
        this.charges += movement.charges.total;
        this.chargesOfPurchases += movement.charges.total;
        return add(movement.releasedPaise);
      case 'sell_fill': {
        const { valuePaise, charges } = movement;
        const absorbed = charges.total > valuePaise ? charges.total - valuePaise : 0n;
        this.charges += charges.total;
        this.absorbed += absorbed;
        return add(valuePaise - charges.total + absorbed);
      }
      case 'order_release':
      case 'margin_release':
        return add(movement.paise);
      case 'sell_release':
        return;
      case 'margin': {
        const { absorbedPaise: absorbed, charges } = movement;
        this.charges += charges.total;
        this.absorbed += absorbed;
        if (absorbed > charges.total) this.absorbedBeyondCharges += absorbed - charges.total;
        add(movement.capturedPaise + movement.grossPaise - charges.total + absorbed);
      }
    }
    assert(this.available.get(userId)! >= 0n, `${userId} owes`);
  }

  #pay(user: string, paise: bigint): void {
    this.available.set(user, this.available.get(user)! + paise);
  }

  /** What was bought the day before arrives, unless a seller does not deliver it. */
  #payOut(): void {
    const draw = (): number => Math.floor(this.random() * CHANCE_WHOLE);
    const due = this.dues.filter(({ settlesOn }) => settlesOn <= this.date);
    this.#missing = due.flatMap(({ userId }) => {
      const outcome = shortDelivery(this.#group, { short: draw(), found: draw(), price: draw() });
      return outcome ? [{ ...outcome, userId }] : [];
    });
    this.#due = due.map((one) => ({ userId: one.userId, quantity: outstandingShares(one) }));
    const missing = new Set(this.#missing.map(({ userId }) => userId));
    this.dues = this.dues.filter((one) => !due.includes(one) || missing.has(one.userId));
    this.undelivered += missing.size;
  }

  /** When the day is over: sales of what did not come are bought in, and what never comes is paid. */
  #endMissing(closePaise: bigint): void {
    const highestPaise = BigInt(Math.max(this.#highest, this.day.market.quote(0).high ?? 0));
    for (const { userId, quantity } of this.#due) {
      const kept = Math.min(quantity, this.position(userId, 'delivery')?.quantity ?? 0);
      if (kept === 0) continue;
      const { paidPaise } = closedOut({ quantity: kept, closePaise, highestPaise });
      this.#hopedPpm += closeOutPpm(this.#group) * (paidPaise - BigInt(kept) * closePaise);
    }
    this.#due = [];
    for (const short of this.#missing ?? []) {
      const { userId, isFound } = short;
      const due = this.dues.find((one) => one.userId === userId && one.settlesOn <= this.date)!;
      this.dues = this.dues.filter((one) => one !== due);
      const { sold, soldPaise } = this.#ofDay(userId);
      const quantity = due.sold;
      if (quantity > 0) {
        const salePaise = mulDiv(soldPaise, BigInt(quantity), BigInt(sold), 'half_up');
        const prices = { closePaise, highestPaise, valuationPaise: BigInt(this.#closeBefore) };
        const { lossPaise } = boughtIn({ quantity, salePaise, ...prices }, short);
        const paid = min(lossPaise, max(0n, this.available.get(userId)!));
        this.#pay(userId, -paid);
        this.#came -= lossPaise;
        this.absorbed += lossPaise - paid;
        this.absorbedBeyondCharges += lossPaise - paid;
      }
      const kept = Math.min(outstandingShares(due), this.position(userId, 'delivery')?.quantity ?? 0);
      if (isFound || kept === 0) continue;
      const { paidPaise } = closedOut({ quantity: kept, closePaise, highestPaise });
      this.#pay(userId, paidPaise);
      this.#came += paidPaise;
      this.#left -= kept;
      this.#add(userId, -kept);
    }
  }

  /** Purchases and sales of the day net, as they do when its contract notes are issued. */
  #net(): void {
    this.dues = this.users.flatMap((user) => {
      const { bought, sold } = this.#ofDay(user);
      const day = { settlesOn: settlementDate(this.date), delivered: Math.max(0, bought - sold), free: Infinity };
      return netDues(
        this.dues.filter(({ userId }) => userId === user),
        day,
      ).dues;
    });
  }

  #ofDay(user: string): DayTrades {
    return this.#traded.get(user) ?? { bought: 0, sold: 0, soldPaise: 0n };
  }

  #add(user: string, shares: number): void {
    const key = `${user} delivery`;
    const held = this.positions.get(key)!;
    const quantity = held.quantity + shares;
    if (quantity === 0) this.positions.delete(key);
    else this.positions.set(key, { ...held, quantity });
  }

  /** The day ends, and the next one begins: on the other side of what the company decides for it, if it does. */
  endDay(terms?: ActionTerms): void {
    assert(this.day.isOver && this.day.closing);
    const { inputs, closing, spec } = this.day;
    const [{ closePrice: close }] = finishedDay(this.day) as [FinishedDay];
    this.#net();
    this.#endMissing(BigInt(close));
    for (const user of this.users) {
      if (this.position(user, 'intraday')) continue;
      for (const order of [...this.orders.values()].filter(({ userId }) => userId === user)) {
        this.#pay(user, order.marginPaise);
        this.orders.delete(order.id);
      }
    }
    // What was sold on the day of its purchase is in no pay-out.
    this.dues = this.dues.flatMap((one) =>
      outstandingShares(one) === 0 ? [] : [{ ...one, bought: one.noted, sold: 0, settled: 0 }],
    );
    this.carried += [...this.positions.values()].reduce((sum, { quantity }) => sum + Math.abs(quantity), 0);
    const { code } = this.#issuer;
    const marketDate = nextRegularDay(this.date);
    const action = terms && { id: '', code, exDate: marketDate, announcedOn: FIRST_DATE, terms };
    const closePaise = action ? exPrice(close, action) : close;
    if (action) this.#goEx(action, close);
    const factors = inputs.shareFactors?.get(code) ?? SAME_SHARES;
    this.#highest = Math.max(this.#highest, this.day.market.quote(0).high ?? 0);
    if (action) this.#highest = exPrice(this.#highest || close, action);
    this.#closeBefore = closePaise;
    this.day = this.#dayOf(inputs.marketDay + 1, marketDate, {
      before: new Map([[code, { date: inputs.marketDate, closePaise, tickPaise: spec.instruments[0]!.tick }]]),
      participants: exValues(closing.factorState, action ? [action] : []),
      shareFactors: new Map([[code, action ? timesRatio(factors, sharesFactor(action)) : factors]]),
      demerges: terms?.kind === 'demerger' ? terms : undefined,
    });
    this.#isSquaredOff = false;
    this.#called.clear();
    this.#fillsOf = new Map();
    this.#traded = new Map();
    this.#missing = undefined;
  }

  /** Holders get what is theirs, and positions that were left over are adjusted. Adds what the accounts gain by it. */
  #goEx(action: Action, close: number): void {
    const before = this.#allAt((shares) => shares * BigInt(close));
    const { high, low } = this.day.market.quote(0);
    const day = { close, high: Math.max(close, high ?? 0), low: Math.min(close, low ?? close), actions: [] };
    for (const user of this.users) {
      this.#give(user, action, close);
      const left = this.position(user, 'intraday');
      if (!left) continue;
      this.leftOver += 1;
      const adjustment = adjustmentOf(left.quantity, action, day);
      this.positions.set(`${user} intraday`, adjusted(left, adjustment));
      this.#left += adjustment.added;
      this.#came += adjustment.paise;
    }
    const { numerator, denominator } = sharesFactor(action);
    const fall = isOfShares(action) ? 0 : exFall(close, action, []);
    const per = BigInt(close * 1_000 - fall) * BigInt(denominator);
    this.byActions += this.#allAt((shares) => (shares * per) / (1_000n * BigInt(numerator))) - before;
  }

  /** Money that is free, and positions at what their shares are worth. */
  #allAt(worthOf: (shares: bigint) => bigint): bigint {
    let sum = [...this.available.values()].reduce((total, paise) => total + paise, 0n);
    for (const { quantity, costPaise, product } of this.positions.values()) {
      sum += worthOf(BigInt(quantity));
      if (product === 'intraday') sum += quantity > 0 ? -costPaise : costPaise;
    }
    return sum;
  }

  /** What a holder gets; a dividend is paid at once here, and what is given beside the share is sold at once. */
  #give(user: string, action: Action, close: number): void {
    const held = this.position(user, 'delivery');
    if (!held) return;
    if (!isOfShares(action) && action.terms.kind !== 'dividend') {
      const beside = (BigInt(held.quantity) * BigInt(exFall(close, action, []))) / 1_000n;
      this.#pay(user, beside);
      this.#came += beside;
      return;
    }
    const due = this.dues
      .filter(({ userId }) => userId === user)
      .map((one) => ({ settlesOn: one.settlesOn, shares: outstandingShares(one) }));
    const holder = { positionId: held.id, userId: user, quantity: held.quantity, paidPaise: 0n, due };
    const given = giveTo(holder, action, BigInt(exPrice(close, action)));
    const paid = given.grossPaise - given.tdsPaise;
    this.#pay(user, paid);
    this.#came += paid;
    this.#left += addedTo(given);
    this.#add(user, addedTo(given));
    for (const { settlesOn, shares } of given.addedDue)
      this.dues = this.dues.map((one) =>
        one.userId === user && one.settlesOn === settlesOn
          ? { ...one, bought: one.bought + shares, noted: one.noted + shares }
          : one,
      );
  }

  /** All that an account has, open positions at the last price. */
  #worthOf(user: string): bigint {
    const last = BigInt(this.share.quote.lastPrice);
    let sum = this.available.get(user)!;
    for (const { userId, marginPaise, frozenPaise } of this.orders.values())
      if (userId === user) sum += marginPaise + frozenPaise;
    for (const { userId, quantity, costPaise, product } of this.positions.values()) {
      if (userId !== user) continue;
      const value = BigInt(Math.abs(quantity)) * last;
      sum += product === 'delivery' ? value : quantity > 0 ? value - costPaise : costPaise - value;
    }
    return sum;
  }

  worth(): bigint {
    return this.users.reduce((sum, user) => sum + this.#worthOf(user), 0n);
  }

  /** What open positions have lost beyond all that their accounts have. */
  get uncovered(): bigint {
    return this.users.reduce((sum, user) => sum + max(0n, -this.#worthOf(user)), 0n);
  }

  get beyondMargin(): bigint {
    const last = BigInt(this.share.quote.lastPrice);
    return this.users.reduce((sum, user) => {
      const position = this.position(user, 'intraday');
      const lost = position ? -unrealisedResult(position, last) : 0n;
      return sum + max(0n, lost - this.#heldBehind(user));
    }, 0n);
  }

  get hopedOfCloseOuts(): bigint {
    return this.#hopedPpm / BigInt(CHANCE_WHOLE);
  }

  get fromOthers(): bigint {
    return this.#came + BigInt(this.#left) * BigInt(this.share.quote.lastPrice);
  }

  random = (): number => this.#next();
}

type Action = Parameters<typeof giveTo>[1];

/** Whether an action gives more shares of the same kind. */
const isOfShares = ({ terms: { kind } }: Action): boolean => kind === 'split' || kind === 'bonus';

const sharesFactor = (action: Action): Ratio => (isOfShares(action) ? shareFactor(action.terms) : SAME_SHARES);

const pick = <T>(play: Play, from: readonly T[]): T => from[Math.floor(play.random() * from.length)]!;

/** A price on the tick, inside the band, at or near where protection ends, the market, or the far limits. */
function somePrice(play: Play, side: 'buy' | 'sell'): number {
  const { quote, range, instrument } = play.share;
  const { lastPrice: last, bandLow, bandHigh } = quote;
  const near = last + Math.round((play.random() - 0.5) * 0.02 * last);
  const price = pick(play, [
    bandLow,
    bandHigh,
    last,
    near,
    near,
    ...(range ? [side === 'buy' ? range.upper : range.lower] : []),
  ]);
  const { tick } = instrument;
  return Math.min(bandHigh, Math.max(bandLow, Math.round(price / tick) * tick));
}

/** Shares that an account's money opens at the price, at most one order's worth, or fewer. */
function someQuantity(play: Play, user: string, price: number): number {
  const most = Number(play.available.get(user)! / BigInt(price)) * 5;
  return Math.max(1, Math.min(100_000, Math.floor(most * pick(play, [0.001, 0.01, 0.1, 0.3, 0.9]))));
}

const limitOf = (side: 'buy' | 'sell', quantity: number, price: number, more: Partial<Terms> = {}): Terms => ({
  side,
  type: 'limit',
  product: 'intraday',
  validity: 'day',
  quantity,
  pricePaise: BigInt(price),
  triggerPaise: undefined,
  disclosedQuantity: undefined,
  ...more,
});

function actAtRandom(play: Play, user: string, delivery = 0.2): void {
  const open = play.open(user).filter(({ bySystem }) => !bySystem);
  if (open.length > 0 && play.random() < 0.25) return play.cancel(pick(play, open));
  const side = pick(play, ['buy', 'sell'] as const);
  const price = somePrice(play, side);
  const product = play.random() < 1 - delivery ? 'intraday' : 'delivery';
  const held = play.position(user, product)?.quantity ?? 0;
  const quantity =
    held !== 0 && play.random() < 0.4 ? Math.min(100_000, Math.abs(held)) : someQuantity(play, user, price);
  const type = pick(play, ['limit', 'limit', 'limit', 'market', 'sl'] as const);
  if (type === 'market') play.place(user, limitOf(side, quantity, price, { product, type, pricePaise: undefined }));
  else if (type === 'sl') {
    const trigger = somePrice(play, side);
    const limit = side === 'buy' ? Math.max(trigger, price) : Math.min(trigger, price);
    play.place(user, limitOf(side, quantity, limit, { product, type, triggerPaise: BigInt(trigger) }));
  } else play.place(user, limitOf(side, quantity, price, { product, validity: play.random() < 0.2 ? 'ioc' : 'day' }));
}

/** The most that the account can open at the price, by halving. */
function placeMost(play: Play, user: string, side: 'buy' | 'sell', price: number, more: Partial<Terms> = {}): void {
  const most = play.mostOf(user, price);
  for (let quantity = 100_000; quantity >= 1; quantity = Math.floor(quantity / 2))
    if (quantity <= most && play.place(user, limitOf(side, quantity, price, more))) return;
}

/**
 * One sells to the other at one limit of the band, and buys back at the other: the attack of two accounts. `at` is the
 * part of the day, from 0 to 1.
 */
function actAsSweep(play: Play, at: number): void {
  const [loser, winner, third] = play.users as readonly [string, string, string | undefined];
  const { quote, range, phase } = play.share;
  if (phase !== 'continuous') return;
  const far = range ?? { lower: quote.bandLow, upper: quote.bandHigh };
  const up = Math.min(quote.bandHigh, far.upper);
  const down = Math.max(quote.bandLow, far.lower);
  if (at < 0.5) {
    if (play.open(winner).length < 4) placeMost(play, winner, 'sell', quote.bandHigh);
    if (quote.lastPrice < quote.bandHigh) takeBook(play, third ?? loser, 'buy', up);
    else placeMost(play, loser, 'buy', quote.bandHigh);
    return;
  }
  for (const order of play.open(loser)) if (!order.bySystem) play.cancel(order);
  if (play.open(winner).filter(({ side }) => side === 'buy').length < 4) placeMost(play, winner, 'buy', quote.bandLow);
  const held = play.position(loser, 'intraday')?.quantity ?? 0;
  if (quote.lastPrice > quote.bandLow) takeBook(play, third ?? loser, 'sell', down);
  else if (held > 0) play.place(loser, limitOf('sell', Math.min(100_000, held), quote.bandLow));
}

/** Takes what others offer up to a price, or bid down to it, and a share more. */
function takeBook(
  play: Play,
  user: string,
  side: 'buy' | 'sell',
  price: number,
  product: 'intraday' | 'delivery' = 'intraday',
): void {
  const { bids, asks } = play.day.market.depth(0, Infinity);
  const levels = side === 'buy' ? asks.filter((one) => one.price <= price) : bids.filter((one) => one.price >= price);
  const shares = levels.reduce((sum, { quantity }) => sum + quantity, 0) + 1;
  const most = play.mostOf(user, price);
  for (let quantity = Math.min(100_000, shares); quantity >= 1; quantity = Math.floor(quantity / 2))
    if (quantity <= most && play.place(user, limitOf(side, quantity, price, { product }))) return;
}

/** Large orders of both sides in call auctions, at the limits of the band and without a price. */
function actInAuction(play: Play): void {
  const { phase, quote } = play.share;
  const [one, other] = play.users as readonly [string, string];
  if (phase === 'continuous') return actAtRandom(play, pick(play, play.users));
  const price = play.random() < 0.5 ? quote.bandHigh : quote.bandLow;
  const product = phase.startsWith('cas') ? ('delivery' as const) : ('intraday' as const);
  placeMost(play, one, 'buy', price, { product });
  placeMost(play, other, 'sell', price, { product: 'intraday' });
  placeMost(play, other, 'sell', price, { product: 'delivery' });
}

/** Stops that trigger each other, through the band. */
function actAsLadder(play: Play, at: number): void {
  const { phase, quote, instrument } = play.share;
  const [one, other] = play.users as readonly [string, string];
  if (phase !== 'continuous') return;
  const { lastPrice: last, bandHigh } = quote;
  const rung = Math.max(instrument.tick, Math.floor((last * 0.02) / instrument.tick) * instrument.tick);
  if (at < 0.1)
    for (let price = last + rung; price + rung <= bandHigh; price += rung) {
      const quantity = someQuantity(play, other, price) % 5_000;
      play.place(other, limitOf('sell', quantity + 1, price + rung));
      const trigger = { type: 'sl', triggerPaise: BigInt(price) } as const;
      play.place(one, limitOf('buy', quantity + 1, price + rung, trigger));
    }
  else actAtRandom(play, pick(play, play.users));
}

/** Pushes to a circuit shortly before the square-off, so that a position of the other cannot be closed. */
function actAtCircuit(play: Play, at: number): void {
  const [one, other, third = one] = play.users as readonly [string, string, string | undefined];
  const { phase, quote, range } = play.share;
  if (phase !== 'continuous' || at < 0.6) return;
  if (at < 0.7) {
    placeMost(play, other, 'sell', quote.lastPrice);
    placeMost(play, one, 'buy', quote.lastPrice, { product: 'delivery' });
  } else
    placeMost(play, third, 'buy', Math.min(quote.bandHigh, range?.upper ?? quote.bandHigh), { product: 'delivery' });
}

/** One buys all that it can pay, the other makes the highest price of the day with a share or two. */
function actForCloseOut(play: Play, at: number): void {
  const [holder, other] = play.users as readonly [string, string];
  const { phase, quote, range } = play.share;
  if (phase !== 'continuous') return;
  if (play.day.inputs.marketDay === 1 && at < 0.3) takeBook(play, holder, 'buy', quote.lastPrice, 'delivery');
  else if (at > 0.4 && at < 0.45)
    takeBook(play, other, 'buy', Math.min(quote.bandHigh, range?.upper ?? quote.bandHigh));
}

/**
 * One has more of the other's shares than a day can close: bought of a short position for delivery, or on a later day
 * sold to a long one.
 */
function actToLeave(play: Play, at: number): void {
  const [one, other] = play.users as readonly [string, string];
  const { phase, quote } = play.share;
  if (phase !== 'continuous') return;
  if (play.day.inputs.marketDay > 1 && at > 0.2 && at < 0.6) return actAgainst(play, one, other);
  if (at < 0.6 || at > 0.7) return;
  const isLong = play.day.inputs.marketDay > 1 && (play.position(one, 'delivery')?.quantity ?? 0) > 0;
  const [first, second] = isLong ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
  placeMost(play, other, first, quote.lastPrice);
  placeMost(play, one, second, quote.lastPrice, { product: 'delivery' });
}

/** Drives the price to where another's position that the day before has left over loses most. */
function actAgainst(play: Play, one: string, other: string): void {
  const { quote, range } = play.share;
  const left = play.position(other, 'intraday')?.quantity ?? 0;
  if (left < 0) takeBook(play, one, 'buy', Math.min(quote.bandHigh, range?.upper ?? quote.bandHigh), 'delivery');
  if (left > 0) takeBook(play, one, 'sell', Math.max(quote.bandLow, range?.lower ?? quote.bandLow), 'delivery');
}

/** What a company decides for an ex-date, of many kinds. */
function someTerms(play: Play): ActionTerms {
  const { lastPrice } = play.share.quote;
  return pick<ActionTerms>(play, [
    { kind: 'split', oldFace: 10, newFace: 2 },
    { kind: 'bonus', a: 1, b: 1 },
    { kind: 'bonus', a: 2, b: 7 },
    {
      kind: 'dividend',
      perSharePaise: Math.max(1, Math.round(lastPrice * 0.05 * play.random())),
      paysOn: '2026-12-31',
    },
    { kind: 'rights', a: 1, b: 3, price: Math.max(1, Math.floor(lastPrice * 0.75)), shares: 100_000 },
    {
      kind: 'buyback',
      price: Math.ceil(lastPrice * 1.15),
      shares: 100_000,
      held: { small: 100_000, general: 900_000 },
    },
    {
      kind: 'demerger',
      a: 1,
      b: 2,
      costBps: 2_500,
      into: 'NEW',
      business: 'realty',
      profitBps: 1_500 + Math.floor(3_000 * play.random()),
      listsOn: '2026-12-31',
    },
  ]);
}

/**
 * A round: a market day of a share, or two to three, in which the accounts of one person act. `isLimited`: whether the
 * share's turnover limits their intraday positions.
 */
export function playRound(
  seed: number,
  style: Style = STYLES[seed % STYLES.length]!,
  group: LiquidityGroup = ILLIQUID,
  { isLimited = true }: { readonly isLimited?: boolean } = {},
): Round {
  const next = chanceOf(seed);
  const shares = sharesOf();
  const issuer = shares[seed % shares.length]!;
  const accounts = next() < 0.7 ? 2 : 3;
  // Ten thousand to ten crore each; what the attack needs, ten to twenty.
  const putIn =
    style === 'sweep' || style === 'left_over'
      ? 10n ** 10n + BigInt(Math.floor(10 ** 10 * next()))
      : BigInt(Math.floor(10 ** (6 + 4 * next())));
  const play = new Play({ issuer, group, isLimited }, seed, accounts, putIn, next);
  const isLong = style === 'overnight' || style === 'ex_date' || style === 'left_over';
  const days = isLong ? 2 + Math.floor(next() * 2) : style === 'close_out' ? 3 : 1;
  for (let day = 1; day < days; day += 1) {
    playDay(play, style);
    play.endDay(style === 'ex_date' || style === 'left_over' ? someTerms(play) : undefined);
  }
  playDay(play, style);
  return resultOf(play, { seed, style, issuer, accounts, days, putIn });
}

function playDay(play: Play, style: Style): void {
  const next = play.random;
  const { steps } = play.day.inputs.plan;
  while (!play.day.isOver) {
    const at = play.day.step / steps;
    if (style === 'overnight' || style === 'ex_date') {
      for (let acts = Math.floor(next() * 2); acts > 0; acts -= 1) actAtRandom(play, pick(play, play.users), 0.8);
    } else if (style === 'random') {
      for (let acts = Math.floor(next() * 3); acts > 0; acts -= 1) actAtRandom(play, pick(play, play.users));
    } else if (style === 'sweep') actAsSweep(play, at);
    else if (style === 'auction') actInAuction(play);
    else if (style === 'ladder') actAsLadder(play, at);
    else if (style === 'close_out') actForCloseOut(play, at);
    else if (style === 'left_over') actToLeave(play, at);
    else actAtCircuit(play, at);
    play.advance();
  }
}

function resultOf(
  play: Play,
  of: {
    readonly seed: number;
    readonly style: Style;
    readonly issuer: Issuer;
    readonly accounts: number;
    readonly days: number;
    readonly putIn: bigint;
  },
): Round {
  const { seed, style, issuer, accounts, days, putIn } = of;
  const { charges, absorbed, absorbedBeyondCharges, trades, between, carried, undelivered, fromOthers } = play;
  const { hopedOfCloseOuts, chargesOfPurchases } = play;
  const { leftOver, byActions, uncovered, beyondMargin } = play;
  const whole = putIn * BigInt(accounts);
  const have = play.worth();
  // Nothing else moves money: what this does not explain is a fault of the books.
  assert.equal(have, whole + fromOthers - charges + absorbed, `round ${seed} (${style}, ${issuer.code})`);
  return {
    code: issuer.code,
    style,
    accounts,
    days,
    trades,
    between,
    carried,
    undelivered,
    hopedOfCloseOuts,
    leftOver,
    byActions,
    putIn: whole,
    have,
    fromOthers,
    charges,
    chargesOfPurchases,
    absorbed,
    absorbedBeyondCharges,
    uncovered,
    beyondMargin,
  };
}
