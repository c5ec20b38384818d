import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { quoteStore } from '#api/client.ts';
import { heard, useMarketClock } from '#api/market-clock.ts';
import type { Candle } from './candles.ts';
import { followTrades } from './follow-trades.ts';
import type { RenderedChart } from './render-chart.ts';

/** Another share in each test: the store keeps the newest tick of each. */
let shares = 0;
const NOON = Date.UTC(2026, 10, 25, 6, 30); // 12:00 in India

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => setTimeout(work, 16));
  useMarketClock.setState({
    market: {
      profile: 'nse',
      session: 'open',
      marketTime: '2026-11-25T12:00:00+05:30',
      marketDate: '2026-11-25',
      at: NOON,
      nextChangeAt: NOON + 3_600_000,
      speed: 1,
      phase: 'continuous',
      phaseOfOthers: 'continuous',
      nextPhaseAt: NOON + 3_600_000,
      squareOff: { auctioned: '15:12:00', others: '15:25:00' },
    },
    receivedAt: NOON,
  });
});
afterEach(() => {
  vi.unstubAllGlobals(); // what was stubbed last is taken away first
  vi.useRealTimers();
});

/** A chart of one candle of a minute, and a tick by its price. */
function following() {
  const code = `SHARE${(shares += 1)}`;
  const drawn: Candle[] = [{ t: NOON, open: 100, high: 100, low: 100, close: 100, volume: 5 }];
  const updates: Candle[] = [];
  const chart = {
    newest: () => drawn.at(-1),
    candles: () => drawn,
    update: (candle: Candle) => {
      updates.push(candle);
      if (drawn.at(-1)?.t === candle.t) drawn.pop();
      drawn.push(candle);
    },
  } as unknown as RenderedChart; // what following it uses
  const source = { load: () => Promise.reject(new Error('not asked')), newest: () => Promise.resolve(undefined) };
  // The store notifies in frames of the real clock; here it does at once.
  let told: (() => void) | undefined;
  vi.spyOn(quoteStore, 'onQuote').mockImplementation((_, listener) => {
    told = listener;
    return () => undefined;
  });
  const stop = followTrades(chart, {
    code,
    interval: '1m',
    source,
    volumeSeen: 0,
    onPrice: () => undefined,
    onCandle: () => undefined,
  });
  let volume = 0;
  const trade = (price: number): void => {
    heard();
    quoteStore.receive({ type: 'quotes', data: [[code, price.toFixed(2), '0.00', (volume += 1), Date.now()]] });
    told?.();
  };
  return { drawn, updates, trade, stop };
}

it('trades of one second are drawn once, with their highest, lowest and all of their volume', () => {
  const { updates, trade, stop } = following();
  trade(101);
  vi.advanceTimersByTime(100);
  updates.splice(0);
  for (const price of [103, 98, 102]) {
    trade(price);
    vi.advanceTimersByTime(250);
  }
  expect(updates).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(updates).toEqual([{ t: NOON, open: 100, high: 103, low: 98, close: 102, volume: 9 }]);
  stop();
});

it('a candle that ends before it was drawn is drawn as it ended, before the next', () => {
  const { drawn, trade, stop } = following();
  trade(101);
  vi.advanceTimersByTime(59_500);
  trade(104);
  vi.advanceTimersByTime(100);
  trade(105);
  vi.advanceTimersByTime(500);
  trade(90);
  vi.advanceTimersByTime(2000);
  expect(drawn.map(({ close, high }) => [close, high])).toEqual([
    [105, 105],
    [90, 90],
  ]);
  stop();
});

it('a device that draws for longer than a frame draws less often, until it is faster', () => {
  const { updates, trade, stop } = following();
  let frameMs = 40;
  vi.stubGlobal('requestAnimationFrame', (work: (began: number) => void) =>
    setTimeout(() => {
      const began = performance.now();
      vi.setSystemTime(Date.now() + frameMs);
      vi.spyOn(performance, 'now').mockReturnValueOnce(began + frameMs);
      work(began);
    }, 16),
  );
  const drawnIn = (ms: number): number => {
    updates.splice(0);
    for (let passed = 0; passed < ms; passed += 250) {
      trade(101 + passed / 1000);
      vi.advanceTimersByTime(250);
    }
    return updates.length;
  };
  drawnIn(20_000);
  expect(drawnIn(16_000)).toBeLessThanOrEqual(3);
  frameMs = 4;
  drawnIn(20_000);
  expect(drawnIn(16_000)).toBeGreaterThanOrEqual(14);
  stop();
});

it('nothing is drawn once the chart is gone', () => {
  const { updates, trade, stop } = following();
  trade(101);
  stop();
  vi.advanceTimersByTime(2000);
  expect(updates).toEqual([]);
});
