/**
 * The two servers that bench/http.ts compares, each in a process of its own: `product`, our application with
 * everything on, and `bare`, Fastify with JSON schemas for the same body and answer, and nothing else. Sends
 * its port to its parent.
 */
import { randomBytes } from 'node:crypto';
import { fastify } from 'fastify';
import { createSessions } from '../apps/server/src/modules/accounts/index.ts';
import { createOrderHandlers } from '../apps/server/src/http/order-handlers.ts';
import { createPlacing } from '../apps/server/src/modules/standing/index.ts';
import { openLog } from '../apps/server/src/adapters/log.ts';
import { buildApp } from '../apps/server/src/app.ts';
import { readConfig } from '../apps/server/src/config.ts';
import type { OrderMatching } from '../apps/server/src/ports/exchange.ts';
import type { Deps } from '../apps/server/src/kernel/deps.ts';

const [kind] = process.argv.slice(2);

async function bare(): Promise<number> {
  const app = fastify();
  const body = { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] };
  const data = { type: 'object', properties: { minimum: { type: 'integer' }, maximum: { type: 'integer' } } };
  const answer = { type: 'object', properties: { code: { type: 'integer' }, msg: { type: 'string' }, data } };
  app.post('/app/order/contract/getMinNum', { schema: { body, response: { 200: answer } } }, async () => ({
    code: 200,
    msg: 'Operation successful',
    data: { minimum: 1, maximum: 100_000 },
  }));
  return readPort(await app.listen({ host: '127.0.0.1', port: 0 }));
}

/** The whole application, signed in, on a database that knows one session: the call itself is answered from memory. */
async function product(): Promise<number> {
  const clock = { now: () => Date.now() };
  const config = readConfig({ TRUSTED_PROXIES: '127.0.0.1' });
  const session = {
    id: 's',
    memberId: 'member',
    number: 1n,
    createdAt: Date.now(),
    lastSeenAt: Date.now(),
    endedAt: undefined,
    transactionPasswordUntil: undefined,
  };
  // The few parts that this call meets; anything else it touched would throw.
  // The log is not asked for it: as a row that neither has, it is what it should be.
  const nothing = { row: undefined, id: undefined };
  const query = async (name: string) => [name.startsWith('ledger.standing.') ? nothing : session];
  const db = { query } as unknown as Deps['db'];
  const market = { instrument: () => ({ code: 'AAMRAI', kind: 'share', asset: 'EQ:X', tick: 5, tradable: true }) };
  const deps = {
    config,
    db,
    clock,
    market,
    random: { bytes: randomBytes },
    sessions: createSessions({ db, clock }),
    log: openLog('info', { file: '/dev/null' }),
  } as unknown as Deps & { readonly venue: OrderMatching };
  const app = await buildApp(deps, { quantityLimits: createOrderHandlers(createPlacing(deps)).quantityLimits });
  return readPort(await app.listen({ host: '127.0.0.1', port: 0 }));
}

const readPort = (address: string): number => Number(new URL(address).port);

const port = await (kind === 'product' ? product() : bare());
process.send?.({ port });
process.on('disconnect', () => process.exit(0));
