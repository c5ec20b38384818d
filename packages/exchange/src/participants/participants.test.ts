import { beforeAll, describe, expect, test } from 'vitest';
import { createMarket } from '../oracle/simple-market.ts';
import { tenPercentBand, SHARE, smallSpec } from '../oracle/small-spec.ts';
import type { FactorState, MarketSpec } from '../types.ts';

const DAYS = 12;
const STEPS_A_SECOND = 4;
const traded = smallSpec().instruments.slice(0, SHARE.asleep);

type Sum = { spreadTicks: number; spreads: number; levels: number; trades: number; volume: number; range: number };
const sums: Sum[] = traded.map(() => ({ spreadTicks: 0, spreads: 0, levels: 0, trades: 0, volume: 0, range: 0 }));
/** Returns of each day against the deviation that the share's yearly volatility promises. */
const surprises: number[] = [];
let participantsOrders = 0;

/** Several whole days, one after the other, as the product runs them: closes and factors carried over, new bands. */
beforeAll(() => {
  let spec: MarketSpec = smallSpec();
  for (let dayIndex = 0; dayIndex < DAYS; dayIndex++) spec = liveThrough({ ...spec, dayIndex });
}, 90_000);

function liveThrough(spec: MarketSpec): MarketSpec {
  const market = createMarket(spec);
  while (market.step < spec.steps) {
    market.advance();
    market.events.clear();
    if (market.step % 50 === 0) traded.forEach((_, share) => look(share));
  }
  const { closes, factorState } = market.close();
  traded.forEach((_, share) => settle(share));
  return tomorrow(spec, closes, factorState);

  function look(share: number): void {
    const { bids, asks } = market.depth(share, 50);
    const sum = sums[share]!;
    sum.levels += Math.min(bids.length, asks.length);
    if (bids.length === 0 || asks.length === 0) return; // makers of the smallest share are absent now and then
    sum.spreads++;
    sum.spreadTicks += (asks[0]!.price - bids[0]!.price) / spec.instruments[share]!.tick;
    participantsOrders = Math.max(
      participantsOrders,
      [...bids, ...asks].reduce((n, level) => n + level.orders, 0),
    );
  }

  function settle(share: number): void {
    const { previousClose, annualVolatilityBps } = spec.instruments[share]!;
    const quote = market.quote(share);
    const deviation = annualVolatilityBps / 10_000 / Math.sqrt(252);
    const sum = sums[share]!;
    sum.trades += quote.trades;
    sum.volume += quote.volume;
    sum.range += (quote.high! - quote.low!) / previousClose / deviation;
    surprises.push((closes[share]! / previousClose - 1) / deviation);
  }
}

/** Through JSON, as it would come from the database. */
const tomorrow = (spec: MarketSpec, closes: readonly number[], factorState: FactorState): MarketSpec => ({
  ...spec,
  factorState: JSON.parse(JSON.stringify(factorState)) as FactorState,
  instruments: spec.instruments.map((share, index) => {
    const previousClose = closes[index]!;
    return { ...share, previousClose, ...tenPercentBand(previousClose, share.tick) };
  }),
});

describe('the simulated participants make a market that looks like one', () => {
  test.each([
    ['GIANT', SHARE.giant, 1, 3],
    ['LARGE', SHARE.large, 1, 4.5],
    ['DEAR', SHARE.dear, 1, 4],
    ['MIDDLE', SHARE.middle, 3, 12],
    ['SMALL', SHARE.small, 8, 35],
    ['TINY', SHARE.tiny, 2, 12],
  ] as const)('%s is quoted with a spread of its size', (_code, share, least, most) => {
    const spread = sums[share]!.spreadTicks / sums[share]!.spreads;
    expect(spread).toBeGreaterThanOrEqual(least);
    expect(spread).toBeLessThanOrEqual(most);
  });

  test('a liquid share trades several times a second of a compressed day, a quiet one every few seconds', () => {
    const perSecond = sums.map((sum) => (sum.trades / DAYS / 3_100) * STEPS_A_SECOND);
    expect(perSecond[SHARE.giant]).toBeGreaterThan(3);
    expect(perSecond[SHARE.giant]).toBeLessThan(40);
    expect(perSecond[SHARE.small]).toBeGreaterThan(0.2);
    expect(perSecond[SHARE.small]).toBeLessThan(15);
    expect(perSecond[SHARE.tiny]).toBeGreaterThan(0.2);
  });

  test('the volume of a day is about the average daily volume', () => {
    traded.forEach(({ averageDailyVolume }, share) => {
      const ratio = sums[share]!.volume / DAYS / averageDailyVolume;
      expect(ratio).toBeGreaterThan(0.6);
      expect(ratio).toBeLessThan(1.6);
    });
  });

  test('prices move from day to day, and within it, as the yearly volatility says', () => {
    const deviation = Math.sqrt(surprises.reduce((sum, z) => sum + z * z, 0) / surprises.length);
    expect(deviation).toBeGreaterThan(0.65);
    expect(deviation).toBeLessThan(1.4);
    const range = sums.reduce((sum, { range: one }) => sum + one, 0) / DAYS / traded.length;
    expect(range).toBeGreaterThan(0.9);
    expect(range).toBeLessThan(2.2);
  });

  test('buyers and sellers come alike in the first steps of a day', () => {
    let [bought, sold] = [0, 0];
    for (let seed = 1n; seed <= 300n; seed += 1n) {
      const market = createMarket(smallSpec({ seed }));
      for (let step = 0; step < 4; step++) market.advance();
      market.events.forEachTrade((_share, _price, _quantity, _step, _tradeNo, aggressor) => {
        if (aggressor === 'buy') bought += 1;
        else sold += 1;
      });
    }
    expect(bought + sold).toBeGreaterThan(10_000);
    expect(Math.abs(bought - sold) / (bought + sold), `${bought} ${sold}`).toBeLessThan(0.04);
  });

  test('books are well over five prices deep, and participants keep a bounded number of orders', () => {
    for (const { levels, spreads } of sums) expect(levels / spreads).toBeGreaterThan(8);
    expect(participantsOrders).toBeLessThanOrEqual(98);
  });
});

describe('at the edge of the band', () => {
  const { upper, previousClose, code } = traded[SHARE.middle]!;
  const excited = (value: number) => ({
    marketHeat: 1000,
    sectorHeat: [1000, 1000, 1000],
    stocks: { [code]: { value, heat: 1000 } },
  });

  test('a share worth more than its band allows waits at the upper limit: buyers only, until an owner sells', () => {
    const market = createMarket(smallSpec({ steps: 300, factorState: excited(previousClose * 1000 * 1.2) }));
    for (let step = 0; step < 100; step++) market.advance();
    expect(market.quote(SHARE.middle)).toMatchObject({ bid: upper, ask: undefined });
    market.events.clear();
    const sale = { orderId: 1, accountKey: 1, instrument: SHARE.middle, price: upper, quantity: 1 } as const;
    market.apply({ kind: 'place', ...sale, side: 'sell', validity: 'day', market: false });
    expect(market.events.orders[1]).toMatchObject({ kind: 'filled', price: upper, remaining: 0 });
    expect(market.quote(SHARE.middle)).toMatchObject({ last: upper, high: upper });
  });

  test('a share whose value moved far overnight opens there, and trades', () => {
    const market = createMarket(smallSpec({ steps: 300, factorState: excited(previousClose * 1000 * 1.06) }));
    for (let step = 0; step < 100; step++) market.advance();
    const quote = market.quote(SHARE.middle);
    expect(quote.trades).toBeGreaterThan(20);
    expect(quote.open! / previousClose).toBeGreaterThan(1.03);
    expect(quote.open! / previousClose).toBeLessThan(1.09);
  });
});
