import { describe, expect, it } from 'vitest';
import { inWords } from '#test/cluster-load.ts';
import { machineLoad, useCluster } from '#test/use-cluster.ts';

/** How often the database that takes writes is killed (C5). */
const KILLS = Number(process.env['CLUSTER_DATABASE_KILLS'] ?? 2);
/** What a busy machine may take; the figures say what it took. */
const MAX_MS = 30_000;

describe('the database with a standby', () => {
  const use = useCluster({ hasStandby: true });

  it(
    'goes on at the standby when it is killed, and nothing that was acknowledged is lost',
    { timeout: 230_000 },
    async ({ annotate }) => {
      const { cluster, load } = use;
      const { databases } = cluster;
      load.start(30);
      const noticed: number[] = [];
      const back: number[] = [];
      const gaps: number[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        await load.more(60);
        await expect.poll(() => databases.hasStandby, { timeout: MAX_MS, interval: 20 }).toBe(true);
        const before = databases.failOvers.length;
        const from = performance.now();
        databases.killPrimary();
        await expect.poll(() => databases.failOvers.length, { timeout: MAX_MS, interval: 20 }).toBe(before + 1);
        const { givenUpAt } = databases.failOvers.at(-1)!;
        await load.more(30);
        const first = Math.min(...load.placed.map(({ at }) => at).filter((at) => at > givenUpAt));
        noticed.push(givenUpAt - from);
        back.push(first - givenUpAt);
        gaps.push(load.longestGap(from, performance.now()));
      }
      await load.stop();
      await annotate(
        `C5 ${KILLS} kills: ${load.placed.length} acknowledged; given up after ${inWords(noticed)}; orders again ${inWords(back)} after that; longest time without one ${inWords(gaps)}; ${machineLoad()}`,
      );
      expect(Math.max(...back)).toBeLessThan(MAX_MS);
      await load.nothingIsLost();
    },
  );
});
