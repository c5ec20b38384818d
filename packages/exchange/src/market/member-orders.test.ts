import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUY, SELL } from '../book/order-books.ts';
import { lineOf, PlainExchange } from '../oracle/plain-exchange.ts';
import { smallSpec } from '../oracle/small-spec.ts';
import type { SessionOrderCommand } from '../types.ts';
import { MemberOrders } from './member-orders.ts';
import { TradingFloor } from './trading-floor.ts';

const share = { tick: 5, last: 100_00, lower: 90_00, upper: 110_00 };
const spec = smallSpec({ instruments: [{ ...smallSpec().instruments[0]!, ...share, previousClose: share.last }] });

/** A share with members alone, beside the plain one. */
class Pair {
  readonly floor = new TradingFloor(spec);
  readonly members = new MemberOrders(this.floor, spec.instruments);
  readonly plain = new PlainExchange(share);
  orders = 0;

  apply(command: SessionOrderCommand): void {
    if (command.kind === 'place') this.members.place(command, false);
    else if (command.kind === 'modify') this.members.modify(command, false);
    else this.members.cancel(command);
    if (this.floor.events.orders.at(-1)?.kind === 'rejected') return this.floor.events.clear();
    if (this.floor.events.orders.some((event) => event.kind === 'change_refused' && event.reason !== 'not_open'))
      return this.floor.events.clear();
    this.plain.apply(command);
    expect(this.floor.events.orders.map(lineOf)).toEqual(this.plain.lines);
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
}

type Wish = {
  readonly what: 'place' | 'stop' | 'cancel' | 'modify';
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
  what: fc.constantFrom('place', 'place', 'place', 'stop', 'stop', 'cancel', 'modify'),
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

function commandOf(pair: Pair, wish: Wish): SessionOrderCommand {
  const { what, buy, market, ioc, away, trigger, beyond, quantity, account, pick, shown } = wish;
  const { last } = pair.plain;
  const direction = buy ? share.tick : -share.tick;
  const triggerPrice = last + trigger * direction;
  const orderId = 1 + (pick % Math.max(pair.orders, 1));
  const price = last + away * share.tick;
  if (what === 'cancel') return { kind: 'cancel', orderId };
  if (what === 'modify') return { kind: 'modify', orderId, price, quantity };
  const disclosed = shown < 100 && quantity > 1 ? { disclosedQuantity: Math.ceil((quantity * shown) / 100) } : {};
  const order = { orderId: ++pair.orders, accountKey: account, instrument: 0, quantity, ...disclosed } as const;
  const side = buy ? 'buy' : 'sell';
  const validity = ioc ? 'ioc' : 'day';
  if (what === 'place') return { kind: 'place', ...order, side, validity, price, market: false };
  return { kind: 'place', ...order, side, validity, market, price: triggerPrice + beyond * direction, triggerPrice };
}

describe("members' orders", () => {
  test('become exactly what the plain exchange makes of them, stops and hidden quantities included', () => {
    let triggered = 0;
    fc.assert(
      fc.property(fc.array(wish, { minLength: 20, maxLength: 200, size: 'max' }), (wishes) => {
        const pair = new Pair();
        const { addOrderEvent } = pair.floor.events;
        pair.floor.events.addOrderEvent = (event) => {
          if (event.kind === 'triggered') triggered++;
          addOrderEvent.call(pair.floor.events, event);
        };
        for (const each of wishes) pair.apply(commandOf(pair, each));
      }),
      { numRuns: 300 },
    );
    expect(triggered).toBeGreaterThan(500);
  });
});
