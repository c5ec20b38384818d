import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { Program } from '#src/ports/programs.ts';
import type { Instrument, MarketFeed, MarketView } from '#src/ports/market.ts';
import { makeTicker } from '#test/kite-client.ts';
import { instrumentToken } from '../market-words.ts';
import { Ticker } from './ticker.ts';

const MAX_INSTRUMENTS = 3_000;
const shares = Array.from({ length: MAX_INSTRUMENTS + 1 }, (_share, at): Instrument => {
  return { code: `SHARE${at}`, kind: 'share', tick: 5, tradable: true };
});
const market = {
  now: () => ({ marketTime: '2026-11-23T10:00:00+05:30', speed: 25 }),
  instruments: () => shares,
  quote: (code: string) => ({ code, lastPrice: 100_05, previousClose: 100_00, volume: 7, lastQuantity: 3 }),
  depth: () => ({ bids: [], asks: [], totalBid: 0, totalAsk: 0 }),
} as unknown as MarketView;
let tell: (codes: readonly string[]) => void = () => undefined;
const feed = {
  onQuotes: (listener: typeof tell) => {
    tell = listener;
    return () => undefined;
  },
} as unknown as MarketFeed;

const ticker = new Ticker({
  market,
  feed,
  clock: { now: () => 1_000 },
  listen: () => () => undefined,
  overOf: async () => [],
});
const http = createServer();
const sockets = new WebSocketServer({ server: http });
const program = { keyId: 'key', member: { userId: 'anna' } } as Program;
beforeAll(async () => {
  sockets.on('connection', (socket, request) => ticker.accept(socket, request.socket, { program, token: 'token' }));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
});
afterAll(async () => {
  await ticker.close();
  sockets.close();
  http.close();
});

it('a socket watches 3,000 instruments in full, in frames that the npm client reads, and no more', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
  const client = makeTicker({ api_key: '', access_token: '' });
  const ticks: { instrument_token: number; mode: string }[] = [];
  const errors: string[] = [];
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) errors.push((JSON.parse(data.toString('utf8')) as { data: string }).data);
    else if (data.length > 1) ticks.push(...client.parseBinary(new Uint8Array(data).buffer));
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ a: 'mode', v: ['full', shares.map(instrumentToken)] }));
  await expect.poll(() => ticks.length).toBe(MAX_INSTRUMENTS);
  expect(new Set(ticks.map(({ instrument_token: token }) => token)).size).toBe(MAX_INSTRUMENTS);
  expect(ticks.every(({ mode }) => mode === 'full')).toBe(true);
  expect(errors).toEqual([`At most ${MAX_INSTRUMENTS} instruments a socket`]);
  // All of them change at once.
  ticks.length = 0;
  tell(shares.map(({ code }) => code));
  await expect.poll(() => ticks.length, { timeout: 5_000 }).toBe(MAX_INSTRUMENTS);
  socket.terminate();
});
