import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasNats, LocalCluster } from '../apps/server/src/adapters/local-cluster.ts';
import { freePort, processorSeconds, startServer } from '../apps/server/test/support/server-process.ts';
import type { BenchLine } from './bench-line.ts';
import { CONNECTIONS, load, newMember, placing, type Headers } from './orders.ts';

const SECONDS = { warm: 8, timed: 4 };
const TURNS = 4;

/**
 * What several servers cost: orders over HTTP at a server of calls, which asks the one that runs the market, against
 * one server that does all, in turns of one run on the same cores. Both have a database of their own, of the same
 * program and settings. A server of jobs runs beside the two, as it does in the one; then the two alone.
 */
export async function benchRoles(): Promise<BenchLine[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'khara-bench-'));
  const bus = hasNats() ? 'nats' : 'pg';
  const environment = { MARKET_DAY_SECONDS: '7200' };
  const stops: (() => Promise<void>)[] = [];
  try {
    const dataDir = path.join(directory, 'one');
    const one = await startServer({ dataDir, port: await freePort(), environment });
    stops.push(() => one.stop());
    const nodes = { api: 1, venue: 1, jobs: 1 };
    const several = await LocalCluster.start({ directory: path.join(directory, 'several'), nodes, bus, environment });
    stops.push(() => several.stop());
    const sides = [
      await openSide(one.url, () => [one.process]),
      await openSide(several.node('api-1').url, () => several.nodes.map(({ process: child }) => child)),
    ] as const;
    for (const side of sides) await side.orders(SECONDS.warm);
    const three = await inTurns('servers of three roles', sides);
    // Without the server of jobs nothing seals the log, which takes some hundredths of a millisecond an order.
    await several.end('jobs-1', 'SIGTERM');
    const two = await inTurns('servers of calls and of the market', sides);
    // Only Linux says what a process has used.
    return [...three, ...two].filter(({ product }) => !Number.isNaN(product));

    async function inTurns(what: string, [one, other]: typeof sides): Promise<BenchLine[]> {
      for (let turn = 0; turn < TURNS; turn += 1)
        for (const side of turn % 2 === 0 ? [one, other] : [other, one]) await side.measure();
      const [alone, split] = [one.medians(), other.medians()];
      const line = (key: keyof Measured, ofWhat: string, unit: string): BenchLine => ({
        key,
        name: `orders over HTTP, ${CONNECTIONS} connections, ${what} ÷ one server${ofWhat}`,
        unit,
        product: split[key],
        baseline: alone[key],
        ratio: split[key] / alone[key],
      });
      return [
        { ...line('perSecond', '', 'orders/s'), note: `medians of ${TURNS} turns of ${SECONDS.timed} s; bus: ${bus}` },
        line('p50Ms', ', p50', 'ms'),
        line('ownMs', ', processor time of the servers', 'ms an order'),
      ];
    }
  } finally {
    for (const stop of stops.toReversed()) await stop();
    await rm(directory, { recursive: true, force: true, maxRetries: 10 });
  }
}

type Measured = { readonly perSecond: number; readonly p50Ms: number; readonly ownMs: number };

async function openSide(url: string, servers: () => readonly ChildProcess[]) {
  const pids = () => servers().flatMap(({ pid, exitCode }) => (pid === undefined || exitCode !== null ? [] : [pid]));
  const members: Headers[] = [];
  while (members.length < CONNECTIONS)
    members.push(...(await Promise.all(Array.from({ length: 16 }, () => newMember(url)))));
  const orders = (seconds: number) => load(url, CONNECTIONS, seconds, placing(members));
  const measured: Measured[] = [];
  return {
    orders,
    async measure(): Promise<void> {
      const before = (await processorSeconds(pids())) ?? Number.NaN;
      const { perSecond, p50Ms, answers, failures } = await orders(SECONDS.timed);
      if (failures > answers / 100) throw new Error(`${failures} of ${answers} orders were not filled`);
      const used = ((await processorSeconds(pids())) ?? Number.NaN) - before;
      measured.push({ perSecond, p50Ms, ownMs: (used / answers) * 1000 });
    },
    /** Of the turns since it was asked last. */
    medians(): Measured {
      const turns = measured.splice(0);
      return {
        perSecond: median(turns.map((one) => one.perSecond)),
        p50Ms: median(turns.map((one) => one.p50Ms)),
        ownMs: median(turns.map((one) => one.ownMs)),
      };
    },
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
}
