import { rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { request } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import { SUPERUSER } from '../apps/server/src/adapters/embedded-postgres/index.ts';
import { keysPath, readSecret } from '../apps/server/src/adapters/keys.ts';
import { openPool } from '../apps/server/src/adapters/postgres.ts';
import { databasePlace } from '../apps/server/test/support/server-process.ts';
import type { BenchLine } from './bench-line.ts';
import { CODE, newMember, type Headers, startFresh } from './orders.ts';
import { newProgram } from './programs.ts';
import { proveBooks } from './prove-books.ts';

/** `KEYS=4` tries the bench itself on a machine that is busy. */
const KEYS = Number(process.env['KEYS'] ?? 60);
/** The most that a key may send. */
const PER_SECOND = 10;
const WARM_SECONDS = 10;
/** What the door is to reach at its limits. */
const MAX_P99_MS = 60;

/**
 * All keys send as many orders as they may, evenly, for `KEYS_SECONDS` (30 without a word;
 * `KEYS_SECONDS=300 npm run bench -- keys` is the long run). Each order is sent when its time has come,
 * whether the one before was answered or not. Throws when an answer is a 5xx, or when an order that was
 * acknowledged is not in the books.
 */
export async function benchKeys(): Promise<BenchLine[]> {
  const seconds = Number(process.env['KEYS_SECONDS'] ?? 30);
  const { dataDir, server } = await startFresh();
  try {
    const members: Headers[] = [];
    while (members.length < KEYS)
      members.push(...(await Promise.all(Array.from({ length: 12 }, () => newMember(server.url)))));
    const programs = await Promise.all(members.slice(0, KEYS).map((headers) => newProgram(server.url, headers)));
    await sendFor(server.url, programs, WARM_SECONDS);
    const { times, orders, statuses, failure } = await sendFor(server.url, programs, seconds);
    if (failure !== undefined) throw new Error(`of ${JSON.stringify([...statuses])} answers one is ${failure}`);
    const admin = {
      ...(await databasePlace(dataDir)),
      user: SUPERUSER,
      password: await readSecret(keysPath(dataDir), SUPERUSER),
      database: 'khara',
    };
    await proveAcknowledged(admin, orders);
    const proof = await proveBooks(dataDir, admin);
    const sorted = times.toSorted((a, b) => a - b);
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
    return [
      {
        name: `orders of ${KEYS} keys at ${PER_SECOND} a second each for ${seconds} s, p99`,
        product: at(0.99),
        baseline: MAX_P99_MS,
        unit: 'ms',
        ratio: at(0.99) / MAX_P99_MS,
        note: `baseline: the most that it may be; ${orders.length} orders acknowledged, each in the books, ${statuses.get(429) ?? 0} refused with 429, no 5xx; p50 ${at(0.5).toFixed(1)} ms; ${proof}; less is better`,
      },
    ];
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

type Sent = {
  /** Of each answer, in ms. */
  readonly times: number[];
  readonly orders: string[];
  readonly statuses: Map<number, number>;
  /** An answer that was no order and no limit, as it came. */
  failure: string | undefined;
};

async function sendFor(url: string, programs: readonly Headers[], seconds: number): Promise<Sent> {
  const sent: Sent = { times: [], orders: [], statuses: new Map(), failure: undefined };
  const began = performance.now();
  await Promise.all(
    programs.map(async (headers, key) => {
      const agent = new Agent({ keepAlive: true });
      const open: Promise<void>[] = [];
      for (let count = 0; count < seconds * PER_SECOND; count += 1) {
        // Keys do not beat together.
        const due = began + ((count + key / programs.length) * 1000) / PER_SECOND;
        await rest(Math.max(0, due - performance.now()));
        open.push(send({ url, agent, headers, isBuy: count % 2 === 0 }, sent));
      }
      await Promise.all(open);
      agent.destroy();
    }),
  );
  return sent;
}

type One = { readonly url: string; readonly agent: Agent; readonly headers: Headers; readonly isBuy: boolean };

async function send({ url, agent, headers, isBuy }: One, sent: Sent): Promise<void> {
  const { times, orders, statuses } = sent;
  const body = new URLSearchParams({
    exchange: 'NSE',
    tradingsymbol: CODE,
    transaction_type: isBuy ? 'BUY' : 'SELL',
    quantity: '1',
    product: 'CNC',
    order_type: 'MARKET',
  }).toString();
  const began = performance.now();
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>();
  const asked = request(
    `${url}/orders/regular`,
    { method: 'POST', agent, headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' } },
    (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    },
  );
  asked.on('error', () => resolve({ status: 0, text: '' }));
  asked.end(body);
  const { status, text } = await promise;
  times.push(performance.now() - began);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status !== 200 && status !== 429) sent.failure ??= `${status} ${text}`;
  const [, id] = /"order_id":"(\d+)"/.exec(text) ?? [];
  if (id !== undefined) orders.push(id);
}

/** Each is an order with its command, or one that the market refused; what has filled has its entry in the ledger. */
async function proveAcknowledged(admin: Parameters<typeof openPool>[0], orders: readonly string[]): Promise<void> {
  const db = openPool({ ...admin, max: 1 });
  try {
    const [found] = await db.query<{ lost: bigint; unpaid: bigint }>(
      'bench.acknowledged',
      `SELECT count(*) FILTER (WHERE o.id IS NULL AND r.id IS NULL) AS lost,
         count(*) FILTER (WHERE o.filled > 0 AND NOT EXISTS (SELECT FROM ledger.entry e
           WHERE e.kind = o.side AND e.ref = 'order-' || o.id)) AS unpaid
       FROM unnest($1::bigint[]) AS a (id) LEFT JOIN trading."order" o ON o.id = a.id
       LEFT JOIN trading.refused_order r ON r.id = a.id`,
      [orders.map(BigInt)],
    );
    if (!found || found.lost > 0n || found.unpaid > 0n)
      throw new Error(`of ${orders.length} orders ${found?.lost} are lost, and ${found?.unpaid} have no entry`);
  } finally {
    await db.close();
  }
}
