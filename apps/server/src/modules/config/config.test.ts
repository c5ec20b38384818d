import { calls, type Data } from '@khara/contract';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client, type Client } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { buildApp } from '#src/app.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { handlers as support } from '#modules/support/index.ts';
import { handlers } from './index.ts';

const now: Data<'configInfo'>['market'] = {
  profile: 'compressed',
  session: 'open',
  marketTime: '2026-11-23T14:32:08+05:30',
  marketDate: '2026-11-23',
  at: 1_767_225_300_000,
  nextChangeAt: 1_767_225_600_000,
  speed: 29,
};
const database = useTestDatabase({ provesBooks: false });
let app: FastifyInstance;
let guest: Client;

beforeAll(async () => {
  const market = { now: () => now } as Deps['market']; // all that the configuration asks of it
  app = await buildApp(
    testDeps(
      { db: database.app, market, webVersion: () => '1.0.2-abcdef01' },
      {
        INVITE_CODE: 'optional',
        PROFILE: 'school',
        MAX_PAGE_WIDTH: '720',
        DESK: 'off',
        PULL_REFRESH_THRESHOLD: '90',
        GUARD_MODE: 'blacklist',
        GUARD_WHITELIST: '/ /pages/news/*',
        GUARD_BLACKLIST: 'wallet, personal',
        SUPPORT_ADDRESS: 'https://help.example/khara',
        SOURCE_URL: 'https://source.example/khara',
        SHARES_PER_HAND: '10',
      },
    ),
    { ...handlers, ...support },
  );
  guest = client(app);
});
afterAll(() => app.close());

describe('what the app asks at launch', () => {
  it('is answered by one call, to a guest too', async () => {
    const info = await guest.get('configInfo', {});
    expect(calls.configInfo.data.safeParse(info).error).toBeUndefined();
    expect(info).toMatchObject({
      simulated: true,
      market: now,
      profile: 'school',
      maxPageWidth: 720,
      desk: false,
      pullRefreshThreshold: 90,
      qianduanVer: '1.0.2-abcdef01',
      register: { inviteCode: 'optional', sandboxInviteCode: 'KHARA' },
      operator: { registration: null },
      source: { version: expect.stringMatching(/^\d+\.\d+\.\d+$/), url: 'https://source.example/khara' },
      guard: { mode: 'blacklist', whitelist: ['/', '/pages/news/*'], blacklist: ['wallet', 'personal'] },
      limits: { maxOrderQuantity: 10_000 },
    });
  });

  it('has the number of shares per hand under the name buy.hands', async () => {
    expect(await guest.get('configValue', { id: 'buy.hands' })).toBe(10);
  });

  it('has where customer service is', async () => {
    expect(await guest.get('serviceAddress', {})).toEqual({ url: 'https://help.example/khara' });
  });

  it('has the version being served where it is polled', async () => {
    const answer = await app.inject('/api/users?r=1');
    expect(answer.json()).toMatchObject({ code: 200, data: { qianduanVer: '1.0.2-abcdef01' } });
  });

  it('has four languages, each by code and flag', async () => {
    const languages = await guest.get('languages', {});
    expect(languages.map(({ code, flag }) => [code, flag])).toEqual([
      ['en', 1],
      ['yd', 2],
      ['zh-Hant', 3],
      ['zh-Hans', 4],
    ]);
  });
});

describe('configured texts', () => {
  const IDS = ['privacy', 'terms', 'about', 'rules', 'help', 'block.notice', 'placement.notice', 'certificate'];
  it.each(IDS)('%s is there in every language', async (id) => {
    const texts = await Promise.all(['1', '2', '3', '4'].map((lang) => guest.get('configValue', { id }, { lang })));
    expect(new Set(texts.map((text) => (typeof text === 'number' ? text : text.body))).size).toBe(4);
  });

  it.each(['certificates', 'constructor', '__proto__', 'x'.repeat(65)])('%s is unknown', async (id) => {
    expect(await guest.refused('configValue', { id })).toBe('unknown_config');
  });
});

it('banners come with pictures that the web app has, in the reader’s language', async () => {
  const [english, hindi] = await Promise.all([
    guest.get('homeBanner', {}),
    guest.get('homeBanner', {}, { lang: 'yd' }),
  ]);
  expect(english.length).toBeGreaterThan(2);
  expect(hindi[0]?.title).not.toBe(english[0]?.title);
  const files = path.join(import.meta.dirname, '../../../../web/public');
  for (const { image, link } of english) {
    expect(existsSync(path.join(files, image.replace('/h5/', '')))).toBe(true);
    expect(link).toMatch(/^\/pages\//);
  }
});
