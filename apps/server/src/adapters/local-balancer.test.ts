import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '#test/server-process.ts';
import { hasHaproxy, startLocalBalancer } from './local-balancer.ts';

async function emptyDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'khara-balancer-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

/** A server that says whether it is well, and its name at every other address. */
async function startNamed(name: string, state: { isWell: boolean }): Promise<{ name: string; port: number }> {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/healthz' && !state.isWell ? 503 : 200;
    response.end(name);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { name, port: (server.address() as AddressInfo).port };
}

describe.skipIf(!hasHaproxy())('HAProxy before servers of this machine', () => {
  it('says so when it cannot serve, as at a port that is in use', async () => {
    const directory = await emptyDirectory();
    const other = createTcpServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo; // a TCP server has one
    const started = startLocalBalancer(directory, port, [{ name: 'api-1', port: 1 }]);
    await expect(started).rejects.toThrow(`HAProxy does not serve at port ${port}`);
  });

  it('asks the one that is well, and both again when none is', { timeout: 60_000 }, async () => {
    const [one, two] = [{ isWell: true }, { isWell: false }];
    const directory = await emptyDirectory();
    const servers = [await startNamed('one', one), await startNamed('two', two)];
    const balancer = await startLocalBalancer(directory, await freePort(), servers);
    onTestFinished(() => balancer.stop());
    const answers = async () => {
      const said = await Promise.all(
        Array.from({ length: 12 }, async (_, at) => {
          const response = await fetch(`${balancer.url}/h5/`, { headers: { token: `session-${at}` } });
          return response.status === 200 ? response.text() : String(response.status);
        }),
      );
      return [...new Set(said)].toSorted();
    };
    await expect.poll(answers, { timeout: 20_000 }).toEqual(['one']);
    one.isWell = false;
    await expect.poll(answers, { timeout: 20_000 }).toEqual(['one', 'two']);
    two.isWell = true;
    await expect.poll(answers, { timeout: 20_000 }).toEqual(['two']);
  });
});
