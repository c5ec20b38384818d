import type { OrderEvent } from '@khara/market-day';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderWith } from '../test/order-with.ts';
import { neededForRest } from './billing.ts';
import type { After, Before, Due } from './batch.ts';
import { settle } from './settle.ts';
import { orderValue, type Order, type Side } from './order.ts';

const marketDate = '2026-11-23';
const batch = {
  marketDate,
  marketDay: 1,
  at: 1_000,
  marginBasis: () => ({ rateBps: 2000, band: undefined }),
  marketTimeOf: () => '2026-11-23T10:00:00+05:30',
};
const asset = 'EQ:ZZK065C01018';

function order(side: Side, quantity: number, pricePaise: bigint, more: Partial<Order> = {}): Order {
  const terms = { side, product: 'delivery', asset, marketDate, pricePaise } as const;
  const frozenPaise = neededForRest(terms, quantity, 0n);
  return orderWith({ ...terms, quantity, frozenPaise, frozenShares: side === 'sell' ? quantity : 0, ...more });
}

let ids = 0n;
const before = (orders: readonly Order[], more: Partial<Before> = {}): Before => ({
  orders,
  becameIntraday: [],
  positions: [],
  dues: [],
  dpOfDay: [],
  available: new Map(),
  settlesOn: '2026-11-25',
  nextPositionId: () => (ids += 1n),
  nextFillId: () => (ids += 1n),
  ...more,
});

const fillOf = (orderId: number, quantity: number, price: number, eventNo = 1): OrderEvent => ({
  kind: 'filled',
  eventNo,
  orderId,
  step: 7,
  tradeNo: eventNo,
  price,
  quantity,
  aggressor: true,
});
const cancelled = (orderId: number, eventNo = 99): OrderEvent => ({
  kind: 'cancelled',
  eventNo,
  orderId,
  step: 7,
  reason: 'cancelled_by_member',
});
const modified = (orderId: number, quantity: number, price: number): OrderEvent => ({
  kind: 'modified',
  eventNo: 98,
  orderId,
  step: 7,
  seq: 1,
  price,
  quantity,
  keptPriority: true,
});

describe('settling events', () => {
  it('moves out of the hold exactly what was put in, however an order fills and ends', () => {
    const script = fc.integer({ min: 1, max: 15_000_00 }).chain((limit) =>
      fc.record({
        limit: fc.constant(BigInt(limit)),
        fills: fc.array(
          fc.record({ quantity: fc.integer({ min: 1, max: 200 }), price: fc.integer({ min: 1, max: limit }) }),
          { maxLength: 8 },
        ),
        unfilled: fc.integer({ min: 0, max: 30 }),
      }),
    );
    fc.assert(
      fc.property(script, ({ limit, fills, unfilled }) => {
        const quantity = fills.reduce((sum, fill) => sum + fill.quantity, unfilled);
        if (quantity === 0) return;
        const opened = order('buy', quantity, limit);
        const events = fills.map((fill, index) => fillOf(1, fill.quantity, fill.price, index + 1));
        const after = settle(batch, unfilled > 0 ? [...events, cancelled(1)] : events, before([opened]));
        const [ended] = after.orders;
        expect(ended).toMatchObject({ frozenPaise: 0n, state: unfilled > 0 ? 'cancelled' : 'complete' });
        expect(outOfHold(after)).toBe(opened.frozenPaise);
        expect(after.dues.reduce((sum, due) => sum + due.bought, 0)).toBe(quantity - unfilled);
      }),
      { numRuns: 300 },
    );
  });

  it('gives back a single paisa, when an order changes and when it ends', () => {
    const opened = order('buy', 10, 412_50n);
    const held = { ...opened, frozenPaise: opened.frozenPaise + 1n };
    const changed = settle(batch, [modified(1, 10, 412_50)], before([held]));
    expect(changed.orders).toMatchObject([{ frozenPaise: opened.frozenPaise }]);
    expect(outOfHold(changed)).toBe(1n);
    const ended = settle(batch, [cancelled(1)], before([{ ...opened, frozenPaise: 1n }]));
    expect(ended.orders).toMatchObject([{ frozenPaise: 0n, state: 'cancelled' }]);
    expect(outOfHold(ended)).toBe(1n);
  });

  it('is the same in one batch or in one batch for each event', () => {
    const opened = order('buy', 30, 412_50n);
    const events = [fillOf(1, 10, 412_50, 1), fillOf(1, 5, 411_00, 2), fillOf(1, 15, 412_00, 3)];
    const together = settle(batch, events, before([opened]));
    let state = before([opened]);
    let released = 0n;
    for (const event of events) {
      const after = settle(batch, [event], state);
      released += outOfHold(after);
      state = before(after.orders, { positions: after.positions, dues: after.dues });
    }
    expect(state.orders[0]).toMatchObject({ ...together.orders[0], timelineLength: 3 });
    expect(released).toBe(outOfHold(together));
    expect(state.dues).toEqual(together.dues);
  });

  it('sells settled shares before unsettled ones, and of those the oldest first', () => {
    const dues: readonly Due[] = [
      { userId: 'u1', asset, settlesOn: '2026-11-25', bought: 5, sold: 0, settled: 0, noted: 0 },
      { userId: 'u1', asset, settlesOn: '2026-11-24', bought: 4, sold: 1, settled: 0, noted: 3 },
    ];
    const bought = settle(batch, [fillOf(2, 20, 400_00)], before([order('buy', 20, 400_00n, { id: 2n })]));
    const selling = order('sell', 12, 400_00n, { frozenUnsettled: 6 });
    const after = settle(batch, [fillOf(1, 11, 400_00)], before([selling], { dues, positions: bought.positions }));
    expect(after.orders[0]).toMatchObject({ frozenShares: 1, frozenUnsettled: 1, state: 'open' });
    expect(after.dues).toMatchObject([
      { settlesOn: '2026-11-24', sold: 4 },
      { settlesOn: '2026-11-25', sold: 2 },
    ]);
    const rest = settle(batch, [cancelled(1)], before(after.orders));
    expect(rest.movements).toMatchObject([{ kind: 'sell_release', shares: 1 }]);
  });

  it('takes the DP charge once a day, never more than a fill brings', () => {
    const { positions } = settle(batch, [fillOf(2, 90, 12_00)], before([order('buy', 90, 12_00n, { id: 2n })]));
    const first = settle(batch, [fillOf(1, 1, 3_00)], before([order('sell', 80, 3_00n)], { positions }));
    const [tiny] = first.fills;
    expect(tiny!.charges.total).toBe(3_00n);
    expect(first.dpOfDay).toMatchObject([{ soldPaise: 3_00n, dpPaise: tiny!.charges.dp }]);
    const second = settle(
      batch,
      [fillOf(1, 79, 12_00, 2)],
      before(first.orders, { positions: first.positions, dpOfDay: first.dpOfDay }),
    );
    expect(tiny!.charges.dp + second.fills[0]!.charges.dp).toBe(23_60n);
    const next = settle(
      batch,
      [fillOf(3, 10, 12_00, 3)],
      before([order('sell', 10, 12_00n, { id: 3n })], { positions: second.positions, dpOfDay: second.dpOfDay }),
    );
    expect(next.fills[0]!.charges.dp).toBe(0n);
  });

  it('goes on with the position of delivery shares that are bought back on the day', () => {
    const orders = [
      order('buy', 3, 100_00n),
      order('sell', 3, 100_00n, { id: 2n }),
      order('buy', 2, 101_00n, { id: 3n }),
    ];
    const sold = settle(batch, [fillOf(1, 3, 100_00, 1), fillOf(2, 3, 100_00, 2)], before(orders.slice(0, 2)));
    const back = before(orders.slice(2), { positions: sold.positions });
    const events = [fillOf(3, 2, 101_00, 3)];
    expect(settle(batch, events, back).positions).toMatchObject([
      { id: sold.positions[0]!.id, quantity: 2, boughtQuantity: 5, soldQuantity: 3, dayBoughtQuantity: 5 },
    ]);
  });

  it('sells shares of which no position tells, and says so', () => {
    const fills = [fillOf(1, 2, 1_000_00, 1), fillOf(1, 1, 1_000_00, 2)];
    const { unheld, positions, movements } = settle(batch, fills, before([order('sell', 3, 1_000_00n)]));
    expect(unheld).toEqual([1n]);
    expect(positions).toMatchObject([{ quantity: 0, soldQuantity: 3, soldPaise: 3_000_00n, shortFirst: false }]);
    expect(movements.map(({ kind }) => kind)).toEqual(['sell_fill', 'sell_fill']);
  });

  it('writes nothing when the exchange says what cannot be', () => {
    expect(() => settle(batch, [fillOf(9, 1, 100)], before([]))).toThrow(/not ours/);
    expect(() => settle(batch, [fillOf(1, 2, 100)], before([order('buy', 1, 100n)]))).toThrow(/2 filled of 1/);
    expect(() => settle(batch, [fillOf(1, 1, 101)], before([order('buy', 1, 100n)]))).toThrow(/does not cover/);
    const ended = order('buy', 1, 100n, { state: 'cancelled' });
    expect(() => settle(batch, [fillOf(1, 1, 100)], before([ended]))).toThrow(/after order 1 was cancelled/);
  });
});

/** Money that left the hold of the only buy: spent, and given back. */
const outOfHold = (after: After): bigint =>
  after.movements.reduce((sum, movement) => {
    if (movement.kind === 'buy_fill')
      return sum + movement.valuePaise + movement.charges.total + movement.releasedPaise;
    return movement.kind === 'order_release' ? sum + movement.paise : sum;
  }, 0n);

it('values shares without a fraction', () => expect(orderValue(3, 33_33n)).toBe(99_99n));
