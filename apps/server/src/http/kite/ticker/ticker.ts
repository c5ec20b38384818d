import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '#src/kernel/clock.ts';
import type { MarketFeed, MarketView } from '#src/ports/market.ts';
import type { Program } from '#src/ports/programs.ts';
import { RESTARTING } from '../../close-sockets.ts';
import { type Reader, writeFrame } from '../../connection.ts';
import { CONFLATE_MS, ReaderGroups, TURNS } from '../../reader-groups.ts';
import type { OrderInWords } from '../../tell-members.ts';
import { binaryFrame, textFrame } from '../../text-frame.ts';
import { orderUpdate } from '../order-words.ts';
import { TickTopics, type Mode } from './tick-topics.ts';
import { messageIn } from './ticker-message.ts';

/** A login of a program at the ticker. */
type HeldToken = { readonly keyId: string; readonly token: string };

type TickerParts = {
  readonly market: MarketView;
  readonly feed: MarketFeed;
  readonly clock: Clock;
  /** Hands on the orders of a member that change until the answer is called. */
  readonly listen: (userId: string, listener: (order: OrderInWords) => void) => () => void;
  /** Of these the ones that are good no more. */
  readonly overOf: (held: readonly HeldToken[]) => Promise<readonly HeldToken[]>;
};

type Client = Reader & {
  readonly program: Program;
  readonly token: string;
  /** Tokens of instruments, and how much of them is sent. */
  readonly watched: Map<number, Mode>;
  isAlive: boolean;
  allowance: number;
  allowanceAt: number;
};

export const SOCKETS_OF_KEY = 3;
const MAX_INSTRUMENTS = 3_000;
/** Messages at once, and each second from then on: a client names all that it watches anew when it comes back. */
const BURST = 40;
const PER_SECOND = 10;
/** With more than this waiting not even order updates are sent any more: it is closed and comes back. */
const STUCK_BYTES = 2_048 * 1_024;
const HEARTBEAT_MS = 1_000;
/** An ended key is looked for twice within the second in which its sockets close. */
const LOOK_MS = 400;
const PING_MS = 30_000;
const GOODBYE_MS = 1_000;
/** Reasons in the close frame: those of the app's sockets. */
const CLOSE = { ended: 4001, stuck: 4002, flooding: 4003, crowded: 4004, restarting: RESTARTING } as const;

/** One byte: clients take a line that is silent for five seconds for dead. */
const HEARTBEAT = binaryFrame(1);
HEARTBEAT.frame[HEARTBEAT.begins] = 0;

/**
 * Sockets of programs, in the words of the Kite Connect v3 ticker. Prices are conflated, and readers of the same
 * share a frame, as in the hub of the app's sockets. A client that cannot keep up gets fewer and newer prices.
 */
export class Ticker {
  readonly #parts: TickerParts;
  readonly #topics: TickTopics;
  readonly #groups: ReaderGroups;
  /** Each with what ends its listening. */
  readonly #clients = new Map<Client, () => void>();
  readonly #ofKey = new Map<string, number>();
  readonly #stops: readonly (() => void)[];
  #flushing = 0;
  #nextTurn = 0;
  #lastPing = performance.now();
  #isLooking = false;

  constructor(parts: TickerParts) {
    this.#parts = parts;
    const topics = new TickTopics(parts.market, () => parts.clock.now());
    this.#topics = topics;
    this.#groups = new ReaderGroups(topics);
    const timers = [
      setInterval(() => this.flush(), CONFLATE_MS / TURNS),
      setInterval(() => this.#beat(), HEARTBEAT_MS),
      setInterval(() => void this.#look(), LOOK_MS),
    ];
    for (const timer of timers) timer.unref();
    this.#stops = [
      parts.feed.onQuotes((codes) => topics.changed(codes)),
      ...timers.map((timer) => () => clearInterval(timer)),
    ];
  }

  /** Whether a key has as many sockets as it may. */
  isFull(keyId: string): boolean {
    return (this.#ofKey.get(keyId) ?? 0) >= SOCKETS_OF_KEY;
  }

  /** Bytes that were sent and not yet taken by the network, over all sockets. */
  bufferedBytes(): number {
    let bytes = 0;
    for (const { line } of this.#clients.keys()) bytes += line.writableLength;
    return bytes;
  }

  /** Takes over the socket of a program that showed a token of its key, and the connection under it. */
  accept(
    socket: WebSocket,
    line: Writable,
    { program, token }: { readonly program: Program; readonly token: string },
  ): void {
    socket.on('error', () => socket.terminate()); // a broken frame or line: the close that follows tidies up
    if (this.isFull(program.keyId)) return socket.close(CLOSE.crowded, 'too many sockets of this key');
    const client: Client = {
      socket,
      line,
      program,
      token,
      turn: this.#nextTurn,
      watched: new Map(),
      group: undefined,
      sentCount: 0,
      isAlive: true,
      allowance: BURST,
      allowanceAt: performance.now(),
    };
    this.#nextTurn = (this.#nextTurn + 1) % TURNS;
    const { keyId, member } = program;
    const unlisten = this.#parts.listen(member.userId, (order) => this.#tell(client, order));
    this.#clients.set(client, unlisten);
    this.#ofKey.set(keyId, (this.#ofKey.get(keyId) ?? 0) + 1);
    socket.on('close', () => this.#forget(client));
    socket.on('pong', () => {
      client.isAlive = true;
    });
    socket.on('message', (data, isBinary) => {
      client.isAlive = true;
      if (!allows(client)) return socket.close(CLOSE.flooding, 'too many messages');
      // ws hands over one Buffer unless it was asked for fragments.
      this.#receive(client, isBinary ? undefined : (data as Buffer).toString('utf8'));
    });
    writeFrame(client, HEARTBEAT.frame);
  }

  #forget(client: Client): void {
    this.#clients.get(client)?.();
    this.#clients.delete(client);
    this.#groups.leave(client);
    const { keyId } = client.program;
    const left = (this.#ofKey.get(keyId) ?? 1) - 1;
    if (left === 0) this.#ofKey.delete(keyId);
    else this.#ofKey.set(keyId, left);
  }

  #receive(client: Client, text: string | undefined): void {
    const message = messageIn(text);
    if (!message) return this.#say(client, { type: 'error', data: 'The message cannot be read' });
    const { watched } = client;
    const fresh: number[] = [];
    for (const token of message.tokens) {
      if (message.isOver) {
        watched.delete(token);
        continue;
      }
      const mode = message.mode ?? watched.get(token) ?? 'quote';
      const topic = this.#topics.findTopic(token, mode);
      if (topic === undefined) this.#say(client, { type: 'error', data: `There is no instrument ${token}` });
      else if (!watched.has(token) && watched.size >= MAX_INSTRUMENTS) {
        this.#say(client, { type: 'error', data: `At most ${MAX_INSTRUMENTS} instruments a socket` });
        break;
      } else {
        watched.set(token, mode);
        fresh.push(topic);
      }
    }
    this.#groups.join(
      client,
      [...watched].map(([token, mode]) => this.#topics.findTopic(token, mode)!),
    ); // it is there
    const now = this.#topics.since(fresh, 0);
    if (now) this.#sendSurely(client, now);
  }

  /** An order of the member changed: of this program, of another one, or of the member. */
  #tell(client: Client, changed: OrderInWords): void {
    const data = orderUpdate(this.#parts.market, { userId: client.program.member.userId, order: changed });
    this.#say(client, { type: 'order', data });
  }

  #say(client: Client, message: { readonly type: 'order' | 'error'; readonly data: unknown }): void {
    this.#sendSurely(client, textFrame(JSON.stringify(message)));
  }

  /** For what must not be missed: a client that takes nothing any more is cut off instead. */
  #sendSurely(client: Client, frame: Buffer): void {
    if (client.line.writableLength > STUCK_BYTES) {
      client.socket.close(CLOSE.stuck, 'too slow');
      client.socket.terminate(); // a close frame would wait behind everything else
      return;
    }
    writeFrame(client, frame);
  }

  /** Tells the clients whose turn it is what has changed: called by the ticker's own clock. */
  flush(): void {
    this.#flushing = (this.#flushing + 1) % TURNS;
    this.#groups.flush(this.#flushing);
  }

  /** Shows each client that its line is alive, and cuts off who did not answer the last ping. */
  #beat(): void {
    const now = performance.now();
    const pings = now - this.#lastPing >= PING_MS;
    if (pings) this.#lastPing = now;
    for (const client of this.#clients.keys()) {
      if (pings && !client.isAlive) {
        client.socket.terminate();
        continue;
      }
      if (pings) {
        client.isAlive = false;
        client.socket.ping();
      }
      this.#sendSurely(client, HEARTBEAT.frame);
    }
  }

  /** Closes the sockets of keys and tokens that ended, in this server or in another. */
  async #look(): Promise<void> {
    if (this.#isLooking || this.#clients.size === 0) return;
    this.#isLooking = true;
    const held = [...this.#clients.keys()].map(({ program: { keyId }, token }) => ({ keyId, token }));
    // While the database is away nothing is known: a later look says.
    const over = await this.#parts.overOf(held).catch(() => []);
    this.#isLooking = false;
    const isOver = new Set(over.map(({ keyId, token }) => `${keyId} ${token}`));
    for (const { program, token, socket } of this.#clients.keys())
      if (isOver.has(`${program.keyId} ${token}`)) socket.close(CLOSE.ended, 'the key or its token has ended');
  }

  /** Those that are connected, the oldest first. */
  get sockets(): readonly WebSocket[] {
    return [...this.#clients.keys()].map(({ socket }) => socket);
  }

  /** Closes everything: the server goes away, clients come back. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    const { sockets } = this;
    const gone = sockets.map((socket) => new Promise<void>((resolve) => void socket.once('close', () => resolve())));
    for (const socket of sockets) socket.close(CLOSE.restarting, 'restarting');
    const timeout = setTimeout(() => {
      for (const socket of sockets) socket.terminate();
    }, GOODBYE_MS);
    await Promise.all(gone);
    clearTimeout(timeout);
  }
}

/** A bucket of messages that fills again with time. */
function allows(client: Client): boolean {
  const now = performance.now();
  const filled = ((now - client.allowanceAt) * PER_SECOND) / 1_000;
  client.allowance = Math.min(BURST, client.allowance + filled) - 1;
  client.allowanceAt = now;
  return client.allowance >= 0;
}
