import { describe, expect, test } from 'vitest';
import { applyCommand, LIMIT_BUY } from '../oracle/commands.ts';
import { SHARE, smallSpec } from '../oracle/small-spec.ts';
import type { SessionMarket, SessionPlaceCommand } from '../types.ts';
import { createSessionMarket, restoreSessionMarket } from './market.ts';

const plain = smallSpec();
const { lower, upper, tick, previousClose } = plain.instruments[SHARE.small]!;
/** The small share with a band that may shift by five points either way. */
const room = Math.floor(previousClose / 20 / tick) * tick;
const spec = smallSpec({
  instruments: plain.instruments.map((share, index) =>
    index === SHARE.small ? { ...share, priceRange: { lower: lower - room, upper: upper + room } } : share,
  ),
});

const order = (changes: Partial<SessionPlaceCommand>): SessionPlaceCommand => ({
  ...LIMIT_BUY,
  instrument: SHARE.small,
  price: lower,
  quantity: 10,
  ...changes,
});

const shift = (market: SessionMarket, to: { lower: number; upper: number }) =>
  applyCommand(market, { kind: 'shift_band', instrument: SHARE.small, ...to });

describe('a band that shifts', () => {
  const higher = { lower: lower + room, upper: upper + room };

  test('ends the orders it leaves outside, takes those it lets in, and keeps the rest and all stops', () => {
    const market = createSessionMarket(spec);
    applyCommand(market, order({}));
    applyCommand(market, order({ orderId: 2, price: higher.lower }));
    applyCommand(market, order({ orderId: 3, side: 'sell', price: lower, triggerPrice: lower }));
    expect(applyCommand(market, order({ orderId: 4, side: 'sell', price: higher.upper }))).toMatchObject([
      { kind: 'rejected', reason: 'price_out_of_band' },
    ]);
    expect(shift(market, higher)).toMatchObject([
      { kind: 'cancelled', orderId: 1, reason: 'out_of_band', quantity: 10 },
    ]);
    expect(market.openOrders().map(({ orderId }) => orderId)).toEqual([2, 3]);
    expect(market.band(SHARE.small)).toEqual(higher);
    expect(applyCommand(market, order({ orderId: 5, side: 'sell', price: higher.upper }))).toMatchObject([
      { kind: 'accepted' },
    ]);
    expect(applyCommand(market, order({ orderId: 6, price: lower }))).toMatchObject([{ reason: 'price_out_of_band' }]);
    const restored = restoreSessionMarket(spec, market.snapshot());
    expect([restored.band(SHARE.small), restored.hash()]).toEqual([higher, market.hash()]);
  });

  test('holds for participants too, who trade on inside it', () => {
    const market = createSessionMarket(spec);
    const narrow = { lower: previousClose - 3 * tick, upper: previousClose + 3 * tick };
    shift(market, narrow);
    for (let step = 0; step < 200; step++) {
      market.advance();
      const { bids, asks } = market.depth(SHARE.small, 1_000);
      for (const { price } of [...bids, ...asks]) {
        expect(price).toBeGreaterThanOrEqual(narrow.lower);
        expect(price).toBeLessThanOrEqual(narrow.upper);
      }
    }
    expect(market.quote(SHARE.small).volume).toBeGreaterThan(0);
  });

  test('a stop whose limit it left outside ends when it triggers', () => {
    const market = createSessionMarket(spec);
    const { ask } = market.quote(SHARE.small);
    applyCommand(market, order({ price: upper, triggerPrice: ask! + tick }));
    const narrow = { lower, upper: ask! + 50 * tick };
    expect(shift(market, narrow)).toEqual([]);
    const events = applyCommand(
      market,
      order({ orderId: 2, accountKey: 502, price: ask! + 50 * tick, quantity: 100_000 }),
    );
    expect(events.filter(({ orderId }) => orderId === 1)).toMatchObject([
      { kind: 'triggered', price: upper },
      { kind: 'cancelled', reason: 'out_of_band', quantity: 10 },
    ]);
  });

  test.each([
    ['off the tick', { lower: lower + 1, upper }],
    ['beyond what the day allows', { lower, upper: upper + room + tick }],
    ['upside down', { lower: upper, upper: lower }],
  ])('%s is a defect of the host', (_, band) => {
    expect(() => shift(createSessionMarket(spec), band)).toThrow('not possible');
  });
});
