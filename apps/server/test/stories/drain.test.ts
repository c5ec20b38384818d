import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, startServer, type ServerProcess } from '#test/server-process.ts';

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'khara-drain-'));
  server = await startServer({ dataDir, port: await freePort() });
}, 240_000);
afterAll(async () => {
  if (server.process.exitCode === null) await server.killAll();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

const status = async (url: string, init?: RequestInit) => (await fetch(`${server.url}${url}`, init)).status;
const order = { method: 'POST', headers: { token: 'A'.repeat(43) } };

it('SIGTERM ends the server in order: it says so, takes nothing new, answers what is under way, exits with 0', async () => {
  expect(await status('/healthz')).toBe(200);
  // A request whose body is still on its way when the signal comes.
  const slow = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(slow, 'connect');
  const body = '{"id":"buy.hands"}';
  slow.write(
    'POST /app/config/getConfigLiberty/buy.hands HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
      `content-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  const answered = once(slow, 'data').then(([bytes]) => String(bytes));
  const ended = once(server.process, 'exit');

  server.process.kill('SIGTERM');
  await expect.poll(() => status('/healthz')).toBe(503);
  const refused = await fetch(`${server.url}/app/order/contract/buy`, order);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ code: 503, data: { reason: 'maintenance' } });
  expect(await status('/app/config/info', { method: 'POST' })).toBe(200);

  slow.write(body.slice(5));
  expect(await answered).toMatch(/^HTTP\/1\.1 200 .*"data":1/s);
  slow.end();
  expect(await ended).toEqual([0, null]);
}, 180_000);
