import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONFIG_VARIABLES, readConfig } from './config.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

describe('the configuration', () => {
  it('starts with nothing set, and takes an empty value as absent', () => {
    expect(readConfig({ PORT: '', DATA_DIR: '' })).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      DATA_DIR: './.data',
      MARKET_PROFILE: 'compressed',
      MARKET_DAY_SECONDS: 900,
      INVITE_CODE: 'required',
      PROFILE: 'standard',
      CLASS_CLOCK: 'off',
      TRUSTED_PROXIES: [],
    });
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ MARKET_PROFILE: 'fast' }, 'MARKET_PROFILE'],
    [{ MARKET_DAY_SECONDS: '9' }, 'MARKET_DAY_SECONDS'],
    [{ DATABASE_URL: 'mysql://localhost' }, 'DATABASE_URL'],
    [{ RAILS: 'real' }, 'RAILS'],
    [{ WITHDRAWAL_HOLD_SECONDS: '172801' }, 'WITHDRAWAL_HOLD_SECONDS'],
    [{ PROFILE: 'class' }, 'PROFILE'],
    [{ MAX_PAGE_WIDTH: '961' }, 'MAX_PAGE_WIDTH'],
    [{ DESK: 'wide' }, 'DESK'],
    [{ GUARD_MODE: 'greylist' }, 'GUARD_MODE'],
    [{ GUARD_WHITELIST: '/pages/*/index' }, 'GUARD_WHITELIST'],
    [{ GUARD_WHITELIST: ' , ' }, 'GUARD_WHITELIST'],
    [{ GUARD_BLACKLIST: 'detail, #/pages' }, 'GUARD_BLACKLIST'],
    [{ SUPPORT_ADDRESS: 'javascript:alert(1)' }, 'SUPPORT_ADDRESS'],
    [{ SUPPORT_ADDRESS: 'http://help.example' }, 'SUPPORT_ADDRESS'],
    [{ SUPPORT_ADDRESS: 'https://bank.example@help.example/' }, 'SUPPORT_ADDRESS'],
    [{ SUPPORT_ADDRESS: '//help.example' }, 'SUPPORT_ADDRESS'],
    [{ SOURCE_URL: 'http://source.example' }, 'SOURCE_URL'],
    [{ SOURCE_URL: 'https://source.example@other.example/' }, 'SOURCE_URL'],
    [{ SHARES_PER_HAND: '0' }, 'SHARES_PER_HAND'],
    [{ SHARES_PER_HAND: '2.5' }, 'SHARES_PER_HAND'],
    [{ LOG_LEVEL: 'chatty' }, 'LOG_LEVEL'],
    [{ LOG_FORWARD: 'tcp://logs.example:514' }, 'LOG_FORWARD'],
    [{ LOG_FORWARD: 'tls://logs.example:99999' }, 'LOG_FORWARD'],
  ])('names what is wrong with %o', (environment, variable) => {
    expect(() => readConfig(environment)).toThrow(new RegExp(`cannot be used:\\n {2}${variable}: `));
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT: a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT: a whole number from 0 to 65535'],
    [{ PORT: '0x1F90' }, 'PORT: a whole number from 0 to 65535'],
    [{ PORT: '1e4' }, 'PORT: a whole number from 0 to 65535'],
    [{ PROFILE: 'School' }, 'PROFILE: one of standard, school'],
    [{ MARKET_PROFILE: 'fast' }, 'MARKET_PROFILE: one of compressed, nse, stepped'],
    [{ MARKET_PROFILE: 'stepped', HOST: '0.0.0.0' }, 'MARKET_PROFILE: a stepped market is moved by any program'],
    [{ MARKET_PROFILE: 'stepped', KITE: 'off' }, 'MARKET_PROFILE: a stepped market needs ROLE=all'],
    [{ MARKET_DAY_SECONDS: '9.5' }, 'MARKET_DAY_SECONDS: a whole number from 10 to 86400'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: an address of PostgreSQL: postgres://USER:PASSWORD@HOST/DATABASE'],
    [{ DATABASE_URL_APP: 'mysql://x' }, 'an address with which khara_app logs in'],
    [{ DRAW_WITNESS_URL: 'ftp://x' }, 'DRAW_WITNESS_URL: an address with http: or https:'],
    [{ CONSOLE_HOST: 'a b' }, 'CONSOLE_HOST: the name of a host: office.khara.example'],
    [{ ROLE: 'api', BUS: 'pg', DATABASE_URL: 'postgres://x/y' }, 'NODE_NAME: several servers have names of their own'],
    [{ MARKET_START: '2026-11-23' }, 'MARKET_START: other markets begin on the day on which they are made'],
    [{ MARKET_PROFILE: 'stepped', MARKET_START: '2026-11-22' }, 'MARKET_START: the date of a trading day'],
    [{ MARKET_PROFILE: 'stepped', MARKET_START: 'today' }, 'MARKET_START: the date of a trading day'],
    [{ MARKET_SEED: 'x'.repeat(129) }, 'MARKET_SEED: at most 128 characters'],
  ])('says what a variable takes: %o', (environment, line) => expect(() => readConfig(environment)).toThrow(line));

  it('names everything that is wrong at once', () => {
    expect(() => readConfig({ PORT: '-1', INVITE_CODE: 'maybe' })).toThrow(/PORT: [\s\S]*INVITE_CODE: /);
  });

  it('takes an address of a database with several hosts', () => {
    const urls = Object.fromEntries(
      ['app', 'job', 'console', 'staff'].map((name) => [
        `DATABASE_URL_${name.toUpperCase()}`,
        `postgres://khara_${name}:secret@one:5432,two:5433/khara`,
      ]),
    );
    expect(readConfig(urls)).toMatchObject(urls);
    const other = { ...urls, DATABASE_URL_APP: 'postgres://khara_job:secret@one:5432,two:5433/khara' };
    expect(() => readConfig(other)).toThrow('an address with which khara_app logs in');
  });

  it('reads lists of addresses', () => {
    expect(readConfig({ TRUSTED_PROXIES: '127.0.0.1, ::1' }).TRUSTED_PROXIES).toEqual(['127.0.0.1', '::1']);
  });

  it.each([
    '/pages/index/messages/index',
    'https://help.example/chat?of=khara',
    'mailto:help@khara.example',
    'tel:+911800',
  ])('customer service may be at %s', (address) =>
    expect(readConfig({ SUPPORT_ADDRESS: address }).SUPPORT_ADDRESS).toBe(address),
  );

  it('opens to guests what the installation lists, and what the product lists where it says nothing', () => {
    expect(readConfig({}).GUARD_WHITELIST).toContain('/pages/index/rules/index');
    expect(readConfig({ GUARD_WHITELIST: '/, /pages/market/* vote' }).GUARD_WHITELIST).toEqual([
      '/',
      '/pages/market/*',
      'vote',
    ]);
  });

  it('is what docs/configuration.md says', () => {
    const manual = readFileSync(path.join(ROOT, 'docs/configuration.md'), 'utf8');
    const rows = [...manual.matchAll(/^\| ([A-Z_, ]+) \| ([^|]+) \|/gm)];
    const named = rows.flatMap(([, names = '']) => names.split(', '));
    expect(named.toSorted()).toEqual([...CONFIG_VARIABLES].toSorted());
  });

  it('has each variable in .env.example, with its default', () => {
    const lines = readFileSync(path.join(ROOT, '.env.example'), 'utf8').matchAll(/^#?([A-Z_]+)=(.*)$/gm);
    const given = Object.fromEntries([...lines].map(([, name = '', value]) => [name, value]));
    expect(Object.keys(given).toSorted()).toEqual([...CONFIG_VARIABLES].toSorted());
    expect(readConfig(given)).toEqual(readConfig({}));
  });
});
