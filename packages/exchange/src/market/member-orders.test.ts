import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUY, SELL } from '../book/order-books.ts';
import { formatEvent, PlainExchange, type PlainHostCommand } from '../oracle/plain-exchange.ts';
import { propertyRuns } from '../oracle/property-runs.ts';
import { smallSpec } from '../oracle/small-spec.ts';
import type { SessionOrderCommand, SessionOrderEvent } from '../types.ts';
import { CLOSING_AUCTION, ENDED, OPENING_AUCTION, SUSPENDED } from './day-sessions.ts';
import { MemberOrders } from './member-orders.ts';
import { TradingFloor } from './trading-floor.ts';

const share = { tick: 5, last: 100_00, lower: 90_00, upper: 110_00 };
const spec = smallSpec({ instruments: [{ ...smallSpec().instruments[0]!, ...share, previousClose: share.last }] });

/** A share with members alone, beside the plain one. */
class Pair {
  readonly floor = new TradingFloor(spec);
  readonly members = new MemberOrders(this.floor, spec.instruments);
  readonly plain = new PlainExchange(share);
  readonly #openQuantities = new Map<number, number>();
  #lastFill: (SessionOrderEvent & { kind: 'filled' }) | undefined;
  orders = 0;

  get inAuction(): boolean {
    return this.floor.sessions.inAuction(0);
  }

  get hasEnded(): boolean {
    const phase = this.floor.sessions.phase[0];
    return phase === ENDED || phase === SUSPENDED;
  }

  apply(command: SessionOrderCommand | PlainHostCommand): void {
    if (command.kind === 'place') this.members.place(command, false);
    else if (command.kind === 'modify') this.members.modify(command, false);
    else if (command.kind === 'cancel') this.members.cancel(command);
    else this.#host(command);
    if (this.floor.events.orders.at(-1)?.kind === 'rejected') return this.floor.events.clear();
    if (this.floor.events.orders.some((event) => event.kind === 'change_refused' && event.reason !== 'not_open'))
      return this.floor.events.clear();
    for (const event of this.floor.events.orders) this.#count(event);
    if (!this.inAuction) {
      const [bid, ask] = [BUY, SELL].map((side) => this.floor.books.bestTick(0, side));
      if (bid! >= 0 && ask! >= 0) expect(bid).toBeLessThan(ask!);
    }
    this.plain.apply(command);
    expect(this.floor.events.orders.map(formatEvent)).toEqual(this.plain.lines);
    expect(this.floor.quotes.last[0]).toBe(this.plain.last);
    const { books } = this.floor;
    for (const side of [BUY, SELL]) {
      const levels: unknown[] = [];
      books.forEachLevel(0, side, Infinity, (tick, quantity, orders) =>
        levels.push({ price: tick * share.tick, quantity, orders }),
      );
      expect(levels).toEqual(this.plain.depth(side === BUY ? 'buy' : 'sell'));
    }
    this.plain.lines.length = 0;
    this.floor.events.clear();
  }

  /** As the market of a day does it. */
  #host(command: PlainHostCommand): void {
    const { sessions } = this.floor;
    if (command.kind === 'shift_band') {
      sessions.lower[0] = command.lower;
      sessions.upper[0] = command.upper;
      this.members.keepInside(0);
    } else if (command.kind === 'open_auction') {
      sessions.phase[0] = command.closing ? CLOSING_AUCTION : OPENING_AUCTION;
      sessions.reference[0] = command.terms.reference;
      sessions.marketFirst[0] = command.terms.marketOrdersFirst ? 1 : 0;
      this.members.startAuction(0);
    } else if (command.kind === 'suspend') {
      this.members.suspend(0);
      sessions.phase[0] = SUSPENDED;
    } else this.members.uncross(0);
  }

  /** No share is lost or made, from the events alone: what is open of every order, and both sides of every trade. */
  #count(event: SessionOrderEvent): void {
    const open = this.#openQuantities;
    if (event.kind === 'accepted' || event.kind === 'trigger_pending' || event.kind === 'modified')
      open.set(event.orderId, event.quantity);
    if (event.kind === 'cancelled') {
      expect(event.quantity).toBe(open.get(event.orderId));
      open.delete(event.orderId);
    }
    if (event.kind !== 'filled') return;
    expect(event.remaining).toBe(open.get(event.orderId)! - event.quantity);
    if (event.remaining > 0) open.set(event.orderId, event.remaining);
    else open.delete(event.orderId);
    const other = this.#lastFill;
    this.#lastFill = other ? undefined : event;
    if (!other) return;
    expect([other.tradeNo, other.price, other.quantity]).toEqual([event.tradeNo, event.price, event.quantity]);
    expect(other.side).not.toBe(event.side);
    expect(other.accountKey).not.toBe(event.accountKey);
  }

  expectAllAccountedFor(): void {
    const open = new Map(this.members.open().map(({ orderId, remaining }) => [orderId, remaining]));
    expect([...open].sort()).toEqual([...this.#openQuantities].sort());
    expect(this.#lastFill).toBeUndefined();
  }
}

type Wish = {
  readonly what: 'place' | 'stop' | 'cancel' | 'modify' | 'become' | 'auction' | 'band';
  readonly buy: boolean;
  readonly market: boolean;
  readonly ioc: boolean;
  /** Ticks from the last price; the trigger's distance in its own direction, and the limit's beyond it. */
  readonly away: number;
  readonly trigger: number;
  readonly beyond: number;
  readonly quantity: number;
  readonly account: number;
  readonly pick: number;
  /** Per cent of the order that is shown, 100 for all. */
  readonly shown: number;
};

const wish: fc.Arbitrary<Wish> = fc.record({
  what: fc.oneof(
    { weight: 9, arbitrary: fc.constant('place' as const) },
    { weight: 6, arbitrary: fc.constant('stop' as const) },
    { weight: 3, arbitrary: fc.constant('cancel' as const) },
    { weight: 4, arbitrary: fc.constant('modify' as const) },
    { weight: 3, arbitrary: fc.constant('become' as const) },
    { weight: 2, arbitrary: fc.constant('auction' as const) },
    { weight: 1, arbitrary: fc.constant('band' as const) },
  ),
  buy: fc.boolean(),
  market: fc.boolean(),
  ioc: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  away: fc.integer({ min: -4, max: 4 }),
  trigger: fc.integer({ min: 0, max: 4 }),
  beyond: fc.integer({ min: -1, max: 3 }),
  quantity: fc.integer({ min: 1, max: 40 }),
  account: fc.integer({ min: 1, max: 12 }),
  pick: fc.nat(),
  shown: fc.constantFrom(100, 100, 10, 25, 60),
});

function commandOf(pair: Pair, wish: Wish): SessionOrderCommand | PlainHostCommand {
  const { what, buy, market, ioc, away, trigger, beyond, quantity, account, pick, shown } = wish;
  const { last } = pair.plain;
  const direction = buy ? share.tick : -share.tick;
  const triggerPrice = last + trigger * direction;
  const orderId = 1 + (pick % Math.max(pair.orders, 1));
  const price = last + away * share.tick;
  if (what === 'cancel') return { kind: 'cancel', orderId };
  if (what === 'band') {
    const inwards = 99 * share.tick * (pick % 3); // to two ticks from where the first prices are
    return { kind: 'shift_band', lower: share.lower + (buy ? inwards : 0), upper: share.upper - (buy ? 0 : inwards) };
  }
  if (what === 'auction') {
    // One in sixteen closes, and one in forty is a suspension instead: after these nothing more happens.
    if (pick % 40 === 1) return { kind: 'suspend' };
    if (pair.inAuction) return { kind: 'uncross' };
    return { kind: 'open_auction', closing: pick % 16 === 0, terms: { reference: price, marketOrdersFirst: market } };
  }
  const changesDisclosed = pick % 3 === 0;
  if (what === 'become') {
    // Outside an auction a market order comes with its protected price, which is another test's.
    const isStop = trigger > 1 && !pair.inAuction;
    const becomes = { market: market && pair.inAuction, validity: ioc ? 'ioc' : 'day', isStop } as const;
    const { side } = pair.members.find(orderId) ?? { side: 'buy' };
    const out = side === 'buy' ? share.tick : -share.tick;
    const stop = isStop && { triggerPrice: last + trigger * out, price: last + (trigger + beyond) * out };
    return { kind: 'modify', orderId, price, quantity, becomes, disclosedQuantity: 0, ...stop };
  }
  if (what === 'modify')
    return {
      kind: 'modify',
      orderId,
      price: ioc || trigger > 1 ? price : (pair.members.find(orderId)?.price ?? price),
      quantity,
      ...(changesDisclosed && { disclosedQuantity: shown === 100 ? 0 : Math.ceil((quantity * shown) / 100) }),
    };
  const disclosed = shown < 100 && quantity > 1 ? { disclosedQuantity: Math.ceil((quantity * shown) / 100) } : {};
  const order = { orderId: ++pair.orders, accountKey: account, instrument: 0, quantity, ...disclosed } as const;
  const side = buy ? 'buy' : 'sell';
  const validity = ioc ? 'ioc' : 'day';
  // Outside an auction a market order comes with its protected price, which is another test's.
  if (what === 'place') return { kind: 'place', ...order, side, validity, price, market: market && pair.inAuction };
  return { kind: 'place', ...order, side, validity, market, price: triggerPrice + beyond * direction, triggerPrice };
}

describe("members' orders", () => {
  test('become exactly what the plain exchange makes of them: stops, hidden quantities, auctions and bands included', () => {
    const seen = { triggered: 0, self_trade: 0, auction_end: 0, out_of_band: 0, suspended: 0, kept: 0, lost: 0 };
    fc.assert(
      fc.property(fc.array(wish, { minLength: 20, maxLength: 200, size: 'max' }), (wishes) => {
        const pair = new Pair();
        const { addOrderEvent } = pair.floor.events;
        pair.floor.events.addOrderEvent = (event) => {
          if (event.kind === 'triggered') seen.triggered++;
          if (event.kind === 'cancelled' && event.reason in seen) seen[event.reason as keyof typeof seen]++;
          if (event.kind === 'modified') seen[event.keptPriority ? 'kept' : 'lost']++;
          addOrderEvent.call(pair.floor.events, event);
        };
        for (const each of wishes) {
          if (pair.hasEnded) break;
          pair.apply(commandOf(pair, each));
        }
        pair.expectAllAccountedFor();
      }),
      { numRuns: propertyRuns(300, process.env) },
    );
    for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(40);
  });
});
