import { beforeEach, expect, it, vi } from 'vitest';
import { textsFor } from '@khara/texts';
import { setMarket, type MarketState } from '#api/market-clock.ts';
import { addBundle } from '#i18n/bundles.ts';
import { useToast } from '#ui/toast.ts';
import { watchOwnClock } from './wrong-clock.ts';

const MINUTE = 60_000;
/** What the server says when it is this far ahead of the device. */
const said = (aheadMs: number): MarketState =>
  ({
    at: Date.now() + aheadMs,
    nextChangeAt: Date.now() + aheadMs,
    marketTime: '2026-11-30T10:00:00+05:30',
  }) as MarketState; // of it no more is read here
const shown = (): string | undefined => useToast.getState().shown?.text;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-29T12:00:00Z') });
  addBundle('en', 'session', textsFor('en').session);
  useToast.setState({ shown: undefined });
  setMarket(said(0));
});

it('is said once, with both times, and by how much an answer is late is not', async () => {
  const stop = watchOwnClock();
  setMarket(said(4 * MINUTE));
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toBeUndefined();
  setMarket(said(-180 * MINUTE));
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toMatch(/29 Nov, \d\d:00.+29 Nov, \d\d:00/);
  useToast.setState({ shown: undefined });
  setMarket(said(-181 * MINUTE));
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toBeUndefined();
  stop();
  vi.useRealTimers();
});
