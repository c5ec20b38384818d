import { writeFile } from 'node:fs/promises';
import { setTimeout as rest } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { freePort } from '#src/adapters/embedded-postgres/sockets.ts';
import { hasHaproxy, startLocalBalancer, type LocalBalancer } from '#src/adapters/local-balancer.ts';
import { inWords, percentile } from '#test/cluster-load.ts';
import { ask, leaderOf, machineLoad, useCluster } from '#test/use-cluster.ts';

/** Seconds of a server of calls after SIGTERM; it is 20 where nothing is said. */
const DRAIN_SECONDS = 6;
const SOCKETS = 40;
/** What a busy machine may take; the figures say what it took. */
const MAX_MS = 5_000;
/** Where the run's latencies go, for the picture of docs/operating.md (tools/latency-picture.ts). */
const RECORD = process.env['CLUSTER_RECORD'];

describe.skipIf(!hasHaproxy())('an upgrade of all servers, one after the other', () => {
  const use = useCluster({ nodes: { api: 2, venue: 2, jobs: 2 }, environment: { DRAIN_SECONDS: `${DRAIN_SECONDS}` } });
  let balancer: LocalBalancer;
  beforeAll(async () => {
    balancer = await startLocalBalancer(use.directory, await freePort(), use.cluster.of('api'));
    for (const { name } of use.cluster.of('api')) await balancer.sends(name);
  });
  afterAll(() => balancer?.stop());

  it(
    'fails no request that moves money, does nothing twice, and hands sockets over',
    { timeout: 280_000 },
    async ({ annotate }) => {
      const { cluster, load } = use;
      const sockets = new ComingBack(balancer.url);
      await sockets.open(SOCKETS);
      load.use([balancer.url]);
      load.start(100);
      load.startRecharges(4, 400);
      await load.more(60);
      const began = performance.now();
      const steps: { readonly what: string; readonly from: number; readonly to: number }[] = [];
      const restart = async (name: string, what: string) => {
        const from = performance.now();
        await cluster.end(name, 'SIGTERM');
        const { url } = await cluster.again(name);
        // As docs/operating.md says: the next one waits until this one follows the market.
        await expect
          .poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 60_000, interval: 50 })
          .toBe(200);
        if (cluster.node(name).role === 'api') await balancer.sends(name);
        steps.push({ what, from: from - began, to: performance.now() - began });
        await load.more(60);
      };
      for (const { name } of cluster.of('jobs')) await restart(name, name);
      for (const { name } of cluster.of('api')) await restart(name, name);
      const { node: leader, epoch } = await leaderOf(cluster);
      const standby = cluster.of('venue').find(({ name }) => name !== leader.name)!;
      await restart(standby.name, `${standby.name}, which stands by`);
      await restart(leader.name, `${leader.name}, which runs the market`);
      const ended = performance.now();
      expect((await leaderOf(cluster)).epoch).toBe(epoch + 1);
      await load.stop();

      const done = [...load.placed, ...load.recharged].filter(({ at }) => at >= began && at < ended);
      const took = done.map(({ tookMs }) => tookMs);
      const retried = done.filter(({ tries }) => tries > 1).length;
      await annotate(
        `C8 ${done.length} money requests in ${Math.round((ended - began) / 1_000)} s: ${inWords(took)}; ` +
          `${retried} asked twice; hand-over ${Math.round(load.longestGap(began + steps.at(-1)!.from, began + steps.at(-1)!.to))} ms ` +
          `without an order; ${sockets.closes.length} sockets closed; ${machineLoad()}`,
      );
      if (RECORD !== undefined) {
        const points = done.map(({ at, tookMs }) => [Math.round(at - began), Math.round(tookMs)]);
        await writeFile(RECORD, JSON.stringify({ steps, points }));
      }
      expect(done.filter(({ tries }) => tries > 2)).toEqual([]);
      expect(percentile(took, 0.99)).toBeLessThan(MAX_MS);
      // Each socket was closed with the word to come back, and none was cut off.
      expect(sockets.closes.length).toBeGreaterThanOrEqual(SOCKETS);
      expect(new Set(sockets.closes.map(({ code }) => code))).toEqual(new Set([1012]));
      expect(sockets.mostWithin(500)).toBeLessThan(SOCKETS / 2);
      sockets.end();
      load.use(cluster.of('api').map(({ url }) => url));
      const kept = await ask<{ request_id: string }>(
        cluster,
        `SELECT request_id FROM wallet.recharge WHERE amount = 100`,
      );
      expect(kept.map(({ request_id: id }) => id).sort()).toEqual(
        load.recharged.map(({ requestId }) => requestId).sort(),
      );
      await load.nothingIsLost();
    },
  );
});

/** Sockets that come back when a server sends them away, as the app does. */
class ComingBack {
  readonly closes: { readonly at: number; readonly code: number }[] = [];
  readonly #url: string;
  readonly #sockets = new Set<WebSocket>();
  #isOver = false;

  constructor(url: string) {
    this.#url = `${url.replace('http', 'ws')}/ws`;
  }

  async open(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#connect()));
  }

  /** The most that were closed within the given ms. */
  mostWithin(ms: number): number {
    const times = this.closes.map(({ at }) => at);
    return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + ms).length));
  }

  end(): void {
    this.#isOver = true;
    for (const socket of this.#sockets) socket.terminate();
  }

  #connect(): Promise<void> {
    const socket = new WebSocket(this.#url);
    this.#sockets.add(socket);
    const opened = Promise.withResolvers<void>();
    socket.on('open', () => {
      socket.send(JSON.stringify({ op: 'subscribe', channel: 'quotes', codes: ['AAMRAI'] }));
      opened.resolve();
    });
    socket.on('error', () => undefined); // the close follows
    socket.on('close', (code) => {
      this.#sockets.delete(socket);
      if (this.#isOver) return;
      this.closes.push({ at: performance.now(), code });
      void rest(200 + Math.random() * 300).then(() => (this.#isOver ? undefined : this.#connect()));
    });
    return opened.promise;
  }
}
