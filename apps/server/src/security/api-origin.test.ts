import { describe, expect, it } from 'vitest';
import { findApi } from './api-origin.ts';
import { readConfig } from '#src/config.ts';

const at = (setting: string | undefined, page: string) => findApi(setting, new URL(page))?.origin;

describe('the API of a page', () => {
  it.each([
    'http://localhost:8080',
    'http://192.168.1.20:8080',
    'http://laptop.local:8080',
    'https://khara.example',
    'https://khara.co.in',
  ])('is where the page came from (%s)', (page) => {
    expect(at(undefined, page)).toBeUndefined();
  });

  it.each([
    ['https://khara.example', 'https://api.khara.example'],
    ['https://app.khara.example', 'https://api.khara.example'],
    ['https://a.b.khara.example:8443', 'https://api.khara.example:8443'],
    ['http://localhost:8080', undefined],
    ['http://192.168.1.20:8080', undefined],
    // `api.` before these could belong to a stranger.
    ['https://khara.co.in', undefined],
    ['https://www.khara.co.in', undefined],
    ['https://khara.org.in', undefined],
    ['https://khara.duckdns.org', undefined],
    ['https://khara.onrender.com', undefined],
    ['https://co.in', undefined],
  ])('derived from a page of %s is %s', (page, api) => {
    expect(at('derive', page)).toBe(api);
  });

  it('given by the configuration is named to pages of its own registrable domain, and to no others', () => {
    const api = 'https://api.khara.co.in';
    expect(findApi(api, new URL('https://www.khara.co.in'))).toEqual({ origin: api, site: 'khara.co.in' });
    for (const page of ['https://shop.co.in', 'https://co.in', 'http://localhost:8080', api]) {
      expect(at(api, page), page).toBeUndefined();
    }
  });
});

const BEHIND_TLS = { TLS: 'proxy', TRUSTED_PROXIES: '127.0.0.1', CONSOLE_HOST: 'office.khara.example' };

it('a back office at a host of its own starts, behind TLS and on a local network', () => {
  expect(readConfig({ ...BEHIND_TLS, PUBLIC_ORIGINS: 'https://khara.example' }).CONSOLE_HOST).toBe(
    'office.khara.example',
  );
  expect(readConfig({ CONSOLE_HOST: 'office.local', PUBLIC_ORIGINS: 'http://laptop.local' }).CONSOLE_HOST).toBe(
    'office.local',
  );
});

it.each([
  [{ PUBLIC_ORIGINS: 'https://co.in' }, /PUBLIC_ORIGINS: co\.in is a public suffix/],
  [{ PUBLIC_ORIGINS: 'khara.example' }, /PUBLIC_ORIGINS: an origin is a scheme and a host/],
  [{ PUBLIC_ORIGINS: 'https://khara.example/h5/' }, /PUBLIC_ORIGINS: an origin is/],
  [{ API_ORIGIN: 'api.khara.example' }, /API_ORIGIN: an origin is/],
  [{ API_ORIGIN: 'derive' }, /PUBLIC_ORIGINS: with API_ORIGIN/],
  [
    { API_ORIGIN: 'derive', PUBLIC_ORIGINS: 'https://khara.co.in' },
    /API_ORIGIN: .* api\.co\.in, and co\.in is a public/,
  ],
  [{ API_ORIGIN: 'derive', PUBLIC_ORIGINS: 'https://khara.onrender.com' }, /onrender\.com is a public suffix/],
  [
    { API_ORIGIN: 'https://api.other.example', PUBLIC_ORIGINS: 'https://khara.example' },
    /API_ORIGIN: .* outside khara\.example/,
  ],
  [{ CONSOLE_HOST: 'co.in' }, /CONSOLE_HOST: co\.in is a public suffix/],
  [{ CONSOLE_HOST: 'onrender.com' }, /CONSOLE_HOST: onrender\.com is a public suffix/],
  [
    { CONSOLE_HOST: 'Khara.example', PUBLIC_ORIGINS: 'https://www.khara.example,https://khara.example' },
    /CONSOLE_HOST: khara\.example is a host of PUBLIC_ORIGINS/,
  ],
  [
    { CONSOLE_HOST: 'api.khara.example', API_ORIGIN: 'derive', PUBLIC_ORIGINS: 'https://khara.example' },
    /CONSOLE_HOST: api\.khara\.example is the host of the API/,
  ],
  [
    { CONSOLE_HOST: 'x.khara.co.in', API_ORIGIN: 'https://x.khara.co.in', PUBLIC_ORIGINS: 'https://khara.co.in' },
    /CONSOLE_HOST: x\.khara\.co\.in is the host of the API/,
  ],
  [
    { ...BEHIND_TLS, PUBLIC_ORIGINS: 'https://khara.example,http://www.khara.example' },
    /PUBLIC_ORIGINS: http:\/\/www\.khara\.example is not encrypted/,
  ],
  [{ API_ORIGIN: 'http://api.khara.example', PUBLIC_ORIGINS: 'https://khara.example' }, /API_ORIGIN: .* unencrypted/],
])('a start with %o is refused in one sentence', (environment, why) => {
  expect(() => readConfig(environment)).toThrow(why);
});
