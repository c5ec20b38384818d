import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { buildApp } from '#src/app.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { testDeps } from '#test/deps.ts';

const market = { now: () => ({ marketTime: '2026-11-23T10:00:00+05:30' }) } as Deps['market'];
const HOST = 'api.khara.example';

/** What the door, and the rest, answer without a token by the names that a request may use. */
async function answers(environment: Readonly<Record<string, string>>) {
  const db = { query: () => Promise.resolve([{}]) } as unknown as Deps['db']; // a guess is counted
  const named = { PUBLIC_ORIGINS: `http://${HOST}`, ...environment };
  const app = await buildApp(testDeps({ market, db }, named), {});
  const ask = async (url: string, host: string) => (await app.inject({ url, headers: { host } })).statusCode;
  const door = '/user/profile';
  return { door: await ask(door, 'localhost'), ownHost: await ask(door, HOST), restThere: await ask('/docs/', HOST) };
}

it.each<readonly [string, Readonly<Record<string, string>>, object]>([
  ['is open where only this machine comes in', {}, { door: 403, ownHost: 403, restThere: 200 }],
  ...['127.0.0.2', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', 'LocalHost'].map(
    (HOST) =>
      [
        `is open at ${HOST}, which only this machine reaches`,
        { HOST },
        { door: 403, ownHost: 403, restThere: 200 },
      ] as const,
  ),
  ...['::', '10.0.0.1', '127.0.0.1.example'].map(
    (HOST) => [`is closed at ${HOST}`, { HOST }, { door: 404, ownHost: 404, restThere: 200 }] as const,
  ),
  [
    'is closed where others come in, unless it is opened',
    { HOST: '0.0.0.0' },
    { door: 404, ownHost: 404, restThere: 200 },
  ],
  ['is open to others when it is said', { HOST: '0.0.0.0', KITE: 'on' }, { door: 403, ownHost: 403, restThere: 200 }],
  ['is closed when it is said', { KITE: 'off' }, { door: 404, ownHost: 404, restThere: 200 }],
  ['has a name of its own, with nothing else there', { KITE_HOST: HOST }, { door: 404, ownHost: 403, restThere: 404 }],
])('the door for programs %s', async (_how, environment, expected) => {
  expect(await answers(environment)).toEqual(expected);
});

/** A server that knows no key. */
const open = (environment: Readonly<Record<string, string>>) =>
  buildApp(testDeps({ market, db: { query } as unknown as Deps['db'] }, environment), {});
const query = (name: string) => Promise.resolve(name === 'programs.live_key' ? [] : [{}]);

describe('an answer under the name of the door', () => {
  const OWN = { KITE_HOST: HOST };
  const TOKEN = { authorization: 'token 0123456789abcdef:nothing' };

  it.each<[string, Readonly<Record<string, string>>, InjectOptions, number]>([
    ['a path that there is not, with a token', {}, { url: '/no/such/thing', headers: TOKEN }, 404],
    ['a method that there is not', {}, { method: 'PUT', url: '/user/profile', headers: TOKEN }, 404],
    ['a path that is no path', {}, { url: '/%', headers: TOKEN }, 404],
    ['a call of the app', {}, { method: 'POST', url: '/app/no/such', headers: TOKEN }, 404],
    ['a wrong token', {}, { url: '/user/profile', headers: TOKEN }, 403],
    [
      'a body that is none',
      {},
      {
        method: 'POST',
        url: '/margins/orders',
        headers: { ...TOKEN, 'content-type': 'application/json' },
        payload: '{',
      },
      400,
    ],
    [
      'a kind of body that there is not',
      {},
      { method: 'POST', url: '/alerts', headers: { ...TOKEN, 'content-type': 'text/odd' }, payload: 'x' },
      400,
    ],
    ['a path that there is not, at a name of its own', OWN, { url: '/no/such/thing', headers: { host: HOST } }, 404],
    ['the app, at a name of its own', OWN, { url: '/app/config/info', headers: { host: HOST } }, 404],
    ['a path that is no path, at a name of its own', OWN, { url: '/%', headers: { host: HOST } }, 404],
    ['a wrong token, at a name of its own', OWN, { url: '/orders', headers: { ...TOKEN, host: HOST } }, 403],
  ])(
    "to %s has the exact type, says that all is simulated and the market's time, and is a failure of clients",
    async (_what, environment, request, status) => {
      const app = await open(environment);
      const answer = await app.inject(request);
      expect(answer.json()).toMatchObject({
        status: 'error',
        error_type: expect.stringMatching(/Exception$/),
        message: expect.any(String),
      });
      expect({ ...answer.headers, status: answer.statusCode }).toMatchObject({
        status,
        'content-type': 'application/json',
        'x-simulated': '1',
        'x-market-time': '2026-11-23 10:00:00',
      });
    },
  );

  it('has the time without a token, however a path of the door is written', async () => {
    const app = await open({});
    for (const url of ['/user/profile', '/%6frders', '/quote?i=NSE:AAMRAI'])
      expect((await app.inject({ url })).headers).toMatchObject({ 'x-market-time': '2026-11-23 10:00:00' });
  });

  it('says so without a token too, and the type is exact', async () => {
    const answer = await (await open({})).inject('/no/such/thing');
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'x-simulated': '1' });
  });

  it('is there for the login and the ticker at a name of its own', async () => {
    const app = await open({ ...OWN, PUBLIC_ORIGINS: 'https://khara.example' });
    const login = await app.inject({ url: '/connect/login?v=3&api_key=a', headers: { host: HOST } });
    expect(login).toMatchObject({ statusCode: 302 });
    expect(login.headers['x-simulated']).toBe('1');
  });
});
