import { beforeAll, describe, expect, test } from 'vitest';
import { createSessionMarket, restoreSessionMarket } from '../market/market.ts';
import { tenPercentBand, SHARE, smallSpec } from '../oracle/small-spec.ts';
import type { DepthLevel, MarketSpec, SessionMarket } from '../types.ts';

/** Market time of a collecting phase is nine minutes at most, which is this number of steps here. */
const COLLECTING = 75;
const DAYS = 30;
const base = smallSpec({ steps: 700 });
const traded = [...base.instruments.keys()].slice(0, SHARE.asleep);

const openAll = (market: SessionMarket, auction: 'opening' | 'closing') => {
  for (const instrument of traded) {
    const { last: reference } = market.quote(instrument);
    market.apply({ kind: 'open_auction', instrument, auction, reference, marketOrdersFirst: true });
  }
};
const endAll = (market: SessionMarket) => {
  for (const instrument of traded) market.apply({ kind: 'uncross', instrument });
};
const advance = (market: SessionMarket, steps: number) => {
  for (let step = 0; step < steps; step++) market.advance();
  market.events.clear();
};

const deviationOf = (share: number) => base.instruments[share]!.annualVolatilityBps / 10_000 / Math.sqrt(252);
const mean = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;

/**
 * Of each share and day, against the deviation of a normal day: opening and closing prices against the trade
 * before and after.
 */
const gaps: number[] = [];
const afterOpening: number[] = [];
const atClose: number[] = [];
const volumes = { opening: [] as number[], closing: [] as number[] };
let priced = 0;

/** Short days with both auctions, one after another. */
beforeAll(() => {
  let spec: MarketSpec = base;
  for (let dayIndex = 0; dayIndex < DAYS; dayIndex++) spec = liveThrough({ ...spec, dayIndex });
}, 60_000);

function liveThrough(spec: MarketSpec): MarketSpec {
  const market = createSessionMarket(spec);
  const quotes = () => traded.map((share) => market.quote(share));
  openAll(market, 'opening');
  advance(market, COLLECTING);
  endAll(market);
  const opening = quotes();
  advance(market, 700 - 2 * COLLECTING);
  const before = quotes();
  openAll(market, 'closing');
  advance(market, COLLECTING);
  endAll(market);
  const after = quotes();
  for (const share of traded) {
    const { previousClose, averageDailyVolume } = spec.instruments[share]!;
    const [open, last, close] = [opening[share]!, before[share]!, after[share]!];
    const inDeviations = (to: number, from: number) => (to / from - 1) / deviationOf(share);
    if (open.trades > 0) priced++;
    if (close.trades > last.trades) priced++;
    if (spec.dayIndex > 0) gaps.push(inDeviations(open.last, previousClose));
    afterOpening.push(inDeviations((before[share]!.high! + before[share]!.low!) / 2, open.last));
    atClose.push(inDeviations(close.last, last.last));
    volumes.opening.push(open.volume / averageDailyVolume);
    volumes.closing.push((close.volume - last.volume) / averageDailyVolume);
  }
  const { closes, factorState } = market.close();
  return {
    ...spec,
    factorState,
    instruments: spec.instruments.map((share, index) => {
      const previousClose = closes[index]!;
      return { ...share, previousClose, ...tenPercentBand(previousClose, share.tick) };
    }),
  };
}

const ordersOf = (levels: readonly DepthLevel[]) => levels.reduce((sum, level) => sum + level.orders, 0);

const deviation = (list: readonly number[]) => Math.sqrt(mean(list.map((each) => each * each)));

describe('participants in call auctions', () => {
  test('find a price nearly every time', () => {
    expect(priced / (2 * DAYS * traded.length)).toBeGreaterThan(0.97);
  });

  test('open with a gap of about half a day’s deviation, as much as the night moves values', () => {
    expect(deviation(gaps)).toBeGreaterThan(0.3);
    expect(deviation(gaps)).toBeLessThan(0.8);
    expect(Math.abs(mean(gaps))).toBeLessThan(0.2);
  });

  test('find a price from which trading goes on: near what it was before, and what comes after', () => {
    // A tenth of so short a day passes while the auction collects: values move by a quarter of a deviation or more.
    expect(deviation(atClose)).toBeLessThan(0.4);
    expect(Math.abs(mean(afterOpening))).toBeLessThan(0.15);
  });

  test('trade under two per cent of a day at the opening, and at the close more than that and under a fifth', () => {
    expect(mean(volumes.opening)).toBeGreaterThan(0.002);
    expect(mean(volumes.opening)).toBeLessThan(0.02);
    expect(mean(volumes.closing)).toBeGreaterThan(0.03);
    expect(mean(volumes.closing)).toBeLessThan(0.2);
  });

  test('come, change and go: the book of an auction is another in every minute, and the indicative price settles', () => {
    const market = createSessionMarket(base);
    openAll(market, 'opening');
    const books: string[] = [];
    const indicated: number[] = [];
    let shrank = 0;
    let before = 0;
    for (let step = 0; step < COLLECTING; step++) {
      market.advance();
      const { bids, asks } = market.depth(SHARE.giant, 100);
      const count = ordersOf(bids) + ordersOf(asks);
      if (count < before) shrank++;
      before = count;
      books.push(JSON.stringify([bids, asks]));
      indicated.push(market.indicative(SHARE.giant)?.price ?? 0);
    }
    expect(market.events.tradeCount).toBe(0);
    expect(new Set(books).size).toBeGreaterThan(30);
    expect(shrank).toBeGreaterThan(0);
    const { previousClose } = base.instruments[SHARE.giant]!;
    for (const price of indicated.slice(30)) expect(Math.abs(price / previousClose - 1)).toBeLessThan(0.01);
  });

  test('leave alone an auction that has its reference price made first', () => {
    const market = createSessionMarket(base);
    advance(market, 20);
    const reference = market.quote(SHARE.giant).last;
    const auction = { auction: 'closing', reference, marketOrdersFirst: true, quietSteps: 10 } as const;
    market.apply({ kind: 'open_auction', instrument: SHARE.giant, ...auction });
    const carried = market.depth(SHARE.giant, 100);
    advance(market, 10);
    const restored = restoreSessionMarket(base, market.snapshot());
    for (const each of [market, restored]) {
      expect(each.depth(SHARE.giant, 100)).toEqual(carried);
      advance(each, 10);
      expect(each.depth(SHARE.giant, 100)).not.toEqual(carried);
    }
    expect(restored.hash()).toBe(market.hash());
  });

  test('end in an empty book after a closing auction; after an opening one their leftovers go within minutes', () => {
    const market = createSessionMarket(base);
    openAll(market, 'closing');
    advance(market, 40);
    endAll(market);
    expect(market.depth(SHARE.giant, 5)).toEqual({ bids: [], asks: [], totalBid: 0, totalAsk: 0 });

    const opened = createSessionMarket(base);
    openAll(opened, 'opening');
    advance(opened, 40);
    endAll(opened);
    advance(opened, 30);
    const { bids, asks } = opened.depth(SHARE.giant, 100);
    expect(ordersOf([...bids, ...asks])).toBeLessThanOrEqual(98);
  });

  test('go on from a snapshot in the middle of an auction', () => {
    const market = createSessionMarket(base);
    openAll(market, 'opening');
    advance(market, 33);
    const restored = restoreSessionMarket(base, market.snapshot());
    for (const each of [market, restored]) {
      advance(each, 30);
      endAll(each);
      advance(each, 30);
    }
    expect(restored.hash()).toBe(market.hash());
    expect(market.quote(SHARE.tiny).volume).toBeGreaterThan(0);
  });
});

const tell = (market: SessionMarket, bps: number) =>
  market.apply({ kind: 'shift_reference', instrument: SHARE.middle, bps });

describe('news', () => {
  test.each([300, -300])(
    'of %d points moves no price itself; the orders that follow do, in that share alone',
    (bps) => {
      const [informed, uninformed] = [createSessionMarket(base), createSessionMarket(base)];
      for (const market of [informed, uninformed]) advance(market, 50);
      const before = informed.quote(SHARE.middle);
      tell(informed, bps);
      expect(informed.quote(SHARE.middle)).toEqual(before);
      expect(informed.hash()).not.toBe(uninformed.hash());
      expect(informed.events.tradeCount).toBe(0);
      const restored = restoreSessionMarket(base, informed.snapshot());
      for (const market of [informed, uninformed, restored]) advance(market, 60);
      expect(restored.hash()).toBe(informed.hash());
      const moved = informed.quote(SHARE.middle).last / uninformed.quote(SHARE.middle).last - 1;
      expect((moved * 10_000) / bps).toBeGreaterThan(0.7);
      expect((moved * 10_000) / bps).toBeLessThan(1.3);
      expect(informed.quote(SHARE.middle).trades).toBeGreaterThan(uninformed.quote(SHARE.middle).trades);
      expect(informed.quote(SHARE.giant)).toEqual(uninformed.quote(SHARE.giant));
    },
  );

  test.each([0, 1.5, -10_000])('of %d points is a defect of the host', (bps) => {
    expect(() => tell(createSessionMarket(base), bps)).toThrow('news of');
  });
});
