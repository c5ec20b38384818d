import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hideLoading, hideToast, showLoading, toast, useToast } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('a toast goes by itself after 1500 ms', () => {
  toast('Copy successful');
  vi.advanceTimersByTime(1499);
  expect(useToast.getState().shown?.text).toBe('Copy successful');
  vi.advanceTimersByTime(1);
  expect(useToast.getState().shown).toBeUndefined();
});

it('a loader stays until it is hidden', () => {
  showLoading('Uploading');
  vi.advanceTimersByTime(60_000);
  expect(useToast.getState().shown?.kind).toBe('loading');
  hideLoading();
  expect(useToast.getState().shown).toBeUndefined();
  expect(console.warn).not.toHaveBeenCalled();
});

it('a hide without its show only logs a warning', () => {
  toast('Copy successful');
  hideLoading();
  expect(console.warn).toHaveBeenCalledOnce();
  expect(useToast.getState().shown?.kind).toBe('toast');
  hideToast();
  hideToast();
  expect(console.warn).toHaveBeenCalledTimes(2);
});
