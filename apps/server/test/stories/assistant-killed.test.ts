import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useAssistants } from '#test/assistants.ts';
import { GOOD_PASSWORD, newAddress, newPhone, type Client } from '#test/client.ts';
import { MCP_CLIENTS } from '#test/mcp-clients.ts';
import {
  callServer,
  connectAsSuperuser,
  endOrphan,
  freePort,
  startServer,
  type ServerProcess,
} from '#test/server-process.ts';

/* An assistant whose server is killed while a rehearsal is open: its client goes on, and nothing happens twice. */

let dataDir: string;
let port: number;
let server: ServerProcess;
const { letIn } = useAssistants(() => ({ root: server.url }));
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'khara-assistant-'));
  port = await freePort();
  server = await startServer({ dataDir, port });
}, 240_000);
afterAll(async () => {
  await server?.kill();
  await endOrphan(dataDir);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

async function newOwner() {
  const from = { 'x-forwarded-for': newAddress() };
  const payload = { phone: newPhone(), password: GOOD_PASSWORD, inviteCode: 'KHARA', agree: true };
  const { data } = await callServer(server.url, 'register', payload, from);
  const headers = { ...from, token: data.token };
  const get: Client['get'] = async (name, fields) => {
    const answer = await callServer(server.url, name, fields, headers);
    if (answer.code !== 200) throw new Error(`${name} answered ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const money = { currency: 'INR', channelType: 'UPI', amount: '100000.00', requestId: 'first-recharge-1' } as const;
  await get('submitRecharge', money);
  while (Number((await get('rupeeWallet', {})).available) === 0) await rest(100);
  return { client: { get }, transactionPassword: data.defaultTransactionPassword };
}

const openWith = (token: string) => MCP_CLIENTS['of 2025'](server.url, { authorization: `Bearer ${token}` });

async function killAndStart(): Promise<void> {
  await server.killAll();
  server = await startServer({ dataDir, port });
}

it(
  'goes on after each kill with the question, the answer and the one order that came of it',
  { timeout: 240_000 },
  async () => {
    const { client: own, transactionPassword } = await newOwner();
    const { exchange } = await letIn(
      { client: own },
      { scope: 'trade', dayAmount: 25_000, dayOrders: 20, asks: true, transactionPassword },
    );
    const { access_token: token } = (await (await exchange()).json()) as { access_token: string };
    const client = await openWith(token);
    const call = async (name: string, fields: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: fields })).structuredContent['data'] as {
        readonly rehearsal: string;
        readonly status: string;
        readonly id: string;
        readonly orderId: string;
      };
    const { bandLow } = await own.get('marketDetail', { code: 'AAMRAI' });
    const terms = { side: 'buy', code: 'AAMRAI', quantity: 3, type: 'limit', price: bandLow, product: 'delivery' };
    const { rehearsal } = await call('rehearse_order', terms);
    const place = () => call('place_order', { ...terms, rehearsal });

    await killAndStart();
    const { status, id } = await place();
    expect(status).toBe('waiting');
    await killAndStart();
    expect(await place()).toMatchObject({ status: 'waiting', id });
    const { orderId } = await own.get('answerAssistant', { id, place: true });
    await killAndStart();
    for (let time = 0; time < 2; time += 1) expect(await place()).toMatchObject({ status: 'placed', orderId });
    expect((await own.get('orders', {})).list).toMatchObject([{ id: orderId, program: { tag: 'Desk helper' } }]);
    const placed = (await own.get('assistantActs', {})).list.filter(({ act }) => act === 'placed');
    expect(placed).toMatchObject([{ orderId, order: { quantity: 3 } }]);
  },
);

it(
  'notes the orders of an assistant and of a key whose server is killed before it does',
  { timeout: 240_000 },
  async () => {
    const { client: own, transactionPassword } = await newOwner();
    const { exchange } = await letIn(
      { client: own },
      { scope: 'trade', dayAmount: 25_000, dayOrders: 20, asks: false, transactionPassword },
    );
    const { access_token: token } = (await (await exchange()).json()) as { access_token: string };
    const made = await own.get('makeProgramKey', { name: 'bot', scope: 'trade', days: 7, transactionPassword });
    const { bandLow: price } = await own.get('marketDetail', { code: 'AAMRAI' });
    const terms = { side: 'buy', code: 'AAMRAI', quantity: 3, type: 'limit', price, product: 'delivery' };
    const admin = await connectAsSuperuser(dataDir);
    await admin.query('BEGIN');
    await admin.query('LOCK TABLE trading.assistant_act IN EXCLUSIVE MODE');
    const place = async (by: string) => {
      const client = await openWith(by);
      const { structuredContent } = await client.callTool({ name: 'rehearse_order', arguments: terms });
      const { rehearsal } = structuredContent['data'] as { readonly rehearsal: string };
      return client.callTool({ name: 'place_order', arguments: { ...terms, rehearsal } });
    };
    const placed = Promise.allSettled([token, `${made.key.id}:${made.accessToken}`].map(place));
    const orders = async () => (await own.get('orders', {})).list;
    await expect.poll(async () => (await orders()).length, { timeout: 60_000 }).toBe(2);
    await killAndStart();
    expect((await placed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const acts = async () => (await own.get('assistantActs', {})).list.filter(({ act }) => act === 'placed');
    await expect.poll(async () => (await acts()).length, { timeout: 60_000 }).toBe(2);
    const order = { side: 'buy', code: 'AAMRAI', quantity: 3, price };
    expect(await acts()).toMatchObject([{ order }, { order }]);
    expect(new Set((await acts()).map(({ orderId }) => orderId))).toEqual(
      new Set((await orders()).map(({ id }) => id)),
    );
  },
);
