import { isBeyondProtection } from '@khara/rules';
import { BUY, SELL } from '../book/order-books.ts';
import type {
  CancelCommand,
  InstrumentSpec,
  OpenOrder,
  PlaceCommand,
  ProtectedRanges,
  SessionCancelReason,
  SessionModifyCommand,
  SessionOrderEvent,
  SessionPlaceCommand,
  SessionRejectReason,
} from '../types.ts';
import { FIRST_MEMBER_ACCOUNT } from './accounts.ts';
import { CLOSING_AUCTION, CONTINUOUS, ENDED, SUSPENDED } from './day-sessions.ts';
import { equilibrium, surplusAt } from './equilibrium.ts';
import {
  isPriced,
  whyNot,
  whyNotChangedInAuction,
  whyNotDisclosed,
  whyNotDisclosing,
  whyNotInAuction,
  type CheckedTerms,
} from './member-checks.ts';
import { isSameKind, orderKind, type KeptMemberOrder, type MemberOrder, type WaitingOrder } from './member-order.ts';
import { PendingStops } from './pending-stops.ts';
import { protectedPrice } from './protected-price.ts';
import type { OwnFill, TradingFloor } from './trading-floor.ts';

type EventBody = SessionOrderEvent extends infer Event
  ? Event extends SessionOrderEvent
    ? Omit<Event, 'eventNo' | 'step' | 'orderId' | 'accountKey' | 'instrument'>
    : never
  : never;

/** Members' orders: the checks before the book, and the story of each order as events. */
export class MemberOrders {
  eventNo = 0;
  readonly #floor: TradingFloor;
  readonly #instruments: readonly InstrumentSpec[];
  readonly #byId = new Map<number, MemberOrder>();
  /** By -tag - 1. Freed places are used again, so the list is as long as the most orders ever open at once. */
  readonly #byTag: (MemberOrder | undefined)[] = [];
  readonly #freeTags: number[] = [];
  readonly #accounts = new Map<number, number>();
  readonly #stops = new PendingStops<MemberOrder>();
  /** Market orders of the auctions that are on, by share as they came. */
  readonly #auctionOrders = new Map<number, MemberOrder[]>();
  /** Reached by a trade of the running command, in that order; empty between commands. */
  #triggered: { readonly order: MemberOrder; readonly lastPrice: number }[] = [];
  /** Limit price protection of a share now: see `SessionMarket.protect`. */
  rangeOf: ProtectedRanges = () => undefined;

  constructor(floor: TradingFloor, instruments: readonly InstrumentSpec[]) {
    this.#floor = floor;
    this.#instruments = instruments;
    floor.memberFilled = (tag, fill) => this.#filled(this.#orderOf(tag), fill);
    floor.triggerReached = (share, price) => this.#takeReached(share, price);
    floor.enterTriggered = () => this.#enterTriggered();
  }

  /**
   * Refuses, in this order: market_closed, not_tradable, quantity_invalid, tick_invalid, price_out_of_band,
   * price_beyond_protection, and a stop: trigger_wrong_side_of_ltp, trigger_price_relation; then disclosed_qty_invalid.
   */
  place(command: SessionPlaceCommand, marketClosed: boolean): void {
    const { orderId, accountKey, instrument, triggerPrice } = command;
    if (this.#byId.has(orderId)) throw new Error(`order ${orderId} was placed before`);
    const spec = this.#spec(instrument);
    const { sessions } = this.#floor;
    const inAuction = sessions.inAuction(instrument);
    const closed = sessions.phase[instrument] === ENDED || (marketClosed && !inAuction);
    const reason = closed
      ? 'market_closed'
      : ((inAuction ? whyNotInAuction(command) : undefined) ??
        this.#whyNot(instrument, command) ??
        whyNotDisclosed(spec, command));
    if (reason) {
      this.#tell({ orderId, accountKey, share: instrument }, { kind: 'rejected', reason });
      return;
    }
    const order: MemberOrder = {
      orderId,
      accountKey,
      share: instrument,
      side: command.side === 'buy' ? BUY : SELL,
      tick: isPriced(command, inAuction) ? command.price / spec.tick : 0,
      quantity: command.quantity,
      remaining: command.quantity,
      handle: 0,
      tag: this.#takeTag(),
      trigger: triggerPrice === undefined ? 0 : triggerPrice / spec.tick,
      market: command.market,
      ioc: command.validity === 'ioc',
      disclosed: command.disclosedQuantity ?? 0,
    };
    this.#keep(order);
    if (triggerPrice !== undefined) {
      this.#await(order);
      return this.#tell(order, { kind: 'trigger_pending', triggerPrice, quantity: order.quantity });
    }
    this.#tell(order, { kind: 'accepted', quantity: order.quantity });
    this.#match(order);
    this.#enterTriggered();
  }

  cancel({ orderId }: CancelCommand): void {
    const order = this.#byId.get(orderId);
    if (!order) return this.#tellNotOpen(orderId);
    this.#takeOut(order);
    this.#end(order, 'by_member');
  }

  /**
   * NSE's rule (docs/sources.md K8): a smaller quantity, or less of it disclosed, keeps the order's place;
   * another price, a larger quantity, more disclosed or another kind loses it, and the order comes to the book anew.
   * Refuses: not_open, market_closed, then what a new order would be refused for.
   */
  modify(command: SessionModifyCommand, marketClosed: boolean): void {
    const order = this.#byId.get(command.orderId);
    if (!order) return this.#tellNotOpen(command.orderId);
    const spec = this.#spec(order.share);
    const kind = command.becomes ?? orderKind(order);
    const waitsAt = order.trigger === 0 ? Number.NaN : order.trigger * spec.tick;
    const triggerPrice = kind.isStop ? (command.triggerPrice ?? waitsAt) : undefined;
    const wanted = { ...command, ...kind, side: order.side === BUY ? 'buy' : 'sell', triggerPrice } as const;
    const { sessions } = this.#floor;
    const inAuction = sessions.inAuction(order.share);
    const closed = sessions.phase[order.share] === ENDED || (marketClosed && !inAuction);
    const reason = closed
      ? 'market_closed'
      : ((inAuction ? whyNotChangedInAuction(command) : undefined) ??
        this.#whyNot(order.share, wanted, order.quantity - order.remaining) ??
        whyNotDisclosing(order, kind, spec, command));
    if (reason) return this.#tell(order, { kind: 'change_refused', reason });
    const disclosed = command.disclosedQuantity ?? order.disclosed;
    if (!isSameKind(kind, orderKind(order))) return this.#become(order, wanted, disclosed);
    if (triggerPrice !== undefined) return this.#modifyStop(order, triggerPrice, disclosed, command);

    const { price, quantity } = command;
    const { books } = this.#floor;
    const tick = order.market ? order.tick : price / spec.tick;
    const showsMore = (disclosed || Infinity) > (order.disclosed || Infinity);
    const keptPriority = tick === order.tick && quantity <= order.remaining && !showsMore;
    const filled = order.quantity - order.remaining;
    if (!keptPriority) this.#takeOut(order);
    else if (disclosed !== order.disclosed) books.conceal(order.handle, quantity, disclosed);
    else if (!order.market && quantity < order.remaining) books.reduce(order.handle, quantity);
    this.#floor.versions[order.share]!++;
    order.tick = tick;
    order.disclosed = disclosed;
    order.remaining = quantity;
    order.quantity = filled + quantity;
    this.#tell(order, { kind: 'modified', price, quantity, keptPriority });
    if (keptPriority) return;
    this.#match(order);
    this.#enterTriggered();
  }

  /** Another kind of order comes to the book anew, or waits for its trigger behind those that wait. */
  #become(order: MemberOrder, to: CheckedTerms & Pick<PlaceCommand, 'validity'>, disclosed: number): void {
    const { tick } = this.#spec(order.share);
    const { price, quantity, triggerPrice } = to;
    this.#takeOut(order);
    this.#floor.versions[order.share]!++;
    order.handle = 0;
    order.tick = isPriced(to, this.#floor.sessions.inAuction(order.share)) ? price / tick : 0;
    order.trigger = triggerPrice === undefined ? 0 : triggerPrice / tick;
    order.market = to.market;
    order.ioc = to.validity === 'ioc';
    order.disclosed = disclosed;
    order.quantity += quantity - order.remaining;
    order.remaining = quantity;
    this.#tell(order, { kind: 'modified', price, quantity, keptPriority: false });
    if (triggerPrice !== undefined) return this.#await(order);
    this.#match(order);
    this.#enterTriggered();
  }

  /** A pending stop has a place too: among those that one trade triggers. */
  #modifyStop(
    order: MemberOrder,
    triggerPrice: number,
    disclosed: number,
    { price, quantity }: SessionModifyCommand,
  ): void {
    const { tick } = this.#spec(order.share);
    const keptPriority =
      triggerPrice === order.trigger * tick &&
      (order.market || price === order.tick * tick) &&
      quantity <= order.remaining;
    if (!keptPriority) this.#takeOut(order);
    order.trigger = triggerPrice / tick;
    order.disclosed = disclosed;
    if (!order.market) order.tick = price / tick;
    order.quantity += quantity - order.remaining;
    order.remaining = quantity;
    if (!keptPriority) this.#await(order);
    this.#tell(order, { kind: 'modified', price, quantity, keptPriority });
  }

  /** Day orders end with the day. */
  expireAll(): void {
    for (const { orderId } of this.open()) this.#expire(this.#byId.get(orderId)!);
  }

  /** Those of one share, when its trading has ended. */
  expire(share: number): void {
    for (const order of this.#ordersOf(share)) this.#expire(order);
  }

  /**
   * All of one share, wherever they wait: trading in it is suspended. The phase is still the one it is suspended in.
   */
  suspend(share: number): void {
    for (const order of this.#ordersOf(share)) {
      this.#takeOut(order);
      this.#end(order, 'suspended');
    }
    this.#auctionOrders.delete(share);
  }

  #expire(order: MemberOrder): void {
    this.#takeOut(order);
    this.#end(order, 'day_end');
  }

  /** Ends what no auction takes: orders that hide a part, and before a closing one stops. */
  startAuction(share: number): void {
    const closing = this.#floor.sessions.phase[share] === CLOSING_AUCTION;
    for (const order of this.#ordersOf(share)) {
      if (order.trigger > 0 ? !closing : order.disclosed === 0) continue;
      this.#takeOut(order);
      this.#end(order, 'not_in_auction');
    }
  }

  /** Where the auction would execute now, in ticks. */
  equilibrium(share: number): { readonly tick: number; readonly quantity: number } | undefined {
    const { books, sessions } = this.#floor;
    const reference = sessions.reference[share]! / this.#spec(share).tick;
    return equilibrium(books, share, { reference, ...this.#wantedAtAnyPrice(share) });
  }

  /** Shares that the auction would leave over at a price, in ticks. */
  surplusAt(share: number, tick: number): number {
    return surplusAt(this.#floor.books, share, tick, this.#wantedAtAnyPrice(share));
  }

  #wantedAtAnyPrice(share: number) {
    const wanted = (side: number) =>
      this.#marketOrders(share).reduce((sum, order) => (order.side === side ? sum + order.remaining : sum), 0);
    return { marketBuy: wanted(BUY), marketSell: wanted(SELL) };
  }

  /** Ends the auction: trades at one price, then what is left goes on or is cancelled, in order of arrival. */
  uncross(share: number): void {
    const { sessions } = this.#floor;
    if (!sessions.inAuction(share)) throw new Error('there is no auction to end');
    const closing = sessions.phase[share] === CLOSING_AUCTION;
    const found = this.equilibrium(share);
    const { tick } = this.#spec(share);
    const price = found ? found.tick * tick : sessions.reference[share]!;
    if (found) this.#tradeAt(share, price, found.quantity);
    sessions.phase[share] = closing ? ENDED : CONTINUOUS;
    const left = this.#marketOrders(share);
    this.#auctionOrders.delete(share);
    if (closing) {
      sessions.closingPrice[share] = price;
      for (const order of [...this.#ordersOf(share), ...left]) {
        if (!order.market) this.#takeOut(order);
        this.#end(order, 'auction_end');
      }
      return;
    }
    for (const order of left) {
      order.tick = price / tick;
      this.#becomeLimit(order);
      this.#match(order);
    }
    this.#enterTriggered();
  }

  /** Cancels what stands outside the band. Stops wait on: their limit is looked at when they trigger. */
  keepInside(share: number): void {
    for (const order of this.#ordersOf(share)) {
      if (order.trigger > 0 || order.market || this.#isInside(order)) continue;
      this.#takeOut(order);
      this.#end(order, 'out_of_band');
    }
  }

  #isInside({ share, tick }: MemberOrder): boolean {
    const { lower, upper } = this.#floor.sessions;
    const price = tick * this.#spec(share).tick;
    return price >= lower[share]! && price <= upper[share]!;
  }

  /** Pairs the two sides by priority until the quantity is traded. */
  #tradeAt(share: number, price: number, quantity: number): void {
    const waiting = this.#marketOrders(share);
    const queues = [BUY, SELL].map((side) => waiting.filter((order) => order.side === side));
    for (let left = quantity; left > 0;) {
      const buy = this.#first(share, BUY, price, queues[BUY]!);
      const sell = this.#first(share, SELL, price, queues[SELL]!);
      const traded = Math.min(left, buy.open, sell.open);
      const parts = [buy, sell].map(({ tag, open, handle, account }, side) => {
        if (handle === 0) {
          if (open === traded) queues[side]!.shift();
        } else if (open === traded) this.#floor.books.cancel(handle);
        else this.#floor.books.reduce(handle, open - traded);
        return { tag, account, remaining: open - traded };
      });
      this.#floor.tradeInAuction(share, price, traded, parts[BUY]!, parts[SELL]!);
      left -= traded;
    }
    this.#auctionOrders.set(
      share,
      waiting.filter((order) => order.remaining > 0),
    );
  }

  /** The order of a side whose turn it is; `handle` 0 for a market order. */
  #first(share: number, side: number, price: number, marketOrders: readonly MemberOrder[]) {
    const { books, sessions } = this.#floor;
    const best = books.bestTick(share, side) * this.#spec(share).tick;
    const willing = best > 0 && (side === BUY ? best >= price : best <= price);
    const order = marketOrders[0];
    if (order && (sessions.marketFirst[share] === 1 || !willing))
      return { tag: order.tag, open: order.remaining, handle: 0, account: FIRST_MEMBER_ACCOUNT };
    if (!willing) throw new Error('an auction found no order for a quantity it had counted');
    const handle = books.firstOrder(share, side);
    return { tag: books.tag(handle), open: books.openQuantity(handle), handle, account: books.account(handle) };
  }

  #marketOrders(share: number): MemberOrder[] {
    const found = this.#auctionOrders.get(share) ?? [];
    if (found.length === 0 && this.#floor.sessions.inAuction(share)) this.#auctionOrders.set(share, found);
    return found;
  }

  #leaveAuction(order: MemberOrder): void {
    this.#auctionOrders.set(
      order.share,
      this.#marketOrders(order.share).filter((other) => other !== order),
    );
    this.#floor.versions[order.share]!++;
  }

  /** All of a share, as `open` gives them. */
  #ordersOf(share: number): MemberOrder[] {
    if (this.#byId.size === 0) return [];
    return this.#openIn(share);
  }

  /**
   * By instrument, buys first, in priority order; then its pending stops and an auction's market orders as they came.
   */
  open(): OpenOrder[] {
    const shares = new Set([...this.#byId.values()].map((order) => order.share));
    return [...shares].sort((a, b) => a - b).flatMap((share) => this.#openIn(share).map((order) => this.#shown(order)));
  }

  #openIn(share: number): MemberOrder[] {
    const found: MemberOrder[] = [];
    for (const side of [BUY, SELL])
      this.#floor.books.forEachOrder(share, side, (_tick, _quantity, _account, tag) => {
        if (tag < 0) found.push(this.#orderOf(tag));
      });
    found.push(...this.#stops.of(share), ...(this.#auctionOrders.get(share) ?? []));
    return found;
  }

  find(orderId: number): OpenOrder | undefined {
    const order = this.#byId.get(orderId);
    return order && this.#shown(order);
  }

  /** Shares shown in front of an order in its book; undefined when it stands in none. */
  queueAhead(orderId: number): number | undefined {
    const { handle = 0, share, side, tick } = this.#byId.get(orderId) ?? {};
    if (handle === 0 || share === undefined || side === undefined || tick === undefined) return undefined;
    return this.#floor.books.quantityAhead(share, side, tick, handle);
  }

  kept(tag: number): KeptMemberOrder {
    return this.#orderOf(tag);
  }

  /** Puts an order of a snapshot back at the end of its price's queue. */
  restore(kept: KeptMemberOrder, share: number, side: number, tick: number, shown: number): void {
    const standing = { share, side, tick, handle: 0, tag: this.#takeTag() };
    const order: MemberOrder = { ...kept, ...standing, trigger: 0, market: false, ioc: false };
    this.#keep(order);
    const parts = { shown, hidden: order.remaining - shown, slice: order.disclosed };
    order.handle = this.#floor.books.restDisclosed(share, side, tick, parts, this.#accountOf(order), order.tag);
  }

  waiting(): readonly WaitingOrder[] {
    const shares = [...this.#auctionOrders.keys()].sort((a, b) => a - b);
    return [
      ...this.#stops.shares.flatMap((share) => this.#stops.of(share)),
      ...shares.flatMap((share) => this.#marketOrders(share)),
    ];
  }

  restoreWaiting(kept: WaitingOrder): void {
    const order: MemberOrder = { ...kept, handle: 0, tag: this.#takeTag() };
    this.#keep(order);
    if (order.trigger > 0) this.#await(order);
    else this.#marketOrders(order.share).push(order);
  }

  #await(order: MemberOrder): void {
    this.#stops.add(order);
    this.#watch(order.share);
  }

  /** Out of the book, or of the stops that wait. */
  #takeOut(order: MemberOrder): void {
    if (order.trigger === 0) {
      if (order.market) this.#leaveAuction(order);
      else this.#floor.cancel(order.share, order.handle);
      return;
    }
    this.#stops.remove(order);
    this.#watch(order.share);
  }

  /** Tells the floor which prices matter. */
  #watch(share: number): void {
    const { tick } = this.#spec(share);
    this.#floor.buyTriggers[share] = (this.#stops.nearest(share, BUY) ?? Infinity) * tick;
    this.#floor.sellTriggers[share] = (this.#stops.nearest(share, SELL) ?? -Infinity) * tick;
  }

  #takeReached(share: number, lastPrice: number): void {
    const reached = this.#stops.takeReached(share, lastPrice / this.#spec(share).tick);
    for (const order of reached) this.#triggered.push({ order, lastPrice });
    this.#watch(share);
  }

  /**
   * Stops come to the book in the order in which trades reached them, then as they came; what they trade may
   * reach more.
   */
  #enterTriggered(): void {
    if (this.#triggered.length === 0) return;
    for (const { order, lastPrice } of this.#triggered) {
      order.trigger = 0;
      const spec = this.#spec(order.share);
      const { last } = this.#floor.quotes;
      const { lower, upper } = this.#floor.sessions;
      if (order.market) {
        const side = order.side === BUY ? 'buy' : 'sell';
        order.tick =
          protectedPrice(side, last[order.share]!, spec.tick, lower[order.share]!, upper[order.share]!) / spec.tick;
      }
      const range = this.rangeOf(order.share);
      // A stop is not lost for a limit that reaches too far: it takes what protection allows.
      if (range)
        order.tick =
          order.side === BUY
            ? Math.min(order.tick, range.upper / spec.tick)
            : Math.max(order.tick, range.lower / spec.tick);
      this.#tell(order, { kind: 'triggered', lastPrice, price: order.tick * spec.tick });
      if (this.#isInside(order)) this.#match(order);
      else this.#end(order, 'out_of_band'); // the band moved while it waited
    }
    this.#triggered = [];
  }

  #whyNot(share: number, wanted: CheckedTerms, filled = 0): SessionRejectReason | undefined {
    const { sessions } = this.#floor;
    const { price, triggerPrice, side, isUnprotected = false } = wanted;
    const prices = [
      ...(isPriced(wanted, sessions.inAuction(share)) ? [price] : []),
      ...(triggerPrice === undefined ? [] : [triggerPrice]),
    ];
    const band = { lower: sessions.lower[share]!, upper: sessions.upper[share]! };
    const spec = this.#spec(share);
    const tradable = spec.tradable && sessions.phase[share] !== SUSPENDED;
    const reason = whyNot({ ...spec, ...band, tradable }, { ...wanted, filled }, prices);
    if (reason) return reason;
    if (triggerPrice === undefined) {
      const range = sessions.inAuction(share) || isUnprotected ? undefined : this.rangeOf(share);
      return range && isBeyondProtection(side, price, range) ? 'price_beyond_protection' : undefined;
    }
    const last = this.#floor.quotes.last[share]!;
    if (side === 'buy' ? triggerPrice <= last : triggerPrice >= last) return 'trigger_wrong_side_of_ltp';
    if (wanted.market) return undefined;
    return (side === 'buy' ? price < triggerPrice : price > triggerPrice) ? 'trigger_price_relation' : undefined;
  }

  /**
   * Self-trade: NSE cancels the order that comes in and would meet its own account's order, keeping what it
   * filled before (docs/sources.md K7). The resting order stays. An auction has no order that comes in when
   * it ends, so the same rule is applied as it collects: an order that could meet its own account's is
   * cancelled on arrival, whatever the price will be.
   */
  #match(order: MemberOrder): void {
    const floor = this.#floor;
    const { share, side, tick, remaining, tag, ioc, disclosed: slice } = order;
    const account = this.#accountOf(order);
    if (floor.sessions.inAuction(share)) {
      if (this.#couldMeetItself(order, account)) return this.#end(order, 'self_trade');
      if (order.market) this.#marketOrders(share).push(order);
      else order.handle = floor.collect(share, side, tick, remaining, account, tag);
      return;
    }
    order.handle = floor.place(share, side, tick, remaining, account, tag, !ioc && slice === 0);
    const { left, selfTrade } = floor.books;
    if (left === 0) return;
    if (selfTrade) return this.#end(order, 'self_trade');
    if (ioc) return this.#end(order, 'ioc');
    // What its protection does not let fill waits at the protected price.
    if (order.market) this.#becomeLimit(order);
    if (slice > 0) {
      const shown = Math.min(slice, left);
      order.handle = floor.restDisclosed(share, side, tick, { shown, hidden: left - shown, slice }, account, tag);
    }
  }

  #becomeLimit(order: MemberOrder): void {
    order.market = false;
    const price = order.tick * this.#spec(order.share).tick;
    this.#tell(order, { kind: 'became_limit', price, quantity: order.remaining });
  }

  /** Whether some price would fill the order and one of the same account on the other side. */
  #couldMeetItself({ share, side, tick, market, accountKey }: MemberOrder, account: number): boolean {
    const other = side ^ 1;
    if (this.#marketOrders(share).some((order) => order.side === other && order.accountKey === accountKey)) return true;
    let meets = false;
    this.#floor.books.forEachOrder(share, other, (at, _quantity, owner) => {
      if (owner === account && (market || (side === BUY ? at <= tick : at >= tick))) meets = true;
    });
    return meets;
  }

  #filled(order: MemberOrder, fill: OwnFill): void {
    order.remaining = fill.remaining;
    if (fill.remaining === 0) this.#forget(order);
    const other = fill.otherTag < 0 ? this.#byTag[-fill.otherTag - 1] : undefined;
    this.#tell(order, {
      kind: 'filled',
      side: order.side === BUY ? 'buy' : 'sell',
      price: fill.price,
      quantity: fill.quantity,
      remaining: fill.remaining,
      tradeNo: fill.tradeNo,
      liquidity: fill.maker ? 'maker' : 'taker',
      ...(other && { counterpartyOrderId: other.orderId }),
    });
  }

  #end(order: MemberOrder, reason: SessionCancelReason): void {
    this.#forget(order);
    this.#tell(order, { kind: 'cancelled', quantity: order.remaining, reason });
  }

  #tellNotOpen(orderId: number): void {
    this.#tell({ orderId, accountKey: 0, share: -1 }, { kind: 'change_refused', reason: 'not_open' });
  }

  #tell(order: Pick<MemberOrder, 'orderId' | 'accountKey' | 'share'>, body: EventBody): void {
    const { orderId, accountKey, share: instrument } = order;
    this.eventNo++;
    this.#floor.events.addOrderEvent({
      eventNo: this.eventNo,
      step: this.#floor.step,
      orderId,
      accountKey,
      instrument,
      ...body,
    });
  }

  #keep(order: MemberOrder): void {
    this.#byId.set(order.orderId, order);
    this.#byTag[-order.tag - 1] = order;
  }

  /** Its place in the list is kept until the command ends: the other side of its last fill still asks for it. */
  #forget(order: MemberOrder): void {
    this.#byId.delete(order.orderId);
    this.#freeTags.push(order.tag);
  }

  #takeTag(): number {
    return this.#freeTags.pop() ?? -this.#byTag.length - 1;
  }

  #orderOf(tag: number): MemberOrder {
    const order = this.#byTag[-tag - 1];
    if (!order) throw new Error(`no member's order has tag ${tag}`);
    return order;
  }

  #accountOf({ accountKey }: MemberOrder): number {
    let account = this.#accounts.get(accountKey);
    if (account === undefined) {
      account = FIRST_MEMBER_ACCOUNT + this.#accounts.size;
      this.#accounts.set(accountKey, account);
    }
    return account;
  }

  #spec(instrument: number): InstrumentSpec {
    const spec = this.#instruments[instrument];
    if (!spec) throw new Error(`there is no instrument ${instrument}`);
    return spec;
  }

  #shown({ orderId, accountKey, share, side, tick, quantity, remaining, trigger, disclosed }: MemberOrder): OpenOrder {
    const price = tick * this.#spec(share).tick;
    return {
      orderId,
      accountKey,
      instrument: share,
      side: side === BUY ? 'buy' : 'sell',
      price,
      quantity,
      remaining,
      ...(trigger > 0 && { triggerPrice: trigger * this.#spec(share).tick }),
      ...(disclosed > 0 && { disclosedQuantity: disclosed }),
    };
  }
}
