import { expect, it, vi } from 'vitest';

vi.mock('./client.ts', () => ({ call: () => Promise.resolve({ ok: false }) }));
const { reloadAddress } = await import('./version.ts');

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
