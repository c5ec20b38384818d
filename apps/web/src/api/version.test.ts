import { afterEach, expect, it, vi } from 'vitest';

let served = '';
vi.mock('./client.ts', () => ({
  call: () => Promise.resolve(served === '' ? { ok: false } : { ok: true, data: { qianduanVer: served } }),
}));
const { reloadAddress, watchVersion } = await import('./version.ts');

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const here = 'http://localhost:8080/h5/#/pages/market/index?tab=losers';

it('a changed version goes into the query string, the page stays', () => {
  expect(reloadAddress('1.0.2-aa', '1.0.2-bb', here)).toBe(
    'http://localhost:8080/h5/?v=1.0.2-bb#/pages/market/index?tab=losers',
  );
});

it('the same version, none, or the first one heard of reloads nothing', () => {
  expect(reloadAddress('1.0.2-aa', '1.0.2-aa', here)).toBeUndefined();
  expect(reloadAddress('1.0.2-aa', '', here)).toBeUndefined();
  expect(reloadAddress(undefined, '1.0.2-bb', here)).toBeUndefined();
});

it('a page already reloaded for a version does not turn round in circles', () => {
  expect(reloadAddress('1.0.2-aa', '1.0.2-bb', 'http://localhost:8080/h5/?v=1.0.2-bb#/')).toBeUndefined();
});

it('a page that learns of another version says so, and reloads 100 ms later with it in the query string', async () => {
  vi.useFakeTimers();
  const replace = vi.fn<(address: string) => void>();
  vi.stubGlobal('location', { href: here, replace });
  vi.stubGlobal('document', { visibilityState: 'visible' });
  const onNewer = vi.fn<() => void>();
  served = '1.0.2-aa';
  watchVersion(onNewer);
  await vi.advanceTimersByTimeAsync(60_000);
  served = ''; // a server that is being replaced answers nothing
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onNewer).not.toHaveBeenCalled();
  served = '1.0.2-bb';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onNewer).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(99);
  expect(replace).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(replace).toHaveBeenCalledWith('http://localhost:8080/h5/?v=1.0.2-bb#/pages/market/index?tab=losers');
});
