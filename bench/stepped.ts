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

/** Steps between two orders of a program, of the 3,600 of a day. */
const STEPS_AN_ORDER = 20;

/**
 * Days of the whole product that a program moves without a pause, without an order and with one by the Kite API in
 * every 20 steps: processor time of the server and its database.
 */
export async function benchStepped(): Promise<BenchLine[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'khara-stepped-'));
  const environment = { MARKET_PROFILE: 'stepped', MARKET_SEED: 'stepped', LOG_LEVEL: 'warn' };
  const server = await startServer({ dataDir, port: await freePort(), environment });
  const ask = async (what: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${server.url}/sim/${what}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await response.json()) as { data: Readonly<Record<string, string>> }).data;
  };
  const toClose = () => ask('advance', { until: 'close' });
  const used = async (): Promise<number> =>
    ((await processorSeconds([server.process.pid!])) ?? 0) + ((await databaseProcessorSeconds(dataDir)) ?? 0);
  try {
    await toClose(); // the first day begins with the opening
    const before = await used();
    await toClose();
    const product = (await used()) - before;
    const { apiKey, accessToken } = await ask('account', { amount: '1000000.00' });
    const headers = { authorization: `token ${apiKey}:${accessToken}`, 'x-kite-version': '3' };
    const place = async (side: 'BUY' | 'SELL') => {
      const order = { exchange: 'NSE', tradingsymbol: 'AAMRAI', quantity: '1', product: 'MIS', order_type: 'MARKET' };
      const body = new URLSearchParams({ ...order, transaction_type: side });
      const { ok, status } = await fetch(`${server.url}/orders/regular`, { method: 'POST', headers, body });
      if (!ok) throw new Error(`an order was answered with ${status}`);
    };
    await ask('advance', { until: '09:15:10' });
    const [began, from] = [await used(), performance.now()];
    let orders = 0;
    for (let time = ''; time < '15:00:00'; orders += 1) {
      await place(orders % 2 === 0 ? 'BUY' : 'SELL');
      await fetch(`${server.url}/quote?i=NSE:AAMRAI`, { headers });
      time = (await ask('advance', { steps: STEPS_AN_ORDER })).marketTime!.slice(11, 19);
    }
    await toClose();
    const underProgram = (await used()) - began;
    const seconds = (performance.now() - from) / 1_000;
    return [
      {
        name: 'a stepped day of all shares, server and database',
        product,
        baseline: LIMIT_SECONDS,
        unit: 's of processor',
        ratio: product / LIMIT_SECONDS,
        note: 'baseline is the limit',
      },
      {
        name: `the same under a Kite program, ${orders} orders`,
        product: underProgram,
        baseline: LIMIT_SECONDS,
        unit: 's of processor',
        ratio: underProgram / LIMIT_SECONDS,
        note: `baseline is the limit; it took ${seconds.toFixed(1)} s`,
      },
    ];
  } finally {
    await server.stop();
    await endOrphan(dataDir);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}
