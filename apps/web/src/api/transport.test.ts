import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls } from '@khara/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CallTable } from './transport.ts';
import { createTransport, type Transport, type TransportDeps } from './transport.ts';

/** A server that misbehaves as configured, and remembers what it was asked. */
type SentRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};
type Behaviour = (request: SentRequest, response: ServerResponse) => void;

let server: Server;
let base = '';
let behave: Behaviour = (_, response) => response.end();
let asked: SentRequest[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const seen = {
        method: request.method ?? '',
        url: new URL(request.url ?? '', 'http://x'),
        headers: request.headers,
        body,
      };
      asked.push(seen);
      behave(seen, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  asked = [];
});

const answer =
  (envelope: unknown, status = 200, headers: Record<string, string> = {}): Behaviour =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(envelope));
  };
const success = (data: unknown) => answer({ code: 200, msg: 'Operation successful', data });
/** Sends all requests to another address, which is a page for people. */
const away =
  (to: string, status = 302): Behaviour =>
  ({ url }, response) =>
    url.pathname === to
      ? response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in</h1>')
      : response.writeHead(status, { location: to }).end();
const breakOff: Behaviour = (_, response) => response.destroy();

const table = calls as unknown as CallTable; // the whole table where the app has its extract
const waits: number[] = [];
const transport = (more: Partial<TransportDeps> = {}): Transport =>
  createTransport({
    table,
    base,
    headers: () => ({ token: 'T0K3N', lang: 'yd', device: 'D' }),
    say: (what) => `say:${what}`,
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    random: () => 0.5,
    now: () => 1_764_000_000_000,
    ...more,
  });

describe('what every request carries', () => {
  it('token, lang and device as headers, time in the payload, r in the query', async () => {
    behave = success({ quotes: [] });
    await transport().call('marketList', { type: 'gainers' });
    const [request] = asked;
    expect(request?.method).toBe('POST');
    expect(request?.headers).toMatchObject({
      token: 'T0K3N',
      lang: 'yd',
      device: 'D',
      'content-type': 'application/json',
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({ type: 'gainers', time: 1_764_000_000_000 });
    expect(request?.url.searchParams.get('r')).toBeTruthy();
  });

  it('a guest’s token is there and empty', async () => {
    behave = success({ quotes: [] });
    await transport({ headers: () => ({ token: '', lang: 'yd' }) }).call('marketList', { type: 'gainers' });
    expect(asked[0]?.headers).toMatchObject({ token: '', lang: 'yd' });
  });

  it('object values travel as their JSON text, absent ones not at all', async () => {
    behave = success(null);
    // A payload no call has, but any could.
    await transport().call('bill', { currency: 'INR', from: undefined, filter: { kind: ['buy'] } } as never);
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ currency: 'INR', filter: '{"kind":["buy"]}' });
    expect(asked[0]?.body).not.toContain('from');
  });

  it('an id goes into the path, encoded, and not into the payload', async () => {
    behave = success(7);
    await transport().call('configValue', { id: 'buy.hands' });
    expect(asked[0]?.url.pathname).toBe('/app/config/getConfigLiberty/buy.hands');
    expect(asked[0]?.body).not.toContain('buy.hands');
  });

  it('a GET carries its payload in the query and has no body', async () => {
    behave = success({ collected: true });
    await transport().call('toggleWatch', { code: 'THEWA' });
    expect(asked[0]?.method).toBe('GET');
    expect(asked[0]?.url.searchParams.get('code')).toBe('THEWA');
    expect(asked[0]?.url.searchParams.get('time')).toBe('1764000000000');
    expect(asked[0]?.body).toBe('');
  });

  it.each([
    ['application/x-www-form-urlencoded', /^currency=INR&time=\d+$/],
    ['text/plain', /^\{"currency":"INR","time":\d+\}$/],
  ])('the body is encoded as the content-type %s says', async (contentType, body) => {
    behave = success(null);
    await transport().call('bill', { currency: 'INR' }, { contentType });
    expect(asked[0]?.body).toMatch(body);
  });
});

describe('what comes back', () => {
  it('200 is a success with its data', async () => {
    behave = success({ minimum: 1, maximum: 100_000 });
    expect(await transport().call('quantityLimits')).toEqual({
      ok: true,
      data: { minimum: 1, maximum: 100_000 },
      message: 'Operation successful',
    });
  });

  it('500 tells the server’s message, reason and field', async () => {
    const data = { reason: 'tick_invalid', field: 'price', tick: '0.10' };
    behave = answer({ code: 500, msg: 'The price must be a multiple of the tick', data });
    expect(await transport().call('previewOrder', { side: 'buy' } as never)).toMatchObject({
      ok: false,
      code: 500,
      message: 'The price must be a multiple of the tick',
      reason: 'tick_invalid',
      field: 'price',
      details: data,
    });
  });

  it('500 without a message says that the system is busy', async () => {
    behave = answer({ code: 500, msg: '', data: null });
    expect(await transport().call('bill')).toMatchObject({ code: 500, message: 'say:systemBusy' });
  });

  it('401 says the login tip in the reader’s language, 2001 what the server says', async () => {
    behave = answer({ code: 401, msg: 'anything', data: null });
    expect(await transport().call('bill')).toMatchObject({ code: 401, message: 'say:loginFirst' });
    behave = answer({ code: 2001, msg: 'Your session has ended', data: null });
    expect(await transport().call('bill')).toMatchObject({ code: 2001, message: 'Your session has ended' });
  });

  it('a member’s call without a token is not even sent', async () => {
    const result = await transport({ headers: () => ({ lang: 'en', token: '' }) }).call('bill');
    expect(result).toMatchObject({ ok: false, code: 401, message: 'say:loginFirst' });
    expect(asked).toEqual([]);
  });

  it('a status other than 200 says the generic tip', async () => {
    behave = answer({ code: 404, msg: 'x', data: { reason: 'not_found' } }, 404);
    expect(await transport().call('bill')).toMatchObject({ code: 404, cause: 'http 404', message: 'say:systemBusy' });
  });

  it('401 as a status says the login tip too', async () => {
    behave = (_, response) => response.writeHead(401).end();
    expect(await transport().call('bill')).toMatchObject({ code: 401, cause: 'http 401', message: 'say:loginFirst' });
  });

  it('a server under maintenance is busy, whatever its page says, and is asked once', async () => {
    behave = (_, response) =>
      response.writeHead(503, { 'content-type': 'text/html', 'retry-after': '120' }).end('<h1>Back at noon</h1>');
    expect(await transport().call('bill')).toMatchObject({ code: 503, cause: 'http 503', message: 'say:systemBusy' });
    expect(asked).toHaveLength(1);
  });

  it('too many questions is a status like others where no money moves', async () => {
    behave = answer({ code: 500, msg: 'slow down', data: { reason: 'try_later' } }, 429, { 'retry-after': '3' });
    expect(await transport().call('bill')).toMatchObject({ code: 429, reason: 'try_later', message: 'say:systemBusy' });
    expect(asked).toHaveLength(1);
  });

  it('what is unanswered when another member signs in is not sent again in their name', async () => {
    behave = answer({}, 503);
    let token = 'ASHA';
    const convert = { from: 'INR', to: 'USDT', amount: '5000', requestId: 'asked-by-asha' } as const;
    const cut = await transport({
      headers: () => ({ token }),
      sleep: () => {
        token = 'RAVI';
        return Promise.resolve();
      },
    }).call('convert', convert);
    expect(cut).toMatchObject({ ok: false, outcomeUnknown: true });
    expect(asked.map(({ headers }) => headers['token'])).toEqual(['ASHA']);
  });

  it('a quote of a money call fails at once, and nothing is unknown', async () => {
    behave = answer({}, 503);
    const quote = { from: 'INR', to: 'USDT', amount: '1000', quoteOnly: true, requestId: 'only-a-quote' } as const;
    const failed = await transport().call('convert', quote);
    expect(failed).toMatchObject({ ok: false, code: 503, outcomeUnknown: false });
    expect(asked).toHaveLength(1);
  });

  it('an unknown code is a failure with the server’s words', async () => {
    behave = answer({ code: 7777, msg: 'Something new', data: null });
    expect(await transport().call('bill')).toMatchObject({ ok: false, code: 7777, message: 'Something new' });
  });

  it('a success without data is one', async () => {
    behave = answer({ code: 200 });
    expect(await transport().call('clearNotices')).toEqual({ ok: true, data: undefined, message: '' });
  });

  it.each([
    ['nothing at all', ''],
    ['JSON cut in half', '{"code":200,"msg":"Operation suc'],
    ['a list', '[200]'],
    ['a code in words', '{"code":"200","data":{}}'],
    ['a number', '200'],
    ['what a hotel’s network says', '<html><body>Please accept our terms</body></html>'],
  ])('an answer that is %s is a failure, not a crash', async (_, body) => {
    behave = (__, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    expect(await transport().call('bill')).toMatchObject({
      ok: false,
      code: 200,
      cause: 'not an envelope',
      message: 'say:systemBusy',
    });
  });

  it('something that is no envelope is a failure, not a crash', async () => {
    behave = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    expect(await transport().call('bill')).toMatchObject({ ok: false, message: 'say:systemBusy' });
    behave = answer(null);
    expect(await transport().call('bill')).toMatchObject({ ok: false, message: 'say:systemBusy' });
  });
});

describe('a redirect', () => {
  it.each([302, 307])('of %s to a page for people is a failure, not an answer', async (status) => {
    behave = away('/login.html', status);
    expect(await transport().call('bill')).toMatchObject({ ok: false, code: 200, cause: 'not an envelope' });
  });

  it('that never ends is a network error', async () => {
    behave = (_, response) => response.writeHead(307, { location: '/round' }).end();
    expect(await transport().call('bill')).toMatchObject({ code: 5, cause: 'network error' });
  });

  it('of a call that moves money leaves its outcome unknown', async () => {
    behave = away('/login.html', 307);
    const recharge = { currency: 'INR', channelType: 'UPI', amount: '500.00', requestId: 'request-0002' } as const;
    expect(await transport().call('submitRecharge', recharge)).toMatchObject({ ok: false, outcomeUnknown: true });
  });
});

describe('a line that fails', () => {
  it('no answer in time is code 5, timeout', async () => {
    behave = () => {};
    expect(await transport({ timeoutMs: 50 }).call('bill')).toMatchObject({
      code: 5,
      cause: 'timeout',
      message: 'say:timeout',
    });
  });

  it('an answer that begins in time and never ends is code 5, timeout', async () => {
    behave = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"code":200,');
    };
    expect(await transport({ timeoutMs: 100 }).call('bill')).toMatchObject({ code: 5, cause: 'timeout' });
  });

  it('a server that is not there is code 5, network error', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => {
      gone.listen(0, '127.0.0.1', resolve);
    });
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    expect(await transport({ base: `http://127.0.0.1:${port}` }).call('bill')).toMatchObject({
      code: 5,
      cause: 'network error',
      message: 'say:systemBusy',
    });
  });

  it('a device that has no network hears that, and not that a system is busy', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    behave = breakOff;
    expect(await transport().call('bill')).toMatchObject({ cause: 'network error', message: 'say:offline' });
    vi.unstubAllGlobals();
  });

  it('a broken line is code 5, network error', async () => {
    behave = breakOff;
    expect(await transport().call('bill')).toMatchObject({
      code: 5,
      cause: 'network error',
      message: 'say:systemBusy',
    });
    expect(asked).toHaveLength(1);
  });

  it('half an answer is a network error too', async () => {
    behave = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"code":200,');
      setTimeout(() => response.destroy(), 10);
    };
    expect(await transport().call('bill')).toMatchObject({ code: 5, cause: 'network error' });
  });

  it('an abort is code 600003', async () => {
    behave = () => {};
    const stop = new AbortController();
    const calling = transport().call('bill', {}, { signal: stop.signal });
    stop.abort();
    expect(await calling).toMatchObject({ code: 600003, cause: 'abort' });
  });

  it('a call that is not in the table is code −1', async () => {
    expect(await transport().call('nonsense' as never)).toMatchObject({
      code: -1,
      cause: 'request address cannot be empty',
      message: 'say:addressEmpty',
    });
    expect(asked).toEqual([]);
  });

  it('an upload whose line breaks is code 602001', async () => {
    behave = breakOff;
    const result = await transport().upload('/app/upload/image', new Blob(['x']), { purpose: 'kyc' });
    expect(result).toMatchObject({ code: 602001, cause: 'network error' });
  });

  it('an upload without an answer in time is code 5', async () => {
    behave = () => {};
    const file = new Blob(['x']);
    expect(await transport({ timeoutMs: 50 }).upload('/app/upload/image', file, {})).toMatchObject({
      code: 5,
      cause: 'timeout',
      message: 'say:timeout',
    });
  });

  it('an upload that is taken back is code 600003', async () => {
    const stop = new AbortController();
    behave = () => stop.abort(); // on its way, and not answered yet
    const file = new Blob(['x']);
    expect(await transport().upload('/app/upload/image', file, {}, { signal: stop.signal })).toMatchObject({
      code: 600003,
      cause: 'abort',
      message: 'say:abort',
    });
  });

  it('an upload that a proxy finds too large says the generic tip, one that the server refuses its words', async () => {
    behave = (_, response) => response.writeHead(413, { 'content-type': 'text/html' }).end('<h1>Too large</h1>');
    const file = new Blob(['x']);
    expect(await transport().upload('/app/upload/image', file, {})).toMatchObject({
      code: 413,
      cause: 'http 413',
      message: 'say:systemBusy',
    });
    behave = answer({ code: 500, msg: 'At most 5MB', data: { reason: 'picture_too_large' } });
    expect(await transport().upload('/app/upload/image', file, {})).toMatchObject({
      code: 500,
      message: 'At most 5MB',
      reason: 'picture_too_large',
    });
    behave = answer({ code: 2001, msg: 'Your session has ended', data: null });
    expect(await transport().upload('/app/upload/image', file, {})).toMatchObject({ code: 2001 });
  });

  it('a file that cannot be read is a file error', async () => {
    const gone = new Blob(['x']);
    gone.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }) as unknown as Blob;
    expect(await transport().upload('/app/upload/image', gone, {})).toMatchObject({
      code: 602001,
      cause: 'file error',
      message: 'say:file',
    });
    expect(asked).toEqual([]);
  });

  it('an upload sends its fields and its file as a form', async () => {
    behave = success({ fileId: 'f1' });
    expect(await transport().upload('/app/upload/image', new Blob(['picture']), { purpose: 'kyc' })).toMatchObject({
      ok: true,
    });
    expect(asked[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(asked[0]?.body).toContain('picture');
    expect(asked[0]?.body).toContain('name="purpose"');
  });
});

describe('a call that moves money', () => {
  const recharge = { currency: 'INR', channelType: 'UPI', amount: '50000.00', requestId: 'request-0001' } as const;

  it('is repeated with the same requestId until an answer comes, and says so', async () => {
    let failures = 2;
    behave = (request, response) =>
      failures-- > 0 ? breakOff(request, response) : success({ orderNumber: 'R1' })(request, response);
    waits.length = 0;
    let checking = 0;
    const result = await transport().call('submitRecharge', recharge, { onChecking: () => (checking += 1) });
    expect(result.ok).toBe(true);
    expect(checking).toBe(2);
    expect(waits).toEqual([1000, 2000]);
    expect(asked.map(({ body }) => (JSON.parse(body) as { requestId: string }).requestId)).toEqual(
      Array(3).fill('request-0001'),
    );
    expect(new Set(asked.map(({ url }) => url.search)).size).toBe(1 /* the clock of this test stands still */);
  });

  it.each([429, 502, 503, 504])('is repeated after a %s, no sooner than it asks', async (status) => {
    let first = true;
    behave = (request, response) => {
      const turn = first ? answer({}, status, { 'retry-after': '3' }) : success({ orderNumber: 'R1' });
      first = false;
      turn(request, response);
    };
    waits.length = 0;
    expect((await transport().call('submitRecharge', recharge)).ok).toBe(true);
    expect(waits).toEqual([3000]);
  });

  it('without an answer in time is repeated with the same requestId', async () => {
    let first = true;
    behave = (request, response) => {
      if (!first) success({ orderNumber: 'R1' })(request, response);
      first = false;
    };
    expect((await transport({ timeoutMs: 500 }).call('submitRecharge', recharge)).ok).toBe(true);
    const ids = asked.map(({ body }) => (JSON.parse(body) as { requestId: string }).requestId);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids)).toEqual(new Set(['request-0001']));
  });

  it('with no answer at all has an unknown outcome, which is not a failure', async () => {
    behave = breakOff;
    expect(await transport().call('submitRecharge', recharge)).toMatchObject({
      ok: false,
      code: 5,
      outcomeUnknown: true,
    });
    expect(asked).toHaveLength(5);
  });

  it('with an answer that cannot be read has an unknown outcome: it may have been done', async () => {
    behave = (_, response) => response.writeHead(200).end('<html>');
    expect(await transport().call('submitRecharge', recharge)).toMatchObject({ ok: false, outcomeUnknown: true });
    expect(asked).toHaveLength(1);
  });

  it('taken back by the page has an unknown outcome and is not sent again', async () => {
    behave = () => {};
    const stop = new AbortController();
    const calling = transport().call('submitRecharge', recharge, { signal: stop.signal });
    stop.abort();
    expect(await calling).toMatchObject({ code: 600003, outcomeUnknown: true });
  });

  it('whose session has ended was not done', async () => {
    behave = answer({ code: 2001, msg: 'Your session has ended', data: null });
    const result = await transport().call('submitRecharge', recharge);
    expect(result).toMatchObject({ code: 2001, message: 'Your session has ended' });
    expect(result).not.toHaveProperty('outcomeUnknown');
    expect(asked).toHaveLength(1);
  });

  it('that is refused is not repeated', async () => {
    behave = answer({ code: 500, msg: 'no', data: { reason: 'amount_below_minimum' } });
    const result = await transport().call('submitRecharge', recharge);
    expect(result).toMatchObject({ reason: 'amount_below_minimum' });
    expect(result).not.toHaveProperty('outcomeUnknown');
    expect(asked).toHaveLength(1);
  });
});
