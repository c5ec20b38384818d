import type { Change } from './pushes.ts';
import type { MarketMove } from './exchange.ts';

/** What servers of one installation tell each other, by subject. */
export type BusMessages = {
  /** For the servers whose sockets the members have. */
  readonly changed: readonly Change[];
  /** Token hashes (hex) of sessions that ended: their sockets close. */
  readonly sessions_ended: readonly string[];
  /** Token hashes (hex) of sessions that changed: their next call asks the database. */
  readonly sessions_changed: readonly string[];
  /** Ids of members whose watchlists changed. */
  readonly watchlists_changed: readonly string[];
  /** How far the market has come: for the servers that follow it. */
  readonly market_moved: MarketMove;
  /** The journal, or a trigger, has something for the server that runs the market. */
  readonly market_asked: 'journal' | 'triggers' | 'fired' | 'margins';
  /** The server of this epoch has left the market: one that stands by may take it at once. */
  readonly market_left: { readonly epoch: number };
};
export type Subject = keyof BusMessages;

/**
 * Bells between the servers of an installation, and within one. A message arrives at most once, at each server that
 * listens, the own one included. Code that needs a message to arrive reads PostgreSQL.
 */
export type Bus = {
  /** Returns at once. Listeners of this process have heard it by then; what they throw is logged. */
  publish<S extends Subject>(subject: S, message: BusMessages[S]): void;
  /** Answers a function that ends it. */
  subscribe<S extends Subject>(subject: S, listener: (message: BusMessages[S]) => void): () => void;
  /** `away`: other servers hear nothing now. */
  state(): 'up' | 'away';
  close(): Promise<void>;
};
