import { connect, type AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { testDeps } from '#test/deps.ts';
import { answerBrokenRequests, answerExpectations } from './broken-requests.ts';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

/** What a server of the settings answers to bytes. */
async function answerTo(bytes: string, environment: Readonly<Record<string, string>> = {}) {
  const { config } = testDeps({}, environment);
  const told = { config, tellMarketTime: () => '2026-11-23 10:00:00' };
  const server = fastify({ clientErrorHandler: answerBrokenRequests(told), http: { requireHostHeader: false } });
  app = server;
  answerExpectations(server.server, told);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  socket.end(bytes);
  let text = '';
  for await (const part of socket.setEncoding('utf8')) text += String(part);
  const [head = '', body = '{}'] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: JSON.parse(body) as object };
}
const longAt = (host: string) => `GET /orders HTTP/1.1\r\nHost: ${host}:8080\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`;
const long = longAt('localhost');
const OF_DOOR = { status: 'error', error_type: 'InputException', data: { reason: 'invalid_input' } };

it.each([
  [431, long],
  [431, `GET /app/x HTTP/1.1\r\nAuthorization: token a:b\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  [400, 'GET /quote?i=NSE:INFY HTTP/1.1\r\nHost: localhost\r\nbad header\r\n\r\n'],
  [417, 'POST /session/token HTTP/1.1\r\nHost: localhost\r\nExpect: more\r\nConnection: close\r\n\r\n'],
])('a program hears in the words of its door why it was not read: %i', async (status, bytes) => {
  const answer = await answerTo(bytes);
  expect(answer).toMatchObject({ status, body: OF_DOOR });
  const headers = ['content-type: application/json', 'x-simulated: 1', 'x-market-time: 2026-11-23 10:00:00'];
  expect(answer.head.split('\r\n')).toEqual(expect.arrayContaining(headers));
});

it.each([
  [431, long.replace('/orders', '/app/order/orders')],
  [400, 'nothing that begins as a request\r\n\r\n'],
  [417, 'POST /app/user/login HTTP/1.1\r\nHost: localhost\r\nExpect: more\r\nConnection: close\r\n\r\n'],
])('another reader has the envelope of all calls: %i', async (status, bytes) => {
  expect(await answerTo(bytes)).toMatchObject({ status, body: { code: status, data: { reason: 'invalid_input' } } });
});

it('at the door’s own name every path is the door’s, and elsewhere none', async () => {
  const named = { KITE: 'on', KITE_HOST: 'api.khara.test' };
  expect((await answerTo(longAt('api.khara.test').replace('/orders', '/none'), named)).body).toMatchObject(OF_DOOR);
  await app?.close();
  expect((await answerTo(longAt('khara.test'), named)).body).toMatchObject({ code: 431 });
});
