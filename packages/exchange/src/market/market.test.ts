import { describe, expect, test } from 'vitest';
import { applyCommand, LIMIT_BUY } from '../oracle/commands.ts';
import { SHARE, smallSpec } from '../oracle/small-spec.ts';
import type { Market, PlaceCommand, Quote } from '../types.ts';
import { createMarket } from '../oracle/simple-market.ts';
import { protectedPrice } from './protected-price.ts';

const spec = smallSpec();

/** A market that has traded for a while. */
function openMarket(steps = 40): Market {
  const market = createMarket(spec);
  run(market, steps);
  return market;
}

function run(market: Market, steps: number): void {
  for (let step = 0; step < steps; step++) market.advance();
  market.events.clear();
}

/** Applies a command and gives its events back. */
const order = (changes: Partial<PlaceCommand>): PlaceCommand => ({
  ...LIMIT_BUY,
  instrument: SHARE.small,
  price: 2_335_60,
  quantity: 10,
  ...changes,
});

/** A price inside the spread of the small share, where no participant stands: one tick better than the best bid. */
function insideSpread(market: Market): number {
  for (let wait = 0; wait < 200; wait++) {
    const { bid = 0, ask = 0 } = market.quote(SHARE.small);
    if (ask - bid >= 30) return bid + 10;
    run(market, 1);
  }
  throw new Error('the small share never had a spread of three ticks');
}

const middle = ({ bid, ask }: Quote): number => (bid! + ask!) / 2;

describe('a member in the market', () => {
  test('sees five prices a side and never a crossed book, from before the first trade to the last', () => {
    const market = createMarket(smallSpec({ steps: 600 }));
    const shallow: number[] = [];
    for (;;) {
      for (let share = 0; share < spec.instruments.length - 1; share++) {
        const { bids, asks } = market.depth(share, 5);
        shallow.push(Math.min(bids.length, asks.length));
        expect(bids[0]!.price).toBeLessThan(asks[0]!.price);
      }
      if (market.step === 600) break;
      market.advance();
    }
    expect(shallow.filter((levels) => levels < 5).length / shallow.length).toBeLessThan(0.01);
  });

  test('rests inside the spread as the best bid, and ends with the day', () => {
    const market = openMarket();
    const price = insideSpread(market);
    expect(applyCommand(market, order({ price }))).toMatchObject([{ kind: 'accepted', orderId: 1, accountKey: 501 }]);
    expect(market.quote(SHARE.small)).toMatchObject({ bid: price, bidQuantity: 10 });
    expect(market.depth(SHARE.small, 1).bids).toEqual([{ price, quantity: 10, orders: 1 }]);
    expect(market.openOrders()).toMatchObject([{ orderId: 1, price, quantity: 10, remaining: 10 }]);

    market.events.clear();
    market.close();
    expect(market.events.orders).toMatchObject([{ kind: 'cancelled', orderId: 1, quantity: 10, reason: 'day_end' }]);
    expect(applyCommand(market, order({ orderId: 2 }))).toMatchObject([{ kind: 'rejected', reason: 'market_closed' }]);
  });

  test('takes the shares on offer at once, best price first, and the trades are published', () => {
    const market = openMarket();
    const [best, second] = market.depth(SHARE.giant, 2).asks;
    const quantity = best!.quantity + 1;
    const events = applyCommand(market, order({ instrument: SHARE.giant, price: second!.price, quantity }));
    const fills = events.filter((event) => event.kind === 'filled');
    expect(events[0]).toMatchObject({ kind: 'accepted' });
    expect(fills.reduce((sum, fill) => sum + fill.quantity, 0)).toBe(quantity);
    expect(fills.at(-1)).toMatchObject({ price: second!.price, quantity: 1, remaining: 0, liquidity: 'taker' });
    expect(fills.every((fill) => fill.counterpartyOrderId === undefined)).toBe(true);

    const tape: unknown[] = [];
    market.events.forEachTrade((...trade) => tape.push(trade));
    expect(tape).toEqual(fills.map((f) => [SHARE.giant, f.price, f.quantity, 40, f.tradeNo, 'buy']));
  });

  test('who buys far more than the first price offers moves the price, and the makers quote higher afterwards', () => {
    const market = openMarket();
    const before = market.quote(SHARE.tiny);
    const { tick, lower, upper } = spec.instruments[SHARE.tiny]!;
    const price = protectedPrice('buy', before.last, tick, lower, upper);
    const events = applyCommand(market, order({ instrument: SHARE.tiny, price, quantity: 60_000, market: true }));
    const paid = new Set(events.flatMap((event) => (event.kind === 'filled' ? [event.price] : [])));
    expect(paid.size).toBeGreaterThan(5);
    expect(Math.max(...paid)).toBeLessThanOrEqual(price);

    const untouched = createMarket(spec);
    run(untouched, 43);
    run(market, 3);
    expect(middle(market.quote(SHARE.tiny))).toBeGreaterThan(untouched.quote(SHARE.tiny).ask!);
    expect(market.depth(SHARE.tiny, 5).asks.length).toBeGreaterThan(3); // makers come back, not all at once
  });

  test('what a market order cannot fill within its protection rests at the protected price', () => {
    const market = openMarket();
    const { ask } = market.quote(SHARE.small);
    const events = applyCommand(market, order({ price: ask!, quantity: 1_000_000, market: true }));
    const filled = events.reduce((sum, event) => sum + (event.kind === 'filled' ? event.quantity : 0), 0);
    expect(events.at(-1)).toMatchObject({ kind: 'became_limit', price: ask, quantity: 1_000_000 - filled });
    expect(market.openOrders()).toMatchObject([{ price: ask, remaining: 1_000_000 - filled }]);
    expect(market.quote(SHARE.small).bid).toBe(ask);
  });

  test('an immediate-or-cancel order that meets no order is cancelled whole', () => {
    const market = openMarket();
    const events = applyCommand(market, order({ price: insideSpread(market), validity: 'ioc' }));
    expect(events.map((event) => event.kind)).toEqual(['accepted', 'cancelled']);
    expect(events[1]).toMatchObject({ reason: 'ioc', quantity: 10 });
  });

  test('two members trade with each other at the price of the one who waited; both learn of the one trade', () => {
    const market = openMarket();
    const price = insideSpread(market);
    applyCommand(market, order({ price, quantity: 10 }));
    const events = applyCommand(
      market,
      order({ orderId: 2, accountKey: 502, side: 'sell', price: price - 10, quantity: 4 }),
    );
    expect(events).toMatchObject([
      { kind: 'accepted', orderId: 2 },
      { kind: 'filled', orderId: 1, side: 'buy', price, quantity: 4, remaining: 6, counterpartyOrderId: 2 },
      { kind: 'filled', orderId: 2, side: 'sell', price, quantity: 4, remaining: 0, counterpartyOrderId: 1 },
    ]);
    const fills = events.filter((event) => event.kind === 'filled');
    expect(fills.map((fill) => fill.liquidity)).toEqual(['maker', 'taker']);
    expect(fills[0]?.tradeNo).toBe(fills[1]?.tradeNo);
    expect(market.openOrder(1)).toMatchObject({ remaining: 6, quantity: 10 });
  });

  test('an order that would meet the same account is cancelled, and the resting one stays', () => {
    const market = openMarket();
    const price = insideSpread(market);
    applyCommand(market, order({ price, quantity: 10 }));
    const events = applyCommand(market, order({ orderId: 2, side: 'sell', price, quantity: 4 }));
    expect(events).toMatchObject([
      { kind: 'accepted' },
      { kind: 'cancelled', orderId: 2, reason: 'self_trade', quantity: 4 },
    ]);
    expect(market.openOrders()).toMatchObject([{ orderId: 1, remaining: 10 }]);
  });

  test('cancels an order once; a second time there is nothing to cancel', () => {
    const market = openMarket();
    applyCommand(market, order({ price: insideSpread(market) }));
    expect(applyCommand(market, { kind: 'cancel', orderId: 1 })).toMatchObject([
      { kind: 'cancelled', reason: 'by_member', quantity: 10 },
    ]);
    expect(applyCommand(market, { kind: 'cancel', orderId: 1 })).toMatchObject([
      { kind: 'change_refused', reason: 'not_open' },
    ]);
    expect(market.openOrders()).toEqual([]);
  });

  test('a smaller quantity keeps the place in the queue; more, or another price, loses it', () => {
    const market = openMarket();
    const price = insideSpread(market);
    for (const orderId of [1, 2, 3]) applyCommand(market, order({ orderId, accountKey: 500 + orderId, price }));
    const queue = () => market.openOrders().map((open) => open.orderId);

    expect(applyCommand(market, { kind: 'modify', orderId: 1, price, quantity: 5 })).toMatchObject([
      { kind: 'modified', keptPriority: true },
    ]);
    expect(queue()).toEqual([1, 2, 3]);
    expect(applyCommand(market, { kind: 'modify', orderId: 1, price, quantity: 6 })).toMatchObject([
      { kind: 'modified', keptPriority: false },
    ]);
    expect(queue()).toEqual([2, 3, 1]);
    applyCommand(market, { kind: 'modify', orderId: 2, price: price - 20, quantity: 10 });
    expect(queue()).toEqual([3, 1, 2]);
  });

  test.each([
    ['market_closed', {}, 'after the close'],
    ['not_tradable', { instrument: SHARE.asleep, quantity: 0 }, ''],
    ['quantity_invalid', { quantity: 0, price: 1 }, ''],
    ['quantity_invalid', { quantity: 1.5 }, ''],
    ['quantity_invalid', { quantity: -5 }, ''],
    ['quantity_invalid', { quantity: 1_000_000_001 }, ''],
    ['tick_invalid', { price: 2_335_65 }, ''],
    ['tick_invalid', { price: 2_335_60.5 }, ''],
    ['price_out_of_band', { price: 2_569_20 }, ''],
    ['price_out_of_band', { price: 2_102_00 }, ''],
  ] as const)('is refused: %s %o %s', (reason, changes, when) => {
    const market = createMarket(spec);
    if (when) market.close();
    expect(applyCommand(market, order(changes))).toMatchObject([{ kind: 'rejected', orderId: 1, reason }]);
    expect(market.openOrders()).toEqual([]);
  });

  test('the band itself is allowed', () => {
    const market = createMarket(spec);
    const { lower, upper } = spec.instruments[SHARE.small]!;
    expect(applyCommand(market, order({ price: lower }))[0]).toMatchObject({ kind: 'accepted' });
    expect(applyCommand(market, order({ orderId: 2, accountKey: 9, side: 'sell', price: upper }))[0]).toMatchObject({
      kind: 'accepted',
    });
  });

  test('a suspended share has an empty book and its previous close as last price', () => {
    const market = openMarket();
    expect(market.quote(SHARE.asleep)).toMatchObject({ last: 100_00, volume: 0, bid: undefined, ask: undefined });
    expect(market.depth(SHARE.asleep, 5)).toEqual({ bids: [], asks: [], totalBid: 0, totalAsk: 0 });
  });
});

describe('the records of the day', () => {
  test('quotes are the sum of the published trades, trade numbers have no gap, and event numbers neither', () => {
    const market = createMarket(smallSpec({ steps: 300 }));
    const seen = spec.instruments.map(() => ({ volume: 0, value: 0n, trades: 0, last: 0, high: 0, low: Infinity }));
    let tradeNo = 0;
    let eventNo = 0;
    for (let step = 0; step < 300; step++) {
      market.apply(
        order({ orderId: step, accountKey: step % 7, quantity: 50, price: 2_340_00, side: step % 2 ? 'buy' : 'sell' }),
      );
      market.advance();
      market.events.forEachTrade((instrument, price, quantity, at, no) => {
        const share = seen[instrument]!;
        share.volume += quantity;
        share.value += BigInt(price) * BigInt(quantity);
        share.trades++;
        share.last = price;
        share.high = Math.max(share.high, price);
        share.low = Math.min(share.low, price);
        expect([at, no]).toEqual([step, ++tradeNo]);
      });
      for (const event of market.events.orders) expect([event.eventNo, event.step]).toEqual([++eventNo, step]);
      market.events.clear();
    }
    expect(eventNo).toBeGreaterThan(300);
    for (let share = 0; share < SHARE.asleep; share++) {
      const { value: valuePaise, ...rest } = seen[share]!;
      expect(market.quote(share)).toMatchObject({ ...rest, valuePaise });
    }
  });

  test('a share closes at the volume-weighted price of its last half hour, on the tick', () => {
    const market = createMarket(smallSpec({ steps: 400 }));
    const from = 400 - Math.ceil((30 * 60 * 1000) / 7_258);
    const sums = spec.instruments.map(() => ({ volume: 0, value: 0 }));
    while (market.step < 400) market.advance();
    market.events.forEachTrade((instrument, price, quantity, step) => {
      if (step < from) return;
      sums[instrument]!.volume += quantity;
      sums[instrument]!.value += price * quantity;
    });
    const { closes } = market.close();
    spec.instruments.slice(0, SHARE.asleep).forEach(({ tick }, share) => {
      expect(closes[share]! % tick).toBe(0);
      const average = sums[share]!.value / sums[share]!.volume;
      expect(Math.abs(closes[share]! - average)).toBeLessThanOrEqual(tick / 2);
    });
    expect(closes[SHARE.asleep]).toBe(100_00);
  });
});
