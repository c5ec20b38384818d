import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { ReturningSocket } from '#test/cluster-sockets.ts';
import { callServer } from '#test/server-process.ts';
import { ask, figureOf, useCluster } from '#test/use-cluster.ts';

/** What a busy machine may take. */
const POLL = { timeout: 30_000, interval: 20 };
const BUS = `FROM pg_stat_activity WHERE application_name = 'khara bus'`;

describe('several servers with the database as their bus', () => {
  const use = useCluster({ bus: 'pg', traders: 4 });
  const sockets: ReturningSocket[] = [];
  afterAll(() => {
    for (const socket of sockets) socket.end();
  });

  it(
    'an order at one is shown and pushed at another, also after the bus was cut under load',
    { timeout: 120_000 },
    async () => {
      const { cluster, load } = use;
      const headers = load.headersOf(0);
      load.start();
      await load.more(50);
      await ask(cluster, `SELECT pg_terminate_backend(pid, 30000) ${BUS}`);
      const connections = async () => (await ask(cluster, `SELECT ${BUS}`)).length;
      await expect.poll(connections, POLL).toBe(cluster.nodes.length);
      for (const { url } of cluster.nodes) await expect.poll(() => figureOf(url, 'khara_bus_up'), POLL).toBe(1);
      await load.more(50);
      await load.stop();
      await load.nothingIsLost();

      const [one, other] = cluster.of('api').map(({ url }) => url) as [string, string];
      for (const [here, there] of [
        [one, other],
        [other, one],
      ] as const) {
        const socket = await new ReturningSocket(() => [there], headers).open();
        sockets.push(socket);
        const order = { code: 'AAMRAI', quantity: 1, product: 'delivery', requestId: randomUUID() } as const;
        const { code, data } = await callServer(here, 'placeBuyOrder', { ...order, type: 'market' }, headers);
        expect(code, JSON.stringify(data)).toBe(200);
        const seen = await callServer(there, 'orderDetail', { id: data.id }, headers);
        expect([seen.code, seen.data.id, seen.data.quantity]).toEqual([200, data.id, 1]);
        await expect.poll(() => socket.orders, POLL).toContain(data.id);
      }
    },
  );
});
