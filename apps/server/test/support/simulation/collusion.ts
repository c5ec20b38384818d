import assert from 'node:assert/strict';
import {
  instantOfStep,
  marketTimeText,
  OWN_NUMBERS,
  planOf,
  TradingDay,
  type JournalledCommand,
} from '@khara/market-day';
import { marginPrices, phaseRules, settlementDate } from '@khara/rules';
import { isFund, type Issuer } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { NO_CHARGES } from '#modules/orders/billing.ts';
import { placeCommand } from '#modules/orders/journal/journal.ts';
import { isOpenState, MARGIN_SQUARE_OFF, SQUARE_OFF, type Order } from '#modules/orders/order.ts';
import { heldFor } from '#modules/orders/placing/place-order.ts';
import { refusalsOf, worstPrice, type Share, type Terms } from '#modules/orders/placing/rules.ts';
import type { Position } from '#modules/orders/portfolio/position.ts';
import { coveredIn } from '#modules/orders/scheduled/closing-order.ts';
import type { Due } from '#modules/orders/settlement/batch.ts';
import { settle } from '#modules/orders/settlement/settle.ts';

/*
 * Accounts of one person against the market of a share: the product's exchange, its checks of orders, its margins, its
 * settlement and its square-off, with money in memory. No database: a day takes some hundredths of a second.
 */

const DATE = '2026-11-23';
const DAY_SECONDS = 60;
/** The least margin that a share has: more makes it harder. */
const MARGIN_BPS = 2_000;
/** What the system places has numbers from here on. */
const SYSTEM = 1_000_000;

/** How the accounts play: by chance, or as known attacks do. */
export const STYLES = ['random', 'sweep', 'auction', 'ladder', 'circuit'] as const;
export type Style = (typeof STYLES)[number];

export type Round = {
  readonly code: string;
  readonly style: Style;
  readonly accounts: number;
  readonly trades: number;
  /** Shares that the accounts traded with each other. */
  readonly between: number;
  /** Paise. What they put in, what they have at the end: money, and open positions at the close. */
  readonly putIn: bigint;
  readonly have: bigint;
  /** What others lost to them: trades with participants, and what is left of them at the close. */
  readonly fromOthers: bigint;
  readonly charges: bigint;
  /** Losses that the platform bore, and the part of them that is more than the charges of the same fill. */
  readonly absorbed: bigint;
  readonly absorbedBeyondCharges: bigint;
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

/** One market day of one share, and its accounts. */
class Play {
  readonly day: TradingDay;
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
  absorbed = 0n;
  absorbedBeyondCharges = 0n;
  trades = 0;
  /** By trade, what each of the accounts' fills bought; both sides of one trade come to nothing. */
  readonly #bought = new Map<number, { quantity: number; paise: bigint; fills: number }>();

  constructor(issuer: Issuer, seed: number, accounts: number, putIn: bigint, next: () => number) {
    this.#issuer = issuer;
    this.#next = next;
    this.day = new TradingDay(
      {
        marketDay: 1,
        marketDate: DATE,
        firstStep: 0,
        before: new Map(),
        participants: undefined,
        names: OWN_NUMBERS,
        plan: planOf('compressed', DAY_SECONDS),
        seed: new Uint8Array(32)
          .fill(seed & 255)
          .fill((seed >> 8) & 255, 0, 16)
          .fill((seed >> 16) & 255, 0, 8),
      },
      { issuers: [issuer], indices: [], offerings: [] },
    );
    this.users = Array.from({ length: accounts }, (_, at) => `u${at}`);
    for (const user of this.users) this.available.set(user, putIn);
  }

  get asset(): string {
    return `EQ:${this.#issuer.isin}`;
  }

  get share(): Share {
    const { last, previousClose, volume, valuePaise } = this.day.market.quote(0);
    const { lower, upper } = this.day.market.band(0);
    const { code, casEligible } = this.#issuer;
    const closing = this.day.closingOf(0);
    return {
      instrument: {
        code,
        kind: 'share',
        issuer: this.#issuer,
        asset: this.asset,
        tick: this.day.spec.instruments[0]!.tick,
        tradable: this.day.isTradable(0),
      },
      quote: {
        code,
        lastPrice: last,
        previousClose,
        volume,
        valuePaise,
        bandLow: lower,
        bandHigh: upper,
        ...(closing && { closing }),
      },
      phase: this.day.phaseOfShare(0),
      time: this.time,
      marginBps: MARGIN_BPS,
      range: this.day.protectedRange(0),
      series: 'EQ',
      squareOff: casEligible ? '15:12:00' : '15:25:00',
    };
  }

  get time(): string {
    const { plan, marketDate } = this.day.inputs;
    return marketTimeText(instantOfStep(plan, marketDate, this.day.step)).slice(11, 19);
  }

  position(user: string, product: 'intraday' | 'delivery'): Position | undefined {
    return this.positions.get(`${user} ${product}`);
  }

  open(user: string): readonly Order[] {
    return [...this.orders.values()].filter((order) => order.userId === user && isOpenState(order.state));
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

  /** Places an order as a member does; false when it is refused. */
  place(user: string, terms: Terms): boolean {
    const { share } = this;
    // The pre-open takes what waits: here it is placed when that has begun.
    if (share.phase === 'closed' || refusalsOf(terms, share).length > 0) return false;
    const pricePaise = worstPrice(terms, share);
    if (pricePaise === undefined) return false;
    const { freezePaise, chargesPaise } = heldFor(terms, share, { marketDate: DATE, pricePaise });
    const isDelivery = terms.product === 'delivery';
    const isSale = isDelivery && terms.side === 'sell';
    let held: bigint;
    if (isSale) {
      const has = this.position(user, 'delivery')?.quantity ?? 0;
      const kept = this.open(user).reduce((sum, order) => sum + order.frozenShares, 0);
      if (terms.quantity > has - kept) return false;
      held = 0n;
    } else if (isDelivery) held = freezePaise;
    else {
      const opening = this.#opening(user, terms.side, terms.quantity);
      const quantity = BigInt(terms.quantity);
      held = opening === 0 ? 0n : (freezePaise * BigInt(opening) + quantity - 1n) / quantity + chargesPaise;
    }
    if (held > this.available.get(user)!) return false;
    this.available.set(user, this.available.get(user)! - held);
    this.#orderId += 1;
    this.#send({
      ...this.#newOrder(user, this.#orderId, terms, pricePaise),
      frozenPaise: isDelivery && !isSale ? held : 0n,
      frozenShares: isSale ? terms.quantity : 0,
      frozenUnsettled: isSale ? terms.quantity : 0,
      marginPaise: isDelivery ? 0n : held,
      hold: held > 0n || isSale ? `order-${this.#orderId}` : undefined,
    });
    return true;
  }

  cancel(order: Order): void {
    this.#apply({ seq: 0, kind: 'cancel', orderId: Number(order.id) });
  }

  /** A step of market time, with what the system does in it. */
  advance(): void {
    this.day.advance(0);
    this.#settle();
    if (!this.#isSquaredOff && this.time >= this.share.squareOff) this.#isSquaredOff = true;
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
    const { share } = this;
    const takes = share.phase === 'halted' || share.phase === 'closed' ? undefined : phaseRules(share.phase);
    if (!takes || (!takes.newLimit && !takes.newMarket)) return;
    if (this.open(user).some((order) => order.product === 'intraday')) return;
    const { quantity, costPaise } = position;
    const side = quantity > 0 ? 'sell' : 'buy';
    const behind = { quantity, cost_paise: costPaise, held_paise: this.#heldBehind(user) };
    const price = coveredIn(behind, share);
    if (price === undefined) return;
    const type = takes.newLimit ? 'limit' : 'market';
    const terms = { ...this.#terms(side, Math.abs(quantity), 'intraday'), type } as const;
    this.#systemId += 1;
    const requestId = isCalled ? MARGIN_SQUARE_OFF : SQUARE_OFF;
    this.#send({ ...this.#newOrder(user, this.#systemId, terms, price), bySystem: true, requestId });
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
      id: BigInt(id),
      userId: user,
      accountKey: 1 + this.users.indexOf(user),
      requestId: `r${id}`,
      code: this.#issuer.code,
      asset: this.asset,
      ...terms,
      pricePaise,
      marketDate: DATE,
      marketTime: `${DATE}T${this.time}`,
      acceptedAt: 0,
      afterMarket: false,
      bySystem: false,
      program: undefined,
      state: 'pending',
      reason: undefined,
      filled: 0,
      filledPaise: 0n,
      charges: NO_CHARGES,
      frozenPaise: 0n,
      frozenShares: 0,
      frozenUnsettled: 0,
      marginPaise: 0n,
      hold: undefined,
      becameLimit: false,
      modifications: 0,
      timelineLength: 0,
      updatedAt: 0,
      firstAnswer: undefined,
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
    const isOn = this.share.phase === 'continuous' || this.day.market.auction(0) === 'opening';
    const after = settle(
      {
        marketDate: DATE,
        marketDay: 1,
        at: 0,
        marketTimeOf: () => `${DATE}T${this.time}`,
        marginBasis: () => ({
          rateBps: MARGIN_BPS,
          band: isOn ? this.day.market.band(0) : this.day.spec.instruments[0],
        }),
      },
      events,
      {
        orders,
        becameIntraday: [],
        positions: [...this.positions.values()],
        available: this.available,
        dues: this.dues,
        dpOfDay: [],
        settlesOn: settlementDate(DATE),
        nextPositionId: () => (this.#positionId += 1n),
        nextFillId: () => 1n,
      },
    );
    for (const order of after.orders) this.orders.set(order.id, order);
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
      const trade = this.#bought.get(fill.tradeNo) ?? { quantity: 0, paise: 0n, fills: 0 };
      trade.quantity += sign * fill.quantity;
      trade.paise += BigInt(sign) * fill.valuePaise;
      trade.fills += 1;
      this.#bought.set(fill.tradeNo, trade);
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

  /** All that the accounts have, open positions at the last price. */
  worth(): bigint {
    const last = BigInt(this.share.quote.lastPrice);
    let sum = [...this.available.values()].reduce((total, paise) => total + paise, 0n);
    for (const { marginPaise, frozenPaise } of this.orders.values()) sum += marginPaise + frozenPaise;
    for (const { quantity, costPaise, product } of this.positions.values()) {
      const value = BigInt(Math.abs(quantity)) * last;
      sum += product === 'delivery' ? value : quantity > 0 ? value - costPaise : costPaise - value;
    }
    return sum;
  }

  /** What others lost to the accounts, and how many shares these traded with each other. */
  flows(): { readonly fromOthers: bigint; readonly between: number } {
    const last = BigInt(this.share.quote.lastPrice);
    let fromOthers = 0n;
    let between = 0;
    for (const { quantity, paise, fills } of this.#bought.values()) {
      fromOthers += BigInt(quantity) * last - paise;
      if (fills === 2) between += 1;
    }
    return { fromOthers, between };
  }

  random = (): number => this.#next();
}

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

function actAtRandom(play: Play, user: string): void {
  const open = play.open(user).filter(({ bySystem }) => !bySystem);
  if (open.length > 0 && play.random() < 0.25) return play.cancel(pick(play, open));
  const side = pick(play, ['buy', 'sell'] as const);
  const price = somePrice(play, side);
  const product = play.random() < 0.8 ? 'intraday' : 'delivery';
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
  for (let quantity = 100_000; quantity >= 1; quantity = Math.floor(quantity / 2))
    if (play.place(user, limitOf(side, quantity, price, more))) return;
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
function takeBook(play: Play, user: string, side: 'buy' | 'sell', price: number): void {
  const { bids, asks } = play.day.market.depth(0, Infinity);
  const levels = side === 'buy' ? asks.filter((one) => one.price <= price) : bids.filter((one) => one.price >= price);
  const shares = levels.reduce((sum, { quantity }) => sum + quantity, 0) + 1;
  for (let quantity = Math.min(100_000, shares); quantity >= 1; quantity = Math.floor(quantity / 2))
    if (play.place(user, limitOf(side, quantity, price))) return;
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

/** A round: a market day of a share, in which the accounts of one person act. */
export function playRound(seed: number, style: Style = STYLES[seed % STYLES.length]!): Round {
  const next = chanceOf(seed);
  const shares = sharesOf();
  const issuer = shares[seed % shares.length]!;
  const accounts = next() < 0.7 ? 2 : 3;
  // Ten thousand to ten crore each; what the attack needs, ten to twenty.
  const putIn =
    style === 'sweep' ? 10n ** 10n + BigInt(Math.floor(10 ** 10 * next())) : BigInt(Math.floor(10 ** (6 + 4 * next())));
  const play = new Play(issuer, seed, accounts, putIn, next);
  const { steps } = play.day.inputs.plan;
  while (!play.day.isOver) {
    const at = play.day.step / steps;
    if (style === 'random') {
      for (let acts = Math.floor(next() * 3); acts > 0; acts -= 1) actAtRandom(play, pick(play, play.users));
    } else if (style === 'sweep') actAsSweep(play, at);
    else if (style === 'auction') actInAuction(play);
    else if (style === 'ladder') actAsLadder(play, at);
    else actAtCircuit(play, at);
    play.advance();
  }
  const { charges, absorbed, absorbedBeyondCharges, trades } = play;
  const { fromOthers, between } = play.flows();
  const whole = putIn * BigInt(accounts);
  const have = play.worth();
  // Nothing else moves money: what this does not explain is a fault of the books.
  assert.equal(have, whole + fromOthers - charges + absorbed, `round ${seed} (${style}, ${issuer.code})`);
  return {
    code: issuer.code,
    style,
    accounts,
    trades,
    between,
    putIn: whole,
    have,
    fromOthers,
    charges,
    absorbed,
    absorbedBeyondCharges,
  };
}
