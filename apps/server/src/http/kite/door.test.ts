import { expect, it } from 'vitest';
import { buildApp } from '#src/app.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { testDeps } from '#test/deps.ts';

const market = { now: () => ({ marketTime: '2026-11-23T10:00:00+05:30' }) } as Deps['market'];
const HOST = 'api.khara.example';

/** What the door, and the rest, answer without a token by the names that a request may use. */
async function answers(environment: Readonly<Record<string, string>>) {
  const db = { query: () => Promise.resolve([{}]) } as unknown as Deps['db']; // a guess is counted
  const app = await buildApp(testDeps({ market, db }, environment), {});
  const ask = async (url: string, host: string) => (await app.inject({ url, headers: { host } })).statusCode;
  const door = '/user/profile';
  return { door: await ask(door, 'localhost'), ownHost: await ask(door, HOST), restThere: await ask('/docs/', HOST) };
}

it.each([
  ['is open where only this machine comes in', {}, { door: 403, ownHost: 403, restThere: 200 }],
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
