import { ClientMessage, CODES, type Language, type ServerMessage } from '@khara/contract';
import { textsFor } from '@khara/texts';
import type { Writable } from 'node:stream';
import { WebSocket } from 'ws';
import type { Clock } from '#src/kernel/clock.ts';
import type { MarketFeed, MarketView } from '#src/ports/market.ts';
import type { Pushes } from '#src/ports/pushes.ts';
import type { Sessions } from '#src/ports/sessions.ts';
import { nestsTooDeep } from './depth.ts';
import { QuoteTopics } from './quote-topics.ts';
import { textFrame } from './text-frame.ts';

export interface HubParts {
  readonly market: MarketView;
  readonly feed: MarketFeed;
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** Others than LIMITS, for tests. */
  readonly limits?: typeof LIMITS;
}

/** Each connection gets quotes at most once in this time. */
const CONFLATE_MS = 250;
/** Connections take turns within it: one burst to all of them would make the last wait for the first. */
const TURNS = 10;
/** A connection with more than this waiting gets no quotes until it has read on, and then the newest. */
const CONGESTED_BYTES = 64 * 1_024;
/**
 * With more than this waiting even private events would pile up: it is closed, and reads everything anew when
 * it comes back.
 */
const STUCK_BYTES = 1_024 * 1_024;
const MOST_QUOTES = 300;
const MOST_DEPTHS = 10;
/** Who neither signed in nor subscribed by then is closed. */
const IDLE_MS = 10_000;
const HEARTBEAT_MS = 30_000;
/** Messages that a client may send at once, and each second from then on. */
const BURST = 40;
const PER_SECOND = 10;
const MOST_SOCKETS = 20_000;
/**
 * Connections of one network (IPv4 /24, IPv6 /56) and of one account. An office of a thousand with two pages
 * each fits, and one that floods leaves nine tenths of all for others; an account has at most five sessions,
 * each with ten pages.
 */
export const LIMITS: { readonly ofNetwork: number; readonly ofAccount: number } = { ofNetwork: 2_000, ofAccount: 50 };
/** A client has so long to answer a close. */
const GOODBYE_MS = 1_000;

/** Reasons in the close frame: 4000 and up are ours. */
const CLOSE = {
  idle: 4000,
  ended: 4001,
  stuck: 4002,
  flooding: 4003,
  crowded: 4004,
  full: 1013,
  restarting: 1012,
} as const;

interface Connection {
  readonly socket: WebSocket;
  /**
   * The connection under the socket. `ws` writes each of its messages whole and at once, so whole frames may
   * be written between them.
   */
  readonly line: Writable;
  readonly network: string;
  readonly turn: number;
  readonly quotes: Set<number>;
  /** Depths, with the count of changes up to which it was sent. */
  readonly depths: Map<number, number>;
  group: Group | undefined;
  /** Count of changes up to which its quotes were sent. */
  sentCount: number;
  session: { readonly userId: string; readonly tokenHash: string; readonly token: string } | undefined;
  /** Counts its sign-ins, so that a slow answer to an earlier one is dropped. */
  signIns: number;
  isAlive: boolean;
  allowance: number;
  allowanceAt: number;
}

/** Connections of one turn that watch the same: one message serves them all. */
interface Group {
  readonly key: string;
  readonly turn: number;
  readonly numbers: readonly number[];
  readonly members: Set<Connection>;
  sentCount: number;
  /** Whether a member was left out because it was congested. */
  hasLaggards: boolean;
}

/**
 * All sockets of this server. Quotes and depths are conflated: a client that cannot keep up gets fewer and
 * newer ones. Private events are never dropped: a connection that cannot take them is closed. Knows nothing
 * of HTTP: `serveSocket` hands connections over.
 */
export class SocketHub implements Pushes {
  readonly #parts: HubParts;
  readonly #limits: typeof LIMITS;
  readonly #topics: QuoteTopics;
  readonly #connections = new Set<Connection>();
  readonly #groups = new Map<string, Group>();
  readonly #depthReaders = new Map<number, Set<Connection>>();
  readonly #ofNetwork = new Map<string, Set<Connection>>();
  readonly #ofUser = new Map<string, Set<Connection>>();
  readonly #ofToken = new Map<string, Set<Connection>>();
  /** Sessions that ended within the last minute: a sign-in that was being looked up meanwhile must not come alive. */
  readonly #ended = new Map<string, number>();
  /** Connections that have shown nothing of themselves yet, oldest first, with the instant they came. */
  readonly #unproven = new Map<Connection, number>();
  readonly #stops: (() => void)[];
  #nextTurn = 0;
  #flushing = 0;
  #lastBeat: number;

  constructor(parts: HubParts) {
    this.#parts = parts;
    this.#limits = parts.limits ?? LIMITS;
    this.#topics = new QuoteTopics(parts.market, () => parts.clock.now());
    this.#lastBeat = performance.now();
    const turns = setInterval(() => this.flush(), CONFLATE_MS / TURNS);
    const housekeeping = setInterval(() => this.#keepHouse(), 1_000);
    turns.unref();
    housekeeping.unref();
    this.#stops = [
      parts.feed.onQuotes((codes) => this.#topics.changed(codes)),
      parts.feed.onSession((now) => this.#broadcast({ type: 'market', data: now })),
      () => clearInterval(turns),
      () => clearInterval(housekeeping),
    ];
  }

  // ---- what the rest of the server tells ----------------------------------------------------------------------------

  isListening(userId: string): boolean {
    return this.#ofUser.has(userId);
  }

  toUser(userId: string, message: ServerMessage): void {
    const connections = this.#ofUser.get(userId);
    if (!connections) return;
    const frame = textFrame(JSON.stringify(message));
    for (const connection of connections) this.#sendSurely(connection, frame);
  }

  endSessions(tokenHashes: readonly string[]): void {
    const now = performance.now();
    for (const tokenHash of tokenHashes) {
      this.#ended.set(tokenHash, now);
      for (const connection of this.#ofToken.get(tokenHash) ?? []) this.#end(connection);
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
    if (this.#connections.size >= MOST_SOCKETS) return socket.close(CLOSE.full, 'try again later');
    if (sizeOf(this.#ofNetwork, network) >= this.#limits.ofNetwork)
      return socket.close(CLOSE.crowded, 'too many connections of this network');
    const connection: Connection = {
      socket,
      line,
      network,
      turn: this.#nextTurn,
      quotes: new Set(),
      depths: new Map(),
      group: undefined,
      sentCount: 0,
      session: undefined,
      signIns: 0,
      isAlive: true,
      allowance: BURST,
      allowanceAt: performance.now(),
    };
    this.#nextTurn = (this.#nextTurn + 1) % TURNS;
    this.#connections.add(connection);
    addTo(this.#ofNetwork, network, connection);
    this.#unproven.set(connection, performance.now());
    socket.on('close', () => this.#forget(connection));
    socket.on('pong', () => {
      connection.isAlive = true;
    });
    socket.on('message', (data, isBinary) => {
      connection.isAlive = true;
      if (!this.#allows(connection)) return socket.close(CLOSE.flooding, 'too many messages');
      // ws hands over one Buffer unless it was asked for fragments.
      this.#receive(connection, isBinary ? undefined : (data as Buffer).toString('utf8'));
    });
    const { title, text } = textsFor(language).common.practice;
    const market = this.#parts.market.now();
    this.#send(connection, { type: 'hello', simulated: true, label: `${title}: ${text}`, market });
  }

  #forget(connection: Connection): void {
    this.#connections.delete(connection);
    removeFrom(this.#ofNetwork, connection.network, connection);
    this.#unproven.delete(connection);
    this.#leaveGroup(connection);
    for (const number of connection.depths.keys()) this.#dropDepth(connection, number);
    this.#signOut(connection);
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
    if (data.op === 'ping') this.#send(connection, { type: 'pong' });
    else if (data.op === 'auth') void this.#signIn(connection, data.token);
    else if (data.channel === 'quotes') this.#watchQuotes(connection, data.op === 'subscribe', data.codes);
    else this.#watchDepths(connection, data.op === 'subscribe', data.codes);
  }

  // ---- who it is ----------------------------------------------------------------------------------------------------

  async #signIn(connection: Connection, token: string): Promise<void> {
    connection.signIns += 1;
    const { signIns } = connection;
    const found = await Promise.resolve(this.#parts.sessions.find(token)).catch(() => undefined);
    if (signIns !== connection.signIns || !this.#connections.has(connection)) return;
    if (!found) return this.#send(connection, { type: 'refused', reason: 'maintenance' });
    this.#signOut(connection);
    if (found.kind !== 'live' || this.#ended.has(found.member.tokenHash)) {
      const code = found.kind === 'unknown' ? CODES.noSession : CODES.sessionEnded;
      return this.#send(connection, { type: 'auth', ok: false, code });
    }
    const { userId, tokenHash } = found.member;
    if (sizeOf(this.#ofUser, userId) >= this.#limits.ofAccount)
      return connection.socket.close(CLOSE.crowded, 'too many connections of this account');
    connection.session = { userId, tokenHash, token };
    addTo(this.#ofUser, userId, connection);
    addTo(this.#ofToken, tokenHash, connection);
    this.#unproven.delete(connection);
    this.#send(connection, { type: 'auth', ok: true, code: CODES.success });
  }

  #signOut(connection: Connection): void {
    if (!connection.session) return;
    removeFrom(this.#ofUser, connection.session.userId, connection);
    removeFrom(this.#ofToken, connection.session.tokenHash, connection);
    connection.session = undefined;
  }

  #end(connection: Connection): void {
    this.#signOut(connection);
    this.#send(connection, { type: 'ended', code: CODES.sessionEnded });
    connection.socket.close(CLOSE.ended, 'session ended');
  }

  // ---- what it watches ----------------------------------------------------------------------------------------------

  /** The instruments among the codes; the client gets a message when there are unknown ones. */
  #known(connection: Connection, codes: readonly string[]): number[] {
    const numbers = codes.flatMap((code) => this.#topics.numberOf(code) ?? []);
    if (numbers.length < codes.length) this.#send(connection, { type: 'refused', reason: 'unknown_code' });
    return numbers;
  }

  #watchQuotes(connection: Connection, isMore: boolean, codes: readonly string[]): void {
    const { quotes } = connection;
    const numbers = this.#known(connection, codes).filter((number) => quotes.has(number) !== isMore);
    if (isMore && quotes.size + numbers.length > MOST_QUOTES) {
      return this.#send(connection, { type: 'refused', reason: 'too_many_subscriptions' });
    }
    for (const number of numbers) {
      if (isMore) quotes.add(number);
      else quotes.delete(number);
    }
    this.#joinGroup(connection);
    if (!isMore || numbers.length === 0) return;
    this.#unproven.delete(connection);
    const now = this.#topics.quotesSince(numbers, 0);
    if (now) this.#write(connection, now);
  }

  /** What was sent to it before the change counts on in the new group. */
  #joinGroup(connection: Connection): void {
    if (!connection.group) connection.sentCount = this.#topics.count;
    this.#leaveGroup(connection);
    if (connection.quotes.size === 0) return;
    const numbers = [...connection.quotes].sort((a, b) => a - b);
    const key = `${connection.turn}:${numbers.join(',')}`;
    const group = this.#groups.get(key) ?? {
      key,
      turn: connection.turn,
      numbers,
      members: new Set(),
      sentCount: this.#topics.count,
      hasLaggards: false,
    };
    this.#groups.set(key, group);
    group.members.add(connection);
    connection.group = group;
  }

  #leaveGroup(connection: Connection): void {
    const { group } = connection;
    if (!group) return;
    group.members.delete(connection);
    if (group.members.size === 0) this.#groups.delete(group.key);
    connection.group = undefined;
  }

  #watchDepths(connection: Connection, isMore: boolean, codes: readonly string[]): void {
    const { depths } = connection;
    for (const number of this.#known(connection, codes)) {
      if (!isMore) {
        this.#dropDepth(connection, number);
        continue;
      }
      if (depths.has(number)) continue;
      if (depths.size >= MOST_DEPTHS)
        return this.#send(connection, { type: 'refused', reason: 'too_many_subscriptions' });
      depths.set(number, this.#topics.changedAt(number));
      addTo(this.#depthReaders, number, connection);
      this.#unproven.delete(connection);
      const message = this.#topics.depth(number);
      if (message) this.#write(connection, message);
    }
  }

  #dropDepth(connection: Connection, number: number): void {
    connection.depths.delete(number);
    removeFrom(this.#depthReaders, number, connection);
  }

  // ---- sending ------------------------------------------------------------------------------------------------------

  /** Tells the connections whose turn it is what has changed: called by the hub's own clock, ten times in 250 ms. */
  flush(): void {
    this.#flushing = (this.#flushing + 1) % TURNS;
    if (this.#connections.size === 0) return;
    for (const group of this.#groups.values()) if (group.turn === this.#flushing) this.#flushGroup(group);
    for (const [number, readers] of this.#depthReaders) {
      if (number % TURNS === this.#flushing) this.#flushDepth(number, readers);
    }
  }

  #flushGroup(group: Group): void {
    const { count } = this.#topics;
    if (group.sentCount === count && !group.hasLaggards) return;
    const message = this.#topics.quotesSince(group.numbers, group.sentCount);
    const before = group.sentCount;
    group.sentCount = count;
    group.hasLaggards = false;
    for (const connection of group.members) {
      if (connection.line.writableLength > CONGESTED_BYTES) {
        group.hasLaggards = true; // sent later, of the newest
        continue;
      }
      const own =
        connection.sentCount < before ? this.#topics.quotesSince(group.numbers, connection.sentCount) : message;
      connection.sentCount = count;
      if (own) this.#write(connection, own);
    }
  }

  #flushDepth(number: number, readers: ReadonlySet<Connection>): void {
    const changed = this.#topics.changedAt(number);
    for (const connection of readers) {
      if (connection.depths.get(number)! >= changed) continue;
      if (connection.line.writableLength > CONGESTED_BYTES) continue;
      connection.depths.set(number, changed);
      const message = this.#topics.depth(number);
      if (message) this.#write(connection, message);
    }
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
    this.#write(connection, frame);
  }

  #write({ socket, line }: Connection, frame: Buffer): void {
    if (socket.readyState === WebSocket.OPEN) line.write(frame);
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

function addTo<Key>(map: Map<Key, Set<Connection>>, key: Key, connection: Connection): void {
  const set = map.get(key);
  if (set) set.add(connection);
  else map.set(key, new Set([connection]));
}

const sizeOf = <Key>(map: ReadonlyMap<Key, ReadonlySet<Connection>>, key: Key): number => map.get(key)?.size ?? 0;

function removeFrom<Key>(map: Map<Key, Set<Connection>>, key: Key, connection: Connection): void {
  const set = map.get(key);
  set?.delete(connection);
  if (set?.size === 0) map.delete(key);
}
