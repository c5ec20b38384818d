import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { applyCommand, LIMIT_BUY } from '../oracle/commands.ts';
import { plainAuction, type AuctionOrder, type AuctionTerms } from '../oracle/plain-auction.ts';
import { propertyRuns } from '../oracle/property-runs.ts';
import { SHARE, smallSpec } from '../oracle/small-spec.ts';
import type { MarketSpec, SessionMarket, SessionPlaceCommand } from '../types.ts';
import { createSessionMarket, restoreSessionMarket } from './market.ts';

const spec = smallSpec();
const small = spec.instruments[SHARE.small]!;

/**
 * A share whose participants stand far above the reference: a band around that sends them away, and members are alone.
 */
const lonely = (reference: number, tick: number): MarketSpec => ({
  ...spec,
  instruments: [
    {
      ...small,
      tick,
      previousClose: 10 * reference,
      lower: 9 * reference,
      upper: 11 * reference,
      priceRange: { lower: tick, upper: 11 * reference },
    },
  ],
});

const order = (changes: Partial<SessionPlaceCommand>): SessionPlaceCommand => ({
  ...LIMIT_BUY,
  instrument: 0,
  price: 100_00,
  quantity: 100,
  ...changes,
});

/** An auction of members alone, its orders in the book. */
function collect(orders: readonly AuctionOrder[], { reference, marketOrdersFirst }: AuctionTerms, tick: number) {
  const market = createSessionMarket(lonely(reference, tick));
  const instrument = 0;
  market.apply({ kind: 'shift_band', instrument, lower: tick, upper: 2 * reference });
  market.apply({ kind: 'open_auction', instrument, auction: 'opening', reference, marketOrdersFirst });
  for (const { id, side, price, quantity } of orders)
    market.apply(
      order({ orderId: id, accountKey: id, side, quantity, price: price ?? 0, market: price === undefined }),
    );
  expect(market.events.tradeCount).toBe(0);
  return market;
}

/** Shares that would buy at a price less those that would sell. */
const leftOver = (orders: readonly AuctionOrder[], at: number): number =>
  orders.reduce((sum, { side, price, quantity }) => {
    if (price !== undefined && (side === 'buy' ? price < at : price > at)) return sum;
    return side === 'buy' ? sum + quantity : sum - quantity;
  }, 0);

/** Shares filled by order, and the prices paid. */
function uncross(market: SessionMarket) {
  const fills = new Map<number, number>();
  const prices = new Set<number>();
  for (const event of applyCommand(market, { kind: 'uncross', instrument: 0 })) {
    if (event.kind !== 'filled') continue;
    fills.set(event.orderId, (fills.get(event.orderId) ?? 0) + event.quantity);
    prices.add(event.price);
  }
  return { fills, prices: [...prices] };
}

type Vector = {
  readonly id: string;
  readonly reference_price: number;
  readonly tick: number;
  readonly market_orders_first: boolean;
  readonly orders: readonly { id: string; side: 'buy' | 'sell'; price: number | null; qty: number; seq: number }[];
  readonly expect: { equilibrium_price: number | null; matched_qty: number; fills: Readonly<Record<string, number>> };
};
// A boundary: the vectors' shape is theirs.
const vectors = JSON.parse(readFileSync(new URL('../../../../vectors/auction.json', import.meta.url), 'utf8')) as {
  cases: Vector[];
};

const auctionOrders = fc
  .array(
    fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      price: fc.option(
        fc.integer({ min: 1_990, max: 2_010 }).map((ticks) => ticks * 5),
        { nil: undefined, freq: 4 },
      ),
      quantity: fc.integer({ min: 1, max: 50 }),
    }),
    { maxLength: 25 },
  )
  .map((list) => list.map((each, index): AuctionOrder => ({ ...each, id: index + 1 })));
const terms = fc.record({
  reference: fc.integer({ min: 1_985, max: 2_015 }).map((ticks) => ticks * 5),
  marketOrdersFirst: fc.boolean(),
});

describe('a call auction', () => {
  test.each(vectors.cases)('$id', (vector) => {
    const inTime = vector.orders.toSorted((a, b) => a.seq - b.seq);
    const orders = inTime.map(({ side, price, qty }, index) => ({
      id: index + 1,
      side,
      price: price ?? undefined,
      quantity: qty,
    }));
    const { reference_price: reference, market_orders_first: marketOrdersFirst } = vector;
    const market = collect(orders, { reference, marketOrdersFirst }, vector.tick);
    const { equilibrium_price: price, matched_qty: quantity, fills } = vector.expect;
    expect(market.indicative(0)).toEqual(price === null ? undefined : { price, quantity });
    const made = uncross(market);
    expect(made.prices).toEqual(price === null ? [] : [price]);
    expect(Object.fromEntries([...made.fills].map(([id, filled]) => [inTime[id - 1]!.id, filled]))).toEqual(fills);
  });

  test('trades what the plain auction trades, indicates it before, and leaves a book that is not crossed', () => {
    let traded = 0;
    fc.assert(
      fc.property(auctionOrders, terms, (orders, asked) => {
        const market = collect(orders, asked, 5);
        const expected = plainAuction(orders, asked);
        const restored = restoreSessionMarket(lonely(asked.reference, 5), market.snapshot());
        expect(restored.hash()).toBe(market.hash());
        expect(market.indicative(0)?.price).toBe(expected.price);
        expect(market.imbalance(0)).toBe(expected.price === undefined ? undefined : leftOver(orders, expected.price));
        for (const each of [market, restored]) {
          const made = uncross(each);
          expect(made.prices).toEqual(expected.price === undefined ? [] : [expected.price]);
          expect([...made.fills].sort()).toEqual([...expected.fills].sort());
          traded += made.fills.size;
          const { bid = 0, ask = Infinity } = each.quote(0);
          expect(bid).toBeLessThan(ask);
          // All orders go on with what is left, market orders as limit orders at the price.
          const left = orders.map(({ id, quantity }) => [id, quantity - (made.fills.get(id) ?? 0)]);
          const open = new Map(each.openOrders().map((one) => [one.orderId, one.remaining]));
          expect(left.map(([id]) => [id, open.get(id!) ?? 0])).toEqual(left);
          for (const { id, price } of orders)
            if (price === undefined && open.has(id))
              expect(each.openOrder(id)?.price).toBe(expected.price ?? asked.reference);
        }
        expect(restored.hash()).toBe(market.hash());
      }),
      { numRuns: propertyRuns(300, process.env) },
    );
    expect(traded).toBeGreaterThan(1_000);
  });
});

/** The whole market, in whose auction the participants' orders stand. */
const open = (market: SessionMarket, auction: 'opening' | 'closing', reference = small.previousClose) =>
  applyCommand(market, { kind: 'open_auction', instrument: SHARE.small, auction, reference, marketOrdersFirst: true });
const end = (market: SessionMarket) => applyCommand(market, { kind: 'uncross', instrument: SHARE.small });
const refused = (orderId: number) => ({ kind: 'cancelled', orderId, reason: 'self_trade' });
const inSmall = (changes: Partial<SessionPlaceCommand>) =>
  order({ instrument: SHARE.small, price: small.previousClose, ...changes });

describe('the auctions of a day', () => {
  test('before the opening participants stand in the book, members cross them, and trading goes on from the price', () => {
    const market = createSessionMarket(spec);
    open(market, 'opening');
    expect(market.auction(SHARE.small)).toBe('opening');
    expect(market.indicative(SHARE.small)).toBeUndefined();
    expect(applyCommand(market, inSmall({ market: true, price: 0, quantity: 30 }))).toMatchObject([
      { kind: 'accepted' },
    ]);
    const indicated = market.indicative(SHARE.small)!;
    expect(indicated.quantity).toBe(30);
    expect(end(market).at(-1)).toMatchObject({ kind: 'filled', orderId: 1, price: indicated.price, remaining: 0 });
    expect(market.quote(SHARE.small)).toMatchObject({ open: indicated.price, volume: 30 });
    expect(market.auction(SHARE.small)).toBeUndefined();
    for (let step = 0; step < 50; step++) market.advance();
    expect(market.quote(SHARE.small).volume).toBeGreaterThan(30);
  });

  test('while it collects, nothing trades in it, the other shares trade, and orders can be changed and cancelled', () => {
    const market = createSessionMarket(spec);
    for (let step = 0; step < 20; step++) market.advance();
    open(market, 'opening');
    const before = market.depth(SHARE.small, 50);
    const { volume } = market.quote(SHARE.giant);
    for (let step = 0; step < 20; step++) market.advance();
    expect(market.depth(SHARE.small, 50)).not.toEqual(before);
    expect(market.quote(SHARE.giant).volume).toBeGreaterThan(volume);
    expect(market.quote(SHARE.small).lastTradeStep).toBeLessThan(20);
    const collected = market.depth(SHARE.small, 50);
    const withoutMembers = market.indicative(SHARE.small);

    applyCommand(market, inSmall({ market: true, quantity: 10_000_000 }));
    applyCommand(market, inSmall({ orderId: 2, price: small.upper }));
    const indicated = market.indicative(SHARE.small)!.quantity;
    expect(applyCommand(market, { kind: 'modify', orderId: 1, price: 0, quantity: 40 })).toMatchObject([
      { kind: 'modified', quantity: 40, keptPriority: true },
    ]);
    expect(market.indicative(SHARE.small)!.quantity).toBeLessThan(indicated);
    for (const orderId of [1, 2])
      expect(applyCommand(market, { kind: 'cancel', orderId })).toMatchObject([
        { kind: 'cancelled', reason: 'by_member' },
      ]);
    expect(market.indicative(SHARE.small)).toEqual(withoutMembers);
    expect(market.depth(SHARE.small, 50)).toEqual(collected);
  });

  test('a closing auction takes over limit orders, not stops or hidden quantities; what is left ends with it', () => {
    const market = createSessionMarket(spec);
    const { previousClose, lower, upper, tick } = small;
    applyCommand(market, inSmall({ orderId: 1, price: lower }));
    applyCommand(market, inSmall({ orderId: 2, price: lower, disclosedQuantity: 50 }));
    applyCommand(market, inSmall({ orderId: 3, price: upper, triggerPrice: previousClose + 10 * tick }));
    expect(open(market, 'closing')).toMatchObject([
      { kind: 'cancelled', orderId: 2, reason: 'not_in_auction', quantity: 100 },
      { kind: 'cancelled', orderId: 3, reason: 'not_in_auction', quantity: 100 },
    ]);
    applyCommand(market, inSmall({ orderId: 4, price: upper, quantity: 10 }));
    applyCommand(market, inSmall({ orderId: 5, accountKey: 502, market: true, side: 'sell', quantity: 10_000_000 }));
    const { price } = market.indicative(SHARE.small)!;
    const events = end(market);
    expect(events.filter(({ kind }) => kind === 'cancelled')).toMatchObject([{ orderId: 5, reason: 'auction_end' }]);
    expect(market.openOrders()).toEqual([]);
    expect(applyCommand(market, inSmall({ orderId: 6 }))).toMatchObject([
      { kind: 'rejected', reason: 'market_closed' },
    ]);
    expect(restoreSessionMarket(spec, market.snapshot()).close().closes[SHARE.small]).toBe(price);
    expect(market.close().closes[SHARE.small]).toBe(price);
  });

  test('a closing auction without a price closes at its reference, also after the last step', () => {
    const market = createSessionMarket(smallSpec({ steps: 30 }));
    while (market.step < 30) market.advance();
    const { bid } = market.quote(SHARE.small);
    const reference = bid! - 5 * small.tick;
    open(market, 'closing', reference);
    expect(applyCommand(market, inSmall({ price: bid! }))).toMatchObject([{ kind: 'accepted' }]);
    end(market);
    expect(market.close().closes[SHARE.small]).toBe(reference);
  });

  test('a stop waits through an opening auction and triggers at its price', () => {
    const market = createSessionMarket(spec);
    applyCommand(market, inSmall({ triggerPrice: small.previousClose + small.tick, price: small.upper, quantity: 5 }));
    expect(open(market, 'opening')).toEqual([]);
    applyCommand(market, inSmall({ orderId: 2, accountKey: 502, price: small.upper, quantity: 50 }));
    const kinds = end(market).flatMap((event) => (event.orderId === 1 ? [event.kind] : []));
    expect(kinds[0]).toBe('triggered');
  });

  test.each([
    ['stop_loss_not_allowed_in_phase', { triggerPrice: small.upper, price: small.upper }],
    ['ioc_not_allowed_in_phase', { validity: 'ioc' }],
    ['disclosed_qty_not_allowed_in_phase', { disclosedQuantity: 50 }],
    ['price_out_of_band', { price: small.upper + small.tick }],
  ] as const)('refuses: %s', (reason, changes) => {
    const market = createSessionMarket(spec);
    open(market, 'opening');
    expect(applyCommand(market, inSmall(changes))).toMatchObject([{ kind: 'rejected', reason }]);
  });

  test('an order that could meet one of its own account is cancelled when it comes, or when it is changed to', () => {
    const market = createSessionMarket(spec);
    open(market, 'opening');
    const { lower, upper, previousClose, tick } = small;
    applyCommand(market, inSmall({ orderId: 1, price: previousClose }));
    const sale = { orderId: 2, side: 'sell' } as const;
    expect(applyCommand(market, inSmall(sale)).at(-1)).toMatchObject(refused(2));
    expect(applyCommand(market, inSmall({ ...sale, orderId: 3, market: true })).at(-1)).toMatchObject(refused(3));
    expect(applyCommand(market, inSmall({ ...sale, orderId: 4, price: previousClose + tick })).at(-1)).toMatchObject({
      kind: 'accepted',
    });
    expect(applyCommand(market, inSmall({ ...sale, orderId: 5, accountKey: 502, price: lower })).at(-1)).toMatchObject({
      kind: 'accepted',
    });
    expect(
      applyCommand(market, { kind: 'modify', orderId: 4, price: previousClose, quantity: 100 }).at(-1),
    ).toMatchObject(refused(4));
    applyCommand(market, inSmall({ orderId: 6, market: true }));
    expect(applyCommand(market, inSmall({ ...sale, orderId: 7, price: upper })).at(-1)).toMatchObject(refused(7));
    expect(market.openOrders().map(({ orderId }) => orderId)).toEqual([1, 5, 6]);
  });

  test('an auction can be neither opened twice nor ended before', () => {
    const market = createSessionMarket(spec);
    expect(() => end(market)).toThrow('no auction');
    open(market, 'opening');
    expect(() => open(market, 'closing')).toThrow('not a time');
    end(market);
    expect(() => open(market, 'opening', small.previousClose + 1)).toThrow('no price');
  });
});
