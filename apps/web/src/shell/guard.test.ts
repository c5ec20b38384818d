import { describe, expect, it } from 'vitest';
import { afterLogin, guestMayOpen, loginAddress, matches, type Guard } from './guard.ts';

const whitelist: Guard = {
  mode: 'whitelist',
  whitelist: ['/', '/pages/news/index', '/pages/market/*', '/pages/login/index'],
  blacklist: ['detail'],
};
const blacklist: Guard = { ...whitelist, mode: 'blacklist' };

describe('by whitelist a guest', () => {
  it.each([
    ['/', true],
    ['/pages/index/index', true],
    ['/pages/news/index', true],
    ['/pages/news/indexed', false],
    ['/pages/market/details', true],
    ['/pages/transaction/index', false],
    ['/pages/login/index', true],
  ])('opening %s: %s', (path, may) => {
    expect(guestMayOpen(path, whitelist)).toBe(may);
  });
});

describe('by blacklist a guest', () => {
  it.each([
    ['/pages/market/details', false],
    ['/pages/news/details', false],
    ['/pages/personal/index', true],
    ['/pages/login/index', true],
  ])('opening %s: %s', (path, may) => {
    expect(guestMayOpen(path, blacklist)).toBe(may);
  });
});

it('an empty pattern meets nothing', () => {
  expect(matches('/pages/market/index', '')).toBe(false);
});

it('login comes back to the page asked for, query and all', () => {
  const address = loginAddress('/pages/market/buy?code=THEWA&side=buy');
  const redirect = new URLSearchParams(address.split('?')[1]).get('redirect');
  expect(afterLogin(redirect, (path) => path === '/pages/market/buy')).toBe('/pages/market/buy?code=THEWA&side=buy');
});

it('the login page keeps its address, however often a guest is sent to it', () => {
  const address = loginAddress('/pages/wallet/index?currency=USDT');
  expect(loginAddress(address)).toBe(address);
  expect(loginAddress('/pages/login/indexes')).toContain('redirect=');
});

it.each(['https://elsewhere.example', '//elsewhere.example', '/pages/login/index?redirect=%2F', '/no/such/page', null])(
  'login does not follow %s',
  (redirect) => {
    expect(afterLogin(redirect, (path) => path.startsWith('/pages/'))).toBe('/');
  },
);
