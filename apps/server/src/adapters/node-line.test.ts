import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { NodeQuestions, serveNodes } from '#src/http/serve-nodes.ts';
import { greetNode } from '#src/security/node-greeting.ts';
import { LineAway } from '#src/ports/node-line.ts';
import { WebSocketLine } from './node-line.ts';

const SECRET = new Uint8Array(32).fill(1);
const now = () => Date.now();
const log = { info: () => undefined, debug: () => undefined, error: () => undefined };

/** An address of this machine at which nothing listens yet. */
async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `127.0.0.1:${port}`;
}

async function listen(app: FastifyInstance, address: string): Promise<void> {
  onTestFinished(() => app.close());
  await app.listen({ host: '127.0.0.1', port: Number(address.split(':')[1]) });
}

/** A server that takes questions. */
async function market(): Promise<string> {
  const questions = new NodeQuestions(log);
  questions.begin(async (question) => ['answered', question]);
  const app = fastify();
  const address = await freeAddress();
  await serveNodes(app, questions, { installSecret: SECRET, address, now });
  await listen(app, address);
  return address;
}

function lineTo(address: string): WebSocketLine {
  const line = new WebSocketLine({
    leader: async () => ({ epoch: 1, address }),
    installSecret: SECRET,
    now,
    log,
  });
  onTestFinished(() => line.close());
  return line;
}

it('a server asks the one that runs the market, and both know each other', async () => {
  const line = lineTo(await market());
  await expect.poll(() => line.isUp).toBe(true);
  expect(await line.ask('what')).toEqual(['answered', 'what']);
});

it('a stranger at the address in the database learns nothing that opens a line elsewhere, and is asked nothing', async () => {
  const real = await market();
  const heard: string[] = [];
  const stranger = fastify();
  stranger.addHook('onRequest', async (request) => void heard.push(request.headers.authorization ?? ''));
  const address = await freeAddress();
  await listen(stranger, address);
  const line = lineTo(address);
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  expect(line.isUp).toBe(false);
  await expect(line.ask('secret')).rejects.toThrow(LineAway);
  const opensWith = (greeting: string) =>
    new Promise<boolean>((resolve) => {
      const socket = new WebSocket(`ws://${real}/node`, { headers: { authorization: greeting } });
      socket.on('open', () => {
        socket.terminate();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
  expect(await opensWith(heard[0]!)).toBe(false);
  // Nor does what was heard on the way to the real one, a second time or later.
  const { greeting } = greetNode(SECRET, real, now());
  expect([await opensWith(greeting), await opensWith(greeting)]).toEqual([true, false]);
  expect(await opensWith(greetNode(SECRET, real, now() - 60_000).greeting)).toBe(false);
});

it('a server that answers without the secret is not asked', async () => {
  const app = fastify();
  const sockets = new WebSocketServer({ server: app.server, path: '/node' });
  onTestFinished(() => sockets.close());
  const questions: unknown[] = [];
  let opened = 0;
  sockets.on('connection', (socket) => {
    opened += 1;
    socket.on('message', (data) => questions.push(data));
  });
  const address = await freeAddress();
  await listen(app, address);
  const line = lineTo(address);
  await expect.poll(() => opened).toBeGreaterThan(1); // it looks again, in vain
  expect(line.isUp).toBe(false);
  expect(questions).toEqual([]);
});
