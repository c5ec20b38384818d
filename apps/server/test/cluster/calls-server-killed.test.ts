import { afterAll, describe, expect, it } from 'vitest';
import { inWords, percentile } from '#test/cluster-load.ts';
import { ReturningSocket } from '#test/cluster-sockets.ts';
import { machineLoad, useCluster } from '#test/use-cluster.ts';

const SOCKETS = 200;
const WATCHED_MS = 4_000;
/** What a busy machine may take; the figures say what it took. */
const MAX_MS = 30_000;

describe('a server of calls', () => {
  const use = useCluster();
  const sockets: ReturningSocket[] = [];
  afterAll(() => {
    for (const socket of sockets) socket.end();
  });

  it(
    'may be killed: its sockets come back at another one, and nothing that was acknowledged is lost',
    { timeout: 230_000 },
    async ({ annotate }) => {
      const { cluster, load } = use;
      const urls = cluster.of('api').map(({ url }) => url);
      for (let at = 0; at < SOCKETS; at += 1) sockets.push(new ReturningSocket(() => urls, load.headersOf(at % 16)));
      await Promise.all(sockets.map((socket) => socket.open(['AAMRAI'])));
      load.start(30);
      await load.more(60);
      const before = await watched();
      const killedAt = performance.now();
      await cluster.end('api-1', 'SIGKILL');
      await expect
        .poll(() => sockets.filter(({ backAt }) => backAt !== undefined).length, { timeout: MAX_MS, interval: 20 })
        .toBe(SOCKETS);
      const back = sockets.map(({ backAt }) => backAt! - killedAt);
      await load.more(60);
      // Of callers that did not ask the server that is gone.
      const after = load.latencies(killedAt, performance.now(), { tries: 1 });
      await cluster.again('api-1');
      await load.more(60);
      await load.stop();
      const ratio = percentile(after, 0.99) / percentile(before, 0.99);
      await annotate(
        `C3 ${SOCKETS} sockets: back after ${inWords(back)}; orders at the other server before ${inWords(before)}, after ${inWords(after)} (p99 × ${ratio.toFixed(2)}); ${machineLoad()}`,
      );
      expect(Math.max(...back)).toBeLessThan(MAX_MS);
      await load.nothingIsLost();
    },
  );

  async function watched(): Promise<readonly number[]> {
    const from = performance.now();
    await expect.poll(() => performance.now() - from, { timeout: MAX_MS, interval: 100 }).toBeGreaterThan(WATCHED_MS);
    return use.load.latencies(from, performance.now(), { tries: 1 });
  }
});
