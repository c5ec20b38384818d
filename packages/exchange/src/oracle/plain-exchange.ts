import { protectedPrice } from '../market/protected-price.ts';
import type { SessionOrderCommand, SessionPlaceCommand } from '../types.ts';
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

/**
 * One share's orders as one would explain them, without checks: valid commands in, a line of text for each thing that
 * happens out. It says what the books together with members' orders must do.
 */
export class PlainExchange {
  readonly lines: string[] = [];
  readonly #share: PlainShare;
  readonly #book = new PlainBook();
  readonly #orders = new Map<number, PlainState>();
  /** In the order in which they came. */
  #stops: PlainState[] = [];
  #triggered: PlainState[] = [];
  #last: number;

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

  apply(command: SessionOrderCommand): void {
    if (command.kind === 'place') this.#place(command);
    else if (command.kind === 'cancel') this.#cancel(command.orderId);
    else {
      const order = this.#orders.get(command.orderId);
      if (!order) return this.#say('change_refused', command.orderId);
      this.#modify(order, command.price, command.quantity, command.triggerPrice ?? order.triggerPrice);
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
    this.#book.cancel(orderId);
    this.#stops = this.#stops.filter((stop) => stop !== order);
    this.#end(order, 'by_member');
  }

  #modify(order: PlainState, price: number, quantity: number, triggerPrice: number | undefined): void {
    const stop = this.#stops.includes(order);
    const samePrices = stop
      ? triggerPrice === order.triggerPrice && (order.market || price === order.price)
      : price === order.price;
    const keeps = samePrices && quantity <= order.remaining;
    const changed = { ...order, price, remaining: quantity, triggerPrice };
    this.#orders.set(order.orderId, changed);
    this.#say('modified', order.orderId, price, quantity, keeps);
    if (stop) {
      if (keeps) this.#stops = this.#stops.map((other) => (other === order ? changed : other));
      else this.#stops = [...this.#stops.filter((other) => other !== order), changed];
    } else if (keeps) this.#book.reduce(order.orderId, quantity);
    else {
      this.#book.cancel(order.orderId);
      this.#match(changed);
    }
  }

  #enter(order: PlainState): void {
    const { tick, lower, upper } = this.#share;
    const price = order.market ? protectedPrice(order.side, this.#last, tick, lower, upper) : order.price;
    const entered = { ...order, price };
    this.#orders.set(order.orderId, entered);
    this.#say('triggered', order.orderId, price);
    this.#match(entered);
  }

  #match(order: PlainState): void {
    const { orderId: id, side, price, account, market, validity, disclosedQuantity: slice } = order;
    const rests = !market && validity === 'day';
    const { fills, left, selfTrade } = this.#book.place(
      side,
      { id, tick: price / this.#share.tick, account, quantity: order.remaining, ...(slice !== undefined && { slice }) },
      rests,
    );
    for (const fill of fills) this.#fill(order, fill);
    if (left === 0) return;
    if (selfTrade) this.#end(order, 'self_trade');
    else if (!rests) this.#end(order, market ? 'protection' : 'ioc');
  }

  #fill(taker: PlainState, { maker, tick, quantity, remaining }: PlainFill): void {
    const price = tick * this.#share.tick;
    taker.remaining -= quantity;
    this.#orders.get(maker)!.remaining = remaining;
    this.#say('filled', maker, price, quantity, remaining);
    this.#say('filled', taker.orderId, price, quantity, taker.remaining);
    if (remaining === 0) this.#orders.delete(maker);
    if (taker.remaining === 0) this.#orders.delete(taker.orderId);
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
export function lineOf(event: Readonly<Record<string, unknown>>): string {
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
  change_refused: [],
};
