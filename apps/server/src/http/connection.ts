import type { DepthChannel } from '@khara/contract';
import type { Writable } from 'node:stream';
import { WebSocket } from 'ws';

/** A socket that is sent what changed of its topics, on its turn. */
export type Reader = {
  readonly socket: WebSocket;
  /**
   * The connection under the socket. `ws` writes each of its messages whole and at once, so whole frames may
   * be written between them.
   */
  readonly line: Writable;
  readonly turn: number;
  group: ReaderGroup<Reader> | undefined;
  /** Count of changes up to which it was sent. */
  sentCount: number;
};

/** A socket of the app, and what is known of it. */
export type Connection = Reader & {
  readonly network: string;
  readonly quotes: Set<number>;
  /** Depths, with the count of changes up to which it was sent. */
  readonly depths: Readonly<Record<DepthChannel, Map<number, number>>>;
  session: { readonly userId: string; readonly tokenHash: string; readonly token: string } | undefined;
  /** Counts its sign-ins, so that a slow answer to an earlier one is dropped. */
  signIns: number;
  /** The newest of them is being looked up. */
  isSigningIn: boolean;
  isAlive: boolean;
  allowance: number;
  allowanceAt: number;
};

/** Readers of one turn that watch the same: one message serves them all. */
export type ReaderGroup<R> = {
  readonly key: string;
  readonly turn: number;
  readonly numbers: readonly number[];
  readonly members: Set<R>;
  sentCount: number;
  /** Whether a member was left out because it was congested. */
  hasLaggards: boolean;
};

/** Writes a frame to a connection that is open. */
export function writeFrame({ socket, line }: Pick<Reader, 'socket' | 'line'>, frame: Buffer): void {
  if (socket.readyState === WebSocket.OPEN) line.write(frame);
}

const NONE: ReadonlySet<Connection> = new Set();

/** Connections by what they have in common. A key without a connection is forgotten. */
export class ConnectionIndex<Key> {
  readonly #sets = new Map<Key, Set<Connection>>();

  add(key: Key, connection: Connection): void {
    const set = this.#sets.get(key);
    if (set) set.add(connection);
    else this.#sets.set(key, new Set([connection]));
  }

  delete(key: Key, connection: Connection): void {
    const set = this.#sets.get(key);
    set?.delete(connection);
    if (set?.size === 0) this.#sets.delete(key);
  }

  of(key: Key): ReadonlySet<Connection> {
    return this.#sets.get(key) ?? NONE;
  }

  entries(): Iterable<readonly [Key, ReadonlySet<Connection>]> {
    return this.#sets;
  }
}
