import type { Data } from '@khara/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { answering, lost } from '../../test/server.ts';
import { ConnectionBanner } from '#shell/connection-banner.tsx';
import { askWithoutLine } from './ask-market.ts';
import { setFeedState, useFeed } from './feed.ts';
import { setMarket, useMarketClock } from './market-clock.ts';

const START = Date.UTC(2026, 10, 28, 6);
const market = (): Data<'configInfo'>['market'] => {
  const passed = Date.now() - START;
  const isOpen = passed < 50_000;
  return {
    profile: 'compressed',
    session: isOpen ? 'open' : 'closing_auction',
    marketTime: `${new Date(Date.UTC(2026, 11, 1, 14) + passed * 30).toISOString().slice(0, 19)}+05:30`,
    marketDate: '2026-12-01',
    at: Date.now(),
    nextChangeAt: START + (isOpen ? 50_000 : 500_000),
    speed: 30,
  };
};
const info = (): Data<'configInfo'> => ({
  appName: 'Khara',
  simulated: true,
  market: market(),
  profile: 'standard',
  maxPageWidth: 480,
  desk: true,
  pullRefreshThreshold: 80,
  start: 'device',
  qianduanVer: '1',
  guard: { mode: 'whitelist', whitelist: [], blacklist: [] },
  register: { inviteCode: 'required' },
  operator: { name: 'Khara', registration: null },
  source: { version: '1.1.0', url: null },
  limits: {
    imageBytes: 1,
    passwordMin: 8,
    passwordMax: 72,
    minRecharge: '100.00',
    maxRecharge: '1000.00',
    maxOrderQuantity: 1,
  },
});

const realTimeout = window.setTimeout.bind(window);
/** Moves the false clock; answers are read in real time. */
async function pass(seconds: number): Promise<void> {
  for (let at = 0; at < seconds; at += 0.5) {
    await vi.advanceTimersByTimeAsync(500);
    await new Promise((resolve) => realTimeout(resolve));
  }
}

describe('without a line', () => {
  afterEach(() => setFeedState('connecting'));

  it('the market is asked for by calls, at its changes too, and one line says so', async () => {
    vi.useFakeTimers({ now: START, shouldAdvanceTime: false });
    const { asked } = answering({ configInfo: info });
    setMarket(market());
    const stop = askWithoutLine();
    const view = await show(<ConnectionBanner />);
    setFeedState('stale');
    await pass(49);
    const before = asked('configInfo').length;
    expect(before).toBeGreaterThanOrEqual(2);
    await pass(3.5);
    expect(useMarketClock.getState().market?.session).toBe('closing_auction');
    expect(view.container.textContent).toMatch(/^No live line here.* at 14:2\d:\d\d$/);
    await pass(60);
    expect(asked('configInfo').length - before).toBeGreaterThanOrEqual(3);
    setFeedState('live');
    const then = asked('configInfo').length;
    await pass(60);
    expect([asked('configInfo').length, useFeed.getState().isBlocked]).toEqual([then, false]);
    stop();
  });

  it('a server that does not answer is said to be away, and its clock stands at its last word', async () => {
    vi.useFakeTimers({ now: START, shouldAdvanceTime: false });
    answering({ configInfo: lost });
    setMarket(market());
    const stop = askWithoutLine();
    const view = await show(<ConnectionBanner />);
    setFeedState('stale');
    await pass(90);
    expect(view.container.textContent).toBe('Prices stopped at 14:00:00');
    stop();
  });
});
