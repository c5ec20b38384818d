import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { get as getEncrypted } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LANGUAGES } from '@khara/contract';
import { textsFor } from '@khara/texts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildApp } from '#src/app.ts';
import { createShutdown, type Shutdown } from '#src/kernel/shutdown.ts';
import { testDeps } from '#test/deps.ts';
import { findLanAddresses, openLan } from './lan.ts';

let keysDir: string;
let shutdown: Shutdown;
beforeEach(() => {
  keysDir = mkdtempSync(path.join(tmpdir(), 'khara-lan-'));
});
afterEach(async () => {
  await shutdown.run();
  rmSync(keysDir, { recursive: true, force: true });
});

/** A server whose network's phones come in, at ports of the system's choice for http. */
async function openHouse() {
  const deps = testDeps({}, { LAN: 'on', HOST: '127.0.0.1' });
  shutdown = createShutdown(deps.log);
  for (let port = 20_000 + Math.floor(Math.random() * 20_000); ; port += 1) {
    const { lan, serve } = await openLan({ config: deps.config, keysDir, port, shutdown });
    if (lan.httpsPort === undefined) continue; // another program's
    const app = await buildApp(deps, {}, { lan });
    shutdown.add('app', () => app.close());
    await app.ready();
    serve(app);
    return { app, lan };
  }
}

const readEncrypted = (url: string, ca: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    getEncrypted(url, { ca }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });

it('answers by https what it answers by http, to a phone that has the root of /ca.crt', async () => {
  const { app, lan } = await openHouse();
  const root = await app.inject('/ca.crt');
  expect(root.headers['content-type']).toBe('application/x-x509-ca-cert');
  const certificate = new X509Certificate(root.rawPayload);
  expect(certificate.fingerprint256).toBe(lan.fingerprint);
  expect(await readEncrypted(`https://127.0.0.1:${lan.httpsPort}/healthz`, certificate.toString())).toBe(
    (await app.inject('/healthz')).statusCode,
  );
});

it.each(LANGUAGES)('explains at /ca in $name how a phone trusts it, and what works without', async ({ tag }) => {
  const { app, lan } = await openHouse();
  const { body, headers } = await app.inject({ url: '/ca', headers: { 'accept-language': `${tag}, fr;q=0.5` } });
  const { authority } = textsFor(tag);
  expect(headers['content-type']).toContain('text/html');
  expect(body).toContain(`<html lang="${tag}"`);
  for (const part of [authority.title, authority.android, authority.iphone, lan.fingerprint, `:${lan.httpsPort}/h5/`])
    expect(body).toContain(part);
  expect((await app.inject({ url: `/ca?lang=${tag}` })).body).toContain(authority.what);
});

it('shows phones no back office', async () => {
  const { app } = await openHouse();
  const status = async (remoteAddress: string) => (await app.inject({ url: '/console', remoteAddress })).statusCode;
  expect(await status('192.168.1.55')).toBe(404);
  expect(await status('127.0.0.1')).toBe(302);
});

const at = (address: string, internal = false) => [
  { address, internal, family: 'IPv4' as const, netmask: '255.255.255.0', mac: '', cidr: null },
];

it('finds the addresses of the network, and none of containers or of this machine alone', () => {
  shutdown = createShutdown(testDeps({}).log);
  expect(
    findLanAddresses({
      lo: at('127.0.0.1', true),
      docker0: at('172.17.0.1'),
      wlan0: at('192.168.1.20'),
      eth0: at('203.0.113.9'),
    }),
  ).toEqual(['192.168.1.20']);
});
