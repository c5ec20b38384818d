import { protectedPrice } from '../market/protected-price.ts';
import type { OrderKind, SessionOrderCommand, SessionPlaceCommand } from '../types.ts';
import { plainAuction, type AuctionTerms } from './plain-auction.ts';
import { PlainBook, type PlainFill } from './plain-book.ts';

/** One share's rules for the plain exchange, paise. */
export type PlainShare = {
  readonly tick: number;
  readonly last: number;
  readonly lower: number;
  readonly upper: number;
};

/** An order and what may still become of it; the price of a stop-loss-market is made when it triggers. */
type PlainState = SessionPlaceCommand & { readonly account: number; remaining: number };

/** What a host does to the share. */
export type PlainHostCommand =
  | { readonly kind: 'open_auction'; readonly closing: boolean; readonly terms: AuctionTerms }
  | { readonly kind: 'uncross' }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'shift_band'; readonly lower: number; readonly upper: number };

/**
 * One share's orders as one would explain them, without checks: valid commands in, a line of text for each thing that
 * happens out. It says what the books together with members' orders must do.
 */
export class PlainExchange {
  readonly lines: string[] = [];
  #share: PlainShare;
  readonly #book = new PlainBook();
  readonly #orders = new Map<number, PlainState>();
  /** In the order in which they came. */
  #stops: PlainState[] = [];
  #triggered: PlainState[] = [];
  #last: number;
  #auction: { readonly closing: boolean; readonly terms: AuctionTerms } | undefined;
  /** Market orders of the auction that is on, as they came. */
  #marketOrders: PlainState[] = [];

  constructor(share: PlainShare) {
    this.#share = share;
    this.#last = share.last;
  }

  /** What can be seen of a side, best price first. */
  depth(side: 'buy' | 'sell'): readonly { price: number; quantity: number; orders: number }[] {
    const levels = new Map<number, { price: number; quantity: number; orders: number }>();
    for (const { tick, quantity } of this.#book.orders(side)) {
      const level = levels.get(tick) ?? { price: tick * this.#share.tick, quantity: 0, orders: 0 };
      levels.set(tick, { ...level, quantity: level.quantity + quantity, orders: level.orders + 1 });
    }
    return [...levels.values()];
  }

  get last(): number {
    return this.#last;
  }

  apply(command: SessionOrderCommand | PlainHostCommand): void {
    if (command.kind === 'open_auction') this.#openAuction(command);
    else if (command.kind === 'uncross') this.#uncross();
    else if (command.kind === 'suspend') this.#suspend();
    else if (command.kind === 'shift_band') this.#shiftBand(command);
    else if (command.kind === 'place') this.#place(command);
    else if (command.kind === 'cancel') this.#cancel(command.orderId);
    else {
      const order = this.#orders.get(command.orderId);
      if (!order) return this.#say('change_refused', command.orderId);
      const { disclosedQuantity = order.disclosedQuantity ?? 0 } = command;
      const shown = disclosedQuantity === 0 ? undefined : disclosedQuantity;
      const { becomes, price, quantity, triggerPrice = order.triggerPrice } = command;
      const isOther =
        becomes &&
        (becomes.market !== order.market ||
          becomes.validity !== order.validity ||
          becomes.isStop !== this.#stops.includes(order));
      if (isOther) this.#become(order, { ...becomes, price, quantity, triggerPrice, disclosedQuantity: shown });
      else this.#modify(order, price, quantity, triggerPrice, shown);
    }
    while (this.#triggered.length > 0) this.#enter(this.#triggered.shift()!);
  }

  #place(command: SessionPlaceCommand): void {
    const order = { ...command, account: command.accountKey, remaining: command.quantity };
    this.#orders.set(order.orderId, order);
    if (order.triggerPrice === undefined) {
      this.#say('accepted', order.orderId, order.quantity);
      return this.#match(order);
    }
    this.#say('trigger_pending', order.orderId, order.quantity, order.triggerPrice);
    this.#stops.push(order);
  }

  #cancel(orderId: number): void {
    const order = this.#orders.get(orderId);
    if (!order) return this.#say('change_refused', orderId);
    this.#takeOut(order, 'by_member');
  }

  #takeOut(order: PlainState, reason: string): void {
    this.#book.cancel(order.orderId);
    this.#stops = this.#stops.filter((stop) => stop !== order);
    this.#marketOrders = this.#marketOrders.filter((other) => other !== order);
    this.#end(order, reason);
  }

  /** Another kind: it is taken out, and comes as it would as a new order. */
  #become(
    order: PlainState,
    {
      isStop,
      quantity,
      triggerPrice,
      ...terms
    }: OrderKind & Pick<SessionPlaceCommand, 'price' | 'quantity' | 'triggerPrice' | 'disclosedQuantity'>,
  ): void {
    this.#book.cancel(order.orderId);
    this.#stops = this.#stops.filter((stop) => stop !== order);
    this.#marketOrders = this.#marketOrders.filter((other) => other !== order);
    const changed = { ...order, ...terms, remaining: quantity, triggerPrice: isStop ? triggerPrice : undefined };
    this.#orders.set(order.orderId, changed);
    this.#say('modified', order.orderId, terms.price, quantity, false);
    if (isStop) this.#stops.push(changed);
    else this.#match(changed);
  }

  #modify(
    order: PlainState,
    price: number,
    quantity: number,
    triggerPrice: number | undefined,
    disclosedQuantity: number | undefined,
  ): void {
    const stop = this.#stops.includes(order);
    const beside = this.#marketOrders.includes(order);
    const samePrices = stop
      ? triggerPrice === order.triggerPrice && (order.market || price === order.price)
      : beside || price === order.price;
    const showsMore = (disclosedQuantity ?? Infinity) > (order.disclosedQuantity ?? Infinity);
    const keeps = samePrices && quantity <= order.remaining && (stop || !showsMore);
    const changed = { ...order, price, remaining: quantity, triggerPrice, disclosedQuantity };
    this.#orders.set(order.orderId, changed);
    this.#say('modified', order.orderId, price, quantity, keeps);
    if (stop) {
      if (keeps) this.#stops = this.#stops.map((other) => (other === order ? changed : other));
      else this.#stops = [...this.#stops.filter((other) => other !== order), changed];
    } else if (beside) {
      if (keeps) this.#marketOrders = this.#marketOrders.map((other) => (other === order ? changed : other));
      else {
        this.#marketOrders = this.#marketOrders.filter((other) => other !== order);
        this.#match(changed);
      }
    } else if (!keeps) {
      this.#book.cancel(order.orderId);
      this.#match(changed);
    } else if (disclosedQuantity === order.disclosedQuantity) this.#book.reduce(order.orderId, quantity);
    else this.#book.conceal(order.orderId, quantity, disclosedQuantity!);
  }

  /** In the order in which the exchange goes through them: the book's, stops, and an auction's market orders. */
  #open(): readonly PlainState[] {
    const resting = [...this.#book.orders('buy'), ...this.#book.orders('sell')];
    return [...resting.map(({ id }) => this.#orders.get(id)!), ...this.#stops, ...this.#marketOrders];
  }

  #openAuction({ closing, terms }: PlainHostCommand & { kind: 'open_auction' }): void {
    this.#auction = { closing, terms };
    for (const order of this.#open()) {
      const unwelcome = this.#stops.includes(order) ? closing : order.disclosedQuantity !== undefined;
      if (unwelcome) this.#takeOut(order, 'not_in_auction');
    }
  }

  /** Nothing is left, in the book or outside it; that nothing is taken afterwards is a check. */
  #suspend(): void {
    for (const order of this.#open()) this.#takeOut(order, 'suspended');
    this.#auction = undefined;
  }

  #uncross(): void {
    const { closing, terms } = this.#auction!;
    const beside = [...this.#marketOrders];
    const taking = this.#open().filter((order) => !this.#stops.includes(order));
    const orders = taking.map((order) => ({
      id: order.orderId,
      side: order.side,
      price: beside.includes(order) ? undefined : order.price,
      quantity: order.remaining,
    }));
    const { price = terms.reference, fills } = plainAuction(orders, terms);
    const queues = (['buy', 'sell'] as const).map((side) =>
      [...fills].flatMap(([id, quantity]) => (this.#orders.get(id)!.side === side ? [{ id, quantity }] : [])),
    );
    while (queues[0]![0]) {
      const pair = [queues[0]![0], queues[1]![0]!];
      const quantity = Math.min(...pair.map((part) => part.quantity));
      for (const [side, part] of pair.entries()) {
        part.quantity -= quantity;
        if (part.quantity === 0) queues[side]!.shift();
        const order = this.#orders.get(part.id)!;
        order.remaining -= quantity;
        this.#say('filled', part.id, price, quantity, order.remaining);
        if (order.remaining > 0) this.#book.reduce(part.id, order.remaining);
        else {
          this.#book.cancel(part.id);
          this.#orders.delete(part.id);
        }
      }
      this.#traded(price);
    }
    this.#auction = undefined;
    this.#marketOrders = [];
    const left = beside.filter((order) => order.remaining > 0);
    if (closing) for (const order of [...this.#open(), ...left]) this.#takeOut(order, 'auction_end');
    else
      for (const order of left) {
        const limited = { ...order, price, market: false };
        this.#orders.set(order.orderId, limited);
        this.#say('became_limit', order.orderId, price, order.remaining);
        this.#match(limited);
      }
  }

  #shiftBand({ lower, upper }: PlainHostCommand & { kind: 'shift_band' }): void {
    this.#share = { ...this.#share, lower, upper };
    for (const order of this.#open()) {
      const waits = this.#stops.includes(order) || this.#marketOrders.includes(order);
      if (!waits && !this.#isInside(order.price)) this.#takeOut(order, 'out_of_band');
    }
  }

  #isInside(price: number): boolean {
    return price >= this.#share.lower && price <= this.#share.upper;
  }

  /** In an auction: whether an order of the same account stands where both could fill at one price. */
  #couldMeetItself({ orderId, account, side, market, price }: PlainState): boolean {
    return this.#open().some((other) => {
      if (other.orderId === orderId || other.account !== account || other.side === side) return false;
      if (this.#stops.includes(other)) return false;
      return market || other.market || (side === 'buy' ? other.price <= price : other.price >= price);
    });
  }

  #enter(order: PlainState): void {
    const { tick, lower, upper } = this.#share;
    const price = order.market ? protectedPrice(order.side, this.#last, tick, lower, upper) : order.price;
    const entered = { ...order, price };
    this.#orders.set(order.orderId, entered);
    this.#say('triggered', order.orderId, price);
    if (this.#isInside(price)) this.#match(entered);
    else this.#end(entered, 'out_of_band');
  }

  #match(order: PlainState): void {
    const { orderId: id, side, price, account, market, validity, disclosedQuantity: slice } = order;
    if (this.#auction) {
      if (this.#couldMeetItself(order)) this.#end(order, 'self_trade');
      else if (market) this.#marketOrders.push(order);
      else this.#book.collect(side, { id, tick: price / this.#share.tick, account, quantity: order.remaining });
      return;
    }
    const rests = validity === 'day';
    const { fills, left, selfTrade } = this.#book.place(
      side,
      { id, tick: price / this.#share.tick, account, quantity: order.remaining, ...(slice !== undefined && { slice }) },
      rests,
    );
    for (const fill of fills) this.#fill(order, fill);
    if (left === 0) return;
    if (selfTrade) this.#end(order, 'self_trade');
    else if (!rests) this.#end(order, 'ioc');
    else if (market) {
      this.#orders.set(id, { ...order, market: false });
      this.#say('became_limit', id, price, left);
    }
  }

  #fill(taker: PlainState, { maker, tick, quantity, remaining }: PlainFill): void {
    const price = tick * this.#share.tick;
    taker.remaining -= quantity;
    this.#orders.get(maker)!.remaining = remaining;
    this.#say('filled', maker, price, quantity, remaining);
    this.#say('filled', taker.orderId, price, quantity, taker.remaining);
    if (remaining === 0) this.#orders.delete(maker);
    if (taker.remaining === 0) this.#orders.delete(taker.orderId);
    this.#traded(price);
  }

  #traded(price: number): void {
    this.#last = price;
    const reached = ({ side, triggerPrice = 0 }: PlainState) =>
      side === 'buy' ? price >= triggerPrice : price <= triggerPrice;
    this.#triggered.push(...this.#stops.filter(reached));
    this.#stops = this.#stops.filter((stop) => !reached(stop));
  }

  #end(order: PlainState, reason: string): void {
    this.#orders.delete(order.orderId);
    this.#say('cancelled', order.orderId, order.remaining, reason);
  }

  #say(...words: readonly (string | number | boolean)[]): void {
    this.lines.push(words.join(' '));
  }
}

/** An event of the fast exchange in the plain one's words. */
export function formatEvent(event: Readonly<Record<string, unknown>>): string {
  const words = (WORDS[String(event['kind'])] ?? []).map((key) => event[key]);
  return [event['kind'], event['orderId'], ...words].join(' ');
}

const WORDS: Readonly<Record<string, readonly string[]>> = {
  accepted: ['quantity'],
  trigger_pending: ['quantity', 'triggerPrice'],
  triggered: ['price'],
  filled: ['price', 'quantity', 'remaining'],
  cancelled: ['quantity', 'reason'],
  modified: ['price', 'quantity', 'keptPriority'],
  became_limit: ['price', 'quantity'],
  change_refused: [],
};
