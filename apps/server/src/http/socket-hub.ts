import { ClientMessage, CODES, type Language, type ServerMessage } from '@khara/contract';
import { textsFor } from '@khara/texts';
import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '#src/kernel/clock.ts';
import type { MarketFeed, MarketView } from '#src/ports/market.ts';
import type { Sessions } from '#src/ports/sessions.ts';
import { RESTARTING } from './close-sockets.ts';
import { type Connection, ConnectionIndex, writeFrame } from './connection.ts';
import { nestsTooDeep } from './depth.ts';
import { QuoteTopics } from './quote-topics.ts';
import { CONFLATE_MS, TURNS } from './reader-groups.ts';
import { Subscriptions } from './subscriptions.ts';
import type { MemberSockets, OrderInWords } from './tell-members.ts';
import { textFrame } from './text-frame.ts';

export type HubParts = {
  readonly market: MarketView;
  readonly feed: MarketFeed;
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** Others than LIMITS, for tests. */
  readonly limits?: Readonly<Record<keyof typeof LIMITS, number>>;
};

/**
 * With more than this waiting even private events would pile up: it is closed, and reads everything anew when
 * it comes back.
 */
const STUCK_BYTES = 1_024 * 1_024;
/**
 * Who has sent nothing that counts by then is closed: no sign-in, no subscription, no ping. A guest's page without
 * prices follows the market's phases alone, and pings every 10 s.
 */
const IDLE_MS = 15_000;
const HEARTBEAT_MS = 30_000;
/** Messages that a client may send at once, and each second from then on. */
const BURST = 40;
const PER_SECOND = 10;
/** No message of the app is longer: quotes of three hundred codes fit easily. */
const MESSAGE_BYTES = 8_192;
const MAX_SOCKETS = 20_000;
/**
 * Connections of one network (IPv4 /24, IPv6 /56) and of one account. An office of a thousand with two pages
 * each fits, and one that floods leaves nine tenths of all for others; an account has at most five sessions,
 * each with ten pages. Of guests of a network fewer may follow prices: a class room fits, and each may be sent
 * 28 kB a second.
 */
const LIMITS = { ofNetwork: 2_000, ofAccount: 50, ofGuests: 100 } as const;
/** A client answers a close within this time. */
const GOODBYE_MS = 1_000;

type Listener = (order: OrderInWords) => void;

/** Reasons in the close frame: 4000 and up are ours. */
const CLOSE = {
  idle: 4000,
  ended: 4001,
  stuck: 4002,
  flooding: 4003,
  crowded: 4004,
  long: 1009,
  full: 1013,
  restarting: RESTARTING,
} as const;

/**
 * All sockets of this server. Private events are never dropped: a connection that cannot take them is closed.
 * Knows nothing of HTTP: `serveSocket` hands connections over.
 */
export class SocketHub implements MemberSockets {
  readonly #parts: HubParts;
  readonly #limits: NonNullable<HubParts['limits']>;
  readonly #subscriptions: Subscriptions;
  readonly #connections = new Set<Connection>();
  readonly #ofNetwork = new ConnectionIndex<string>();
  /** Of guests who follow prices, by network. */
  readonly #guests = new ConnectionIndex<string>();
  readonly #ofUser = new ConnectionIndex<string>();
  readonly #ofToken = new ConnectionIndex<string>();
  readonly #listeners = new Map<string, Set<Listener>>();
  /** Sessions that ended within the last minute: a sign-in that was being looked up meanwhile must not come alive. */
  readonly #ended = new Map<string, number>();
  /** Connections that have shown nothing of themselves yet, oldest first, with the instant they came. */
  readonly #unproven = new Map<Connection, number>();
  readonly #stops: (() => void)[];
  #nextTurn = 0;
  #lastBeat: number;

  constructor(parts: HubParts) {
    this.#parts = parts;
    this.#limits = parts.limits ?? LIMITS;
    const topics = new QuoteTopics(parts.market, () => parts.clock.now());
    this.#subscriptions = new Subscriptions({
      topics,
      refuse: (connection, reason) => this.#send(connection, { type: 'refused', reason }),
      onWatching: (connection) => this.#beginWatching(connection),
    });
    this.#lastBeat = performance.now();
    const turns = setInterval(() => this.flush(), CONFLATE_MS / TURNS);
    const housekeeping = setInterval(() => this.#keepHouse(), 1_000);
    turns.unref();
    housekeeping.unref();
    this.#stops = [
      parts.feed.onQuotes((codes) => topics.changed(codes)),
      parts.feed.onSession((now) => this.#broadcast({ type: 'market', data: now })),
      () => clearInterval(turns),
      () => clearInterval(housekeeping),
    ];
  }

  // ---- what the rest of the server tells ----------------------------------------------------------------------------

  isListening(userId: string): boolean {
    return this.#ofUser.of(userId).size > 0;
  }

  hasProgram(userId: string): boolean {
    return this.#listeners.has(userId);
  }

  toPrograms(userId: string, order: OrderInWords): void {
    for (const listener of this.#listeners.get(userId) ?? []) listener(order);
  }

  /** Hands orders of a user to another kind of socket, until the function that it answers is called. */
  listen(userId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(userId) ?? new Set();
    this.#listeners.set(userId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(userId);
    };
  }

  toUser(userId: string, message: ServerMessage): void {
    const connections = this.#ofUser.of(userId);
    if (connections.size === 0) return;
    const frame = textFrame(JSON.stringify(message));
    for (const connection of connections) this.#sendSurely(connection, frame);
  }

  endSessions(tokenHashes: readonly string[]): void {
    const now = performance.now();
    for (const tokenHash of tokenHashes) {
      this.#ended.set(tokenHash, now);
      for (const connection of this.#ofToken.of(tokenHash)) this.#end(connection);
    }
  }

  /** Bytes that were sent and not yet taken by the network, over all connections. */
  bufferedBytes(): number {
    let bytes = 0;
    for (const { line } of this.#connections) bytes += line.writableLength;
    return bytes;
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Those that are connected, the oldest first. */
  get sockets(): readonly WebSocket[] {
    return [...this.#connections].map(({ socket }) => socket);
  }

  /** Closes everything: the server goes away, clients come back. Who does not say goodbye in time is cut off. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    const gone = [...this.#connections].map(
      ({ socket }) => new Promise<void>((resolve) => void socket.once('close', () => resolve())),
    );
    for (const { socket } of this.#connections) socket.close(CLOSE.restarting, 'restarting');
    const timeout = setTimeout(() => {
      for (const { socket } of this.#connections) socket.terminate();
    }, GOODBYE_MS);
    await Promise.all(gone);
    clearTimeout(timeout);
  }

  // ---- connections --------------------------------------------------------------------------------------------------

  /** Takes over a socket and the connection under it, which comes from a network. */
  accept(socket: WebSocket, line: Writable, network: string, language: Language): void {
    socket.on('error', () => socket.terminate()); // a broken frame or line: the close that follows tidies up
    if (this.#connections.size >= MAX_SOCKETS) return socket.close(CLOSE.full, 'try again later');
    if (this.#ofNetwork.of(network).size >= this.#limits.ofNetwork)
      return socket.close(CLOSE.crowded, 'too many connections of this network');
    const connection: Connection = {
      socket,
      line,
      network,
      turn: this.#nextTurn,
      quotes: new Set(),
      depths: { depth: new Map(), depth20: new Map() },
      group: undefined,
      sentCount: 0,
      session: undefined,
      signIns: 0,
      isSigningIn: false,
      isAlive: true,
      allowance: BURST,
      allowanceAt: performance.now(),
    };
    this.#nextTurn = (this.#nextTurn + 1) % TURNS;
    this.#connections.add(connection);
    this.#ofNetwork.add(network, connection);
    this.#unproven.set(connection, performance.now());
    socket.on('close', () => this.#forget(connection));
    socket.on('pong', () => {
      connection.isAlive = true;
    });
    socket.on('message', (data, isBinary) => {
      connection.isAlive = true;
      if (!this.#allows(connection)) return socket.close(CLOSE.flooding, 'too many messages');
      const bytes = data as Buffer; // ws hands over one unless it was asked for fragments
      if (bytes.length > MESSAGE_BYTES) return socket.close(CLOSE.long, 'too long a message');
      this.#receive(connection, isBinary ? undefined : bytes.toString('utf8'));
    });
    const { title, text } = textsFor(language).common.practice;
    const market = this.#parts.market.now();
    this.#send(connection, { type: 'hello', simulated: true, label: `${title}: ${text}`, market });
  }

  #forget(connection: Connection): void {
    this.#connections.delete(connection);
    this.#ofNetwork.delete(connection.network, connection);
    this.#guests.delete(connection.network, connection);
    this.#unproven.delete(connection);
    this.#subscriptions.drop(connection);
    this.#signOut(connection);
  }

  #beginWatching(connection: Connection): void {
    this.#unproven.delete(connection);
    const { session, isSigningIn, network, socket } = connection;
    const guests = this.#guests.of(network);
    if (session || isSigningIn || guests.has(connection)) return;
    if (guests.size >= this.#limits.ofGuests) socket.close(CLOSE.crowded, 'too many guests of this network');
    else this.#guests.add(network, connection);
  }

  /** A bucket of messages that fills again with time. */
  #allows(connection: Connection): boolean {
    const now = performance.now();
    const filled = ((now - connection.allowanceAt) * PER_SECOND) / 1_000;
    connection.allowance = Math.min(BURST, connection.allowance + filled) - 1;
    connection.allowanceAt = now;
    return connection.allowance >= 0;
  }

  #receive(connection: Connection, text: string | undefined): void {
    const message = ClientMessage.safeParse(parsed(text));
    if (!message.success) return this.#send(connection, { type: 'refused', reason: 'invalid_input' });
    const { data } = message;
    if (data.op === 'ping') {
      this.#unproven.delete(connection);
      this.#send(connection, { type: 'pong' });
    } else if (data.op === 'auth') void this.#signIn(connection, data.token);
    else if (data.channel === 'quotes')
      this.#subscriptions.watchQuotes(connection, data.op === 'subscribe', data.codes);
    else this.#subscriptions.watchDepths(connection, data.channel, data.op === 'subscribe', data.codes);
  }

  // ---- who it is ----------------------------------------------------------------------------------------------------

  async #signIn(connection: Connection, token: string): Promise<void> {
    connection.signIns += 1;
    const { signIns } = connection;
    connection.isSigningIn = true;
    const found = await Promise.resolve(this.#parts.sessions.find(token)).catch(() => undefined);
    if (signIns !== connection.signIns || !this.#connections.has(connection)) return;
    connection.isSigningIn = false;
    if (!found) {
      this.#stayGuest(connection);
      return this.#send(connection, { type: 'refused', reason: 'maintenance' });
    }
    this.#signOut(connection);
    if (found.kind !== 'live' || this.#ended.has(found.member.tokenHash)) {
      const code = found.kind === 'unknown' ? CODES.noSession : CODES.sessionEnded;
      this.#stayGuest(connection);
      return this.#send(connection, { type: 'auth', ok: false, code });
    }
    const { userId, tokenHash } = found.member;
    if (this.#ofUser.of(userId).size >= this.#limits.ofAccount)
      return connection.socket.close(CLOSE.crowded, 'too many connections of this account');
    connection.session = { userId, tokenHash, token };
    this.#ofUser.add(userId, connection);
    this.#ofToken.add(tokenHash, connection);
    this.#guests.delete(connection.network, connection);
    this.#unproven.delete(connection);
    this.#send(connection, { type: 'auth', ok: true, code: CODES.success });
  }

  /** What was subscribed to while a sign-in was looked up is a guest's after all. */
  #stayGuest(connection: Connection): void {
    const { quotes, depths } = connection;
    if (quotes.size + depths.depth.size + depths.depth20.size > 0) this.#beginWatching(connection);
  }

  #signOut(connection: Connection): void {
    if (!connection.session) return;
    this.#ofUser.delete(connection.session.userId, connection);
    this.#ofToken.delete(connection.session.tokenHash, connection);
    connection.session = undefined;
  }

  #end(connection: Connection): void {
    this.#signOut(connection);
    this.#send(connection, { type: 'ended', code: CODES.sessionEnded });
    connection.socket.close(CLOSE.ended, 'session ended');
  }

  // ---- sending ------------------------------------------------------------------------------------------------------

  /** Tells the connections whose turn it is what has changed: called by the hub's own clock, ten times in 250 ms. */
  flush(): void {
    this.#subscriptions.flush();
  }

  #broadcast(message: ServerMessage): void {
    const frame = textFrame(JSON.stringify(message));
    for (const connection of this.#connections) this.#sendSurely(connection, frame);
  }

  #send(connection: Connection, message: ServerMessage): void {
    this.#sendSurely(connection, textFrame(JSON.stringify(message)));
  }

  /** For what must not be missed: a connection that takes nothing any more is cut off instead. */
  #sendSurely(connection: Connection, frame: Buffer): void {
    if (connection.line.writableLength > STUCK_BYTES) {
      this.#signOut(connection);
      connection.socket.close(CLOSE.stuck, 'too slow');
      connection.socket.terminate(); // a close frame would wait behind everything else
      return;
    }
    writeFrame(connection, frame);
  }

  // ---- housekeeping -------------------------------------------------------------------------------------------------

  #keepHouse(): void {
    const now = performance.now();
    for (const [connection, since] of this.#unproven) {
      if (now - since < IDLE_MS) break;
      this.#unproven.delete(connection);
      connection.socket.close(CLOSE.idle, 'idle');
    }
    for (const [tokenHash, at] of this.#ended) {
      if (now - at < 60_000) break;
      this.#ended.delete(tokenHash);
    }
    if (now - this.#lastBeat >= HEARTBEAT_MS) {
      this.#lastBeat = now;
      this.#beat();
    }
  }

  /**
   * Cuts off who did not answer the last ping, and who may not listen any more: sessions also end by their
   * age, and in other servers.
   */
  #beat(): void {
    for (const connection of this.#connections) {
      if (!connection.isAlive) {
        connection.socket.terminate();
        continue;
      }
      connection.isAlive = false;
      connection.socket.ping();
      if (connection.session) void this.#checkSession(connection, connection.session.token);
    }
  }

  async #checkSession(connection: Connection, token: string): Promise<void> {
    const found = await Promise.resolve(this.#parts.sessions.find(token)).catch(() => undefined);
    if (found && found.kind !== 'live' && connection.session?.token === token) this.#end(connection);
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined || nestsTooDeep(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
