import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type Autocannon from 'autocannon';
import { processorSeconds } from '../apps/server/test/support/server-process.ts';
import { installed } from '../tools/installed.ts';
import type { BenchLine } from './bench-line.ts';
import { middle } from './middle.ts';

const autocannon = installed('bench/tools')('autocannon') as typeof Autocannon;

const CONNECTIONS = 64;
/** The product has more code to compile before it is fast. */
const SECONDS = { warm: 5, timed: 1.5 };
/** Short rounds of one after the other, so that what else the machine does meets both alike. */
const ROUNDS = 7;

/** A small signed-in POST, answered from memory with everything on, against bare Fastify answering the same bytes. */
export async function benchHttp(): Promise<BenchLine[]> {
  const product = await serve('product');
  const bare = await serve('bare');
  try {
    await load(product, SECONDS.warm);
    await load(bare, SECONDS.warm);
    const rounds: { readonly product: Load; readonly bare: Load }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ product: await load(product, SECONDS.timed), bare: await load(bare, SECONDS.timed) });
    }
    const perSecond = rounds.map((round) => ({ product: round.product.perSecond, bare: round.bare.perSecond }));
    const lines: BenchLine[] = [
      {
        name: 'small signed-in POST',
        product: middle(perSecond.map((round) => round.product)),
        baseline: middle(perSecond.map((round) => round.bare)),
        unit: 'requests/s',
        ratio: middle(perSecond.map((round) => round.product / round.bare)),
        note: 'sign-in from memory, call table, flood limit, log line and figures on; baseline: bare Fastify with JSON schemas; middle of seven rounds',
      },
    ];
    const used = {
      product: microsecondsEach(rounds.map((round) => round.product)),
      bare: microsecondsEach(rounds.map((round) => round.bare)),
    };
    if (Number.isNaN(used.product)) return lines; // only Linux says what a process has used
    return [
      ...lines,
      {
        name: 'small signed-in POST, processor time',
        product: used.product,
        baseline: used.bare,
        unit: 'µs a request',
        ratio: used.product / used.bare,
        note: 'of the same rounds, all threads of the server; what else runs on the machine shows less here',
      },
    ];
  } finally {
    product.stop();
    bare.stop();
  }
}

type BenchServer = { readonly port: number; readonly pid: number; readonly stop: () => void };

async function serve(kind: 'product' | 'bare'): Promise<BenchServer> {
  const child = fork(path.join(import.meta.dirname, 'http-server.ts'), [kind], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]; // its only message
  return { port, pid: child.pid!, stop: () => child.disconnect() };
}

type Load = { readonly perSecond: number; readonly answers: number; readonly seconds: number | undefined };

/**
 * What a server answers and uses meanwhile. Requests come from many networks, as those of a crowd would: a
 * single one is limited.
 */
async function load(server: BenchServer, seconds: number): Promise<Load> {
  const requests = Array.from({ length: 500 }, (_, k) => ({
    method: 'POST' as const,
    path: '/app/order/contract/getMinNum',
    headers: {
      'content-type': 'application/json',
      token: 'A'.repeat(43),
      lang: 'en',
      'x-forwarded-for': `10.${Math.floor(k / 250)}.${k % 250}.7`,
    },
    body: '{"code":"AAMRAI","time":1767225600000}',
  }));
  const before = await processorSeconds([server.pid]);
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}`,
    connections: CONNECTIONS,
    duration: seconds,
    requests,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers were not 200, ${result.errors} failed`);
  const after = await processorSeconds([server.pid]);
  return {
    perSecond: result.requests.average,
    answers: result.requests.total,
    seconds: before === undefined || after === undefined ? undefined : after - before,
  };
}

/** Processor time of an answer; NaN where the system does not tell. */
const microsecondsEach = (loads: readonly Load[]): number =>
  (loads.reduce((sum, { seconds }) => sum + (seconds ?? Number.NaN), 0) * 1e6) /
  loads.reduce((sum, { answers }) => sum + answers, 0);
