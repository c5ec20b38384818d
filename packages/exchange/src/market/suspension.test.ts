import { describe, expect, test } from 'vitest';
import { applyCommand, LIMIT_BUY } from '../oracle/commands.ts';
import { SHARE, smallSpec } from '../oracle/small-spec.ts';
import type { SessionCommand, SessionMarket, SessionPlaceCommand } from '../types.ts';
import { createSessionMarket, restoreSessionMarket } from './market.ts';

const spec = smallSpec({ steps: 60 });
const { lower, upper, tick } = spec.instruments[SHARE.large]!;
const NOTHING = { bids: [], asks: [], totalBid: 0, totalAsk: 0 };

const order = (changes: Partial<SessionPlaceCommand>): SessionPlaceCommand => ({
  ...LIMIT_BUY,
  instrument: SHARE.large,
  price: lower,
  quantity: 10,
  ...changes,
});
const suspend = { kind: 'suspend', instrument: SHARE.large } as const;
const auction = (kind: 'opening' | 'closing', reference: number) =>
  ({ kind: 'open_auction', instrument: SHARE.large, auction: kind, reference, marketOrdersFirst: true }) as const;

const at = (step: number): SessionMarket => {
  const market = createSessionMarket(spec);
  while (market.step < step) market.advance();
  return market;
};

describe('a suspension within the day', () => {
  test('ends every order of the share and takes no more; the last price stays, and other shares trade on', () => {
    const market = at(30);
    applyCommand(market, order({}));
    applyCommand(market, order({ orderId: 2, quantity: 100, disclosedQuantity: 10 }));
    applyCommand(market, order({ orderId: 3, side: 'sell', price: lower, triggerPrice: lower }));
    applyCommand(market, order({ orderId: 4, instrument: SHARE.giant, price: spec.instruments[SHARE.giant]!.lower }));
    const before = market.quote(SHARE.large);
    const others = market.quote(SHARE.giant).volume;

    expect(applyCommand(market, suspend)).toMatchObject([
      { kind: 'cancelled', orderId: 1, reason: 'suspended', quantity: 10 },
      { kind: 'cancelled', orderId: 2, reason: 'suspended', quantity: 100 },
      { kind: 'cancelled', orderId: 3, reason: 'suspended', quantity: 10 },
    ]);
    expect(market.suspended(SHARE.large)).toBe(true);
    expect(market.depth(SHARE.large, 5)).toEqual(NOTHING);
    for (const changes of [{}, { market: true, price: upper }, { validity: 'ioc' as const }])
      expect(applyCommand(market, order({ orderId: 9, ...changes }))).toMatchObject([
        { kind: 'rejected', reason: 'not_tradable' },
      ]);
    expect(applyCommand(market, { kind: 'cancel', orderId: 1 })).toMatchObject([{ reason: 'not_open' }]);

    while (market.step < 60) market.advance();
    expect(market.quote(SHARE.large)).toEqual({
      ...before,
      bid: undefined,
      ask: undefined,
      bidQuantity: 0,
      askQuantity: 0,
    });
    expect(market.quote(SHARE.giant).volume).toBeGreaterThan(others);
    expect(market.openOrders().map(({ orderId }) => orderId)).toEqual([4]);
    market.close();
    expect(market.suspended(SHARE.large)).toBe(true);
    expect(market.suspended(SHARE.giant)).toBe(false);
  });

  test.each(['opening', 'closing'] as const)('ends an %s auction without a trade', (kind) => {
    const market = at(30);
    applyCommand(market, auction(kind, market.quote(SHARE.large).last));
    applyCommand(market, order({ market: true, price: 0 }));
    applyCommand(market, order({ orderId: 2, accountKey: 502, side: 'sell', price: lower }));
    while (market.step < 40) market.advance();
    const { volume } = market.quote(SHARE.large);
    expect(market.indicative(SHARE.large)).toBeDefined();
    expect(applyCommand(market, suspend)).toMatchObject([
      { orderId: 2, reason: 'suspended' },
      { orderId: 1, reason: 'suspended' },
    ]);
    expect(market.auction(SHARE.large)).toBeUndefined();
    expect(market.indicative(SHARE.large)).toBeUndefined();
    while (market.step < 60) market.advance();
    expect(market.quote(SHARE.large).volume).toBe(volume);
  });

  test('is in a snapshot: the day goes on the same from it', () => {
    const market = at(30);
    applyCommand(market, order({ side: 'sell', price: upper - tick }));
    applyCommand(market, suspend);
    market.events.clear();
    const restored = restoreSessionMarket(spec, market.snapshot());
    for (const one of [market, restored]) {
      while (one.step < 60) one.advance();
      expect(applyCommand(one, order({ orderId: 5 }))).toMatchObject([{ kind: 'rejected' }]);
    }
    expect(restored.hash()).toBe(market.hash());
    expect(restored.close()).toEqual(market.close());
  });

  test('nothing leads out of it on the same day', () => {
    const market = at(30);
    applyCommand(market, suspend);
    const { last } = market.quote(SHARE.large);
    const host: readonly SessionCommand[] = [
      suspend,
      auction('opening', last),
      { kind: 'uncross', instrument: SHARE.large },
      { kind: 'end_trading', instrument: SHARE.large },
      { kind: 'trade_at_close', instrument: SHARE.large, price: last },
    ];
    for (const command of host) expect(() => market.apply(command), command.kind).toThrow();
    applyCommand(market, { kind: 'shift_band', instrument: SHARE.large, lower, upper });
    applyCommand(market, { kind: 'shift_reference', instrument: SHARE.large, bps: 50 });
    while (market.step < 60) market.advance();
    expect(market.depth(SHARE.large, 5)).toEqual(NOTHING);
    market.close();
    expect(() => market.apply(suspend)).toThrow('cannot be suspended');
  });
});
