import pg from 'pg';
import type { Logger } from 'pino';

/** What one server does for all: runs the market, or the loops. */
export const LEADS = { market: 0, loops: 1 } as const;
const ANSWERS_WITHIN_MS = 2_000;

/**
 * The lock of the one server that does something for all. It is of one connection: of a process that was killed it is
 * free at once. It is no safety: a process that stands still keeps it, and one that was cut off does not know. What a
 * server may write is for the database to say.
 */
export class LeaderLock {
  readonly #connection: pg.ClientConfig;
  readonly #part: number;
  readonly #log: Pick<Logger, 'warn'>;
  #client: pg.Client | undefined;
  #isHeld = false;

  constructor(connection: pg.ClientConfig, part: keyof typeof LEADS, log: Pick<Logger, 'warn'>) {
    this.#connection = connection;
    this.#part = LEADS[part];
    this.#log = log;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Whether this server has the lock now; takes it where it is free. Never throws. */
  async take(): Promise<boolean> {
    try {
      const client = this.#client ?? (await this.#connect());
      if (this.#isHeld) await client.query('SELECT 1');
      else {
        const { rows } = await client.query<{ led: boolean }>('SELECT market.try_lead($1) AS led', [this.#part]);
        this.#isHeld = rows[0]?.led === true;
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'the lock of who leads cannot be asked for');
      await this.release();
    }
    return this.#isHeld;
  }

  /** Gives it back. */
  async release(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.#isHeld = false;
    await client?.end().catch(() => undefined);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.#connection,
      application_name: 'khara leader',
      connectionTimeoutMillis: ANSWERS_WITHIN_MS,
      query_timeout: ANSWERS_WITHIN_MS,
      keepAlive: true,
    });
    const forget = () => {
      if (this.#client !== client) return;
      this.#client = undefined;
      this.#isHeld = false;
    };
    client.on('error', forget);
    client.on('end', forget);
    await client.connect();
    this.#client = client;
    return client;
  }
}
