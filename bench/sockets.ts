import type { MarketStatus } from '@khara/market-day';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { setImmediate as turn, setTimeout as rest } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import { instrumentToken } from '../apps/server/src/http/kite/market-words.ts';
import { Ticker } from '../apps/server/src/http/kite/ticker/ticker.ts';
import { SocketHub } from '../apps/server/src/http/socket-hub.ts';
import type { Instrument, MarketFeed, MarketView, Quote } from '../apps/server/src/ports/market.ts';
import type { BenchLine } from './bench-line.ts';

const SHARES = 240;
const CLIENTS = path.join(import.meta.dirname, 'workloads/socket-clients.ts');

/**
 * Quotes to sockets: how fast one message reaches all of a thousand, and what five thousand watchers of a
 * busy market cost.
 */
export async function benchSockets(): Promise<BenchLine[]> {
  return [await fanOut(1_000, 20), await conflated(5_000, 20), await ticks(1_000, 100)];
}

/** A quote as it travels. */
const row = (code: string) => `["${code}","1234.50","1.23",123456,1700000000000]`;

/**
 * A thousand sockets that watch the same twenty shares. Each round all twenty change; the product serialises
 * them anew, the baseline sends a buffer it has. Both stand beside each other and take turns, since a shared
 * machine is not as fast all the time.
 */
async function fanOut(sockets: number, codesEach: number): Promise<BenchLine> {
  const market = new BusyMarket(codesEach);
  const message = Buffer.from(`{"type":"quotes","data":[${market.codes.map(row).join(',')}]}`);
  const rates = await withHub(market, sockets, codesEach, (hub) =>
    withBareServer(sockets, market.codes, async (all) => {
      const product: number[] = [];
      const baseline: number[] = [];
      for (let series = 0; series < SERIES + 1; series += 1) {
        const ours = await measureSeconds(
          ROUNDS,
          () => hub.bufferedBytes(),
          () => {
            market.tradeAll();
            for (let flush = 0; flush < 10; flush += 1) hub.flush();
          },
        );
        const theirs = await measureSeconds(
          ROUNDS,
          () => bufferedBy(all),
          () => {
            for (const socket of all) socket.send(message, { binary: false });
          },
        );
        if (series === 0) continue; // lets the compiler settle
        product.push((ROUNDS * sockets) / ours);
        baseline.push((ROUNDS * sockets) / theirs);
      }
      return { product: median(product), baseline: median(baseline) };
    }),
  );
  return {
    name: `quotes to ${sockets} sockets`,
    product: Math.round(rates.product),
    baseline: Math.round(rates.baseline),
    unit: 'messages/s',
    ratio: rates.product / rates.baseline,
    note: `${message.length} bytes each, median of ${SERIES}; baseline: bare ws sending one buffer; both wait until the network has taken all`,
  };
}

const bufferedBy = (sockets: readonly WebSocket[]): number =>
  sockets.reduce((sum, { bufferedAmount }) => sum + bufferedAmount, 0);

const SERIES = 5;
const ROUNDS = 60;
const median = (values: readonly number[]): number => values.toSorted((x, y) => x - y)[values.length >> 1]!;

/**
 * A thousand sockets of programs that watch the same hundred shares in full. Each round all of them change; the
 * ticker makes the packets anew, the baseline sends a buffer it has.
 */
async function ticks(sockets: number, sharesEach: number): Promise<BenchLine> {
  const market = new BusyMarket(sharesEach);
  const tokens = market.view.instruments().map((share) => String(instrumentToken(share)));
  const ticker = new Ticker({
    market: market.view,
    feed: market,
    clock: { now: Date.now },
    listen: () => () => undefined,
    overOf: () => Promise.resolve([]),
  });
  const message = Buffer.alloc(2 + sharesEach * 186);
  let keys = 0; // each socket is of a key of its own
  const accept = (socket: WebSocket, line: Socket) => {
    const keyId = String((keys += 1));
    const member = {
      userId: keyId,
      accountKey: keys,
      sessionId: keyId,
      tokenHash: '',
      deviceOnly: false,
      transactionPasswordUntil: undefined,
    };
    ticker.accept(socket, line, { program: { keyId, scope: 'read', member }, token: '' });
  };
  try {
    const rates = await withServer(accept, sockets, sharesEach, tokens, 'ticker', () =>
      withBareServer(sockets, tokens, async (all) => {
        const product: number[] = [];
        const baseline: number[] = [];
        for (let series = 0; series < SERIES + 1; series += 1) {
          const ours = await measureSeconds(
            TICK_ROUNDS,
            () => ticker.bufferedBytes(),
            () => {
              market.tradeAll();
              for (let flush = 0; flush < 10; flush += 1) ticker.flush();
            },
          );
          const theirs = await measureSeconds(
            TICK_ROUNDS,
            () => bufferedBy(all),
            () => {
              for (const socket of all) socket.send(message, { binary: true });
            },
          );
          if (series === 0) continue; // lets the compiler settle
          product.push((TICK_ROUNDS * sockets) / ours);
          baseline.push((TICK_ROUNDS * sockets) / theirs);
        }
        return { product: median(product), baseline: median(baseline) };
      }),
    );
    return {
      key: 'ticker',
      name: `ticks of ${sharesEach} shares in full to ${sockets} sockets of programs`,
      product: Math.round(rates.product),
      baseline: Math.round(rates.baseline),
      unit: 'messages/s',
      ratio: rates.product / rates.baseline,
      note: `${message.length} bytes each, median of ${SERIES}; baseline: bare ws sending one buffer; both wait until the network has taken all`,
    };
  } finally {
    await ticker.close();
  }
}

const TICK_ROUNDS = 15;

/**
 * Five thousand sockets, each watching twenty shares of its own choice, ten thousand ticks a second: what it
 * costs of a core, conflated.
 */
async function conflated(sockets: number, codesEach: number): Promise<BenchLine> {
  const market = new BusyMarket(SHARES);
  const seconds = 4;
  const product = await withHub(market, sockets, codesEach, () =>
    coresOver(seconds, () => {
      for (let tick = 0; tick < 250; tick += 1) market.tradeNext();
    }),
  );
  const message = Buffer.alloc(950, 'x');
  const baseline = await withBareServer(sockets, market.codes.slice(0, codesEach), (all) => {
    let at = 0;
    return coresOver(seconds, () => {
      // A tenth of the sockets every 25 ms: each four times a second.
      for (let sent = 0; sent < sockets / 10; sent += 1) all[at++ % sockets]!.send(message, { binary: false });
    });
  });
  return {
    name: `${sockets} sockets watching 20 shares each, 10,000 ticks/s`,
    product,
    baseline,
    unit: 'cores',
    ratio: product / baseline,
    note: 'processor time of the server, four messages a second to each socket; baseline: bare ws sending one buffer as often; less is better',
  };
}

/** Share of a core that this process needs while `act` is called every 25 ms. */
async function coresOver(seconds: number, act: () => void): Promise<number> {
  const run = async (until: number) => {
    for (let due = performance.now(); due < until; due += 25) {
      act();
      await rest(Math.max(0, due + 25 - performance.now()));
    }
  };
  await run(performance.now() + 1_000);
  const before = process.cpuUsage();
  const began = performance.now();
  await run(began + seconds * 1_000);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / (performance.now() - began);
}

/** Makes rounds as fast as the network takes them. */
async function measureSeconds(rounds: number, buffered: () => number, round: () => void): Promise<number> {
  const began = performance.now();
  for (let made = 0; made < rounds; made += 1) {
    round();
    do await turn();
    while (buffered() > 0);
  }
  return (performance.now() - began) / 1_000;
}

async function withHub<T>(
  market: BusyMarket,
  sockets: number,
  codesEach: number,
  work: (hub: SocketHub) => Promise<T>,
): Promise<T> {
  const hub = new SocketHub({
    market: market.view,
    feed: market,
    clock: { now: Date.now },
    sessions: { find: () => ({ kind: 'unknown' }), forget: () => undefined },
  });
  try {
    let network = 0; // each from one of its own: thousands from this machine's would be too many
    const accept = (socket: WebSocket, line: Socket) => hub.accept(socket, line, String((network += 1)), 'en');
    return await withServer(accept, sockets, codesEach, market.codes, 'app', () => work(hub));
  } finally {
    await hub.close();
  }
}

async function withBareServer<T>(
  sockets: number,
  codes: readonly string[],
  work: (all: WebSocket[]) => Promise<T>,
): Promise<T> {
  const all: WebSocket[] = [];
  const greet = (socket: WebSocket) => {
    all.push(socket);
    socket.send('hello');
  };
  return withServer(greet, sockets, codes.length, codes, 'app', () => work(all));
}

/** A ws server with its clients in a process of their own. */
async function withServer<T>(
  accept: (socket: WebSocket, line: Socket) => void,
  sockets: number,
  codesEach: number,
  codes: readonly string[],
  kind: 'app' | 'ticker',
  work: () => Promise<T>,
): Promise<T> {
  const http = createServer();
  const server = new WebSocketServer({ server: http, perMessageDeflate: false, clientTracking: false });
  server.on('connection', (socket, request) => accept(socket, request.socket));
  http.listen(0, '127.0.0.1', 4_096);
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo; // it listens on TCP
  const clients = fork(CLIENTS, [String(port), String(sockets), String(codesEach), codes.join(','), kind]);
  try {
    await once(clients, 'message');
    return await work();
  } finally {
    clients.kill();
    server.close();
    http.close();
  }
}

const NOW: MarketStatus = {
  profile: 'compressed',
  session: 'open',
  phase: 'continuous',
  phaseOfOthers: 'continuous',
  squareOff: { auctioned: '15:12:00', others: '15:25:00' },
  nextPhaseAt: 1,
  marketTime: '2026-11-23T10:00:00+05:30',
  marketDate: '2026-11-23',
  at: 0,
  nextChangeAt: 0,
  speed: 29,
};

/** Shares whose prices change on demand. */
class BusyMarket implements MarketFeed {
  readonly codes: readonly string[];
  readonly #prices: Float64Array;
  readonly #numbers: ReadonlyMap<string, number>;
  #listener: (codes: readonly string[]) => void = () => undefined;
  #next = 0;
  #moved: string[] = [];

  constructor(shares: number) {
    this.codes = Array.from({ length: shares }, (_, share) => `SHARE${String(share).padStart(3, '0')}`);
    this.#prices = new Float64Array(shares).fill(1_234_50);
    this.#numbers = new Map(this.codes.map((code, share) => [code, share]));
  }

  readonly view: MarketView = {
    now: () => NOW,
    phase: () => 'continuous',
    blockReference: () => undefined,
    margin: () => undefined,
    protectedRange: () => undefined,
    unitValue: () => undefined,
    instruments: () => this.codes.map((code): Instrument => ({ code, kind: 'share', tick: 5, tradable: true })),
    instrument: () => undefined,
    quote: (code): Quote => ({
      code,
      lastPrice: this.#prices[this.#numbers.get(code)!]!,
      previousClose: 1_234_50,
      volume: 123_456,
      valuePaise: 0n,
      bandLow: 1,
      bandHigh: 9_999_00,
      lastTradeAt: 1_700_000_000_000,
    }),
    depth: () => undefined,
    queueAhead: () => undefined,
    spark: () => [],
    todayMinutes: () => [],
  };

  onQuotes(listener: (codes: readonly string[]) => void) {
    this.#listener = listener;
    return () => undefined;
  }
  onSession() {
    return () => undefined;
  }
  tradeAll() {
    for (let share = 0; share < this.codes.length; share += 1) this.#prices[share]! += 5;
    this.#listener(this.codes);
  }
  /** One tick; the market tells of them in steps, four times a second. */
  tradeNext() {
    const share = (this.#next * 37) % this.codes.length;
    this.#next += 1;
    this.#prices[share]! += this.#next % 2 === 0 ? 5 : -5;
    this.#moved.push(this.codes[share]!);
    if (this.#next % 2_500 !== 0) return;
    this.#listener(this.#moved);
    this.#moved = [];
  }
}
