import { type Connection, ConnectionIndex, writeFrame } from './connection.ts';
import type { QuoteTopics } from './quote-topics.ts';
import { CONGESTED_BYTES, ReaderGroups, TURNS } from './reader-groups.ts';

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
  readonly #groups: ReaderGroups;
  readonly #depthReaders = new ConnectionIndex<number>();
  #flushing = 0;

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
    this.#topics = parts.topics;
    this.#groups = new ReaderGroups(parts.topics);
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
    this.#groups.join(connection, quotes);
    if (!isMore || numbers.length === 0) return;
    this.#parts.onWatching(connection);
    const now = this.#topics.since(numbers, 0);
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
    this.#groups.leave(connection);
    for (const number of connection.depths.keys()) this.#dropDepth(connection, number);
  }

  /** Tells the connections whose turn it is what has changed. */
  flush(): void {
    this.#flushing = (this.#flushing + 1) % TURNS;
    this.#groups.flush(this.#flushing);
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

  #dropDepth(connection: Connection, number: number): void {
    connection.depths.delete(number);
    this.#depthReaders.delete(number, connection);
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
