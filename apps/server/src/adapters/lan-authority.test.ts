import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLanAuthority } from './lan-authority.ts';

/** Asks a TLS server with a certificate for these addresses, as a client that trusts the root does. */
async function reach(
  root: Uint8Array,
  pair: { readonly cert: string; readonly key: string },
  host: string,
): Promise<string> {
  const server = createServer(pair, (_request, response) => void response.end('here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ca = new X509Certificate(root).toString();
  try {
    return await new Promise<string>((resolve) => {
      get(
        { host: '127.0.0.1', port, ca, servername: '', checkServerIdentity: (_name, cert) => identity(cert, host) },
        (response) => {
          response.resume();
          resolve('here');
        },
      ).on('error', (error: Error) => resolve(error.message));
    });
  } finally {
    server.close();
  }
}

/** As a browser compares the address that it was sent to, whichever one the test connects to. */
function identity(cert: { readonly subjectaltname?: string }, host: string): Error | undefined {
  return cert.subjectaltname?.split(', ').includes(`IP Address:${host}`) ? undefined : new Error('another address');
}

describe('the authority of an installation', () => {
  let keysDir: string;
  beforeAll(() => {
    keysDir = mkdtempSync(path.join(tmpdir(), 'khara-lan-'));
  });
  afterAll(() => rmSync(keysDir, { recursive: true, force: true }));

  it('certifies an address of the network, for a client that trusts its root', async () => {
    const { root, certify } = await openLanAuthority(keysDir, Date.now());
    expect(await reach(root, await certify(['192.168.1.20'], Date.now()), '192.168.1.20')).toBe('here');
  });

  it('keeps its root over a restart, and certifies by it again', async () => {
    const before = await openLanAuthority(keysDir, Date.now());
    const after = await openLanAuthority(keysDir, Date.now() + 1000);
    expect(Buffer.from(after.root)).toEqual(Buffer.from(before.root));
    expect(await reach(before.root, await after.certify(['10.0.0.7'], Date.now()), '10.0.0.7')).toBe('here');
  });

  it.each([
    ['lan-ca.crt', 'no certificate', 'lan-ca.crt is no certificate: delete it and start again'],
    ['lan-ca-key', 'AAAA', 'lan-ca-key is no key: restore it from a backup, or delete it and lan-ca.crt'],
    ['lan-ca-key', 'A'.repeat(43), 'lan-ca-key is no key'],
    ['lan-ca-key', `${'A'.repeat(42)}E`, 'lan-ca.crt is of another key than lan-ca-key beside it'],
  ])('says of a file %s that holds %s what to do', async (name, content, said) => {
    const directory = mkdtempSync(path.join(tmpdir(), 'khara-lan-'));
    await openLanAuthority(directory, Date.now());
    writeFileSync(path.join(directory, name), content);
    await expect(openLanAuthority(directory, Date.now())).rejects.toThrow(said);
    rmSync(directory, { recursive: true });
  });

  it('says of a root that has ended, or that has not begun by a wrong clock, what to do', async () => {
    const now = Date.now();
    await openLanAuthority(keysDir, now);
    const year = 365 * 86_400_000;
    await expect(openLanAuthority(keysDir, now + 11 * year)).rejects.toThrow(
      /has ended on 20\d\d-\d\d-\d\d: delete it and start again\. Each phone then installs/,
    );
    await expect(openLanAuthority(keysDir, now - year)).rejects.toThrow(
      /clock of this computer says .*: set the clock/,
    );
  });

  it('is trusted where a damaged root was, once another of the same key is made', async () => {
    const { root } = await openLanAuthority(keysDir, Date.now());
    rmSync(path.join(keysDir, 'lan-ca.crt'));
    const { certify } = await openLanAuthority(keysDir, Date.now() + 5000);
    expect(await reach(root, await certify(['10.0.0.7'], Date.now()), '10.0.0.7')).toBe('here');
  });

  it('is trusted for no address outside of a private network', async () => {
    const { root, certify } = await openLanAuthority(keysDir, Date.now());
    expect(await reach(root, await certify(['203.0.113.9'], Date.now()), '203.0.113.9')).toMatch(/permitted subtree/);
  });
});
