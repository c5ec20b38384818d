import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import autocannon from 'autocannon';
import { SUPERUSER } from '../apps/server/src/adapters/embedded-postgres.ts';
import { keysOf, secret } from '../apps/server/src/adapters/keys.ts';
import { GOOD_PASSWORD, newAddress, newPhone } from '../apps/server/test/support/client.ts';
import {
  callServer,
  databasePlace,
  databaseProcessorSeconds,
  freePort,
  processorSeconds,
  startServer,
} from '../apps/server/test/support/server-process.ts';
import type { BenchLine } from './bench-line.ts';
import { BARE_ORDER, measureFunction } from './order-function.ts';
import { orderRows } from './bare-rows.ts';

const CONNECTIONS = 64;
const SECONDS = { warm: 4, timed: 8, baseline: 5 };
/** A share that trades so much that one more is always there. */
const CODE = 'ANARTABANK';

/**
 * Orders over HTTP through everything: sign-in, checks, hold, journal, match, fill, entries, position, answer with the fill; against the same
 * database doing one bare function an order. Server, database and callers share the machine.
 */
export async function benchOrders(): Promise<BenchLine[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'khara-bench-'));
  const server = await startServer({ dataDir, port: await freePort() }).catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  try {
    const members: Headers[] = [];
    while (members.length < CONNECTIONS) {
      // A few at once: passwords are hashed, which the server does only so many at a time.
      members.push(...(await Promise.all(Array.from({ length: 16 }, () => newMember(server.url)))));
    }
    await load(server.url, members, SECONDS.warm);
    const used = async () => {
      const [own, database] = [await processorSeconds([server.process.pid!]), await databaseProcessorSeconds(dataDir)];
      return { own: own ?? Number.NaN, database: database ?? Number.NaN };
    };
    const before = await used();
    const product = await load(server.url, members, SECONDS.timed);
    const between = await used();
    const admin = {
      ...(await databasePlace(dataDir)),
      user: SUPERUSER,
      password: await secret(keysOf(dataDir), SUPERUSER),
      database: 'khara',
    };
    const baseline = await measureFunction(admin, BARE_ORDER, 16, SECONDS.baseline);
    const after = await used();
    const rows = await measureFunction(admin, await orderRows(admin), 16, SECONDS.baseline);
    const perOrder = {
      server: ((between.own - before.own) / product.answers) * 1000,
      database: ((between.database - before.database) / product.answers) * 1000,
      baseline: ((after.database - between.database) / baseline.calls) * 1000,
    };
    const note = `each is matched, filled and settled before its answer; ${product.failures} of ${product.answers} were not filled; baseline: one bare function an order, 16 connections`;
    const lines: BenchLine[] = [
      {
        name: `orders over HTTP, ${CONNECTIONS} connections`,
        product: product.perSecond,
        baseline: baseline.perSecond,
        unit: 'orders/s',
        ratio: product.perSecond / baseline.perSecond,
        note,
      },
      {
        name: 'orders over HTTP, p99',
        product: product.p99Ms,
        baseline: baseline.p99Ms,
        unit: 'ms',
        ratio: product.p99Ms / baseline.p99Ms,
      },
      {
        name: `orders over HTTP, ${CONNECTIONS} connections, against the rows that each leaves`,
        product: product.perSecond,
        baseline: rows.perSecond,
        unit: 'orders/s',
        ratio: product.perSecond / rows.perSecond,
        note: `baseline: the same rows and changes by one bare function, without a check, a hash or a reference, 16 connections; of the other baseline it reaches ${(rows.perSecond / baseline.perSecond).toFixed(2)}`,
      },
    ];
    if (Number.isNaN(perOrder.database)) return lines; // only Linux says what a process has used
    return [
      ...lines,
      {
        name: 'orders over HTTP, processor time of the database',
        product: perOrder.database,
        baseline: perOrder.baseline,
        unit: 'ms an order',
        ratio: perOrder.database / perOrder.baseline,
        note: `what limits it: two chained entries, a hold, eight tables; the server itself uses ${perOrder.server.toFixed(2)} ms an order`,
      },
    ];
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

type Headers = Readonly<Record<string, string>>;

/** An account with money in it, and the transaction password remembered. */
async function newMember(url: string): Promise<Headers> {
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

type Load = { readonly perSecond: number; readonly p99Ms: number; readonly answers: number; readonly failures: number };

/** Each connection buys a share and sells it again, as fast as it is answered. */
async function load(url: string, members: readonly Headers[], seconds: number): Promise<Load> {
  let failures = 0;
  let answers = 0;
  let next = 0;
  const result = await autocannon({
    url,
    connections: members.length,
    duration: seconds,
    setupClient: (client) => {
      const headers = { 'content-type': 'application/json', ...members[next++ % members.length] };
      let buying = false;
      client.setRequests([
        {
          method: 'POST',
          setupRequest: (request) => {
            buying = !buying;
            const order = { code: CODE, quantity: 1, type: 'market', product: 'delivery', requestId: randomUUID() };
            return {
              ...request,
              path: `/app/order/contract/${buying ? 'buy' : 'sell'}`,
              headers,
              body: JSON.stringify(order),
            };
          },
          onResponse: (_status, body) => {
            answers += 1;
            if (!body.includes('"state":"complete"')) failures += 1;
          },
        },
      ]);
    },
  });
  return { perSecond: answers / seconds, p99Ms: result.latency.p99, answers, failures };
}
