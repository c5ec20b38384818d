import { describe, expect, test } from 'vitest';
import { applyCommand, LIMIT_BUY } from '../oracle/commands.ts';
import { SHARE, smallSpec } from '../oracle/small-spec.ts';
import type { SessionMarket, SessionPlaceCommand } from '../types.ts';
import { createSessionMarket, restoreSessionMarket } from './market.ts';

const spec = smallSpec();
const { lower } = spec.instruments[SHARE.small]!;

/** At the lower limit, where no participant stands. */
const order = (changes: Partial<SessionPlaceCommand> = {}): SessionPlaceCommand => ({
  ...LIMIT_BUY,
  instrument: SHARE.small,
  price: lower,
  quantity: 100,
  disclosedQuantity: 10,
  ...changes,
});

const lowestBid = (market: SessionMarket) => market.depth(SHARE.small, 1_000).bids.at(-1);

describe('an order that discloses a part of itself', () => {
  test('shows no more than that, also after a snapshot; its owner sees all of it', () => {
    const market = createSessionMarket(spec);
    expect(applyCommand(market, order())).toMatchObject([{ kind: 'accepted', quantity: 100 }]);
    for (const each of [market, restoreSessionMarket(spec, market.snapshot())]) {
      expect(lowestBid(each)).toEqual({ price: lower, quantity: 10, orders: 1 });
      expect(each.openOrder(1)).toMatchObject({ remaining: 100, disclosedQuantity: 10 });
      expect(each.hash()).toBe(market.hash());
    }
  });

  test('made smaller keeps its place and shows as much as before while it can; a larger one must show a tenth', () => {
    const market = createSessionMarket(spec);
    applyCommand(market, order());
    expect(applyCommand(market, { kind: 'modify', orderId: 1, price: lower, quantity: 12 })).toMatchObject([
      { kind: 'modified', keptPriority: true },
    ]);
    expect(lowestBid(market)).toMatchObject({ quantity: 10 });
    applyCommand(market, { kind: 'modify', orderId: 1, price: lower, quantity: 4 });
    expect(lowestBid(market)).toMatchObject({ quantity: 4 });
    expect(applyCommand(market, { kind: 'modify', orderId: 1, price: lower, quantity: 101 })).toMatchObject([
      { kind: 'change_refused', reason: 'disclosed_qty_invalid' },
    ]);
    expect(applyCommand(market, { kind: 'cancel', orderId: 1 })).toMatchObject([{ kind: 'cancelled', quantity: 4 }]);
  });

  test('may disclose less and keep its place, more and lose it, or all of itself', () => {
    const market = createSessionMarket(spec);
    applyCommand(market, order({ disclosedQuantity: 50 }));
    applyCommand(market, order({ orderId: 2, accountKey: 502, quantity: 7, disclosedQuantity: undefined }));
    const disclose = (disclosedQuantity: number, quantity = 100) =>
      applyCommand(market, { kind: 'modify', orderId: 1, price: lower, quantity, disclosedQuantity });
    const queue = () => market.openOrders().map(({ orderId }) => orderId);

    expect(disclose(20, 90)).toMatchObject([{ kind: 'modified', keptPriority: true, quantity: 90 }]);
    expect([lowestBid(market)?.quantity, queue()]).toEqual([27, [1, 2]]);
    expect(disclose(8)).toMatchObject([{ kind: 'change_refused', reason: 'disclosed_qty_invalid' }]);
    expect(disclose(30, 90)).toMatchObject([{ kind: 'modified', keptPriority: false }]);
    expect([lowestBid(market)?.quantity, queue()]).toEqual([37, [2, 1]]);
    expect(restoreSessionMarket(spec, market.snapshot()).hash()).toBe(market.hash());
    expect(disclose(0, 90)).toMatchObject([{ kind: 'modified', keptPriority: false }]);
    expect(lowestBid(market)?.quantity).toBe(97);
    expect(market.openOrder(1)?.disclosedQuantity).toBeUndefined();
  });

  test.each([
    [9, 'rejected'],
    [10, 'accepted'],
    [99, 'accepted'],
    [100, 'rejected'],
    [0, 'rejected'],
    [10.5, 'rejected'],
  ])('of 100 may disclose %d: %s', (disclosedQuantity, kind) => {
    const events = applyCommand(createSessionMarket(spec), order({ disclosedQuantity }));
    expect(events).toMatchObject([{ kind, ...(kind === 'rejected' && { reason: 'disclosed_qty_invalid' }) }]);
  });
});
