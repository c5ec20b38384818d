import { BUY, SELL } from '../book/order-books.ts';
import { Factors } from '../participants/factors.ts';
import { Participants } from '../participants/participants.ts';
import type {
  ClosingState,
  Depth,
  DepthLevel,
  InstrumentSpec,
  MarketEvents,
  MarketSpec,
  OpenAuctionCommand,
  OpenOrder,
  OrderWatch,
  ProtectedRanges,
  Quote,
  SessionCommand,
  SessionMarket,
  SessionOrderEvent,
  UncrossCommand,
  ShiftBandCommand,
  ShiftReferenceCommand,
  Side,
  SimulatedClients,
  TradeAtCloseCommand,
} from '../types.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { CLOSING_AUCTION, CONTINUOUS, ENDED, OPENING_AUCTION, SUSPENDED } from './day-sessions.ts';
import { digest } from './digest.ts';
import { MemberOrders } from './member-orders.ts';
import { TradingFloor } from './trading-floor.ts';

/** Changes with the layout of a snapshot, and with anything that makes the same commands give another day. */
export const MARKET_VERSION = 24;
/** Stands in a snapshot for the tag of a member's order. */
const MEMBER = -1;

/**
 * The market of one day, before its first step: participants' orders stand in the books, nothing has traded.
 *
 * With `only`, numbers of shares, participants act in those alone, as they would among all: no stream of a share is
 * drawn from by another. Numbers of trades then count those of these shares. What the others close with is no start of
 * another day.
 */
export function createSessionMarket(spec: MarketSpec, only?: readonly number[]): SessionMarket {
  const market = new DayMarket(spec, only);
  market.open();
  return market;
}

/** The market as it was when `bytes` was taken; throws when `spec` is not the one it was created with. */
export function restoreSessionMarket(spec: MarketSpec, bytes: Uint8Array): SessionMarket {
  const market = new DayMarket(spec);
  market.load(bytes);
  return market;
}

class DayMarket implements SessionMarket {
  readonly #spec: MarketSpec;
  readonly #floor: TradingFloor;
  readonly #factors: Factors;
  readonly #participants: Participants;
  readonly #members: MemberOrders;
  #closed = false;

  constructor(spec: MarketSpec, only?: readonly number[]) {
    const numbers = only ?? spec.instruments.map((_, share) => share);
    this.#spec = spec;
    this.#floor = new TradingFloor(spec);
    this.#factors = new Factors(spec, numbers);
    const acting = numbers.filter((share) => spec.instruments[share]!.tradable);
    this.#participants = new Participants(spec, this.#floor, this.#factors, acting);
    this.#members = new MemberOrders(this.#floor, spec.instruments);
  }

  get step(): number {
    return this.#floor.step;
  }

  get closed(): boolean {
    return this.#closed;
  }

  get events(): MarketEvents<SessionOrderEvent> {
    return this.#floor.events;
  }

  /** Only for a new market. Nothing trades: what the participants place here does not cross. */
  open(): void {
    this.#participants.takePlaces();
  }

  apply(command: SessionCommand): void {
    this.#carryOut(command);
    this.#participants.react();
  }

  protect(ranges: ProtectedRanges): void {
    this.#members.rangeOf = ranges;
  }

  #carryOut(command: SessionCommand): void {
    const marketClosed = this.#closed || this.step >= this.#spec.steps;
    switch (command.kind) {
      case 'place':
        return this.#members.place(command, marketClosed);
      case 'modify':
        return this.#members.modify(command, marketClosed);
      case 'cancel':
        return this.#members.cancel(command);
      case 'open_auction':
        return this.#openAuction(command);
      case 'uncross':
        return this.#uncross(command);
      case 'begin_trading':
        return this.#beginTrading(command.instrument);
      case 'shift_band':
        return this.#shiftBand(command);
      case 'end_trading':
        return this.#endTrading(command.instrument);
      case 'trade_at_close':
        return this.#tradeAtClose(command);
      case 'shift_reference':
        return this.#shiftReference(command);
      case 'suspend':
        return this.#suspend(command.instrument);
    }
  }

  #uncross({ instrument, pauses = false }: UncrossCommand): void {
    const { sessions } = this.#floor;
    this.#members.uncross(instrument);
    if (sessions.phase[instrument] === ENDED) this.#participants.leave(instrument);
    else if (pauses) sessions.paused[instrument] = 1;
  }

  #beginTrading(instrument: number): void {
    const { paused } = this.#floor.sessions;
    if (paused[instrument] === 0) return;
    paused[instrument] = 0;
    this.#participants.comeBack(instrument);
  }

  #shiftReference({ instrument, bps, about }: ShiftReferenceCommand): void {
    const { code } = this.#instrument(instrument);
    if (this.#closed) throw new Error('news comes after the day is closed');
    if (!Number.isSafeInteger(bps) || bps === 0 || bps <= -10_000) throw new Error(`${code}: news of ${bps} points`);
    if (about === 'offer' && bps > 0) throw new Error(`${code}: no offer draws a value up`);
    this.#participants.hear(instrument, bps);
    if (about === 'news')
      this.#factors.tell(instrument, bps, (share, points) => this.#participants.hear(share, points));
    else if (about === 'offer') this.#factors.press(instrument, bps);
    else this.#factors.shift(instrument, bps);
  }

  #suspend(instrument: number): void {
    const { code } = this.#instrument(instrument);
    const { sessions, versions } = this.#floor;
    if (this.#closed || sessions.phase[instrument] === SUSPENDED) throw new Error(`${code} cannot be suspended now`);
    this.#members.suspend(instrument);
    this.#participants.leave(instrument);
    sessions.phase[instrument] = SUSPENDED;
    versions[instrument]!++;
  }

  #endTrading(instrument: number): void {
    const { sessions, versions } = this.#floor;
    if (this.#closed || sessions.phase[instrument] !== CONTINUOUS) throw new Error('not a time to end trading');
    this.#members.expire(instrument);
    this.#participants.leave(instrument);
    sessions.phase[instrument] = ENDED;
    versions[instrument]!++;
  }

  #tradeAtClose({ instrument, price }: TradeAtCloseCommand): void {
    const { sessions } = this.#floor;
    if (this.#closed || sessions.phase[instrument] !== ENDED) throw new Error('trading has not ended');
    this.#participants.leave(instrument);
    this.#shiftBand({ kind: 'shift_band', instrument, lower: price, upper: price });
    sessions.closingPrice[instrument] = price;
    sessions.phase[instrument] = CONTINUOUS;
  }

  #openAuction({ instrument, auction, reference, marketOrdersFirst, quietSteps = 0 }: OpenAuctionCommand): void {
    const { tick } = this.#instrument(instrument);
    const { sessions } = this.#floor;
    if (this.#closed || sessions.phase[instrument] !== CONTINUOUS) throw new Error('not a time for an auction');
    const { lower, upper } = this.band(instrument);
    if (reference % tick !== 0 || reference < lower || reference > upper)
      throw new Error(`a reference of ${reference} is no price of the share`);
    sessions.phase[instrument] = auction === 'opening' ? OPENING_AUCTION : CLOSING_AUCTION;
    sessions.paused[instrument] = 0;
    sessions.reference[instrument] = reference;
    sessions.marketFirst[instrument] = marketOrdersFirst ? 1 : 0;
    sessions.collectsFrom[instrument] = this.step + quietSteps;
    this.#members.startAuction(instrument);
  }

  #shiftBand({ instrument, lower, upper }: ShiftBandCommand): void {
    const spec = this.#instrument(instrument);
    const range = spec.priceRange ?? spec;
    const possible = lower >= range.lower && lower <= upper && upper <= range.upper;
    if (!possible || lower % spec.tick !== 0 || upper % spec.tick !== 0)
      throw new Error(`${spec.code}: a band of ${lower} to ${upper} is not possible`);
    this.#floor.sessions.lower[instrument] = lower;
    this.#floor.sessions.upper[instrument] = upper;
    this.#floor.versions[instrument]!++;
    this.#participants.keepInside(instrument);
    this.#members.keepInside(instrument);
  }

  suspended(instrument: number): boolean {
    return this.#floor.sessions.phase[instrument] === SUSPENDED;
  }

  auction(instrument: number): 'opening' | 'closing' | undefined {
    const phase = this.#floor.sessions.phase[instrument];
    return phase === OPENING_AUCTION ? 'opening' : phase === CLOSING_AUCTION ? 'closing' : undefined;
  }

  auctionReference(instrument: number): number {
    return this.#floor.sessions.reference[instrument]!;
  }

  indicative(instrument: number): { readonly price: number; readonly quantity: number } | undefined {
    if (!this.#floor.sessions.inAuction(instrument)) return undefined;
    const found = this.#members.equilibrium(instrument);
    return found && { price: found.tick * this.#instrument(instrument).tick, quantity: found.quantity };
  }

  imbalance(instrument: number): number | undefined {
    const found = this.#floor.sessions.inAuction(instrument) ? this.#members.equilibrium(instrument) : undefined;
    return found && this.#members.surplusAt(instrument, found.tick);
  }

  band(instrument: number): { readonly lower: number; readonly upper: number } {
    const { lower, upper } = this.#floor.sessions;
    return { lower: lower[instrument]!, upper: upper[instrument]! };
  }

  advance(): void {
    if (this.#closed || this.step >= this.#spec.steps) throw new Error('the trading day has no more steps');
    this.#participants.act();
    this.#floor.step++;
  }

  quote(instrument: number): Quote {
    const { quotes, books } = this.#floor;
    const { tick, previousClose } = this.#instrument(instrument);
    const traded = quotes.trades[instrument]! > 0;
    const volume = quotes.volume[instrument]!;
    const value = quotes.value[instrument]!;
    const bestPrice = (side: number) => {
      const best = books.bestTick(instrument, side);
      return best < 0 ? undefined : best * tick;
    };
    return {
      last: quotes.last[instrument]!,
      open: traded ? quotes.open[instrument]! : undefined,
      high: traded ? quotes.high[instrument]! : undefined,
      low: traded ? quotes.low[instrument]! : undefined,
      previousClose,
      volume,
      valuePaise: BigInt(value),
      averagePrice: traded ? Math.floor(value / volume + 0.5) : undefined,
      trades: quotes.trades[instrument]!,
      lastTradeStep: quotes.lastStep[instrument]!,
      lastQuantity: quotes.lastQuantity[instrument]!,
      bid: bestPrice(BUY),
      ask: bestPrice(SELL),
      bidQuantity: books.bestQuantity(instrument, BUY),
      askQuantity: books.bestQuantity(instrument, SELL),
    };
  }

  clients(instrument: number): SimulatedClients {
    return this.#floor.clients.of(instrument);
  }

  depth(instrument: number, levels: number): Depth {
    const { tick } = this.#instrument(instrument);
    const side = (which: number) => {
      const shown: DepthLevel[] = [];
      let total = 0;
      this.#floor.books.forEachLevel(instrument, which, Infinity, (at, quantity, orders) => {
        total += quantity;
        if (shown.length < levels) shown.push({ price: at * tick, quantity, orders });
      });
      return { shown, total };
    };
    const bids = side(BUY);
    const asks = side(SELL);
    return { bids: bids.shown, asks: asks.shown, totalBid: bids.total, totalAsk: asks.total };
  }

  eachLevel(instrument: number, side: Side, most: number, visit: (price: number, quantity: number) => void): void {
    const { tick } = this.#instrument(instrument);
    const which = side === 'buy' ? BUY : SELL;
    this.#floor.books.forEachLevel(instrument, which, most, (at, quantity) => visit(at * tick, quantity));
  }

  eachOrder(instrument: number, side: Side, visit: (price: number, quantity: number) => void): void {
    const { tick } = this.#instrument(instrument);
    const which = side === 'buy' ? BUY : SELL;
    this.#floor.books.forEachOrder(instrument, which, (at, quantity) => visit(at * tick, quantity));
  }

  watchOrders(watch: OrderWatch): void {
    const { books } = this.#floor;
    this.#floor.watch = watch;
    for (let share = 0; share < this.#spec.instruments.length; share++)
      for (const side of [BUY, SELL])
        books.forEachOrder(share, side, (tick, quantity, account, tag) =>
          this.#floor.showRested(watch, share, side, tick, quantity, account, tag),
        );
  }

  hiddenValue(instrument: number): number {
    return this.#factors.values[instrument]!;
  }

  version(instrument: number): number {
    return this.#floor.versions[instrument]!;
  }

  openOrders(): readonly OpenOrder[] {
    return this.#members.open();
  }

  openOrder(orderId: number): OpenOrder | undefined {
    return this.#members.find(orderId);
  }

  queueAhead(orderId: number): number | undefined {
    const order = this.#members.find(orderId);
    if (!order || this.#floor.sessions.inAuction(order.instrument)) return undefined;
    return this.#members.queueAhead(orderId);
  }

  close(): ClosingState {
    if (this.#closed) throw new Error('the market day is closed already');
    this.#members.expireAll();
    this.#closed = true;
    const { quotes, sessions } = this.#floor;
    sessions.phase.forEach((phase, share) => {
      if (phase !== SUSPENDED) sessions.phase[share] = ENDED;
    });
    return {
      closes: this.#spec.instruments.map(
        ({ tick }, share) => sessions.closingPrice[share]! || quotes.closingPrice(share, tick),
      ),
      factorState: this.#factors.carryOver(),
    };
  }

  /**
   * Orders are written by book in priority order, so a snapshot holds the meaning of the state and no memory addresses.
   */
  snapshot(): Uint8Array {
    const out = new ByteWriter();
    out.int(MARKET_VERSION);
    for (const word of fingerprint(this.#spec)) out.int(word);
    out.int(this.#floor.step);
    out.int(this.#closed ? 1 : 0);
    out.double(this.#floor.tradeNo);
    out.double(this.#members.eventNo);
    for (const column of this.#columns()) out.column(column);
    for (let share = 0; share < this.#spec.instruments.length; share++)
      for (const side of [BUY, SELL]) this.#writeSide(out, share, side);
    this.#writeWaiting(out);
    return out.finish();
  }

  hash(): string {
    return digest(this.snapshot());
  }

  load(bytes: Uint8Array): void {
    const from = new ByteReader(bytes);
    if (from.int() !== MARKET_VERSION) throw new Error('a snapshot of another version');
    for (const word of fingerprint(this.#spec))
      if (from.int() !== word) throw new Error('a snapshot of another market day');
    this.#floor.step = from.int();
    this.#closed = from.int() === 1;
    this.#floor.tradeNo = from.double();
    this.#members.eventNo = from.double();
    for (const column of this.#columns()) from.column(column);
    for (let share = 0; share < this.#spec.instruments.length; share++)
      for (const side of [BUY, SELL]) this.#readSide(from, share, side);
    this.#readWaiting(from);
    from.expectEnd();
  }

  #columns(): readonly (Int32Array | Float64Array)[] {
    return [
      ...this.#floor.quotes.columns,
      ...this.#floor.clients.columns,
      ...this.#floor.sessions.columns,
      ...this.#factors.columns,
      ...this.#participants.columns,
    ];
  }

  #writeSide(out: ByteWriter, share: number, side: number): void {
    const { books } = this.#floor;
    let count = 0;
    books.forEachOrder(share, side, () => count++);
    out.int(count);
    books.forEachOrder(share, side, (tick, quantity, account, tag) => {
      out.int(tag < 0 ? MEMBER : tag);
      out.int(tick);
      out.int(quantity);
      if (tag >= 0) return out.int(account);
      const kept = this.#members.kept(tag);
      out.double(kept.orderId);
      out.double(kept.accountKey);
      out.int(kept.quantity);
      out.int(kept.remaining);
      out.int(kept.disclosed);
    });
  }

  #readSide(from: ByteReader, share: number, side: number): void {
    for (let left = from.int(); left > 0; left--) {
      const tag = from.int();
      const tick = from.int();
      const quantity = from.int();
      if (tag !== MEMBER) {
        this.#participants.restore(tag, side, tick, quantity, from.int());
        continue;
      }
      const kept = {
        orderId: from.double(),
        accountKey: from.double(),
        quantity: from.int(),
        remaining: from.int(),
        disclosed: from.int(),
      };
      this.#members.restore(kept, share, side, tick, quantity);
    }
  }

  /** Orders outside the books as they came, which is their place in time. */
  #writeWaiting(out: ByteWriter): void {
    const orders = this.#members.waiting();
    out.int(orders.length);
    for (const order of orders) {
      out.double(order.orderId);
      out.double(order.accountKey);
      const { share, side, tick, quantity, remaining, trigger, disclosed } = order;
      for (const value of [share, side, tick, quantity, remaining, trigger, disclosed]) out.int(value);
      out.int(order.market ? 1 : 0);
      out.int(order.ioc ? 1 : 0);
    }
  }

  #readWaiting(from: ByteReader): void {
    for (let left = from.int(); left > 0; left--)
      this.#members.restoreWaiting({
        orderId: from.double(),
        accountKey: from.double(),
        share: from.int(),
        side: from.int(),
        tick: from.int(),
        quantity: from.int(),
        remaining: from.int(),
        trigger: from.int(),
        disclosed: from.int(),
        market: from.int() === 1,
        ioc: from.int() === 1,
      });
  }

  #instrument(instrument: number): InstrumentSpec {
    const found = this.#spec.instruments[instrument];
    if (!found) throw new Error(`there is no instrument ${instrument}`);
    return found;
  }
}

/** Four words that tell one market day's spec from another, whatever order its keys were stored in. */
function fingerprint({ seed, dayIndex, steps, stepMarketMs, instruments, factorState }: MarketSpec): number[] {
  const text = JSON.stringify([
    typeof seed === 'bigint' ? seed.toString() : [...seed],
    [dayIndex, steps, stepMarketMs],
    instruments.map((share) => [
      [share.code, share.tick, share.previousClose, share.lower, share.upper, share.tradable, share.lotSize],
      [share.sector, share.betaMilli, share.annualVolatilityBps, share.averageDailyVolume],
      ...(share.priceRange ? [[share.priceRange.lower, share.priceRange.upper]] : []),
      ...(share.listing ? [['listing', share.listing.demandHundredths]] : []),
      ...(share.basket ? [share.basket] : []),
      ...(share.entitlement
        ? [['entitlement', share.entitlement.share, share.entitlement.price, share.entitlement.days]]
        : []),
      [factorState?.stocks[share.code]?.value, factorState?.stocks[share.code]?.heat],
      ...(factorState?.stocks[share.code]?.pressed ? [factorState.stocks[share.code]!.pressed] : []),
    ]),
    [factorState?.marketHeat, factorState?.sectorHeat],
  ]);
  const codes = Uint16Array.from(text, (letter) => letter.charCodeAt(0));
  const hex = digest(new Uint8Array(codes.buffer));
  return [0, 8, 16, 24].map((from) => parseInt(hex.slice(from, from + 8), 16) | 0);
}
