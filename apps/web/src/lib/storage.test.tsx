import { expect, it, vi } from 'vitest';
import { back, closePagesBefore, push } from '#shell/location.ts';
import { readOfTab, readStored, storageLasts, store, storeOfTab } from './storage.ts';

/** As a browser that keeps no site data: it throws where its storage is only named. */
function forbid(...names: ('localStorage' | 'sessionStorage')[]): void {
  for (const name of names) {
    vi.spyOn(window, name, 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    });
  }
}

it('where storage is forbidden a page remembers by itself, and says that it will not last', () => {
  expect(storageLasts()).toBe(true);
  forbid('localStorage', 'sessionStorage');
  store('token', 'T');
  storeOfTab('floor', '3');
  expect([readStored('token'), readOfTab('floor'), storageLasts()]).toEqual(['T', '3', false]);
  store('token', null);
  expect(readStored('token')).toBeNull();
});

it('what a full storage refuses is read before the older value in it, and gone when it is removed', () => {
  store('theme', 'white');
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  store('theme', 'darkblue');
  expect(readStored('theme')).toBe('darkblue');
  full.mockRestore();
  store('theme', null);
  expect(readStored('theme')).toBeNull();
});

it('where storage is forbidden Back goes back', async () => {
  forbid('localStorage', 'sessionStorage');
  closePagesBefore();
  expect(back()).toBe(false);
  push('/pages/index/rules/index');
  const gone = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  expect(back()).toBe(true);
  await gone;
});
