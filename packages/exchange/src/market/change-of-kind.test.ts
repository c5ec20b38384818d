import { describe, expect, it } from 'vitest';
import { applyCommand, LIMIT_BUY } from '../oracle/commands.ts';
import { smallSpec } from '../oracle/small-spec.ts';
import type { OrderKind, SessionMarket } from '../types.ts';
import { createSessionMarket, restoreSessionMarket } from './market.ts';

const LIMIT: OrderKind = { market: false, validity: 'day', isStop: false };
const MARKET: OrderKind = { market: true, validity: 'day', isStop: false };
const AT_ONCE: OrderKind = { market: false, validity: 'ioc', isStop: false };
const STOP: OrderKind = { market: false, validity: 'day', isStop: true };
const { tick } = smallSpec().instruments[0]!;

/** A market with one resting purchase of 10 shares, a tick under what is bid, and the price that is asked. */
function resting(): {
  readonly market: SessionMarket;
  readonly below: number;
  readonly ask: number;
  readonly last: number;
} {
  const market = createSessionMarket(smallSpec());
  for (let step = 0; step < 20; step += 1) market.advance();
  const { bid = 0, ask = 0, last } = market.quote(0);
  applyCommand(market, { ...LIMIT_BUY, instrument: 0, price: bid - tick, quantity: 10 });
  return { market, below: bid - tick, ask, last };
}
const change = { kind: 'modify', orderId: 1, quantity: 10 } as const;

describe('an order that becomes another kind', () => {
  it('fills at once at the market, under its own id, and has lost its place', () => {
    const { market, ask } = resting();
    const [changed, filled] = applyCommand(market, { ...change, price: ask + 20 * tick, becomes: MARKET });
    expect(changed).toMatchObject({ kind: 'modified', orderId: 1, quantity: 10, keptPriority: false });
    expect(filled).toMatchObject({ kind: 'filled', orderId: 1, price: ask, liquidity: 'taker' });
  });

  it('is cancelled as one that is good at once where nothing meets it', () => {
    const { market, below } = resting();
    expect(applyCommand(market, { ...change, price: below, becomes: AT_ONCE })).toMatchObject([
      { kind: 'modified', keptPriority: false },
      { kind: 'cancelled', reason: 'ioc', quantity: 10 },
    ]);
  });

  it('waits for its trigger as a stop, out of the book, and comes back as a limit order', () => {
    const { market, below, last } = resting();
    const stop = { ...change, price: last + 60 * tick, triggerPrice: last + 50 * tick, becomes: STOP };
    expect(applyCommand(market, stop)).toMatchObject([{ kind: 'modified', keptPriority: false }]);
    expect(market.openOrder(1)).toMatchObject({ triggerPrice: last + 50 * tick, remaining: 10 });
    expect(market.queueAhead(1)).toBeUndefined();
    expect(applyCommand(market, { ...change, price: below, becomes: LIMIT })).toMatchObject([{ kind: 'modified' }]);
    expect(market.openOrder(1)?.triggerPrice).toBeUndefined();
    expect(market.queueAhead(1)).toBeGreaterThan(0);
  });

  it('is refused as a stop without a trigger, or on the wrong side of the last price, and stays what it is', () => {
    const { market, last, below } = resting();
    const stop = { ...change, price: last + 60 * tick, becomes: STOP };
    expect(applyCommand(market, stop)).toMatchObject([{ kind: 'change_refused', reason: 'tick_invalid' }]);
    expect(applyCommand(market, { ...stop, triggerPrice: last })).toMatchObject([
      { kind: 'change_refused', reason: 'trigger_wrong_side_of_ltp' },
    ]);
    expect(market.openOrder(1)).toMatchObject({ price: below, remaining: 10 });
  });

  it('of which a part had filled keeps that part, also over a restart', () => {
    const { market, ask, last } = resting();
    const { ask: _at, askQuantity } = market.quote(0);
    const most = askQuantity + 5;
    applyCommand(market, { ...change, price: ask, quantity: most });
    const { remaining = 0, quantity = 0 } = market.openOrder(1) ?? {};
    expect([quantity, remaining]).toEqual([most, 5]);
    const stop = { ...change, price: last + 60 * tick, triggerPrice: last + 50 * tick, quantity: 4, becomes: STOP };
    applyCommand(market, stop);
    const again = restoreSessionMarket(smallSpec(), market.snapshot());
    for (const each of [market, again])
      expect(each.openOrder(1)).toMatchObject({ quantity: most - 1, remaining: 4, triggerPrice: last + 50 * tick });
  });

  it('in an auction goes beside the book and back, and is no stop and nothing for once', () => {
    const { market, below, last } = resting();
    const open = {
      kind: 'open_auction',
      instrument: 0,
      auction: 'opening',
      reference: last,
      marketOrdersFirst: true,
    } as const;
    market.apply(open);
    expect(applyCommand(market, { ...change, price: last, becomes: MARKET })).toMatchObject([{ kind: 'modified' }]);
    expect(market.openOrder(1)?.price).toBe(0);
    for (const [becomes, reason] of [
      [STOP, 'stop_loss_not_allowed_in_phase'],
      [AT_ONCE, 'ioc_not_allowed_in_phase'],
    ] as const)
      expect(applyCommand(market, { ...change, price: below, triggerPrice: last + tick, becomes })).toMatchObject([
        { kind: 'change_refused', reason },
      ]);
    expect(applyCommand(market, { ...change, price: below, becomes: LIMIT })).toMatchObject([{ kind: 'modified' }]);
    expect(market.openOrder(1)?.price).toBe(below);
  });
});
