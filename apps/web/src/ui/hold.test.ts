import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHold } from './hold.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a long press fires after 350 ms, once', () => {
  const onHold = vi.fn();
  createHold(onHold).begin(100, 100);
  vi.advanceTimersByTime(349);
  expect(onHold).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onHold).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(5000);
  expect(onHold).toHaveBeenCalledOnce();
});

it.each([
  ['stays', 110, 100, true],
  ['wanders 10 px aslant', 106, 108, true],
  ['goes further than 10 px', 111, 100, false],
  ['goes further aslant', 108, 108, false],
])('a finger that %s', (_, x, y, fires) => {
  const onHold = vi.fn();
  const hold = createHold(onHold);
  hold.begin(100, 100);
  hold.move(x, y);
  vi.advanceTimersByTime(350);
  expect(onHold).toHaveBeenCalledTimes(fires ? 1 : 0);
});

it('a finger that is let go in time only taps, and the next press counts from its own start', () => {
  const onHold = vi.fn();
  const hold = createHold(onHold);
  hold.begin(0, 0);
  vi.advanceTimersByTime(300);
  hold.end();
  hold.begin(200, 200);
  vi.advanceTimersByTime(300);
  expect(onHold).not.toHaveBeenCalled();
  vi.advanceTimersByTime(50);
  expect(onHold).toHaveBeenCalledOnce();
});
