import { beforeAll, describe, expect, test } from 'vitest';
import { createMarket } from '../oracle/simple-market.ts';
import { SHARE, smallSpec } from '../oracle/small-spec.ts';
import type { Market } from '../types.ts';

const traded = [SHARE.giant, SHARE.large, SHARE.dear, SHARE.middle, SHARE.small, SHARE.tiny] as const;
const seeds = (count: number) => Array.from({ length: count }, (_, at) => BigInt(at + 1));
const SEEDS = seeds(12);
/** Of spreads there are more: one is a few ticks, and another by chance alone. */
const SWEPT_SEEDS = seeds(36);

function openMarket(seed: bigint): Market {
  const market = createMarket(smallSpec({ seed }));
  for (let step = 0; step < 300; step++) market.advance();
  market.events.clear();
  return market;
}

const visible = (market: Market, share: number): number =>
  market.depth(share, 5).bids.reduce((sum, { quantity }) => sum + quantity, 0);

/** Shares at the best prices of both sides. */
const atBest = (market: Market, share: number): number => {
  const { bidQuantity, askQuantity } = market.quote(share);
  return bidQuantity + askQuantity;
};

const middle = (market: Market, share: number): number => {
  const { bid, ask } = market.quote(share);
  return (bid! + ask!) / 2;
};

/** What selling in several orders, one right after another, brings: paise a share. */
function sell(market: Market, share: number, quantity: number, orders = 1): number {
  let [shares, paise] = [0, 0];
  const { lower: price } = smallSpec().instruments[share]!;
  const part = Math.ceil(quantity / orders);
  for (let order = 0; order < orders; order++) {
    market.events.clear();
    const id = { orderId: share * 1_000 + order, accountKey: 1, instrument: share } as const;
    market.apply({ kind: 'place', ...id, side: 'sell', price, quantity: part, validity: 'ioc', market: false });
    for (const event of market.events.orders) {
      if (event.kind !== 'filled') continue;
      shares += event.quantity;
      paise += event.quantity * event.price;
    }
  }
  market.events.clear();
  return paise / shares;
}

/** A market of which each share's visible bids were sold at once, and one in which nothing was. */
type Pair = { readonly swept: Market; readonly quiet: Market; readonly share: number; readonly way: number };

/**
 * In each share what is visible is sold at once. The market is compared with one in which nothing was, a
 * number of steps later, the fewest first.
 */
function sweepAndWait<Found>(waits: readonly number[], compare: (pair: Pair) => Found): Found[][] {
  const found: Found[][] = waits.map(() => []);
  for (const seed of SWEPT_SEEDS) {
    const [swept, quiet] = [openMarket(seed), openMarket(seed)];
    const ways = traded.map((share) => middle(swept, share) - sell(swept, share, visible(swept, share)));
    let step = 0;
    for (const [at, wait] of waits.entries()) {
      for (; step < wait; step++) for (const market of [swept, quiet]) market.advance();
      found[at]!.push(...traded.map((share, nth) => compare({ swept, quiet, share, way: ways[nth]! })));
    }
  }
  return found;
}

const average = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;
const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[list.length >> 1]!;

const spread = (market: Market, share: number) => market.quote(share).ask! - market.quote(share).bid!;

describe('makers of whom a large order took much', () => {
  test('see it before the next order of the same instant: cutting a sale into pieces brings less, not more', () => {
    let less = 0;
    for (const seed of SEEDS) {
      const [whole, pieces] = [openMarket(seed), openMarket(seed)];
      for (const share of traded) {
        const quantity = visible(whole, share);
        const [atOnce, cut] = [sell(whole, share, quantity), sell(pieces, share, quantity, 10)];
        expect(cut).toBeLessThanOrEqual(atOnce + 0.5); // pieces are rounded up
        if (cut < atOnce - 0.5) less++;
      }
    }
    expect(less).toBeGreaterThan((SEEDS.length * traded.length) / 3);
  });

  /**
   * After a number of steps: the way of the price against that of the sale, spread and shares against those of no sale.
   */
  const waits = [2, 3, 120, 500];
  let after: readonly { readonly moved: number; readonly width: number; readonly depth: number }[];
  beforeAll(() => {
    const found = sweepAndWait(waits, ({ swept, quiet, share, way }) => ({
      moved: (middle(quiet, share) - middle(swept, share)) / way,
      width: spread(swept, share) / spread(quiet, share),
      depth: atBest(swept, share) / atBest(quiet, share),
    }));
    after = found.map((pairs) => ({
      moved: average(pairs.map(({ moved }) => moved)),
      width: average(pairs.map(({ width }) => width)),
      depth: median(pairs.map(({ depth }) => depth)),
    }));
  });
  const at = (steps: number) => after[waits.indexOf(steps)]!;

  test('come back wider and with less, and forget it within half a minute', () => {
    const [soon, later] = [at(2), at(120)];
    expect(soon.width).toBeGreaterThan(1.3);
    expect(soon.depth).toBeLessThan(0.95);
    expect(later.width).toBeLessThan(soon.width - 0.1);
    expect(later.depth).toBeGreaterThan(0.85);
  });

  test('give way by less than it took to sweep them, and about half of that stays', () => {
    const [soon, later] = [at(3).moved, at(500).moved];
    expect(soon).toBeGreaterThan(0.3);
    expect(soon).toBeLessThan(1.5);
    expect(later / soon).toBeGreaterThan(0.2);
    expect(later / soon).toBeLessThan(0.8);
  });

  test('learn nothing from two members who trade with each other', () => {
    const [busy, quiet] = [openMarket(3n), openMarket(3n)];
    for (const share of traded) {
      const { tick } = smallSpec().instruments[share]!;
      const { bid, ask } = busy.quote(share);
      if (ask! - bid! < 2 * tick) continue;
      const order = { kind: 'place', instrument: share, price: bid! + tick, quantity: 1_000, market: false } as const;
      busy.apply({ ...order, orderId: 2 * share, accountKey: 1, side: 'sell', validity: 'day' });
      busy.apply({ ...order, orderId: 2 * share + 1, accountKey: 2, side: 'buy', validity: 'ioc' });
      expect(busy.events.tradeCount).toBeGreaterThan(0);
      expect(busy.depth(share, 5)).toEqual(quiet.depth(share, 5));
      busy.events.clear();
    }
  });
});
