import { afterAll, describe, expect, it } from 'vitest';
import { hasNats } from '#src/adapters/local-cluster.ts';
import { inWords, percentile } from '#test/cluster-load.ts';
import { ReturningSocket } from '#test/cluster-sockets.ts';
import { ask, figureOf, machineLoad, useCluster } from '#test/use-cluster.ts';

const AWAY_MS = 10_000;
const BEFORE_MS = 5_000;
/** What a busy machine may take; the figures say what it took. */
const MAX_MS = 30_000;

describe.skipIf(!hasNats())('the bus over NATS (needs nats-server on the PATH, or its path in NATS_SERVER)', () => {
  const use = useCluster({ bus: 'nats' });
  const sockets: ReturningSocket[] = [];
  afterAll(() => {
    for (const socket of sockets) socket.end();
  });

  it(
    'may be away for ten seconds: orders are answered, prices go on, and nothing is lost',
    { timeout: 230_000 },
    async ({ annotate }) => {
      const { cluster, load } = use;
      const apis = cluster.of('api');
      for (const [at, { url }] of apis.entries())
        sockets.push(await new ReturningSocket(() => [url], load.headersOf(at)).open(['AAMRAI', 'ACHALGARH', 'THEWA']));
      load.start(30);
      await load.more(60);
      const before = await during(BEFORE_MS);
      await cluster.killNats();
      const away = await during(AWAY_MS);
      await cluster.startNats();
      const startedAt = performance.now();
      await expect.poll(() => everyFigureIs(1), { timeout: MAX_MS, interval: 20 }).toBe(true);
      const up = performance.now() - startedAt;
      const after = await during(BEFORE_MS);
      await load.stop();
      const more = percentile(away.orders, 0.5) - percentile(before.orders, 0.5);
      await annotate(
        `C4 orders before ${inWords(before.orders)}, without NATS ${inWords(away.orders)} (p50 ${more.toFixed(0)} ms more), after ${inWords(after.orders)}; longest time without prices ${Math.round(before.gap)}, ${Math.round(away.gap)}, ${Math.round(after.gap)} ms; steps behind ${before.behind}, ${away.behind}, ${after.behind}; up again after ${Math.round(up)} ms; ${machineLoad()}`,
      );
      expect(away.orders.length).toBeGreaterThan(0);
      expect(away.gap).toBeLessThan(MAX_MS);
      await load.nothingIsLost();
    },
  );

  /** Orders in this time, the longest time without prices at any server, and how far one was behind the market. */
  async function during(ms: number) {
    const from = performance.now();
    let behind = 0;
    while (performance.now() - from < ms) behind = Math.max(behind, await stepsBehind());
    const to = performance.now();
    const gaps = sockets.map(({ quotesAt }) => {
      const times = [from, ...quotesAt.filter((at) => at > from && at < to), to];
      return Math.max(...times.slice(1).map((at, index) => at - times[index]!));
    });
    return { orders: use.load.latencies(from, to), gap: Math.max(...gaps), behind };
  }

  /** A server's figure is read after the database's: one that is ahead by then is not behind. */
  async function stepsBehind(): Promise<number> {
    const [frontier] = await ask<{ step: number }>(use.cluster, 'SELECT step FROM market.frontier');
    const steps = await Promise.all(use.cluster.of('api').map(({ url }) => figureOf(url, 'khara_market_step')));
    return Math.max(0, ...steps.map((step) => Number(frontier!.step) - step));
  }

  const everyFigureIs = async (value: number): Promise<boolean> =>
    (await Promise.all(use.cluster.nodes.map(({ url }) => figureOf(url, 'khara_bus_up')))).every((up) => up === value);
});
