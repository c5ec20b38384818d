import { setTimeout as rest } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { LocalNode } from '#src/adapters/local-cluster.ts';
import { inWords, percentile } from '#test/cluster-load.ts';
import { ask, leaderOf, machineLoad, useCluster } from '#test/use-cluster.ts';

/** How often the server that runs the market is killed (C1), and stopped (C2); twenty and ten times for a release. */
const KILLS = Number(process.env['CLUSTER_KILLS'] ?? 4);
const STOPS = Number(process.env['CLUSTER_STOPS'] ?? 3);
const STOPPED_MS = 5_000;
/** What a busy machine may take; the figures say what it took. */
const MAX_MS = 10_000;

const standsBy = ({ url }: LocalNode) =>
  expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: MAX_MS, interval: 20 }).toBe(200);

const inTurn = (values: readonly number[]): string => values.map(Math.round).join(' ');

describe('the server that runs the market', () => {
  const use = useCluster();

  it(
    'may be killed: another one goes on, and nothing that was acknowledged is lost',
    { timeout: 60_000 + KILLS * 30_000 },
    async ({ annotate }) => {
      const { cluster, load } = use;
      load.start(30);
      const gaps: number[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        await load.more(60);
        const { node, epoch } = await leaderOf(cluster);
        const from = performance.now();
        await cluster.end(node.name, 'SIGKILL');
        await expect
          .poll(async () => (await leaderOf(cluster)).epoch, { timeout: MAX_MS, interval: 20 })
          .toBeGreaterThan(epoch);
        await load.more(30);
        gaps.push(load.longestGap(from, performance.now()));
        await standsBy(await cluster.again(node.name)); // two at once are another trial
      }
      await load.stop();
      await annotate(
        `C1 ${KILLS} kills: ${load.placed.length} acknowledged; longest time without one ${inWords(gaps)} (${inTurn(gaps)}); ${machineLoad()}`,
      );
      expect(percentile(gaps, 0.5)).toBeLessThan(MAX_MS);
      await load.nothingIsLost();
    },
  );

  it(
    'may be stopped and go on: it is replaced, writes nothing and stands by again',
    { timeout: 60_000 + STOPS * 45_000 },
    async ({ annotate }) => {
      const { cluster, load } = use;
      load.start(30);
      const gaps: number[] = [];
      const back: number[] = [];
      for (let stop = 0; stop < STOPS; stop += 1) {
        await load.more(60);
        const { node, epoch } = await leaderOf(cluster);
        const from = performance.now();
        node.process.kill('SIGSTOP');
        await expect
          .poll(async () => (await leaderOf(cluster)).epoch, { timeout: MAX_MS, interval: 20 })
          .toBe(epoch + 1);
        await rest(STOPPED_MS - (performance.now() - from));
        gaps.push(load.longestGap(from, performance.now()));
        const continued = performance.now();
        node.process.kill('SIGCONT');
        const isLeader = async () => /khara_venue_is_leader 1/.test(await (await fetch(`${node.url}/metrics`)).text());
        await expect.poll(isLeader, { timeout: MAX_MS, interval: 20 }).toBe(false);
        await standsBy(node);
        back.push(performance.now() - continued);
        // It has written nothing: the epoch is the next one's, and only that one moves the market.
        expect((await leaderOf(cluster)).epoch).toBe(epoch + 1);
        expect(await ask(cluster, 'SELECT epoch FROM market.frontier')).toEqual([{ epoch: epoch + 1 }]);
      }
      await load.stop();
      await annotate(
        `C2 ${STOPS} stops: longest time without an acknowledgement ${inWords(gaps)} (${inTurn(gaps)}); standing by again after ${inWords(back)} (${inTurn(back)}); ${machineLoad()}`,
      );
      await load.nothingIsLost();
    },
  );
});
