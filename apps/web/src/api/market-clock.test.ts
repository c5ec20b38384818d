import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  heard,
  inRealMs,
  marketAtLastWord,
  marketNow,
  serverNow,
  setMarket,
  useMarketClock,
  type MarketState,
} from './market-clock.ts';

const clockText = (fields: number | undefined): string => new Date(fields ?? 0).toISOString().slice(11, 19);
const now = () => clockText(marketNow(useMarketClock.getState(), Date.now()));

const SAID: MarketState = {
  profile: 'compressed',
  session: 'open',
  marketTime: '2026-12-01T13:00:00+05:30',
  marketDate: '2026-12-01',
  at: 1_800_000_000_000,
  nextChangeAt: 1_800_000_270_000,
  speed: 30,
};

describe('the market’s clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    setMarket(SAID);
    return () => vi.useRealTimers();
  });

  it('runs while words come, up to the next change of session', () => {
    for (let at = 10; at <= 300; at += 10) {
      vi.advanceTimersByTime(10_000);
      expect(now()).toBe(clockText(Date.UTC(2026, 11, 1, 13) + Math.min(at, 270) * 30_000));
      heard();
    }
  });

  it.each([
    ['ten minutes fast', 600_000],
    ['ten minutes slow', -600_000],
    ['of another day', -86_400_000],
  ])('runs on a device whose own clock is %s, and no further than the next change', (_, aheadMs) => {
    vi.setSystemTime(1_800_000_000_000 + aheadMs);
    setMarket({ ...SAID, at: 1_800_000_000_000, nextChangeAt: 1_800_000_010_000 });
    expect(serverNow()).toBe(1_800_000_000_000);
    vi.advanceTimersByTime(5_000);
    expect(now()).toBe('13:02:30');
    vi.advanceTimersByTime(6_000);
    expect(now()).toBe('13:05:00');
    expect(serverNow()).toBe(1_800_000_011_000);
  });

  it('stands while it is paused, and says of no market time how long it takes', () => {
    expect(inRealMs(SAID, 60_000)).toBe(2_000);
    setMarket({ ...SAID, pace: 'paused' });
    vi.advanceTimersByTime(5_000);
    expect(now()).toBe('13:00:00');
    expect(inRealMs(useMarketClock.getState().market, 60_000)).toBeUndefined();
    expect(inRealMs(undefined, 60_000)).toBeUndefined();
  });

  it('stands once a word is overdue, and never runs on by itself', () => {
    vi.advanceTimersByTime(10_000);
    heard();
    vi.advanceTimersByTime(12_000);
    expect(now()).toBe('13:11:00');
    vi.advanceTimersByTime(120_000);
    expect(now()).toBe('13:11:00');
    expect(clockText(marketAtLastWord(useMarketClock.getState()))).toBe('13:05:00');
  });
});
