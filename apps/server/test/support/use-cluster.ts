import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { connectionTo } from '#src/adapters/database-hosts.ts';
import { hasNats, LocalCluster, type LocalClusterOptions, type LocalNode } from '#src/adapters/local-cluster.ts';
import { ClusterLoad } from './cluster-load.ts';

const STARTS_WITHIN_MS = 200_000;
/** A long day: nothing of its phases comes into a measurement. */
const QUIET_DAY = { MARKET_DAY_SECONDS: '7200', LOG_LEVEL: 'info' };

/** An installation of several servers for the tests of a file, with members who trade. */
export function useCluster(
  options: Partial<Omit<LocalClusterOptions, 'directory'>> & { readonly traders?: number } = {},
) {
  let directory = '';
  let cluster: LocalCluster | undefined;
  let load: ClusterLoad | undefined;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'khara-cluster-'));
    cluster = await LocalCluster.start({
      directory,
      nodes: { api: 2, venue: 2, jobs: 1, ...options.nodes },
      hasStandby: options.hasStandby ?? false,
      bus: options.bus ?? (hasNats() ? 'nats' : 'pg'),
      environment: { ...QUIET_DAY, ...options.environment },
    });
    load = new ClusterLoad(cluster);
    await load.join(options.traders ?? 16);
  }, STARTS_WITHIN_MS);
  afterAll(async () => {
    await load?.stop();
    await cluster?.stop();
    if (!process.env['KEEP_CLUSTER']) await rm(directory, { recursive: true, force: true, maxRetries: 10 });
  }, STARTS_WITHIN_MS);
  return {
    get cluster() {
      return cluster!;
    },
    get load() {
      return load!;
    },
    get directory() {
      return directory;
    },
  };
}

/** A statement as the database's superuser. */
export async function ask<R extends pg.QueryResultRow>(cluster: LocalCluster, text: string, params: unknown[] = []) {
  const client = new pg.Client(connectionTo(cluster.databaseUrl));
  await client.connect();
  try {
    return (await client.query<R>(text, params)).rows;
  } finally {
    await client.end();
  }
}

/** Who runs the market, by the database. */
export async function leaderOf(cluster: LocalCluster): Promise<{ readonly node: LocalNode; readonly epoch: number }> {
  const [row] = await ask<{ node: string; epoch: number }>(cluster, 'SELECT node, epoch FROM market.tenure');
  return { node: cluster.node(row!.node), epoch: row!.epoch };
}

export const machineLoad = (): string => `load of the machine ${loadavg()[0]!.toFixed(1)}`;

/** A figure of a server, as Prometheus reads it. */
export async function figureOf(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}
