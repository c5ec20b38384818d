import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { isPublicAddress, postOutside } from './post-outside.ts';

const servers: Server[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise((closed) => void server.close(closed)))));
async function listening(server: Server): Promise<number> {
  servers.push(server.listen(0, '::'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A server of this machine that counts who connects to it, by whatever protocol. */
async function counted() {
  const seen = { connections: 0, port: 0 };
  seen.port = await listening(
    createServer((socket) => {
      seen.connections += 1;
      socket.destroy();
    }),
  );
  return seen;
}

describe('what is posted to public addresses', () => {
  it.each([
    '127.0.0.1',
    '127.1:PORT',
    '2130706433:PORT',
    '0x7f000001:PORT',
    '0177.0.0.1:PORT',
    '0.0.0.0:PORT',
    '[::1]:PORT',
    '[::ffff:127.0.0.1]:PORT',
    '[::ffff:7f00:1]:PORT',
    '[0:0:0:0:0:ffff:7f00:0001]:PORT',
    '[::]:PORT',
  ])('does not connect to https://%s', async (authority) => {
    const seen = await counted();
    const url = `https://${authority.replace('PORT', String(seen.port))}/`;
    expect(await postOutside('public')!(url, '{}')).toBe(false);
    expect(seen.connections).toBe(0);
    await postOutside('any')!(url, '{}');
    expect(seen.connections).toBe(authority.includes('PORT') ? 1 : 0); // it could have
  });

  it.each([[['127.0.0.1']], [['::ffff:127.0.0.1']], [['127.0.0.1', '8.8.8.8']], [['::1', '2606:4700::1111']], [[]]])(
    'does not connect to a name of %s',
    async (addresses) => {
      const seen = await counted();
      const url = `https://localhost:${seen.port}/`;
      expect(await postOutside('public', async () => addresses)!(url, '{}')).toBe(false);
      expect(seen.connections).toBe(0);
      await postOutside('any')!(url, '{}');
      expect(seen.connections).toBe(1);
    },
  );

  it('go by https alone', async () => {
    const seen = await counted();
    const asked: string[] = [];
    const resolve = async (name: string) => [asked.push(name) > 0 ? '8.8.8.8' : ''];
    expect(await postOutside('public', resolve)!(`http://bot.example:${seen.port}/`, '{}')).toBe(false);
    expect(asked).toEqual([]);
  });

  it.each([
    ['8.8.8.8', true],
    ['2606:4700:4700::1111', true],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['100.128.0.1', true],
    ['169.254.169.254', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['ff02::1', false],
    ['no address', false],
  ])('knows whether %s is one: %s', (address, isOne) => {
    expect(isPublicAddress(address)).toBe(isOne);
  });

  it('are none of this machine', () => {
    for (const { address } of Object.values(networkInterfaces()).flatMap((all) => all ?? []))
      expect(isPublicAddress(address)).toBe(false);
  });
});

describe('what is posted to any address', () => {
  it('follows no redirect, and is taken by a status of 2xx alone, whatever comes after it', async () => {
    const asked: string[] = [];
    const server = createHttpServer((request, response) => {
      asked.push(request.url!);
      if (request.url === '/away') response.writeHead(307, { location: '/there' }).end();
      else if (request.url === '/broken') response.writeHead(500).end();
      else response.writeHead(200).write('a beginning'); // and no end
    });
    const root = `http://127.0.0.1:${await listening(server)}`;
    const post = postOutside('any')!;
    expect(await post(`${root}/away`, '{}')).toBe(false);
    expect(await post(`${root}/broken`, '{}')).toBe(false);
    expect(await post(`${root}/endless`, '{}')).toBe(true);
    expect(asked).toEqual(['/away', '/broken', '/endless']);
  });

  it('is not taken by what closes the line, and nothing is posted with off', async () => {
    const seen = await counted();
    expect(await postOutside('any')!(`http://127.0.0.1:${seen.port}/`, '{}')).toBe(false);
    expect(postOutside('off')).toBeUndefined();
  });
});
