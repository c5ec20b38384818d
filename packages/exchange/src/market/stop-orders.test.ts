import { describe, expect, test } from 'vitest';
import { applyCommand, LIMIT_BUY } from '../oracle/commands.ts';
import { SHARE, smallSpec } from '../oracle/small-spec.ts';
import type { SessionMarket, SessionOrderEvent, SessionPlaceCommand } from '../types.ts';
import { createSessionMarket, restoreSessionMarket } from './market.ts';
import { protectedPrice } from './protected-price.ts';

const spec = smallSpec();
const { tick, lower, upper } = spec.instruments[SHARE.small]!;

function openMarket(): SessionMarket {
  const market = createSessionMarket(spec);
  for (let step = 0; step < 40; step++) market.advance();
  market.events.clear();
  return market;
}

/** A buy stop ten ticks above the last price, with a limit ten ticks further. */
function stop(market: SessionMarket, changes: Partial<SessionPlaceCommand> = {}): SessionPlaceCommand {
  const { last } = market.quote(SHARE.small);
  return {
    ...LIMIT_BUY,
    instrument: SHARE.small,
    price: last + 20 * tick,
    triggerPrice: last + 10 * tick,
    quantity: 10,
    ...changes,
  };
}

/** Another member buys whatever stands below the price and a little of what follows, so that it trades there. */
const pushTo = (market: SessionMarket, price: number): readonly SessionOrderEvent[] =>
  applyCommand(market, {
    ...stop(market, { orderId: 900, accountKey: 900, side: 'buy', price, triggerPrice: undefined }),
    quantity:
      1 + market.depth(SHARE.small, 50).asks.reduce((sum, ask) => sum + (ask.price < price ? ask.quantity : 0), 0),
    validity: 'ioc',
  });

describe('a stop', () => {
  test('waits outside the book, seen by its owner alone', () => {
    const market = openMarket();
    const before = market.depth(SHARE.small, 50);
    const command = stop(market);
    expect(applyCommand(market, command)).toMatchObject([
      { kind: 'trigger_pending', orderId: 1, quantity: 10, triggerPrice: command.triggerPrice },
    ]);
    expect(market.depth(SHARE.small, 50)).toEqual(before);
    expect(market.openOrders()).toMatchObject([
      { orderId: 1, price: command.price, triggerPrice: command.triggerPrice },
    ]);
  });

  test('comes to the book when a trade reaches its trigger, after the order that made the trade', () => {
    const market = openMarket();
    const ask = market.depth(SHARE.small, 3).asks[1]!;
    const command = stop(market, { triggerPrice: ask.price, price: ask.price });
    applyCommand(market, command);
    const events = pushTo(market, ask.price);
    expect(events.map(({ orderId }) => orderId).lastIndexOf(900)).toBeLessThan(
      events.findIndex(({ orderId }) => orderId === 1),
    );
    expect(events.find(({ kind }) => kind === 'triggered')).toMatchObject({
      orderId: 1,
      lastPrice: ask.price,
      price: ask.price,
    });
    expect(market.openOrder(1)?.triggerPrice).toBeUndefined();
  });

  test('without a limit gets one from the last price when it triggers, and what does not fill within it rests', () => {
    const market = openMarket();
    const ask = market.depth(SHARE.small, 3).asks[1]!;
    applyCommand(market, stop(market, { triggerPrice: ask.price, market: true, price: 0, quantity: 1_000_000 }));
    const events = pushTo(market, ask.price).filter(({ orderId }) => orderId === 1);
    expect(events[0]).toMatchObject({ kind: 'triggered', price: protectedPrice('buy', ask.price, tick, lower, upper) });
    const price = protectedPrice('buy', ask.price, tick, lower, upper);
    expect(events.at(-1)).toMatchObject({ kind: 'became_limit', price });
  });

  test('stops of one trade enter in order of arrival; a changed trigger loses the place, a smaller quantity keeps it', () => {
    const market = openMarket();
    const { asks } = market.depth(SHARE.small, 20);
    const at = asks.find(({ price }, level) => level > 0 && price > asks[level - 1]!.price + tick)!.price;
    for (const orderId of [1, 2, 3])
      applyCommand(market, stop(market, { orderId, accountKey: orderId, triggerPrice: at, price: at }));
    const modify = { kind: 'modify', price: at } as const;
    expect(applyCommand(market, { ...modify, orderId: 1, quantity: 5 })).toMatchObject([{ keptPriority: true }]);
    expect(applyCommand(market, { ...modify, orderId: 2, quantity: 10, triggerPrice: at - tick })).toMatchObject([
      { kind: 'modified', keptPriority: false },
    ]);
    const restored = restoreSessionMarket(spec, market.snapshot());
    expect(restored.openOrders()).toEqual(market.openOrders());
    for (const each of [market, restored]) {
      const triggered = pushTo(each, at).filter(({ kind }) => kind === 'triggered');
      expect(triggered.map(({ orderId }) => orderId)).toEqual([1, 3, 2]);
    }
    expect(restored.hash()).toBe(market.hash());
  });

  test('can be cancelled while it waits, and ends with the day', () => {
    const market = openMarket();
    applyCommand(market, stop(market));
    applyCommand(market, stop(market, { orderId: 2 }));
    expect(applyCommand(market, { kind: 'cancel', orderId: 1 })).toMatchObject([
      { kind: 'cancelled', reason: 'by_member', quantity: 10 },
    ]);
    market.events.clear();
    market.close();
    expect(market.events.orders).toMatchObject([{ orderId: 2, kind: 'cancelled', reason: 'day_end' }]);
  });

  test('is triggered by the participants trades too', () => {
    const market = openMarket();
    const { last } = market.quote(SHARE.small);
    applyCommand(market, stop(market, { triggerPrice: last + tick, price: last + 40 * tick }));
    applyCommand(
      market,
      stop(market, { orderId: 2, side: 'sell', triggerPrice: last - tick, price: last - 40 * tick }),
    );
    const events: SessionOrderEvent[] = [];
    for (let step = 0; step < 200; step++) {
      market.advance();
      events.push(...market.events.orders);
      market.events.clear();
    }
    expect(events.some(({ kind }) => kind === 'triggered')).toBe(true);
  });

  test.each([
    ['tick_invalid', { triggerPrice: 1 }],
    ['price_out_of_band', { triggerPrice: upper + tick, price: upper }],
    ['price_out_of_band', { price: upper + tick }],
    ['trigger_wrong_side_of_ltp', 'at the last price'],
    ['trigger_wrong_side_of_ltp', 'below the last price'],
    ['trigger_price_relation', 'limit below the trigger'],
  ] as const)('is refused: %s %o', (reason, what) => {
    const market = openMarket();
    const { last } = market.quote(SHARE.small);
    const changes: Partial<SessionPlaceCommand> =
      what === 'at the last price'
        ? { triggerPrice: last }
        : what === 'below the last price'
          ? { triggerPrice: last - tick }
          : what === 'limit below the trigger'
            ? { price: last + 9 * tick }
            : what;
    expect(applyCommand(market, stop(market, changes))).toMatchObject([{ kind: 'rejected', reason }]);
    applyCommand(market, stop(market, { orderId: 2 }));
    const { price = last + 20 * tick, triggerPrice } = { triggerPrice: last + 10 * tick, ...changes };
    expect(applyCommand(market, { kind: 'modify', orderId: 2, quantity: 10, price, triggerPrice })).toMatchObject([
      { kind: 'change_refused', reason },
    ]);
  });
});
