import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  databaseProcessorSeconds,
  endOrphan,
  freePort,
  processorSeconds,
  startServer,
} from '../apps/server/test/support/server-process.ts';
import type { BenchLine } from './bench-line.ts';

/** Seconds of one core in which a whole day of all shares is to pass under a program. */
const LIMIT_SECONDS = 20;

/** A day of the whole product, moved by a program without a pause: processor time of the server and its database. */
export async function benchStepped(): Promise<BenchLine[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'khara-stepped-'));
  const environment = { MARKET_PROFILE: 'stepped', MARKET_SEED: 'stepped', LOG_LEVEL: 'warn' };
  const server = await startServer({ dataDir, port: await freePort(), environment });
  const toClose = () =>
    fetch(`${server.url}/sim/advance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"until":"close"}',
    });
  const used = async (): Promise<number> =>
    ((await processorSeconds([server.process.pid!])) ?? 0) + ((await databaseProcessorSeconds(dataDir)) ?? 0);
  try {
    await toClose(); // the first day begins with the opening
    const before = await used();
    await toClose();
    const product = (await used()) - before;
    return [
      {
        name: 'a stepped day of all shares, server and database',
        product,
        baseline: LIMIT_SECONDS,
        unit: 's of processor',
        ratio: product / LIMIT_SECONDS,
        note: 'baseline is the limit',
      },
    ];
  } finally {
    await server.stop();
    await endOrphan(dataDir);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}
