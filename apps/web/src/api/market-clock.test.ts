import { beforeEach, describe, expect, it, vi } from 'vitest';
import { heard, marketAtLastWord, marketNow, setMarket, useMarketClock, type MarketState } from './market-clock.ts';

const clockText = (fields: number | undefined): string => new Date(fields ?? 0).toISOString().slice(11, 19);
const now = () => clockText(marketNow(useMarketClock.getState(), Date.now()));

describe('the market’s clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    setMarket({
      profile: 'compressed',
      session: 'open',
      marketTime: '2026-12-01T13:00:00+05:30',
      marketDate: '2026-12-01',
      nextChangeAt: Date.now() + 270_000,
      speed: 30,
    } satisfies MarketState);
    return () => vi.useRealTimers();
  });

  it('runs while words come, up to the next change of session', () => {
    for (let at = 10; at <= 300; at += 10) {
      vi.advanceTimersByTime(10_000);
      expect(now()).toBe(clockText(Date.UTC(2026, 11, 1, 13) + Math.min(at, 270) * 30_000));
      heard();
    }
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
