import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { DatabaseAway } from '#src/ports/database.ts';

const TICK_MS = 250;
/** A connection that tries whether it is back waits no longer. */
const TRIAL_MS = 1_000;

/**
 * Notices that a database stands still: that nothing is heard from it, on any connection, for longer than it
 * lets a statement take. Waits that follow one another would each have a limit of their own otherwise, and a
 * request that has several would wait for their sum. What waits is given up together then, and what comes is
 * refused at once until a connection of our own finds it back.
 */
export class StallDetector {
  /**
   * This number of ticks without a word is longer than the database lets any statement take: one that is answered
   * at all is heard by then.
   */
  readonly #silentTicks: number;
  readonly #trial: pg.ClientConfig;
  readonly #makeSocket: () => Duplex;
  readonly #timer = setInterval(() => this.#tick(), TICK_MS).unref();
  readonly #sockets = new Set<Duplex>();
  /** Statements and connections that are waited for, and whether any was since the last tick. */
  #awaited = 0;
  #wasAsked = false;
  /**
   * Ticks without a word. They are counted and not timed: where this process itself stood still, what was
   * said meanwhile is read between two of them.
   */
  #quietTicks = 0;
  #isAway = false;
  #isTrying = false;

  /** `timeoutMs`: how long the database lets a statement take. */
  constructor(settings: pg.ClientConfig, timeoutMs: number) {
    this.#silentTicks = Math.ceil(timeoutMs / TICK_MS) + 1;
    this.#makeSocket = () => settings.stream?.() ?? new Socket();
    this.#trial = { ...settings, connectionTimeoutMillis: TRIAL_MS };
  }

  /** What the library is to connect with, so that all connections can be given up. */
  readonly socket = (): Duplex => {
    const socket = this.#makeSocket();
    if (this.#isAway) setImmediate(() => socket.destroy()); // a caller has been waiting for a connection since before
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  };

  /** Throws {@link DatabaseAway} while nothing can be expected. */
  admit(): void {
    if (this.#isAway) throw new DatabaseAway('The database stands still');
  }

  /** Waits for the answer to a statement. */
  async hear<T>(statement: Promise<T>): Promise<T> {
    try {
      const answer = await this.wait(statement);
      this.heard();
      return answer;
    } catch (error) {
      if (error instanceof pg.DatabaseError) this.heard();
      throw error;
    }
  }

  /** Waits for a connection, which may be an old one: that it is there says nothing. */
  async wait<T>(connection: Promise<T>): Promise<T> {
    this.#wasAsked = true;
    this.#awaited += 1;
    try {
      return await connection;
    } finally {
      this.#awaited -= 1;
    }
  }

  /** The database has said something. */
  heard(): void {
    this.#quietTicks = 0;
    this.#isAway = false;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    if (this.#isAway) void this.#try();
    const isWaited = this.#awaited > 0 || this.#wasAsked;
    this.#wasAsked = false;
    this.#quietTicks = isWaited ? this.#quietTicks + 1 : 0;
    if (this.#quietTicks < this.#silentTicks) return;
    this.#quietTicks = 0;
    this.#isAway = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  async #try(): Promise<void> {
    if (this.#isTrying) return;
    this.#isTrying = true;
    const client = new pg.Client(this.#trial);
    client.on('error', () => undefined); // the attempt says it
    try {
      await client.connect();
      this.heard();
    } catch {
      // Still away.
    } finally {
      this.#isTrying = false;
      client.end().catch(() => undefined);
    }
  }
}
