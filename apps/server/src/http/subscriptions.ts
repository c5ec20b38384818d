import { type Connection, type ConnectionGroup, ConnectionIndex, writeFrame } from './connection.ts';
import type { QuoteTopics } from './quote-topics.ts';

/** Each connection gets quotes at most once in this time. */
export const CONFLATE_MS = 250;
/** Connections take turns within it: one burst to all of them would make the last wait for the first. */
export const TURNS = 10;
/** A connection with more than this waiting gets no quotes until it has read on, and then the newest. */
const CONGESTED_BYTES = 64 * 1_024;
const MOST_QUOTES = 300;
const MOST_DEPTHS = 10;

export interface SubscriptionParts {
  readonly topics: QuoteTopics;
  readonly refuse: (connection: Connection, reason: 'unknown_code' | 'too_many_subscriptions') => void;
  /** A connection watches something. */
  readonly onWatching: (connection: Connection) => void;
}

/** What connections watch. Quotes and depths are conflated: a client that cannot keep up gets fewer and newer ones. */
export class Subscriptions {
  readonly #parts: SubscriptionParts;
  readonly #topics: QuoteTopics;
  readonly #groups = new Map<string, ConnectionGroup>();
  readonly #depthReaders = new ConnectionIndex<number>();
  #flushing = 0;

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
    this.#topics = parts.topics;
  }

  watchQuotes(connection: Connection, isMore: boolean, codes: readonly string[]): void {
    const { quotes } = connection;
    const numbers = this.#known(connection, codes).filter((number) => quotes.has(number) !== isMore);
    if (isMore && quotes.size + numbers.length > MOST_QUOTES) {
      return this.#parts.refuse(connection, 'too_many_subscriptions');
    }
    for (const number of numbers) {
      if (isMore) quotes.add(number);
      else quotes.delete(number);
    }
    this.#joinGroup(connection);
    if (!isMore || numbers.length === 0) return;
    this.#parts.onWatching(connection);
    const now = this.#topics.quotesSince(numbers, 0);
    if (now) writeFrame(connection, now);
  }

  watchDepths(connection: Connection, isMore: boolean, codes: readonly string[]): void {
    const { depths } = connection;
    for (const number of this.#known(connection, codes)) {
      if (!isMore) {
        this.#dropDepth(connection, number);
        continue;
      }
      if (depths.has(number)) continue;
      if (depths.size >= MOST_DEPTHS) return this.#parts.refuse(connection, 'too_many_subscriptions');
      depths.set(number, this.#topics.changedAt(number));
      this.#depthReaders.add(number, connection);
      this.#parts.onWatching(connection);
      const message = this.#topics.depth(number);
      if (message) writeFrame(connection, message);
    }
  }

  /** A connection has gone: it watches nothing any more. */
  drop(connection: Connection): void {
    this.#leaveGroup(connection);
    for (const number of connection.depths.keys()) this.#dropDepth(connection, number);
  }

  /** Tells the connections whose turn it is what has changed. */
  flush(): void {
    this.#flushing = (this.#flushing + 1) % TURNS;
    for (const group of this.#groups.values()) if (group.turn === this.#flushing) this.#flushGroup(group);
    for (const [number, readers] of this.#depthReaders.entries()) {
      if (number % TURNS === this.#flushing) this.#flushDepth(number, readers);
    }
  }

  /** The instruments among the codes; the client gets a message when there are unknown ones. */
  #known(connection: Connection, codes: readonly string[]): number[] {
    const numbers = codes.flatMap((code) => this.#topics.numberOf(code) ?? []);
    if (numbers.length < codes.length) this.#parts.refuse(connection, 'unknown_code');
    return numbers;
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

  #dropDepth(connection: Connection, number: number): void {
    connection.depths.delete(number);
    this.#depthReaders.delete(number, connection);
  }

  #flushGroup(group: ConnectionGroup): void {
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
      if (own) writeFrame(connection, own);
    }
  }

  #flushDepth(number: number, readers: ReadonlySet<Connection>): void {
    const changed = this.#topics.changedAt(number);
    for (const connection of readers) {
      if (connection.depths.get(number)! >= changed) continue;
      if (connection.line.writableLength > CONGESTED_BYTES) continue;
      connection.depths.set(number, changed);
      const message = this.#topics.depth(number);
      if (message) writeFrame(connection, message);
    }
  }
}
