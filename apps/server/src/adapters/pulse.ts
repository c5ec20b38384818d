import { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseAway } from '../db.ts';

const TICK_MS = 250;
/** At most 5.25 s: longer than the database lets any statement take (5 s), so that one which answers at all is heard by then. */
const SILENT_TICKS = 21;
/** A connection that tries whether it is back waits no longer. */
const TRIAL_MS = 1_000;

/**
 * Notices that a database stands still: that nothing is heard from it, on any connection, for longer than it lets a statement take. Waits that follow one another
 * would each have a limit of their own otherwise, and a request that has several would wait for their sum. What waits is given up together then, and what comes is refused
 * at once until a connection of our own finds it back.
 */
export class Pulse {
  readonly #trial: pg.ClientConfig;
  readonly #timer = setInterval(() => this.#tick(), TICK_MS).unref();
  readonly #sockets = new Set<Socket>();
  /** Statements that are waited for. */
  #awaited = 0;
  /** Ticks without a word. They are counted and not timed: where this process itself stood still, what was said meanwhile is read between two of them. */
  #quietTicks = 0;
  #isAway = false;
  #isTrying = false;

  constructor(settings: pg.ClientConfig) {
    this.#trial = { ...settings, connectionTimeoutMillis: TRIAL_MS };
  }

  /** What the library is to connect with, so that all connections can be given up. */
  readonly socket = (): Socket => {
    const socket = new Socket();
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
    if (this.#awaited === 0) this.#quietTicks = 0;
    this.#awaited += 1;
    try {
      const answer = await statement;
      this.#heard();
      return answer;
    } catch (error) {
      if (error instanceof pg.DatabaseError) this.#heard();
      throw error;
    } finally {
      this.#awaited -= 1;
    }
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #heard(): void {
    this.#quietTicks = 0;
    this.#isAway = false;
  }

  #tick(): void {
    if (this.#isAway) void this.#try();
    if (this.#awaited === 0) return;
    this.#quietTicks += 1;
    if (this.#quietTicks < SILENT_TICKS) return;
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
      this.#heard();
    } catch {
      // Still away.
    } finally {
      this.#isTrying = false;
      client.end().catch(() => undefined);
    }
  }
}
