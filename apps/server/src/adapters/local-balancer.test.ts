import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasHaproxy, startLocalBalancer } from './local-balancer.ts';

describe.skipIf(!hasHaproxy())('HAProxy before servers of this machine', () => {
  it('says so when it cannot serve, as at a port that is in use', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'khara-balancer-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo; // a TCP server has one
    const started = startLocalBalancer(directory, port, [{ name: 'api-1', port: 1 }]);
    await expect(started).rejects.toThrow(`HAProxy does not serve at port ${port}`);
  });
});
