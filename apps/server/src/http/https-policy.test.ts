import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { testDeps } from '#test/deps.ts';
import { buildApp } from '#src/app.ts';
import { readConfig } from '#src/config.ts';
import { done } from '#src/kernel/result.ts';
import { newServerState } from './state.ts';
import type { SocketHub } from './socket-hub.ts';
import { serveSocket } from './socket.ts';
import { findWebFiles } from './web-files.ts';

const PROXY = {
  TRUSTED_PROXIES: '127.0.0.1',
  TLS: 'proxy',
  CONSOLE_HOST: 'office.example',
  PUBLIC_ORIGINS: 'https://khara.example',
};
const ENCRYPTED = { 'x-forwarded-proto': 'https', host: 'khara.example' };
const OWN_API = { API_ORIGIN: 'https://api.khara.co.in', PUBLIC_ORIGINS: 'https://www.khara.co.in' };
const DERIVED = { API_ORIGIN: 'derive', PUBLIC_ORIGINS: 'https://khara.example https://app.khara.example' };
let app: FastifyInstance;

const directory = mkdtempSync(path.join(tmpdir(), 'khara-door-'));
writeFileSync(path.join(directory, 'index.html'), '<!doctype html><meta name="api" content="" /><title>Khara</title>');

async function open(environment: Readonly<Record<string, string>> = {}): Promise<void> {
  const deps = testDeps({}, environment);
  const pages = findWebFiles(directory, '1');
  const hub = { close: () => undefined } as unknown as SocketHub; // no caller gets as far as that here
  app = await buildApp(
    deps,
    { languages: () => done([]) },
    { state: newServerState(), web: pages, console: pages, more: (scope) => serveSocket(scope, hub, []) },
  );
}
afterEach(() => app.close());
afterAll(() => rmSync(directory, { recursive: true }));

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });
const policyFor = async (host: string) => String((await get('/h5/', { host })).headers['content-security-policy']);
const STATUS = {
  '/': 302,
  '/h5/': 200,
  '/h5/none.js': 404,
  '/console': 302,
  '/console/': 200,
  '/docs/': 200,
  '/metrics': 200,
  '/nowhere': 404,
  '/ws': 426,
  '/app/user/userDetail': 404,
} as const;

describe('every answer', () => {
  it('says what browsers must not make of it: pages, redirects, errors, sockets and figures alike', async () => {
    await open();
    for (const [url, status] of Object.entries(STATUS)) {
      const { statusCode, headers } = await get(url);
      expect([url, statusCode]).toEqual([url, status]);
      expect(headers['x-content-type-options'], url).toBe('nosniff');
      expect(headers['referrer-policy'], url).toBe('no-referrer');
      const policy = String(headers['content-security-policy']);
      for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
        expect(policy, url).toContain(directive);
      }
      expect(headers['strict-transport-security'], 'it means nothing by plain HTTP').toBeUndefined();
    }
  });

  it.each([
    ['http://192.168.1.20:8080', 'http://192.168.1.20:8080', {}],
    ['http://[fe80::1]:8080', 'http://[fe80::1]:8080', {}],
    ['http://laptop.local', 'http://laptop.local', {}],
    ['https://khara.co.in', 'https://khara.co.in', {}],
    ['https://www.khara.co.in', 'https://api.khara.co.in', OWN_API],
    ['https://app.khara.example', 'https://api.khara.example', DERIVED],
    ['http://192.168.1.20:8080', 'http://192.168.1.20:8080', DERIVED],
  ])('that is a page of %s lets it speak to %s and its socket, and tells it so (%o)', async (page, api, settings) => {
    await open({ TRUSTED_PROXIES: '127.0.0.1', PUBLIC_ORIGINS: page, ...settings });
    const { protocol, host } = new URL(page);
    const { headers, body } = await get('/h5/', { host, 'x-forwarded-proto': protocol.slice(0, -1) });
    const content = /<meta name="api" content="([^"]*)" \/>/.exec(body)?.[1];
    expect(content?.split(' ')[0]).toBe(api === page ? '' : api);
    const sources = /connect-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
    expect(sources?.split(' ')).toEqual(["'self'", api, api.replace('http', 'ws')]);
  });

  it('keeps its policy whatever host it is asked for', async () => {
    await open();
    for (const host of ['a;script-src *', '*', 'a.example b.example', "'unsafe-inline'", 'a,b', '*.example'])
      expect(await policyFor(host), host).toMatch(/^default-src 'none';/);
  });

  it('that goes out encrypted binds the browser to that for two years, at names below this one too', async () => {
    await open({ TRUSTED_PROXIES: '127.0.0.1', PUBLIC_ORIGINS: 'https://khara.example' });
    for (const [url, status] of Object.entries({ ...STATUS, '/metrics': 404 })) {
      const { statusCode, headers } = await get(url, ENCRYPTED);
      expect([url, statusCode]).toEqual([url, status]);
      expect(headers['strict-transport-security'], url).toBe('max-age=63072000; includeSubDomains');
    }
  });
});

describe('behind a proxy that ends TLS', () => {
  it('nothing is served unencrypted: pages are led to https, calls and sockets refused', async () => {
    await open(PROXY);
    const page = await get('/h5/?from=mail', { host: 'khara.example' });
    expect([page.statusCode, page.headers.location]).toEqual([308, 'https://khara.example/h5/?from=mail']);
    expect((await get('/docs/', { host: 'khara.example' })).statusCode).toBe(308);
    const call = { method: 'POST', url: '/app/lang/list', payload: {}, headers: { host: 'khara.example' } } as const;
    const refused = await app.inject(call);
    expect([refused.statusCode, refused.json<{ data: unknown }>().data]).toMatchObject([
      403,
      { reason: 'https_required' },
    ]);
    expect((await app.inject({ ...call, headers: ENCRYPTED })).statusCode).toBe(200);
    for (const url of ['/ws', '/console/api/login']) {
      expect((await get(url, { host: 'khara.example' })).statusCode).toBe(403);
    }
    expect((await get('/healthz')).statusCode, 'its supervisor stands beside it').toBe(503);
  });

  it('what watches the server is asked from beside it, and through no proxy, however its path is written', async () => {
    await open(PROXY);
    for (const url of ['/metrics', '/livez', '/healthz', '/readyz']) {
      expect([url, (await get(url, { host: '10.0.0.7:8080' })).statusCode]).not.toContain(404);
      const encoded = url.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
      for (const path of [url, `${url}?a=b`, encoded])
        for (const by of [
          ENCRYPTED,
          { via: '1.1 proxy' },
          { forwarded: 'for=192.0.2.1' },
          { 'x-real-ip': '192.0.2.1' },
        ])
          expect([path, by, (await get(path, by)).statusCode]).toEqual([path, by, 404]);
    }
  });

  it('no peer but the proxy is believed to have come encrypted', async () => {
    await open({ ...PROXY, TRUSTED_PROXIES: '10.9.8.7' });
    expect((await get('/h5/', ENCRYPTED)).statusCode).toBe(308);
    expect(() => readConfig({ TLS: 'proxy' })).toThrow(/TLS: a proxy[\s\S]*CONSOLE_HOST: a server/);
  });
});

describe('the host by which a request asks', () => {
  it('is that of Host: another one in X-Forwarded-Host opens no back office', async () => {
    await open(PROXY);
    const lie = { ...ENCRYPTED, 'x-forwarded-host': 'office.example' };
    for (const url of ['/console/', '/h5/', '/console/api/login']) {
      const { statusCode, body } = await get(url, lie);
      expect([statusCode, (JSON.parse(body) as { data: unknown }).data]).toMatchObject([
        421,
        { reason: 'unknown_host' },
      ]);
    }
    // What a proxy adds beside the name itself says nothing new.
    expect((await get('/h5/', { ...ENCRYPTED, 'x-forwarded-host': 'khara.example' })).statusCode).toBe(200);
    expect((await get('/h5/', { ...lie, 'x-forwarded-host': 'khara.example, office.example' })).statusCode).toBe(421);
  });

  it('comes once and is a name: two, one that ends a policy, and none are refused, whatever the configuration', async () => {
    await open({});
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const answerTo = async (...hosts: string[]) => {
      const socket = connect(port, '127.0.0.1');
      socket.end(
        ['GET /app/lang/list HTTP/1.1', ...hosts.map((host) => `Host: ${host}`), 'Connection: close', '', ''].join(
          '\r\n',
        ),
      );
      return text(socket);
    };
    for (const hosts of [['a.example', 'b.example'], ["a.example;script-src 'unsafe-inline'"], []]) {
      const answer = await answerTo(...hosts);
      expect(answer).toMatch(/^HTTP\/1\.1 421 /);
      expect(answer).toContain('"reason":"unknown_host"');
    }
    expect(await answerTo('localhost:3000')).not.toContain('unknown_host');
  });

  it('is an address or a name of this machine where none is configured: a name of a stranger leads nowhere', async () => {
    const pages = ['/h5/', '/console/', '/console/api/login', '/app/lang/list', '/docs/'];
    const statusOf = async (host: string) =>
      Promise.all(pages.map(async (url) => (await get(url, { host })).statusCode === 421));
    await open();
    for (const host of [
      'localhost:8080',
      'khara.localhost',
      '127.0.0.1',
      '192.168.1.20:8080',
      '[::1]:8080',
      hostname(),
    ])
      expect([host, await statusOf(host)]).toEqual([host, pages.map(() => false)]);
    for (const host of [
      'evil.example',
      'evil.example:8080',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '[::1',
    ])
      expect([host, await statusOf(host)]).toEqual([host, pages.map(() => true)]);
    await app.close();
    await open({ PUBLIC_ORIGINS: 'http://khara_app:3000' });
    expect(await statusOf('khara_app:3000')).toEqual(pages.map(() => false));
  });

  it('is refused behind TLS when the configuration does not know it, and no answer leads on to it', async () => {
    await open({ ...PROXY, PUBLIC_ORIGINS: 'https://www.khara.co.in', API_ORIGIN: 'https://api.khara.co.in' });
    const statusOf = async (host: string) => (await get('/h5/', { ...ENCRYPTED, host })).statusCode;
    expect(await Promise.all(['www.khara.co.in', 'WWW.khara.co.in', 'api.khara.co.in'].map(statusOf))).toEqual([
      200, 200, 200,
    ]);
    expect(await Promise.all(['khara.example', 'co.in', '', 'a b', '127.0.0.1'].map(statusOf))).toEqual([
      421, 421, 421, 421, 421,
    ]);
    const plain = await get('/h5/', { host: 'stranger.example' });
    expect([plain.statusCode, plain.headers.location]).toEqual([421, undefined]);
    expect((await get('/healthz', { host: '10.0.0.7' })).statusCode, 'its supervisor asks by address').toBe(503);
    expect(() => readConfig({ ...PROXY, PUBLIC_ORIGINS: '' })).toThrow(/PUBLIC_ORIGINS: a server behind TLS/);
  });
});

it('a back office with a host of its own is there and nowhere else, and the app is not', async () => {
  await open({ CONSOLE_HOST: 'office.example', PUBLIC_ORIGINS: 'http://khara.example' });
  const at = async (host: string) => {
    const urls = ['/h5/', '/app/lang/list', '/console/', '/console/api/none'];
    return Promise.all(urls.map(async (url) => (await get(url, { host })).statusCode !== 404));
  };
  expect((await get('/console/', { host: 'office.example:8080' })).statusCode).toBe(200);
  expect(await at('office.example')).toEqual([false, false, true, false]); // the last is no call of it
  expect((await at('khara.example')).slice(2)).toEqual([false, false]);
  expect((await get('/h5/', { host: 'khara.example' })).statusCode).toBe(200);
});

it('a request with two lengths is no request: nothing can be smuggled past a proxy', async () => {
  await open();
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const answer = await new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect(Number(address.port), address.hostname, () =>
      socket.write(
        'POST /app/lang/list HTTP/1.1\r\nhost: khara.example\r\ncontent-type: application/json\r\n' +
          'content-length: 6\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /app HTTP/1.1\r\n\r\n',
      ),
    );
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  expect(answer).toContain("frame-ancestors 'none'");
});

describe('a connection that has closed before its request is looked at', () => {
  it.each([
    ['directly', {}],
    ['behind a proxy', { TRUSTED_PROXIES: '127.0.0.1' }],
  ])('%s gets no answer, and is no defect', async (_how, environment) => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    let answered = 0;
    const languages = () => {
      answered += 1;
      return done([]);
    };
    app = await buildApp(testDeps({ log }, environment), { languages });
    // As when the network gives it up between its arrival and its turn.
    app.server.prependListener('request', ({ url, socket }) => void (url === '/later' || socket.destroy()));
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const isClosed = await new Promise((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(
          'POST /app/lang/list HTTP/1.1\r\nhost: khara.example\r\nx-forwarded-for: 203.0.113.7\r\n' +
            'x-forwarded-proto: https\r\ncontent-length: 0\r\n\r\n',
        ),
      );
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(true));
      socket.resume();
    });
    expect(isClosed).toBe(true);
    // One that comes after it is answered as ever.
    expect((await fetch(`http://127.0.0.1:${port}/later`)).status).toBe(404);
    expect(answered).toBe(0);
    expect(lines.filter((line) => line.includes('defect'))).toEqual([]);
  });
});
