import pg from 'pg';
import { DatabaseAway, SqlError } from '#src/ports/database.ts';
import { errorCode } from './keys.ts';
import type { RowReader } from './rows.ts';
import type { StallDetector } from './stall-detector.ts';

/* Connections of a pool, one caller's at a time, and what their errors say. */

/** A connection that is taken out of the pool. */
export type LentConnection = {
  readonly connection: Connection;
  /**
   * What its work failed for. A connection that failed in any way but by an answer of the database is not used again.
   */
  judge(error: unknown): void;
  giveBack(): void;
};

/** Hears how long a COMMIT took, in seconds, from sending it until its answer. */
export type OnCommit = (seconds: number) => void;

/** What the connections of a pool have in common. */
type Shared = {
  readonly stallDetector: StallDetector;
  readonly reader: RowReader;
  readonly onCommit: OnCommit | undefined;
};

export async function lend(pool: pg.Pool, shared: Shared): Promise<LentConnection> {
  const { stallDetector } = shared;
  stallDetector.admit();
  const client = await stallDetector.wait(pool.connect()).catch((error: unknown) => {
    throw translated(error);
  });
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError); // else a connection that breaks between two statements would end the process
  return {
    connection: new Connection(client, shared),
    judge: (error) => {
      if (error instanceof DatabaseAway) broken ??= error;
    },
    giveBack: () => {
      client.off('error', onError);
      client.release(broken ?? false);
    },
  };
}

/** A connection of the pool, in the hands of one caller. */
export class Connection {
  readonly #client: pg.PoolClient;
  readonly #shared: Shared;

  constructor(client: pg.PoolClient, shared: Shared) {
    this.#client = client;
    this.#shared = shared;
  }

  async run<R>(name: string, text: string, params: readonly unknown[] = []): Promise<readonly R[]> {
    this.#gather();
    try {
      const { stallDetector, reader } = this.#shared;
      const rows = await stallDetector.hear(reader.read(this.#client, { name, text, values: [...params] }));
      return rows as R[]; // the caller's claim, see ports/database.ts
    } catch (error) {
      throw translated(error);
    }
  }

  /** BEGIN, COMMIT or ROLLBACK, which have no values. Answers what was done: a COMMIT can roll back. */
  async command(text: string): Promise<string> {
    const sentAt = performance.now();
    this.#gather();
    try {
      const { command } = await this.#shared.stallDetector.hear(this.#client.query(text));
      if (command === 'COMMIT') this.#shared.onCommit?.((performance.now() - sentAt) / 1000);
      return command;
    } catch (error) {
      throw translated(error);
    }
  }

  /** What one turn of the event loop sends goes to the system at once, and wakes the database once. */
  #gather(): void {
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
}

/**
 * Classes of SQLSTATE that say "not here, not now": connection lost, out of resources, going down or coming
 * up, timed out.
 */
const AWAY = /^(08|53|57P0|57014|25P03)/;

/** What the library says, without a code, of connections that end or that it never got. */
const LOST = /terminated|timeout|not queryable|closed/i;

function translated(error: unknown): Error {
  if (error instanceof SqlError || error instanceof DatabaseAway) return error;
  if (error instanceof pg.DatabaseError && error.code !== undefined && !AWAY.test(error.code)) {
    const { code, constraint, detail } = error;
    return new SqlError(error.message, {
      code,
      cause: error,
      ...(constraint === undefined ? {} : { constraint }),
      ...(detail === undefined ? {} : { detail }),
    });
  }
  const code = errorCode(error);
  if (!(error instanceof Error) || code !== undefined || LOST.test(error.message)) {
    // What ends the connection is FATAL.
    const isAnswered = error instanceof pg.DatabaseError && error.severity === 'ERROR';
    return new DatabaseAway(`The database is away${code ? ` (${code})` : ''}`, { cause: error, isAnswered });
  }
  return error;
}
