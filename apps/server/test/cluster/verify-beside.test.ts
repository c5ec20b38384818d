import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { leaderOf, useCluster } from '#test/use-cluster.ts';

const VERIFY = path.join(import.meta.dirname, '../../bin/verify.ts');
const use = useCluster({ hasStandby: true, traders: 2 });

/** What `npm run verify` says of the cluster's directory, and nothing else. */
const verified = async (): Promise<string> => {
  const env = { PATH: process.env['PATH'], DATA_DIR: use.directory };
  return (await promisify(execFile)(process.execPath, [VERIFY], { env })).stdout;
};

it(
  'the books of several servers are verified beside them, also after a leader and the primary were killed',
  { timeout: 500_000 },
  async () => {
    const { cluster, load } = use;
    load.start(5);
    await load.more(10);
    expect(await verified()).toMatch(/\d+ checks, 0 found something/);
    const { node } = await leaderOf(cluster);
    await cluster.end(node.name, 'SIGKILL');
    expect(await verified()).toMatch(/\d+ checks, 0 found something/);
    await cluster.again(node.name);
    cluster.databases.killPrimary();
    expect(await verified()).toMatch(/\d+ checks, 0 found something/);
    await load.stop();
  },
);
