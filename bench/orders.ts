import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import type Autocannon from 'autocannon';
import type pg from 'pg';
import { SUPERUSER } from '../apps/server/src/adapters/embedded-postgres/index.ts';
import { keysPath, readSecret } from '../apps/server/src/adapters/keys.ts';
import { GOOD_PASSWORD, newAddress, newPhone } from '../apps/server/test/support/client.ts';
import {
  callServer,
  databasePlace,
  databaseProcessorSeconds,
  freePort,
  processorSeconds,
  startServer,
} from '../apps/server/test/support/server-process.ts';
import { installed } from '../tools/installed.ts';
import type { BenchLine } from './bench-line.ts';
import { orderRows } from './bare-rows.ts';
import { ACCOUNTS, BARE_ORDER, measureFunction } from './order-function.ts';
import { proveBooks } from './prove-books.ts';
import { walWritten } from './wal-written.ts';

const autocannon = installed('bench/tools')('autocannon') as typeof Autocannon;

export const CONNECTIONS = 64;
/** As many as people meet: batches are small then, and each order waits for itself. */
const FEW = 8;
const SECONDS = { warm: 20, timed: 8, baseline: 5, plainWarm: 2 };
/** A share that trades so much that one more is always there. */
export const CODE = 'ANARTABANK';

/** A server on a directory of its own; both are the caller's to end. */
export async function startFresh() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'khara-bench-'));
  const server = await startServer({ dataDir, port: await freePort() }).catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  return { dataDir, server };
}

/**
 * Orders over HTTP through everything: sign-in, checks, hold, journal, match, fill, entries, position, answer
 * with the fill. Baselines of the same run: one bare function of six rows an order; the same behind bare
 * Fastify, one call a request, which is what a user would build; the rows of an order written bare. Server,
 * database and callers share the machine.
 */
export async function benchOrders(): Promise<BenchLine[]> {
  const { dataDir, server } = await startFresh();
  try {
    const members: Headers[] = [];
    while (members.length < CONNECTIONS) {
      // A few at once: passwords are hashed, which the server does only a few at a time.
      members.push(...(await Promise.all(Array.from({ length: 16 }, () => newMember(server.url)))));
    }
    const admin = {
      ...(await databasePlace(dataDir)),
      user: SUPERUSER,
      password: await readSecret(keysPath(dataDir), SUPERUSER),
      database: 'khara',
    };
    const orders = (seconds: number, connections = CONNECTIONS, of: readonly Headers[] = members) =>
      load(server.url, connections, seconds, placing(of));
    await orders(SECONDS.warm);
    const used = async () => ({
      own: (await processorSeconds([server.process.pid!])) ?? Number.NaN,
      database: (await databaseProcessorSeconds(dataDir)) ?? Number.NaN,
      wal: await walWritten(admin),
    });
    const before = await used();
    const product = await orders(SECONDS.timed);
    const between = await used();
    const baseline = await measureFunction(admin, BARE_ORDER, 16, SECONDS.baseline);
    const after = await used();
    const few = await orders(SECONDS.timed, FEW);
    // One that few did not use: its money lasts, of which a day gives back nothing that was sold.
    const ofOne = await orders(SECONDS.timed, CONNECTIONS, sharing(members.at(-1)!));
    const { few: fewPlain, ...plain } = await measurePlain(admin);
    const rows = await measureFunction(admin, await orderRows(admin), 16, SECONDS.baseline);
    const proof = await proveBooks(dataDir, admin);
    const name = `orders over HTTP, ${CONNECTIONS} connections`;
    const line = (
      key: string,
      what: string,
      unit: string,
      [own, other]: readonly [product: number, baseline: number],
      note?: string,
    ): BenchLine => ({
      key,
      name: `${name}${what}`,
      unit,
      product: own,
      baseline: other,
      ratio: own / other,
      ...(note !== undefined && { note }),
    });
    const each = ({ answers }: Load, from: number, to: number) => (to - from) / answers;
    return [
      line(
        'rate',
        ' ÷ six-row function',
        'orders/s',
        [product.perSecond, baseline.perSecond],
        `each is matched, filled and settled before its answer; ${product.failures} of ${product.answers} were not filled; ` +
          `six rows by one bare function an order, 16 connections; read back and computed again: ${proof}`,
      ),
      line(
        'plain',
        ' ÷ six-row function behind bare Fastify',
        'orders/s',
        [product.perSecond, plain.perSecond],
        `JSON schemas, one call a request, ${CONNECTIONS} connections`,
      ),
      line(
        'rows',
        ' ÷ the rows that each leaves',
        'orders/s',
        [product.perSecond, rows.perSecond],
        `the same rows and changes by one bare function, without a check, a hash or a reference, 16 connections; of the six-row function these reach ${(rows.perSecond / baseline.perSecond).toFixed(2)}`,
      ),
      {
        ...line(
          'few',
          '',
          'ms',
          [few.p50Ms, fewPlain.p50Ms],
          `p99 ${few.p99Ms} ms, ${few.perSecond.toFixed(0)} orders/s`,
        ),
        name: `orders over HTTP, ${FEW} connections, p50 ÷ behind bare Fastify`,
      },
      {
        ...line(
          'account',
          '',
          'orders/s',
          [ofOne.perSecond, product.perSecond],
          `p50 ${ofOne.p50Ms} ms, p99 ${ofOne.p99Ms} ms; ${ofOne.failures} of ${ofOne.answers} were not filled${ofOne.why && ` (${ofOne.why})`}`,
        ),
        name: `orders over HTTP, ${CONNECTIONS} callers of one account ÷ of as many accounts`,
      },
      line('p50', ', p50 ÷ behind bare Fastify', 'ms', [product.p50Ms, plain.p50Ms]),
      line('p99', ', p99 ÷ behind bare Fastify', 'ms', [product.p99Ms, plain.p99Ms]),
      line('database', ", database's processor time ÷ six-row function", 'ms an order', [
        each(product, before.database, between.database) * 1000,
        ((after.database - between.database) / baseline.calls) * 1000,
      ]),
      line('server', ", server's processor time ÷ behind bare Fastify", 'ms an order', [
        each(product, before.own, between.own) * 1000,
        plain.serverMs,
      ]),
      line('wal', ', WAL ÷ six-row function', 'bytes an order', [
        each(product, before.wal, between.wal),
        (after.wal - between.wal) / baseline.calls,
      ]),
    ].filter((one) => !Number.isNaN(one.product)); // only Linux says what a process has used
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

export type Headers = Readonly<Record<string, string>>;

/** An account with money in it, and the transaction password remembered. */
export async function newMember(url: string): Promise<Headers> {
  const from = { 'x-forwarded-for': newAddress() };
  const payload = { phone: newPhone(), password: GOOD_PASSWORD, inviteCode: 'KHARA', agree: true };
  const { data } = await callServer(url, 'register', payload, from);
  const headers = { ...from, token: data.token };
  const transactionPassword = data.defaultTransactionPassword;
  await callServer(url, 'rememberTransactionPassword', { transactionPassword, minutes: -1 }, headers);
  const recharge = { currency: 'INR', channelType: 'UPI', amount: '500000.00', requestId: randomUUID() } as const;
  await callServer(url, 'submitRecharge', recharge, headers);
  while (Number((await callServer(url, 'rupeeWallet', {}, headers)).data.available) === 0) await rest(200);
  return headers;
}

/** Callers of one account, each from a network of its own: of one network the server takes 500 requests a second. */
const sharing = (member: Headers): readonly Headers[] =>
  Array.from({ length: CONNECTIONS }, () => ({ ...member, 'x-forwarded-for': newAddress() }));

type Load = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly answers: number;
  readonly failures: number;
  /** What failures were answered with, and how often. */
  readonly why: string;
};

/** One caller: the requests that it makes one after the other, and whether an answer is what it should be. */
export type Caller = {
  readonly headers: Headers;
  readonly next: () => { readonly method?: 'GET'; readonly path: string; readonly body?: object };
  readonly isRight: (body: string) => boolean;
};

/** Each connection asks as fast as it is answered; with `perSecond` all of them together ask no more often. */
export async function load(
  url: string,
  connections: number,
  seconds: number,
  caller: () => Caller,
  perSecond?: number,
): Promise<Load> {
  const failed = new Map<string, number>();
  let answers = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(perSecond !== undefined && { overallRate: perSecond }),
    setupClient: (client) => {
      const { headers, next, isRight } = caller();
      client.setRequests([
        {
          method: 'POST',
          setupRequest: (request) => {
            const { method = 'POST', path: route, body } = next();
            const all = { ...(body && { 'content-type': 'application/json' }), ...headers };
            return { ...request, method, path: route, headers: all, ...(body && { body: JSON.stringify(body) }) };
          },
          onResponse: (_status, body) => {
            answers += 1;
            if (isRight(body)) return;
            const reason = /"reason":"(\w+)"/.exec(body)?.[1] ?? 'otherwise';
            failed.set(reason, (failed.get(reason) ?? 0) + 1);
          },
        },
      ]);
    },
  });
  const { p50, p99 } = result.latency;
  const failures = [...failed.values()].reduce((sum, count) => sum + count, 0);
  const why = [...failed].map(([reason, count]) => `${reason}: ${count}`).join(', ');
  return { perSecond: answers / seconds, p50Ms: p50, p99Ms: p99, answers, failures, why };
}

/** Callers who each buy a share and sell it again. */
export function placing(members: readonly Headers[]): () => Caller {
  let count = 0;
  return () => {
    const headers = members[count++ % members.length]!;
    let buying = false;
    return {
      headers,
      isRight: (body) => body.includes('"state":"complete"'),
      next: () => {
        buying = !buying;
        const body = { code: CODE, quantity: 1, type: 'market', product: 'delivery', requestId: randomUUID() };
        return { path: `/app/order/contract/${buying ? 'buy' : 'sell'}`, body };
      },
    };
  };
}

/**
 * The function of six rows behind bare Fastify, in a process of its own. `serverMs`: processor time of that
 * process a request. `few`: the same asked by few connections.
 */
async function measurePlain(admin: pg.ClientConfig): Promise<Load & { readonly serverMs: number; readonly few: Load }> {
  const child = fork(path.join(import.meta.dirname, 'plain-server.ts'), [JSON.stringify(admin)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const [{ port }] = (await once(child, 'message')) as [{ port: number }]; // its only message
    let account = 0;
    const one = (): Caller => ({
      headers: {},
      isRight: (body) => body.includes('"seq":'),
      next: () => {
        account = (account % ACCOUNTS) + 1;
        return { path: '/order', body: { code: CODE, quantity: 1, requestId: randomUUID(), account } };
      },
    });
    const url = `http://127.0.0.1:${port}`;
    await load(url, CONNECTIONS, SECONDS.plainWarm, one);
    const before = (await processorSeconds([child.pid!])) ?? Number.NaN;
    const plain = await load(url, CONNECTIONS, SECONDS.baseline, one);
    const after = (await processorSeconds([child.pid!])) ?? Number.NaN;
    if (plain.failures > 0) throw new Error(`${plain.failures} of ${plain.answers} bare orders failed`);
    const few = await load(url, FEW, SECONDS.baseline, one);
    return { ...plain, serverMs: ((after - before) / plain.answers) * 1000, few };
  } finally {
    child.disconnect();
  }
}
