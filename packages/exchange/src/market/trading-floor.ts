import { BUY, OrderBooks, SELL, type Disclosure } from '../book/order-books.ts';
import type { InstrumentSpec, MarketSpec, OrderWatch } from '../types.ts';
import { participantKind } from './accounts.ts';
import { DayClients } from './day-clients.ts';
import { DayQuotes } from './day-quotes.ts';
import { DaySessions } from './day-sessions.ts';
import { EventLog } from './event-log.ts';

/** Tag of an order whose owner does not follow it: it never rests. */
export const UNFOLLOWED = 0x7fff_ffff;

const HALF_HOUR_MS = 30 * 60 * 1000;

/** One side of an auction's trade. */
export type AuctionPart = { readonly tag: number; readonly account: number; readonly remaining: number };

/** One order's part in one trade. */
export type OwnFill = {
  readonly share: number;
  readonly side: number;
  readonly price: number;
  readonly quantity: number;
  readonly remaining: number;
  readonly tradeNo: number;
  readonly maker: boolean;
  /** Tag of the order on the other side. */
  readonly otherTag: number;
};

/**
 * The one entrance to the books, for members and participants alike: every order passes `place`, every trade
 * is counted, published and reported to the owners of both orders. Participants' orders carry tags from 0 up,
 * members' orders negative ones.
 */
export class TradingFloor {
  readonly books: OrderBooks;
  readonly quotes: DayQuotes;
  readonly clients: DayClients;
  readonly events = new EventLog();
  readonly versions: Int32Array;
  readonly sessions: DaySessions;
  /** Steps done. */
  step = 0;
  tradeNo = 0;
  participantFilled: (tag: number, quantity: number, remaining: number, otherTag: number) => void = () => {};
  /**
   * Of continuous trading: shares that a member bought from a participant, below zero when sold; whether the
   * member came to the participant's order or waited.
   */
  membersBought: (share: number, quantity: number, came: boolean) => void = () => {};
  memberFilled: (tag: number, fill: OwnFill) => void = () => {};
  /**
   * Called for a trade at or beyond a trigger, in the middle of the command that made it: the stops may enter
   * only after it.
   */
  triggerReached: (share: number, price: number) => void = () => {};
  /** Stops that a trade reached are to come to the book, after the orders that made the trade. */
  enterTriggered: () => void = () => {};
  /** Hears of participants' orders, where a data set is made of them. */
  watch: OrderWatch | undefined;
  /** By share, paise: the lowest trigger above the market and the highest below it. */
  readonly buyTriggers: Float64Array;
  readonly sellTriggers: Float64Array;

  readonly #ticks: Float64Array;
  readonly #closingFrom: number;

  constructor({ instruments, steps, stepMarketMs }: MarketSpec) {
    this.books = new OrderBooks(instruments.map(tickRange), 64 * instruments.length);
    this.quotes = new DayQuotes(instruments);
    this.clients = new DayClients(instruments.length);
    this.sessions = new DaySessions(instruments);
    this.versions = new Int32Array(instruments.length);
    this.buyTriggers = new Float64Array(instruments.length).fill(Infinity);
    this.sellTriggers = new Float64Array(instruments.length).fill(-Infinity);
    this.#ticks = Float64Array.from(instruments, ({ tick }) => tick);
    this.#closingFrom = steps - Math.ceil(HALF_HOUR_MS / stepMarketMs);
  }

  /** Returns the handle of what rests, or 0; what did not fill is in `books.left`. */
  place(
    share: number,
    side: number,
    tick: number,
    quantity: number,
    account: number,
    tag: number,
    rest: boolean,
  ): number {
    const { books } = this;
    this.versions[share]!++;
    const handle = books.place(share, side, tick, quantity, account, tag, rest);
    if (this.watch && books.fills.count > 0) this.#showFills(this.watch, share, account);
    if (this.watch && handle !== 0) this.showRested(this.watch, share, side, tick, books.left, account, tag);
    if (books.fills.count > 0) this.#publishFills(share, side, quantity, account, tag);
    return handle;
  }

  /** Puts an order that an auction collects into the book. */
  collect(share: number, side: number, tick: number, quantity: number, account: number, tag: number): number {
    this.versions[share]!++;
    if (this.watch) this.showRested(this.watch, share, side, tick, quantity, account, tag);
    return this.books.restWithoutMatching(share, side, tick, quantity, account, tag);
  }

  /** One trade of an auction between two orders, each with what it has left. */
  tradeInAuction(share: number, price: number, quantity: number, buy: AuctionPart, sell: AuctionPart): void {
    this.versions[share]!++;
    this.tradeNo++;
    this.quotes.record(share, price, quantity, this.step, this.step >= this.#closingFrom);
    this.clients.record(share, BUY, buy.account, price, quantity);
    this.clients.record(share, SELL, sell.account, price, quantity);
    this.events.addTrade(share, price, quantity, this.step, this.tradeNo, true);
    for (const { tag } of [buy, sell]) this.watch?.filled({ instrument: share, tag, price, quantity, by: 'auction' });
    this.#tell(buy.tag, share, BUY, price, quantity, buy.remaining, true, sell.tag);
    this.#tell(sell.tag, share, SELL, price, quantity, sell.remaining, true, buy.tag);
    if (price >= this.buyTriggers[share]! || price <= this.sellTriggers[share]!) this.triggerReached(share, price);
  }

  /** What an order that shows only a part of itself leaves to rest after `place`. */
  restDisclosed(share: number, side: number, tick: number, parts: Disclosure, account: number, tag: number): number {
    this.versions[share]!++;
    return this.books.restDisclosed(share, side, tick, parts, account, tag);
  }

  cancel(share: number, handle: number): number {
    this.versions[share]!++;
    const tag = this.books.tag(handle);
    const open = this.books.cancel(handle);
    if (open > 0) this.watch?.removed(share, tag);
    return open;
  }

  /** Tells of an order that rests. */
  showRested(
    watch: OrderWatch,
    share: number,
    side: number,
    tick: number,
    quantity: number,
    account: number,
    tag: number,
  ): void {
    watch.rested({
      instrument: share,
      side: side === BUY ? 'buy' : 'sell',
      price: tick * this.#ticks[share]!,
      quantity,
      tag,
      kind: participantKind(account),
    });
  }

  #showFills(watch: OrderWatch, share: number, account: number): void {
    const { fills } = this.books;
    const by = { kind: participantKind(account) };
    for (let fill = 0; fill < fills.count; fill++) {
      const price = fills.tick(fill) * this.#ticks[share]!;
      watch.filled({ instrument: share, tag: fills.tag(fill), price, quantity: fills.quantity(fill), by });
    }
  }

  #publishFills(share: number, side: number, quantity: number, account: number, tag: number): void {
    const { fills } = this.books;
    const closing = this.step >= this.#closingFrom;
    let left = quantity;
    for (let fill = 0; fill < fills.count; fill++) {
      const price = fills.tick(fill) * this.#ticks[share]!;
      const filled = fills.quantity(fill);
      const makerTag = fills.tag(fill);
      left -= filled;
      this.tradeNo++;
      this.quotes.record(share, price, filled, this.step, closing);
      this.clients.record(share, side, account, price, filled);
      this.clients.record(share, side ^ 1, fills.account(fill), price, filled);
      this.events.addTrade(share, price, filled, this.step, this.tradeNo, side === BUY);
      this.#tell(makerTag, share, side ^ 1, price, filled, fills.remaining(fill), true, tag);
      if (tag !== UNFOLLOWED) this.#tell(tag, share, side, price, filled, left, false, makerTag);
      if (tag < 0 !== makerTag < 0) this.membersBought(share, tag < 0 === (side === BUY) ? filled : -filled, tag < 0);
      if (price >= this.buyTriggers[share]! || price <= this.sellTriggers[share]!) this.triggerReached(share, price);
    }
  }

  #tell(
    tag: number,
    share: number,
    side: number,
    price: number,
    quantity: number,
    remaining: number,
    maker: boolean,
    otherTag: number,
  ): void {
    if (tag >= 0) this.participantFilled(tag, quantity, remaining, otherTag);
    else this.memberFilled(tag, { share, side, price, quantity, remaining, tradeNo: this.tradeNo, maker, otherTag });
  }
}

const tickRange = ({ code, tick, lower, upper, priceRange = { lower, upper } }: InstrumentSpec) => {
  const limits = [priceRange.lower, lower, upper, priceRange.upper];
  const onTicks = tick > 0 && limits.every((price) => price % tick === 0);
  if (!onTicks || lower <= 0 || upper < lower || lower < priceRange.lower || upper > priceRange.upper)
    throw new Error(`${code}: a band of ${lower} to ${upper} does not stand on ticks of ${tick}`);
  return { low: priceRange.lower / tick, high: priceRange.upper / tick };
};
