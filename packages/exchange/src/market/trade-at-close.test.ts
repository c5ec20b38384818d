import { describe, expect, test } from 'vitest';
import { applyCommand, LIMIT_BUY } from '../oracle/commands.ts';
import { SHARE, smallSpec } from '../oracle/small-spec.ts';
import type { SessionMarket, SessionPlaceCommand } from '../types.ts';
import { createSessionMarket, restoreSessionMarket } from './market.ts';

const spec = smallSpec({ steps: 60 });
const { lower, upper, tick } = spec.instruments[SHARE.large]!;

const order = (changes: Partial<SessionPlaceCommand>): SessionPlaceCommand => ({
  ...LIMIT_BUY,
  instrument: SHARE.large,
  price: lower,
  quantity: 10,
  ...changes,
});
const end = { kind: 'end_trading', instrument: SHARE.large } as const;
const atClose = (price: number) => ({ kind: 'trade_at_close', instrument: SHARE.large, price }) as const;

/** A market that has traded for half its day and whose large share has ended. */
function ended(of = spec): SessionMarket {
  const market = createSessionMarket(of);
  while (market.step < 30) market.advance();
  applyCommand(market, end);
  return market;
}

describe('the end of trading', () => {
  test('ends the orders of the day, stops too, empties the book and takes no more; other shares trade on', () => {
    const market = createSessionMarket(spec);
    while (market.step < 30) market.advance();
    applyCommand(market, order({}));
    applyCommand(market, order({ orderId: 2, side: 'sell', price: lower, triggerPrice: lower }));
    applyCommand(market, order({ orderId: 3, instrument: SHARE.giant, price: spec.instruments[SHARE.giant]!.lower }));
    expect(applyCommand(market, end)).toMatchObject([
      { kind: 'cancelled', orderId: 1, reason: 'day_end' },
      { kind: 'cancelled', orderId: 2, reason: 'day_end' },
    ]);
    expect(market.depth(SHARE.large, 5)).toEqual({ bids: [], asks: [], totalBid: 0, totalAsk: 0 });
    expect(applyCommand(market, order({ orderId: 4 }))).toMatchObject([{ kind: 'rejected', reason: 'market_closed' }]);
    const { volume } = market.quote(SHARE.large);
    const others = market.quote(SHARE.giant).volume;
    while (market.step < 60) market.advance();
    expect(market.quote(SHARE.large).volume).toBe(volume);
    expect(market.quote(SHARE.giant).volume).toBeGreaterThan(others);
    expect(market.openOrders().map(({ orderId }) => orderId)).toEqual([3]);
    expect(() => applyCommand(market, end)).toThrow('not a time');
  });

  test('is followed by trading at the close, at that price alone and in order of arrival', () => {
    const market = ended();
    const close = market.quote(SHARE.large).last;
    applyCommand(market, atClose(close));
    expect(market.band(SHARE.large)).toEqual({ lower: close, upper: close });
    expect(applyCommand(market, order({ price: close - tick }))).toMatchObject([{ reason: 'price_out_of_band' }]);
    applyCommand(market, order({ orderId: 2, price: close }));
    applyCommand(market, order({ orderId: 3, price: close, accountKey: 502 }));
    const filled = applyCommand(
      market,
      order({ orderId: 4, side: 'sell', price: close, accountKey: 503, quantity: 15 }),
    );
    expect(filled.filter(({ kind }) => kind === 'filled')).toMatchObject([
      { orderId: 2, price: close, quantity: 10 },
      { orderId: 4, price: close, quantity: 10 },
      { orderId: 3, price: close, quantity: 5, remaining: 5 },
      { orderId: 4, price: close, quantity: 5, remaining: 0 },
    ]);
    const restored = restoreSessionMarket(spec, market.snapshot());
    for (const one of [market, restored]) while (one.step < 60) one.advance();
    expect(restored.hash()).toBe(market.hash());
    const { low, high } = market.quote(SHARE.large);
    expect(low! <= close && close <= high!).toBe(true);
    expect(market.close().closes[SHARE.large]).toBe(close);
  });

  test('participants trade at the close too, at no other price', () => {
    const market = ended(smallSpec()); // steps as long as in a day: the value hardly moves in one
    const close = market.quote(SHARE.large).last;
    applyCommand(market, atClose(close));
    market.events.clear();
    while (market.step < 200) market.advance();
    const prices = new Set<number>();
    market.events.forEachTrade((share, price) => {
      if (share === SHARE.large) prices.add(price);
    });
    expect([...prices]).toEqual([close]);
  });

  test('does not come before trading has ended, nor at a price that is none', () => {
    const market = createSessionMarket(spec);
    expect(() => applyCommand(market, atClose(lower))).toThrow('has not ended');
    applyCommand(market, end);
    expect(() => applyCommand(market, atClose(upper + tick))).toThrow('not possible');
  });
});
