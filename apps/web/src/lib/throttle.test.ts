import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onResize } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a window that is dragged for a second is followed every 50 ms, and to its last size', () => {
  const target = new EventTarget();
  const size = { now: 0 };
  const seen: number[] = [];
  const stop = onResize(() => seen.push(size.now), target);
  for (size.now = 1; size.now <= 100; size.now += 1) {
    target.dispatchEvent(new Event('resize'));
    vi.advanceTimersByTime(10);
  }
  size.now = 100;
  vi.advanceTimersByTime(50);
  expect(seen.length).toBeGreaterThanOrEqual(20);
  expect(seen.length).toBeLessThanOrEqual(22);
  expect([seen[0], seen.at(-1)]).toEqual([1, 100]);

  target.dispatchEvent(new Event('resize'));
  const before = seen.length;
  target.dispatchEvent(new Event('resize'));
  stop();
  vi.advanceTimersByTime(1000);
  target.dispatchEvent(new Event('resize'));
  expect(seen).toHaveLength(before);
});
