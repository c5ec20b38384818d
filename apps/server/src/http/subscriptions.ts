import type { DepthChannel } from '@khara/contract';
import { type Connection, ConnectionIndex, writeFrame } from './connection.ts';
import type { QuoteTopics } from './quote-topics.ts';
import { CONGESTED_BYTES, ReaderGroups, TURNS } from './reader-groups.ts';

const MAX_QUOTES = 300;
const MAX_DEPTHS: Readonly<Record<DepthChannel, number>> = { depth: 10, depth20: 3 };
const CHANNELS = ['depth', 'depth20'] as const satisfies readonly DepthChannel[];

export type SubscriptionParts = {
  readonly topics: QuoteTopics;
  readonly refuse: (connection: Connection, reason: 'unknown_code' | 'too_many_subscriptions') => void;
  /** A connection watches something. */
  readonly onWatching: (connection: Connection) => void;
};

/** What connections watch. Quotes and depths are conflated: a client that cannot keep up gets fewer and newer ones. */
export class Subscriptions {
  readonly #parts: SubscriptionParts;
  readonly #topics: QuoteTopics;
  readonly #groups: ReaderGroups;
  readonly #depthReaders: Readonly<Record<DepthChannel, ConnectionIndex<number>>> = {
    depth: new ConnectionIndex(),
    depth20: new ConnectionIndex(),
  };
  #flushing = 0;

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
    this.#topics = parts.topics;
    this.#groups = new ReaderGroups(parts.topics);
  }

  watchQuotes(connection: Connection, isMore: boolean, codes: readonly string[]): void {
    const { quotes } = connection;
    const numbers = this.#known(connection, codes).filter((number) => quotes.has(number) !== isMore);
    if (isMore && quotes.size + numbers.length > MAX_QUOTES) {
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

  watchDepths(connection: Connection, channel: DepthChannel, isMore: boolean, codes: readonly string[]): void {
    const depths = connection.depths[channel];
    for (const number of this.#known(connection, codes)) {
      if (!isMore) {
        this.#dropDepth(connection, channel, number);
        continue;
      }
      if (depths.has(number)) continue;
      if (depths.size >= MAX_DEPTHS[channel]) return this.#parts.refuse(connection, 'too_many_subscriptions');
      depths.set(number, this.#topics.changedAt(number));
      this.#depthReaders[channel].add(number, connection);
      this.#parts.onWatching(connection);
      const message = this.#topics.depth(number, channel);
      if (message) writeFrame(connection, message);
    }
  }

  /** A connection has gone: it watches nothing any more. */
  drop(connection: Connection): void {
    this.#groups.leave(connection);
    for (const channel of CHANNELS)
      for (const number of connection.depths[channel].keys()) this.#dropDepth(connection, channel, number);
  }

  /** Tells the connections whose turn it is what has changed. */
  flush(): void {
    this.#flushing = (this.#flushing + 1) % TURNS;
    this.#groups.flush(this.#flushing);
    for (const channel of CHANNELS)
      for (const [number, readers] of this.#depthReaders[channel].entries())
        if (number % TURNS === this.#flushing) this.#flushDepth(channel, number, readers);
  }

  /** The instruments among the codes; the client gets a message when there are unknown ones. */
  #known(connection: Connection, codes: readonly string[]): number[] {
    const numbers = codes.flatMap((code) => this.#topics.topicNumber(code) ?? []);
    if (numbers.length < codes.length) this.#parts.refuse(connection, 'unknown_code');
    return numbers;
  }

  #dropDepth(connection: Connection, channel: DepthChannel, number: number): void {
    connection.depths[channel].delete(number);
    this.#depthReaders[channel].delete(number, connection);
  }

  #flushDepth(channel: DepthChannel, number: number, readers: ReadonlySet<Connection>): void {
    const changed = this.#topics.changedAt(number);
    for (const connection of readers) {
      const depths = connection.depths[channel];
      if (depths.get(number)! >= changed) continue;
      if (connection.line.writableLength > CONGESTED_BYTES) continue;
      depths.set(number, changed);
      const message = this.#topics.depth(number, channel);
      if (message) writeFrame(connection, message);
    }
  }
}
