import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hideLoading, showLoading, tellLoading, toast, useToast } from './toast.ts';

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

it('a loader stays until it is hidden, and tells how far the work is', () => {
  showLoading('Uploading, 0%');
  vi.advanceTimersByTime(60_000);
  tellLoading('Uploading, 40%', 0.4);
  expect(useToast.getState().loading).toEqual({ text: 'Uploading, 40%', part: 0.4 });
  hideLoading();
  expect(useToast.getState().loading).toBeUndefined();
  expect(console.warn).not.toHaveBeenCalled();
});

it('of two loaders the page is free when both have ended', () => {
  showLoading('Front');
  showLoading('Back');
  hideLoading();
  expect(useToast.getState().loading?.text).toBe('Back');
  hideLoading();
  expect(useToast.getState().loading).toBeUndefined();
  expect(console.warn).not.toHaveBeenCalled();
});

it('a toast that comes meanwhile leaves the loader where it is', () => {
  showLoading('Uploading');
  toast('Order filled');
  vi.advanceTimersByTime(1500);
  expect(useToast.getState()).toMatchObject({ shown: undefined, loading: { text: 'Uploading' } });
  hideLoading();
  expect(console.warn).not.toHaveBeenCalled();
});

it('a loader that is never hidden ends after 1e8 ms', () => {
  showLoading('Uploading');
  vi.advanceTimersByTime(1e8 - 1);
  expect(useToast.getState().loading).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(useToast.getState().loading).toBeUndefined();
});

it('a hide without its show only logs a warning', () => {
  toast('Copy successful');
  hideLoading();
  expect(console.warn).toHaveBeenCalledOnce();
  expect(useToast.getState().shown?.text).toBe('Copy successful');
});
