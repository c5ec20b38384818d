import type { MarketStatus } from '@khara/market-day';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { ServerMessage } from '@khara/contract';
import { textsFor } from '@khara/texts';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { TestClock } from '#test/deps.ts';
import type { Depth, Instrument, MarketFeed, MarketView, Quote } from '#src/ports/market.ts';
import type { PresentedToken } from '#src/ports/sessions.ts';
import { SocketHub } from './socket-hub.ts';
import { serveSocket } from './socket.ts';

const CODES = ['AAMRAI', 'KORKAI', 'THEWA'];
/** For what comes by itself; a busy machine is slow. */
const POLL = { timeout: 60_000 };
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
  nextChangeAt: 1,
  speed: 29,
};

/** A market that moves on demand. */
class FedMarket implements MarketFeed {
  readonly prices = new Map(CODES.map((code) => [code, 100_00]));
  readonly quoteListeners: ((codes: readonly string[]) => void)[] = [];
  readonly sessionListeners: ((now: MarketStatus) => void)[] = [];
  readonly view: MarketView = {
    now: () => NOW,
    phase: () => 'continuous',
    blockReference: () => undefined,
    margin: () => undefined,
    protectedRange: () => undefined,
    unitValue: () => undefined,
    instruments: () => CODES.map((code): Instrument => ({ code, kind: 'share', tick: 5, tradable: true })),
    instrument: () => undefined,
    quote: (code): Quote => ({
      code,
      lastPrice: this.prices.get(code)!,
      previousClose: 100_00,
      volume: 7,
      valuePaise: 0n,
      bandLow: 1,
      bandHigh: 200_00,
      lastTradeAt: 1_700_000_000_000,
    }),
    depth: (code, levels): Depth => ({
      bids: [[this.prices.get(code)!, 3, 1]],
      asks: Array.from({ length: 30 }, (_, at) => [150_00 + at, 2, 1] as const).slice(0, levels),
      totalBid: 3,
      totalAsk: 60,
    }),
    queueAhead: () => undefined,
    spark: () => [],
    todayMinutes: () => [],
  };

  onQuotes(listener: (codes: readonly string[]) => void) {
    this.quoteListeners.push(listener);
    return () => undefined;
  }
  onSession(listener: (now: MarketStatus) => void) {
    this.sessionListeners.push(listener);
    return () => undefined;
  }
  trade(code: string, price: number) {
    this.prices.set(code, price);
    for (const listener of this.quoteListeners) listener([code]);
  }
}

/** A client that keeps what it received. */
class Client {
  readonly socket: WebSocket;
  readonly received: ServerMessage[] = [];
  closed: number | undefined;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(url, { headers });
    this.socket.on('message', (data: Buffer) => this.received.push(ServerMessage.parse(JSON.parse(data.toString()))));
    this.socket.on('close', (code) => {
      this.closed = code;
    });
    this.socket.on('error', () => undefined);
  }
  say(message: unknown) {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }
  of<T extends ServerMessage['type']>(type: T): Extract<ServerMessage, { type: T }>[] {
    return this.received.filter((message): message is Extract<ServerMessage, { type: T }> => message.type === type);
  }
  until<T extends ServerMessage['type']>(type: T, count = 1) {
    return vi.waitUntil(() => (this.of(type).length >= count ? this.of(type) : undefined), {
      ...POLL,
      interval: 5,
    });
  }
  untilClosed() {
    return vi.waitUntil(() => this.closed, { ...POLL, interval: 5 });
  }
}

let app: FastifyInstance;
let hub: SocketHub;
let market: FedMarket;
let url: string;
let port: number;
const sessions = new Map<string, PresentedToken>();
const clients: Client[] = [];
/** What the server wrote in its log. */
const lines: string[] = [];

const live = (userId: string): PresentedToken => ({
  kind: 'live',
  member: {
    userId,
    accountKey: 1,
    sessionId: userId,
    tokenHash: `hash of ${userId}`,
    deviceOnly: false,
    transactionPasswordUntil: undefined,
  },
});
const from = (address: string) => ({ 'x-forwarded-for': address });
const opened = async (query = '', headers: Record<string, string> = {}) => {
  const client = new Client(url + query, headers);
  clients.push(client);
  await client.until('hello');
  return client;
};
/** Lets the hub's own clock run on; messages still travel over real sockets. */
const pass = (ms: number) => vi.advanceTimersByTime(ms);
/** Everything sent before has arrived, in both directions. */
const roundTrip = async (client: Client) => {
  const before = client.of('pong').length;
  client.say({ op: 'ping' });
  await client.until('pong', before + 1);
};

const subscribed = async (client: Client) => {
  client.say({ op: 'subscribe', channel: 'quotes', codes: ['AAMRAI'] });
  await client.until('quotes');
  return client;
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  sessions.clear();
  sessions.set('token of u1', live('u1')).set('token of u2', live('u2')).set('old token', { kind: 'ended' });
  market = new FedMarket();
  hub = new SocketHub({
    market: market.view,
    feed: market,
    clock: new TestClock(),
    limits: { ofNetwork: 6, ofAccount: 3, ofGuests: 5 },
    sessions: { find: async (token) => sessions.get(token) ?? { kind: 'unknown' }, forget: () => undefined },
  });
  lines.length = 0;
  app = fastify({ trustProxy: true, logger: { level: 'info', stream: { write: (line) => void lines.push(line) } } });
  await serveSocket(app, hub, ['https://elsewhere.example']);
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo); // it listens on TCP
  url = `ws://127.0.0.1:${port}/ws`;
});
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.terminate();
  await app.close();
  vi.useRealTimers();
});

describe('the socket', () => {
  it('says first that everything is simulated, in the reader’s language, and what the market is doing', async () => {
    const [hello] = (await opened('?lang=yd')).of('hello');
    expect(hello).toMatchObject({ simulated: true, market: NOW });
    expect(hello!.label).toContain(textsFor('hi').common.practice.title);
  });

  it('is not compressed, whatever a browser offers: a frame is built once for all who read it', async () => {
    const { socket } = await opened(); // this client offers it
    expect(socket.extensions).toBe('');
  });

  it('shows quotes to a guest: at once on subscribing, then changes, conflated to the newest', async () => {
    const client = await opened();
    client.say({ op: 'subscribe', channel: 'quotes', codes: ['AAMRAI', 'THEWA'] });
    const [first] = await client.until('quotes');
    expect(first!.data).toEqual([
      ['AAMRAI', '100.00', '0.00', 7, 1_700_000_000_000],
      ['THEWA', '100.00', '0.00', 7, 1_700_000_000_000],
    ]);
    for (let price = 100_05; price <= 101_00; price += 5) market.trade('AAMRAI', price);
    market.trade('KORKAI', 99_00); // not asked for
    pass(250);
    const [, second] = await client.until('quotes', 2);
    expect(second!.data).toEqual([['AAMRAI', '101.00', '1.00', 7, 1_700_000_000_000]]);
    pass(2_000); // nothing changed: nothing is said
    await roundTrip(client);
    expect(client.of('quotes')).toHaveLength(2);

    client.say({ op: 'unsubscribe', channel: 'quotes', codes: ['AAMRAI'] });
    await roundTrip(client);
    market.trade('AAMRAI', 95_00);
    market.trade('THEWA', 90_00);
    pass(250);
    const [, , third] = await client.until('quotes', 3);
    expect(third!.data).toEqual([['THEWA', '90.00', '-10.00', 7, 1_700_000_000_000]]);
  });

  it('never tells quotes more than four times a second', async () => {
    const client = await opened();
    client.say({ op: 'subscribe', channel: 'quotes', codes: ['AAMRAI'] });
    await client.until('quotes');
    for (let moment = 0; moment < 80; moment += 1) {
      market.trade('AAMRAI', 100_00 + 5 * moment);
      pass(25);
    }
    await roundTrip(client);
    expect(client.of('quotes').length - 1).toBeLessThanOrEqual(8);
    expect(client.of('quotes').length - 1).toBeGreaterThanOrEqual(7);
  });

  it('shows the depth of few shares, and the session to all', async () => {
    const client = await opened();
    client.say({ op: 'subscribe', channel: 'depth', codes: ['AAMRAI'] });
    const [first] = await client.until('depth');
    expect(first).toMatchObject({ code: 'AAMRAI', data: { bids: [['100.00', 3, 1]], totalBid: 3 } });
    market.trade('AAMRAI', 98_00);
    pass(250);
    const [, second] = await client.until('depth', 2);
    expect(second!.data.bids).toEqual([['98.00', 3, 1]]);
    client.say({ op: 'unsubscribe', channel: 'depth', codes: ['AAMRAI'] });
    await roundTrip(client);
    market.trade('AAMRAI', 97_00);
    pass(250);
    await roundTrip(client);
    expect(client.of('depth')).toHaveLength(2);

    for (const listener of market.sessionListeners) listener({ ...NOW, session: 'closed' });
    expect((await client.until('market'))[0]!.data.session).toBe('closed');
  });

  it('shows twenty levels to those who ask for twenty, and five to the others', async () => {
    const [few, many] = [await opened(), await opened()];
    few.say({ op: 'subscribe', channel: 'depth', codes: ['AAMRAI'] });
    many.say({ op: 'subscribe', channel: 'depth20', codes: ['AAMRAI'] });
    expect((await few.until('depth'))[0]!.data.asks).toHaveLength(5);
    const [first] = await many.until('depth20');
    expect(first).toMatchObject({ code: 'AAMRAI', data: { bids: [['100.00', 3, 1]] } });
    expect(first!.data.asks).toHaveLength(20);
    market.trade('AAMRAI', 98_00);
    pass(250);
    expect((await many.until('depth20', 2))[1]!.data.bids).toEqual([['98.00', 3, 1]]);
    await roundTrip(few);
    expect([few.of('depth20'), many.of('depth')]).toEqual([[], []]);
    many.say({ op: 'unsubscribe', channel: 'depth20', codes: ['AAMRAI'] });
    await roundTrip(many);
    market.trade('AAMRAI', 97_00);
    pass(250);
    await roundTrip(many);
    expect(many.of('depth20')).toHaveLength(2);
  });

  it('sends private events to the devices of their owner alone', async () => {
    const [mine, alsoMine, other, guest] = [await opened(), await opened(), await opened(), await opened()];
    mine.say({ op: 'auth', token: 'token of u1' });
    alsoMine.say({ op: 'auth', token: 'token of u1' });
    other.say({ op: 'auth', token: 'token of u2' });
    for (const client of [mine, alsoMine, other])
      expect((await client.until('auth'))[0]).toMatchObject({ ok: true, code: 200 });
    expect(hub.isListening('u1')).toBe(true);
    expect(hub.isListening('u3')).toBe(false);
    hub.toUser('u1', { type: 'wallet', data: { currency: 'INR' } });
    await Promise.all([mine.until('wallet'), alsoMine.until('wallet')]);
    await Promise.all([roundTrip(other), roundTrip(guest)]);
    expect([...other.of('wallet'), ...guest.of('wallet')]).toEqual([]);
  });

  it('tells a token that has ended from one that was never ours', async () => {
    const client = await opened();
    client.say({ op: 'auth', token: 'old token' });
    client.say({ op: 'auth', token: 'no token' });
    // A sign-in that follows at once replaces the first: only the last is answered.
    expect((await client.until('auth'))[0]).toMatchObject({ ok: false, code: 401 });
    client.say({ op: 'auth', token: 'old token' });
    expect((await client.until('auth', 2))[1]).toMatchObject({ ok: false, code: 2001 });
  });

  it('closes the sockets of sessions that end, and those whose session ended elsewhere', async () => {
    const [client, other] = [await opened(), await opened()];
    client.say({ op: 'auth', token: 'token of u1' });
    other.say({ op: 'auth', token: 'token of u2' });
    await Promise.all([client.until('auth'), other.until('auth')]);
    hub.endSessions(['hash of u1']);
    expect((await client.until('ended'))[0]).toMatchObject({ code: 2001 });
    expect(await client.untilClosed()).toBe(4001);
    expect(hub.isListening('u1')).toBe(false);
    // A sign-in that was looked up while the session ended does not come alive.
    const late = await opened();
    late.say({ op: 'auth', token: 'token of u1' });
    expect((await late.until('auth'))[0]).toMatchObject({ ok: false, code: 2001 });

    sessions.set('token of u2', { kind: 'ended' });
    await roundTrip(other);
    pass(30_000);
    expect(await other.untilClosed()).toBe(4001);
  });

  it('is not opened by a page of another site', async () => {
    const foreign = new Client(url, { origin: 'https://evil.example' });
    await expect(foreign.untilClosed()).resolves.toBe(1006);
    await opened('', { origin: 'https://elsewhere.example' });
    await opened('', { origin: `http://127.0.0.1:${port}` });
    expect((await fetch(url.replace('ws:', 'http:'))).status).toBe(426);
  });

  it('refuses what it does not understand, and goes on', async () => {
    const client = await opened();
    client.say('not JSON');
    client.say({ op: 'buy' });
    client.say(`${'['.repeat(4_000)}${']'.repeat(4_000)}`);
    client.say({ op: 'subscribe', channel: 'quotes', codes: ['NOSUCH', 'AAMRAI'] });
    client.say({ op: 'subscribe', channel: 'quotes', codes: Array(301).fill('AAMRAI') });
    await client.until('refused', 5);
    expect(client.of('refused').map(({ reason }) => reason)).toEqual([
      'invalid_input',
      'invalid_input',
      'invalid_input',
      'unknown_code',
      'invalid_input',
    ]);
    expect(client.of('quotes')[0]!.data.map(([code]) => code)).toEqual(['AAMRAI']);
  });

  it('closes who floods, who sends too much, and who shows nothing of itself for 15 seconds', async () => {
    const [flooding, long, silent, watching] = [await opened(), await opened(), await opened(), await opened()];
    const pinging = await opened();
    for (let message = 0; message < 60; message += 1) flooding.say({ op: 'ping' });
    expect(await flooding.untilClosed()).toBe(4003);
    long.say('x'.repeat(10_000));
    expect(await long.untilClosed()).toBe(1009);
    expect(
      lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 40),
      'every client can do that',
    ).toEqual([]);
    watching.say({ op: 'subscribe', channel: 'quotes', codes: ['AAMRAI'] });
    await watching.until('quotes');
    // A guest's page without prices: the lesson, Learn, the Day Lab.
    pinging.say({ op: 'ping' });
    await pinging.until('pong');
    pass(16_000);
    expect(await silent.untilClosed()).toBe(4000);
    await roundTrip(watching);
    await roundTrip(pinging);
  });

  it('takes a limited number of one network, whatever address of it they have, until one leaves', async () => {
    const office = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => opened('', from(`203.0.113.${n}`))));
    const refused = new Client(url, from('203.0.113.200'));
    clients.push(refused);
    expect(await refused.untilClosed()).toBe(4004);
    expect(refused.received).toEqual([]);
    await opened('', from('203.0.114.1'));
    await opened('', from('2001:db8:0:100::1'));
    office[0]!.socket.terminate();
    await vi.waitUntil(() => hub.size === 7, POLL);
    await opened('', from('203.0.113.7'));
  });

  it('sends prices to a few guests of one network, and to its members all the same', async () => {
    const guests = await Promise.all(
      [1, 2, 3, 4, 5].map(async (n) => subscribed(await opened('', from(`203.0.113.${n}`)))),
    );
    const late = await opened('', from('203.0.113.99'));
    late.say({ op: 'subscribe', channel: 'depth', codes: ['AAMRAI'] });
    expect(await late.untilClosed()).toBe(4004);
    // A token that opens nothing makes no member of a guest.
    const liar = await opened('', from('203.0.113.99'));
    liar.say({ op: 'auth', token: 'no token' });
    liar.say({ op: 'subscribe', channel: 'quotes', codes: ['KORKAI'] });
    expect(await liar.untilClosed()).toBe(4004);
    const member = await opened('', from('203.0.113.99'));
    member.say({ op: 'auth', token: 'token of u1' });
    await subscribed(member);
    await roundTrip(member);
    guests[0]!.say({ op: 'auth', token: 'token of u2' });
    await guests[0]!.until('auth');
    await vi.waitUntil(() => hub.size === 6, POLL);
    member.socket.terminate();
    await vi.waitUntil(() => hub.size === 5, POLL);
    await roundTrip(await subscribed(await opened('', from('203.0.113.100')))); // in the place of the one who signed in
    await roundTrip(await subscribed(await opened('', from('203.0.114.1'))));
  });

  it('takes a limited number of one account, and those that are there stay', async () => {
    const signedIn = async () => {
      const client = await opened();
      client.say({ op: 'auth', token: 'token of u1' });
      return client;
    };
    const own = await Promise.all([signedIn(), signedIn(), signedIn()]);
    for (const client of own) await client.until('auth');
    expect(await (await signedIn()).untilClosed()).toBe(4004);
    const other = await opened();
    other.say({ op: 'auth', token: 'token of u2' });
    await other.until('auth');
    own[0]!.say({ op: 'auth', token: 'token of u1' }); // the same once more is no other
    await own[0]!.until('auth', 2);
    hub.toUser('u1', { type: 'refused', reason: 'for all three' });
    for (const client of own) await client.until('refused');
  });

  it('cuts off who does not answer pings', async () => {
    const client = await opened();
    client.say({ op: 'subscribe', channel: 'quotes', codes: ['AAMRAI'] });
    await client.until('quotes');
    client.socket.pause();
    pass(30_000);
    pass(30_000);
    await vi.waitUntil(() => hub.size === 0, POLL);
  });

  it('gives a client that reads nothing fewer and newer quotes, and closes it before private events pile up', async () => {
    const stalled = await stalledClient();
    const received = textFrame({ op: 'subscribe', channel: 'quotes', codes: CODES });
    stalled.write(received);
    await vi.waitUntil(() => hub.size === 1, POLL);
    stalled.write(textFrame({ op: 'auth', token: 'token of u1' }));
    await vi.waitUntil(() => hub.isListening('u1'), POLL);
    // What the operating system takes by itself: megabytes on this line. Beyond it, nothing grows.
    const label = 'x'.repeat(50_000);
    let most = 0;
    while (hub.bufferedBytes() < 70_000) hub.toUser('u1', { type: 'refused', reason: label });
    const congested = hub.bufferedBytes();
    for (let moment = 0; moment < 400; moment += 1) {
      for (const code of CODES) market.trade(code, 100_00 + moment);
      pass(250 / 10);
      most = Math.max(most, hub.bufferedBytes());
    }
    expect(most).toBe(congested);
    // Private events are never dropped: they wait, up to a megabyte, then the client is cut off and will read
    // everything anew.
    for (let event = 0; event < 60 && hub.size > 0; event += 1) {
      hub.toUser('u1', { type: 'refused', reason: label });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(hub.size).toBe(0);
    expect(hub.isListening('u1')).toBe(false);
    stalled.destroy();
  });
});

/** A client of which nothing is known but that it has opened a socket and never reads. */
async function stalledClient(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write(
    'GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  return socket;
}

/** A masked text frame with a mask of zeros. */
function textFrame(message: unknown): Buffer {
  const payload = Buffer.from(JSON.stringify(message));
  if (payload.length > 125) throw new Error('too long for a short frame');
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}
