import pg from 'pg';

/** One that gives no answer for this long has failed a probe: a busy machine is slow. */
const ANSWERS_WITHIN_MS = 1_000;

/** Asks a database again and again whether it answers, on a connection that stays. */
export class DatabaseProbe {
  #client: pg.Client | undefined;

  async answers(login: pg.ClientConfig): Promise<boolean> {
    try {
      this.#client ??= await connected(login);
      await this.#client.query('SELECT 1');
      return true;
    } catch {
      this.end();
      return false;
    }
  }

  end(): void {
    this.#client?.end().catch(() => undefined);
    this.#client = undefined;
  }
}

async function connected(login: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    ...login,
    application_name: 'khara probe',
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
  });
  client.on('error', () => undefined); // the next probe fails with it
  await client.connect();
  return client;
}
