import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { EventEmitter } from 'node:events';
import { get as getEncrypted, type Server as HttpsServer } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LANGUAGES } from '@khara/contract';
import { textsFor } from '@khara/texts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '#src/app.ts';
import { HTTPS_BEYOND, MAX_PORT } from '#src/ports/lan.ts';
import { createShutdown, type Shutdown } from '#src/kernel/shutdown.ts';
import { testDeps } from '#test/deps.ts';
import { findLanAddresses, openLan, tellDistrust } from './lan.ts';

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
    const { lan, serve } = await openLan({ config: deps.config, keysDir, port, log: deps.log, shutdown });
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
      'vEthernet (WSL)': at('172.22.0.1'),
      en0: at('10.0.0.7'),
    }),
  ).toEqual({ addresses: ['192.168.1.20', '10.0.0.7'], elsewhere: ['203.0.113.9'] });
});

const openAt = (port: number) => {
  const { config, log } = testDeps({}, { LAN: 'on', HOST: '127.0.0.1' });
  shutdown = createShutdown(log);
  return openLan({ config, keysDir, port, log, shutdown });
};

describe('the encrypted port', () => {
  it('that another program has is done without', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { lan } = await openAt(port - HTTPS_BEYOND);
    other.close();
    expect(lan).toMatchObject({ httpsPort: undefined, whyNoHttps: 'taken' });
  });

  it('that would be beyond the last one is done without', async () => {
    const { lan } = await openAt(MAX_PORT - HTTPS_BEYOND + 1);
    expect(lan).toMatchObject({ httpsPort: undefined, whyNoHttps: 'beyond' });
  });

  it('says once of each phone that refuses the certificate what to do on it', () => {
    const said: [object, string][] = [];
    const { log } = testDeps({});
    shutdown = createShutdown(log);
    const server = new EventEmitter() as HttpsServer; // listens to nothing here
    const warn = (about: object, text: string): void => void said.push([about, text]);
    tellDistrust(server, { addresses: ['192.168.1.20'], port: 8080 }, { ...log, warn } as typeof log);
    const refuses = (code: string, remoteAddress: string): void =>
      void server.emit('clientError', Object.assign(new Error('refused'), { code }), { remoteAddress });
    refuses('ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_UNKNOWN', '::ffff:192.168.1.55');
    refuses('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', '192.168.1.55');
    refuses('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', '192.168.1.56');
    refuses('ECONNRESET', '192.168.1.57');
    expect(said.map(([about]) => about)).toEqual([{ client: '192.168.1.55' }, { client: '192.168.1.56' }]);
    expect(said[0]?.[1]).toMatch(/does not know the certificate.*http:\/\/192\.168\.1\.20:8080\/ca/);
  });
});
