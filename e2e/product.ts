import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });

export type Product = {
  readonly base: string;
  /** Holds the server's process still, or lets it go on: the market takes half of a small machine. */
  readonly hold: (isHeld: boolean) => void;
  readonly stop: () => Promise<void>;
};

type Settings = Readonly<Record<string, string>>;

/** Ports of a cluster follow one another: below those that the system gives out, where few are taken. */
const portOfCluster = (): number => 10_000 + 10 * Math.floor(Math.random() * 2_000);

/**
 * Starts the product as `npm start` does, on a fresh data directory, and waits until it serves. Settings may
 * follow from its port. With CLUSTER=1 it is the cluster of `npm run cluster`, which is built before, behind
 * HAProxy, but for tests that are about a data directory.
 */
export async function startProduct(settings: Settings | ((port: number) => Settings) = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'khara-e2e-'));
  const given = typeof settings === 'object' ? settings : {};
  const isCluster = process.env['CLUSTER'] === '1' && given['DATA_DIR'] === undefined;
  const port = Number(given['PORT'] ?? (isCluster ? portOfCluster() : await freePort()));
  const server = spawn(process.execPath, [isCluster ? 'apps/server/bin/cluster.ts' : 'tools/start.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      // What was compiled once is not compiled at each start: a quarter of a server's.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'khara-compiled'),
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      MARKET_SEED: 'e2e',
      LOG_LEVEL: 'warn',
      // So that each member in these tests comes from a network of their own, as people do: five may register from one.
      TRUSTED_PROXIES: '127.0.0.1',
      ...(typeof settings === 'function' ? settings(port) : settings),
    },
  });
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const base = `http://127.0.0.1:${port}`;

  const deadline = Date.now() + 180_000;
  for (;;) {
    const ready = await fetch(`${base}/healthz`).then(
      (answer) => answer.status === 200,
      () => false,
    );
    if (ready) break;
    if (server.exitCode !== null || Date.now() > deadline) {
      server.kill('SIGKILL');
      throw new Error('The product did not start');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    base,
    hold: (isHeld) => void server.kill(isHeld ? 'SIGSTOP' : 'SIGCONT'),
    async stop() {
      server.kill('SIGTERM');
      await exited;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
