import { rm } from 'node:fs/promises';
import { callServer, processorSeconds } from '../apps/server/test/support/server-process.ts';
import type { BenchLine } from './bench-line.ts';
import { CODE, CONNECTIONS, load, newMember, placing, type Caller, type Headers, startFresh } from './orders.ts';

/** Below the ten orders a second of each key, so that the limit refuses none. */
const PER_SECOND = CONNECTIONS * 6;
const SECONDS = { warm: 4, timed: 4 };
const SERIES = 5;

/**
 * Orders through the door for programs beside the same orders by /app, in turns on one server: what each costs of
 * the server's processor.
 */
export async function benchPrograms(): Promise<BenchLine[]> {
  const { dataDir, server } = await startFresh();
  try {
    const members: Headers[] = [];
    while (members.length < CONNECTIONS)
      members.push(...(await Promise.all(Array.from({ length: 16 }, () => newMember(server.url)))));
    const programs = await Promise.all(members.map((headers) => newProgram(server.url, headers)));
    const each = async (caller: () => Caller, seconds: number) => {
      const before = (await processorSeconds([server.process.pid!])) ?? Number.NaN;
      const { answers, failures } = await load(server.url, CONNECTIONS, seconds, caller, PER_SECOND);
      const after = (await processorSeconds([server.process.pid!])) ?? Number.NaN;
      if (failures > 0) throw new Error(`${failures} of ${answers} orders failed`);
      return ((after - before) / answers) * 1000;
    };
    const found = { product: [] as number[], baseline: [] as number[] };
    for (let series = 0; series < SERIES + 1; series += 1) {
      const seconds = series === 0 ? SECONDS.warm : SECONDS.timed;
      const product = await each(placingByDoor(programs), seconds);
      const baseline = await each(placing(members), seconds);
      if (series === 0) continue; // lets the compiler settle
      found.product.push(product);
      found.baseline.push(baseline);
    }
    const [product, baseline] = [median(found.product), median(found.baseline)];
    if (Number.isNaN(product)) return []; // only Linux says what a process has used
    return [
      {
        name: `orders through the door for programs, ${CONNECTIONS} keys`,
        product,
        baseline,
        unit: 'ms of processor an order',
        ratio: product / baseline,
        note: `baseline: the same orders by /app on the same server, in turns, median of ${SERIES}; ${PER_SECOND} a second each; the running market is in both; less is better`,
      },
    ];
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

export const median = (values: readonly number[]): number => values.toSorted((x, y) => x - y)[values.length >> 1]!;

/** A key of a member whose transaction password is remembered. */
export async function newProgram(url: string, headers: Headers): Promise<Headers> {
  const { data } = await callServer(url, 'makeProgramKey', { name: 'bench', scope: 'trade', days: 1 }, headers);
  return { authorization: `token ${data.key.id}:${data.accessToken}` };
}

/** Programs that each buy a share and sell it again. */
function placingByDoor(programs: readonly Headers[]): () => Caller {
  let count = 0;
  return () => {
    const headers = programs[count++ % programs.length]!;
    let buying = false;
    return {
      headers,
      isRight: (body) => body.includes('"order_id"'),
      next: () => {
        buying = !buying;
        const body = {
          exchange: 'NSE',
          tradingsymbol: CODE,
          transaction_type: buying ? 'BUY' : 'SELL',
          quantity: 1,
          product: 'CNC',
          order_type: 'MARKET',
        };
        return { path: '/orders/regular', body };
      },
    };
  };
}
