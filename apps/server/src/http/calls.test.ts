import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { Writable } from 'node:stream';
import pino from 'pino';
import { testDeps } from '#test/deps.ts';
import { buildApp } from '#src/app.ts';
import { DatabaseAway, SqlError } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Handlers } from '#src/kernel/call-handler.ts';
import type { Member } from '#src/kernel/member.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { TryLater } from '#src/kernel/try-later.ts';
import { REQUEST_LIMITS } from './rate-limit.ts';
import { newServerState } from './state.ts';

const member: Member = {
  userId: 'u1',
  accountKey: 1,
  sessionId: 's1',
  tokenHash: 'ab',
  deviceOnly: false,
  transactionPasswordUntil: undefined,
};
const sessions: Deps['sessions'] = {
  find: (token) => (token === 'live' ? { kind: 'live', member } : { kind: token === 'old' ? 'ended' : 'unknown' }),
  forget: () => undefined,
};

const seen: unknown[] = [];
const recharge = {
  orderNumber: 'R1',
  currency: 'INR' as const,
  channelType: 'UPI',
  amount: '10.00',
  status: 'in_transfer' as const,
  reason: null,
  payTo: { name: 'n', qr: 'q', note: 'n' },
  at: 1,
  updatedAt: 1,
  expiresAt: 2,
  receipt: null,
  unmatched: null,
  reviewer: 'sandbox' as const,
  simulated: true as const,
};
/** With a field more than the call table has. */
const english = { code: 'en', flag: 1, name: 'English', secret: 'not in the table' };
const handlers: Partial<Handlers> = {
  languages: (_deps, caller) => {
    seen.push(caller);
    return done([english]);
  },
  marketList: (_deps, _caller, body) => {
    seen.push(body);
    return done({ list: [], nextCursor: null, breadth: { rising: 0, unchanged: 0, falling: 0, untraded: 0 } });
  },
  configValue: (_deps, _caller, body) => (body.id === 'buy.hands' ? done(1) : refuse('unknown_config')),
  userDetail: () => {
    throw new Error('a defect with a secret in it');
  },
  signIn: () => {
    throw new TryLater(429, 'try_later', 7);
  },
  wallets: () => {
    throw new DatabaseAway('gone');
  },
  convert: () => {
    throw new SqlError('no money moves', { code: 'KH003', detail: '{"check":"chain_head","since":1700000000000}' });
  },
  noticeList: () => done({ list: [], nextCursor: null }),
  passkeySignIn: () => refuse('passkey_refused'),
  submitRecharge: () => done(recharge),
  toggleWatch: () => done({ collected: true }),
  cancelOrder: (_deps, _caller, body) => refuse('unknown_order', { field: 'id', details: { id: body.id } }),
};

const opened: FastifyInstance[] = [];
async function open(parts: Partial<Deps> = {}, environment: Record<string, string> = {}, state = newServerState()) {
  state.ready = true;
  const app = await buildApp(testDeps({ sessions, ...parts }, environment), handlers, { state });
  opened.push(app);
  return app;
}
afterEach(async () => {
  seen.length = 0;
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

type Answer = { code: number; msg: string; data: unknown };
async function ask(app: FastifyInstance, options: InjectOptions) {
  const response = await app.inject({ method: 'POST', ...options });
  return { status: response.statusCode, headers: response.headers, ...response.json<Answer>() };
}

describe('an answer', () => {
  it('is an envelope that holds only what the call table names', async () => {
    const app = await open();
    const answer = await ask(app, { url: '/app/lang/list' });
    expect(answer).toMatchObject({ status: 200, code: 200, msg: 'Operation successful' });
    expect(answer).toHaveProperty('data', [{ code: 'en', flag: 1, name: 'English' }]);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });

  it('of a call with its id in the path finds the id there', async () => {
    const app = await open();
    expect(await ask(app, { url: '/app/config/getConfigLiberty/buy.hands' })).toMatchObject({ code: 200, data: 1 });
    expect(await ask(app, { url: '/app/config/getConfigLiberty/other', payload: { id: 'buy.hands' } })).toMatchObject({
      status: 200,
      code: 500,
      data: { reason: 'unknown_config' },
    });
  });

  it.each([
    ['en', 'There is no such order'],
    ['1', 'There is no such order'],
    ['', 'There is no such order'],
    ['fr', 'There is no such order'],
    ['yd', /[\u0900-\u097F]/],
    ['2', /[\u0900-\u097F]/],
    ['9', /[\u0900-\u097F]/],
    ['zh-Hant', /[\u4E00-\u9FFF]/],
    ['4', /[\u4E00-\u9FFF]/],
  ])('in language %o says why it refuses', async (lang, text) => {
    const app = await open();
    const answer = await ask(app, { url: '/app/order/contract/cancel/77', headers: { token: 'live', lang } });
    expect(answer).toMatchObject({ status: 200, code: 500, data: { reason: 'unknown_order', field: 'id', id: '77' } });
    expect(answer.msg).toMatch(text);
  });
});

/** Objects within each other. */
const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;

describe('a payload', () => {
  it.each([
    ['JSON', 'application/json', '{"type":"gainers","size":5}'],
    ['JSON with a charset', 'application/json; charset=utf-8', '{"type":"gainers","size":"5"}'],
    ['a form', 'application/x-www-form-urlencoded', 'type=gainers&size=5&spark=&time=1'],
    ['a JSON text', 'text/plain;charset=UTF-8', '{"type":"gainers","size":5,"time":1767225600000,"r":0.5}'],
    ['a JSON text twice over', 'text/plain', JSON.stringify('{"type":"gainers","size":5}')],
  ])('may come as %s', async (_how, contentType, payload) => {
    const app = await open();
    const sent = payload.replace('&spark=', '');
    const answer = await ask(app, {
      url: '/app/market/marketList?r=0.123',
      headers: { 'content-type': contentType },
      payload: sent,
    });
    expect(answer).toMatchObject({ status: 200, code: 200 });
    expect(seen).toEqual([{ type: 'gainers', size: 5 }]);
  });

  it('may nest 32 deep, and deeper is refused before anything walks it: as JSON, twice over, in a form, in a field', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const app = await open({ log });
    const sent = async (contentType: string, payload: string, url = '/app/user/passkeySignIn') =>
      ask(app, { url, headers: { 'content-type': contentType }, payload });
    const refused = { status: 200, code: 500, data: { reason: 'invalid_input' } };
    for (const depth of [33, 20_000]) {
      const deep = nested(depth);
      const field = `{"response":${JSON.stringify(deep)}}`;
      expect(await sent('application/json', `{"response":${deep}}`)).toMatchObject(refused);
      expect(await sent('text/plain', JSON.stringify(`{"response":${deep}}`))).toMatchObject(refused);
      expect(await sent('application/json', field)).toMatchObject(refused);
      expect(await sent('application/x-www-form-urlencoded', `response=${encodeURIComponent(deep)}`)).toMatchObject(
        refused,
      );
      expect(await sent('application/json', `${'['.repeat(depth)}${']'.repeat(depth)}`)).toMatchObject(refused);
    }
    // Brackets within a text nest nothing, and 32 is deep enough for every call.
    const url = '/app/market/marketList';
    expect(await sent('application/json', `{"keyword":${JSON.stringify(`\\"${'['.repeat(40)}`)}}`, url)).toMatchObject({
      code: 200,
    });
    expect(await sent('application/json', `{"other":${nested(31)}}`, url)).toMatchObject({ code: 200 });
    expect(await sent('application/json', `{"other":${nested(32)}}`, url)).toMatchObject(refused);
    expect(lines.join('')).not.toMatch(/stack|"level":50/);
  });

  it('may be missing', async () => {
    const app = await open();
    expect(await ask(app, { url: '/app/market/marketList' })).toMatchObject({ code: 200 });
    const empty = { url: '/app/market/marketList', headers: { 'content-type': 'application/json' }, payload: '' };
    expect(await ask(app, empty)).toMatchObject({ code: 200 });
  });

  it.each([
    ['{"type":', undefined],
    ['[1,2]', undefined],
    ['7', undefined],
    ['{"size":0}', 'size'],
    ['{"type":"best"}', 'type'],
    ['{"__proto__":{"size":1}}', undefined],
    // A NUL and half a pair are text to JSON and none to PostgreSQL: who sends one is refused, and the log
    // has no defect.
    ['{"keyword":"a\\u0000b"}', 'keyword'],
    ['{"keyword":["\\u0000"]}', 'keyword'],
    ['{"keyword":"a\\ud800b"}', 'keyword'],
    ['{"keyword":{"\\udc00":1}}', 'keyword'],
  ])('like %s is refused and its field is named', async (payload, field) => {
    const app = await open();
    const headers = { 'content-type': 'application/json' };
    const answer = await ask(app, { url: '/app/market/marketList', headers, payload });
    expect(answer).toMatchObject({ status: 200, code: 500, data: { reason: 'invalid_input' } });
    expect(answer.data).toEqual({ reason: 'invalid_input', ...(field && { field }) });
  });

  it('of a GET is its query', async () => {
    const app = await open();
    const headers = { token: 'live' };
    const url = '/app/market/collectMarket?code=THEWA&r=1&time=2';
    expect(await ask(app, { method: 'GET', url, headers })).toMatchObject({ code: 200, data: { collected: true } });
    expect(await ask(app, { method: 'GET', url: '/app/market/collectMarket', headers })).toMatchObject({
      code: 500,
      data: { reason: 'unknown_code', field: 'code' },
    });
  });

  it('that moves money needs its number', async () => {
    const app = await open();
    const payload = { currency: 'INR', channelType: 'UPI', amount: '10' };
    const answer = await ask(app, { url: '/app/wallet/submitRecharge', headers: { token: 'live' }, payload });
    expect(answer).toMatchObject({ code: 500, data: { reason: 'request_id_required', field: 'requestId' } });
  });
});

describe('a session', () => {
  it.each([
    [undefined, 401],
    ['', 401],
    ['never ours', 401],
    ['old', 2001],
    ['live', 200],
  ])('with token %o gives %i for a call that needs one', async (token, code) => {
    const app = await open();
    const headers = token === undefined ? {} : { token };
    expect(await ask(app, { url: '/app/notice/List', headers })).toMatchObject({ status: 200, code });
  });

  it.each(['', 'never ours', 'old'])('with the bad token %o is no matter for a guest’s call', async (token) => {
    const app = await open();
    expect(await ask(app, { url: '/app/lang/list', headers: { token } })).toMatchObject({ code: 200 });
    expect(seen).toMatchObject([{ member: undefined }]);
  });

  it('is known to a guest’s call when it lives', async () => {
    const app = await open();
    await ask(app, { url: '/app/lang/list', headers: { token: 'live', device: 'd' } });
    expect(seen).toMatchObject([{ member, device: 'd' }]);
  });

  it('is asked for before the payload is looked at', async () => {
    const app = await open();
    expect(await ask(app, { url: '/app/wallet/submitRecharge', payload: {} })).toMatchObject({ code: 401 });
  });
});

describe('a GET that changes something', () => {
  const url = '/app/market/collectMarket?code=THEWA';
  it.each([{ 'sec-fetch-site': 'cross-site' }, { 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }])(
    'does nothing with %o',
    async (header) => {
      const app = await open();
      const answer = await ask(app, { method: 'GET', url, headers: { token: 'live', ...header } });
      expect(answer).toMatchObject({ code: 500, data: { reason: 'invalid_input' } });
    },
  );

  it('works for an origin that was let in, and never as HEAD', async () => {
    const app = await open({}, { PUBLIC_ORIGINS: 'https://app.example' });
    const headers = { token: 'live', 'sec-fetch-site': 'cross-site', origin: 'https://app.example' };
    const answer = await ask(app, { method: 'GET', url, headers });
    expect(answer).toMatchObject({ code: 200 });
    expect(answer.headers['access-control-allow-origin']).toBe('https://app.example');
    expect((await app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(404);
  });
});

describe('what cannot be answered', () => {
  it.each([
    ['an unknown path', { url: '/app/nothing' }, 404, 'not_found'],
    ['another method', { method: 'DELETE', url: '/app/lang/list' }, 404, 'not_found'],
    ['a broken address', { method: 'GET', url: '/%c0' }, 404, 'not_found'],
    [
      'a body too large',
      { url: '/app/lang/list', headers: { 'content-type': 'application/json' }, payload: `"${'x'.repeat(1_100_000)}"` },
      413,
      'body_too_large',
    ],
    [
      'a body of another kind',
      { url: '/app/lang/list', headers: { 'content-type': 'application/xml' }, payload: '<a/>' },
      415,
      'invalid_input',
    ],
  ] as const)('%s is answered in the envelope', async (_what, request, status, reason) => {
    const app = await open();
    const answer = await ask(app, request as InjectOptions);
    expect(answer).toMatchObject({ status, code: status, data: { reason } });
    expect(answer.msg).toBeTypeOf('string');
  });

  it('a defect tells nothing of itself, and the log knows which request it was', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write: (line: Buffer, _encoding, next) => {
        lines.push(line.toString());
        next();
      },
    });
    const app = await open({ log: pino(sink) });
    const headers = { token: 'live', 'content-type': 'application/json' };
    const answer = await ask(app, { url: '/app/user/userDetail', headers, payload: '{"password":"planted"}' });
    expect(answer).toMatchObject({ status: 500, code: 500, msg: 'The system is busy, please try again later' });
    expect(JSON.stringify(answer)).not.toContain('secret');
    const log = lines.join('');
    expect(log).toContain('a defect with a secret in it');
    expect(log).toMatch(/"reqId":"[\w-]+-\w+".*"call":"userDetail"/);
    expect(log).not.toMatch(/planted|"live"/);
  });

  it('the database being away is a 503 that says when to come back', async () => {
    const app = await open();
    const answer = await ask(app, { url: '/app/wallet/userWallet', headers: { token: 'live' } });
    expect(answer).toMatchObject({ status: 503, code: 503, data: { reason: 'maintenance' } });
    expect(answer.headers['retry-after']).toBe('2');
  });

  it('a stop of money that only the database knows of is answered as the door answers it', async () => {
    const app = await open();
    const payload = { requestId: 'r-1234567890abcdef', from: 'INR', to: 'USDT', amount: '10' };
    const answer = await ask(app, { url: '/app/wallet/convert', headers: { token: 'live' }, payload });
    expect(answer).toMatchObject({
      status: 200,
      code: 500,
      data: { reason: 'maintenance', why: 'books', check: 'chain_head', since: 1_700_000_000_000 },
    });
  });

  it('too many of a kind are a 429 that says when to come back', async () => {
    const app = await open();
    const payload = { phone: '9812345678', password: 'x' };
    const answer = await ask(app, { url: '/app/user/loginAccount', payload });
    expect(answer).toMatchObject({ status: 429, code: 429, data: { reason: 'try_later' } });
    expect(answer.headers['retry-after']).toBe('7');
  });

  it('a flood from one network is a 429, other networks are served, and so is it when its window is over', async () => {
    // Time stands still: a busy machine must not spread the flood over two windows.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const app = await open({}, { TRUSTED_PROXIES: '127.0.0.1' });
    const from = (address: string) =>
      ask(app, { url: '/app/lang/list', headers: { 'x-forwarded-for': address }, remoteAddress: '127.0.0.1' });
    const answers: Awaited<ReturnType<typeof from>>[] = [];
    while (answers.length < REQUEST_LIMITS.requests + 10)
      answers.push(await from(`198.51.100.${answers.length % 250}`));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({ code: 429, data: { reason: 'too_many_requests' } });
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(await from('203.0.113.1')).toMatchObject({ code: 200 });
    vi.advanceTimersByTime(REQUEST_LIMITS.windowMs);
    expect(await from('198.51.100.1')).toMatchObject({ code: 200 });
  });

  it('an address in X-Forwarded-For is believed from a trusted proxy only', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.9' };
    const app = await open();
    await ask(app, { url: '/app/lang/list', headers, remoteAddress: '192.0.2.1' });
    const proxied = await open({}, { TRUSTED_PROXIES: '192.0.2.1' });
    await ask(proxied, { url: '/app/lang/list', headers, remoteAddress: '192.0.2.1' });
    expect(seen).toMatchObject([{ address: '192.0.2.1' }, { address: '198.51.100.9' }]);
  });
});

describe('a server that is closing', () => {
  it('says so to the load balancer, serves what comes until then, and takes nothing that moves money after it', async () => {
    const state = newServerState();
    const db = { query: async () => [] } as unknown as Deps['db']; // of which only the ping is used
    const app = await open({ db }, {}, state);
    const payload = { currency: 'INR', channelType: 'UPI', amount: '10', requestId: 'abcdefgh' };
    const request = { url: '/app/wallet/submitRecharge', headers: { token: 'live' }, payload };
    expect(await ask(app, request)).toMatchObject({ code: 200 });
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    state.draining = true;
    expect((await app.inject('/healthz')).statusCode).toBe(503);
    expect(await ask(app, request)).toMatchObject({ code: 200 });
    state.closing = true;
    const answer = await ask(app, request);
    expect(answer).toMatchObject({ status: 503, code: 503 });
    expect(answer.headers['retry-after']).toBe('5');
    expect(await ask(app, { url: '/app/notice/List', headers: { token: 'live' } })).toMatchObject({ code: 200 });
  });

  it('is not ready while its clock and that of the database differ by more than 250 ms', async () => {
    const state = newServerState();
    let ahead = 0;
    const db = { query: async () => [{ readOnly: 'off', at: 1_000_000 + ahead }] } as unknown as Deps['db'];
    const app = await open({ db, clock: { now: () => 1_000_000 } }, {}, state);
    const of = async (url: string) => (await app.inject(url)).statusCode;
    for (const [ms, status] of [
      [250, 200],
      [251, 503],
      [-250, 200],
      [-251, 503],
    ] as const) {
      ahead = ms;
      expect([ms, await of('/readyz')]).toEqual([ms, status]);
      expect(await of('/healthz')).toBe(200);
      expect((await app.inject('/metrics')).body).toContain(`khara_clock_skew_ms ${ms}\n`);
    }
  });

  it('says at /readyz what does not happen by itself, and at /livez only that it is there', async () => {
    const state = newServerState();
    let readOnly = 'off';
    // The one question that is asked.
    const db = { query: async () => [{ readOnly }] } as unknown as Deps['db'];
    const app = await open({ db }, {}, state);
    const of = async (url: string) => {
      const response = await app.inject(url);
      return [response.statusCode, response.json()];
    };
    const ok = [200, { status: 'ok' }];
    expect(await of('/readyz')).toEqual(ok);
    state.failingJobs = () => ['queue', 'sealing'];
    expect(await of('/readyz')).toEqual([503, { status: 'jobs_fail', jobs: ['queue', 'sealing'] }]);
    state.marketStandsStill = () => true;
    expect(await of('/readyz')).toEqual([503, { status: 'market_stands_still' }]);
    // A load balancer that reads it would turn all requests away, also those who only read.
    expect(await of('/healthz')).toEqual(ok);
    readOnly = 'on';
    expect(await of('/readyz')).toEqual([503, { status: 'database_read_only' }]);
    expect(await of('/healthz')).toEqual([503, { status: 'database_read_only' }]);
    state.draining = true;
    expect(await of('/readyz')).toEqual([503, { status: 'draining' }]);
    expect(await of('/livez')).toEqual(ok);
  });

  it('is not ready when its database does not answer', async () => {
    const app = await open();
    const response = await app.inject('/healthz');
    expect([response.statusCode, response.json()]).toEqual([503, { status: 'database_away' }]);
  });
});

describe('the manual', () => {
  it('is generated from the call table', async () => {
    const app = await open();
    const document = (await app.inject('/docs/json')).json<{ openapi: string; paths: Record<string, unknown> }>();
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths).toHaveProperty(['/app/order/contract/buy', 'post', 'operationId'], 'placeBuyOrder');
    const page = await app.inject('/docs/');
    expect(page.body).toMatch(/<html translate="no"[^>]*>[^]*<meta name="google" content="notranslate">/);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).not.toMatch(/https:|upgrade-insecure/);
  });
});
