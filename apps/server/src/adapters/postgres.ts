import assert from 'node:assert/strict';
import { setTimeout as rest } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseAway, isBusy, SqlError, type Db, type Session, type Tx } from '#src/ports/database.ts';
import type { OwnKeys } from '#src/security/keys.ts';
import { lend, type Connection, type LentConnection, type OnCommit } from './postgres-connection.ts';
import { RowReader } from './rows.ts';
import { StallDetector } from './stall-detector.ts';

/** Nothing about the database may take longer than this; the HTTP boundary answers 503 then. */
const TIMEOUT_MS = 5_000;
const RETRIES = 3;

/**
 * The database gives up a machine of ours that has died within half a minute: until then it keeps the locks of that
 * machine's sessions. A socket of the same machine has no such limits.
 */
const NOTICES_DEATH = ['idle=10', 'interval=5', 'count=3'].map((limit) => `-c tcp_keepalives_${limit}`).join(' ');

/** How what is written by a pool is signed. */
export type Signing = {
  readonly ownKeys: () => OwnKeys;
  /** What a transaction does last, if anything: its statements travel before the COMMIT. */
  readonly beforeCommit: (tx: Tx) => Promise<void> | undefined;
};

const UNSIGNED: Signing = {
  ownKeys: () => assert.fail('this connection has no keys'),
  beforeCommit: () => undefined,
};

export type PoolSettings = pg.ClientConfig & {
  readonly max?: number;
  readonly onCommit?: OnCommit;
  readonly signing?: Signing;
};

/**
 * A pool of connections as the modules see it. Limits are the server's (lock 2 s, statement 5 s, idle in a
 * transaction 5 s), and ours where the server itself does not answer ({@link StallDetector}). `onError` hears
 * of idle connections that break.
 */
export function openPool(
  { onCommit, signing = UNSIGNED, ...settings }: PoolSettings,
  onError: (error: Error) => void = () => undefined,
): Db {
  const limit = settings.statement_timeout ?? TIMEOUT_MS;
  const stallDetector = new StallDetector(settings, limit || Infinity); // 0 and false are no limit
  const pool = new pg.Pool({
    max: 10,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    lock_timeout: 2_000,
    statement_timeout: TIMEOUT_MS,
    idle_in_transaction_session_timeout: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS + 500,
    pipeline: true,
    application_name: 'khara',
    options: NOTICES_DEATH,
    ...settings,
    stream: stallDetector.socket,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    stallDetector.heard();
    // One that breaks in the moment in which it is handed out has no other listener, and would end the process.
    client.on('error', () => undefined);
  });
  const reader = new RowReader();
  const borrow = () => lend(pool, { stallDetector, reader, onCommit });
  const attempt = <T>(work: (connection: Connection) => Promise<T>) => retrying(() => withConnection(borrow, work));
  const closing = new AbortController();

  return {
    ownKeys: signing.ownKeys,
    query: (name, text, params) =>
      attempt((connection) => connection.run<never>(name, text, params).catch(awayWhereReadOnly)),
    transaction: (work) =>
      attempt((connection) => inTransaction(connection, { begin: BEGIN, signing }, work).catch(awayWhereReadOnly)),
    snapshot: (work) => attempt((connection) => inTransaction(connection, { begin: BEGIN_SNAPSHOT, signing }, work)),
    session: async (release, work) => {
      const lent = await borrow();
      try {
        return await inSession(lent.connection, { signing, closing: closing.signal }, work);
      } catch (error) {
        lent.judge(error);
        throw error;
      } finally {
        // It goes back to the pool without a lock, or not at all.
        void lent.connection
          .command(release)
          .catch((error: unknown) => lent.judge(new DatabaseAway('Locks were not given back', { cause: error })))
          .then(() => lent.giveBack());
      }
    },
    close: async () => {
      closing.abort();
      await pool.end();
      stallDetector.end();
    },
  };
}

const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';
const BEGIN_SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

async function withConnection<T>(
  borrow: () => Promise<LentConnection>,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const lent = await borrow();
  try {
    return await work(lent.connection);
  } catch (error) {
    lent.judge(error);
    throw error;
  } finally {
    lent.giveBack();
  }
}

const inSession = <T>(
  connection: Connection,
  { signing, closing }: { readonly signing: Signing; readonly closing: AbortSignal },
  work: (session: Session) => Promise<T>,
): Promise<T> =>
  work({
    closing,
    ownKeys: signing.ownKeys,
    query: (name, text, params) => connection.run<never>(name, text, params).catch(awayWhereReadOnly),
    transaction: (inside) => inTransaction(connection, { begin: BEGIN, signing }, inside).catch(awayWhereReadOnly),
  });

type Frame = { readonly begin: string; readonly signing: Signing };

async function inTransaction<T>(
  connection: Connection,
  { begin, signing: { ownKeys, beforeCommit } }: Frame,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let failed: unknown;
  let open = true;
  let committed: Promise<string> | undefined;
  const tx: Tx = {
    isTransaction: true,
    ownKeys,
    expected: [],
    reliesOn: [],
    commitWith: async (send) => {
      assert(open, 'a transaction ends once');
      const sent = send();
      let defect: { readonly error: unknown } | undefined;
      sent.catch((error: unknown) => (defect = { error }));
      // What fails in our own code before the first wait has failed by then: the rest was never sent.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      if (defect) throw defect.error;
      const last = beforeCommit(tx);
      if (last) await last;
      open = false;
      committed = connection.command('COMMIT');
      committed.catch(() => undefined);
      return sent;
    },
    query: async (name, text, params) => {
      assert(open, `${name} came after the end of its transaction`);
      if (failed !== undefined) throw failed; // nothing more can be done in it
      try {
        return await connection.run(name, text, params);
      } catch (error) {
        failed ??= error;
        // What had been sent by then is answered with a consequence of the first error, and may be heard before it.
        throw isConsequence(error) ? failed : error;
      }
    },
  };
  // Not awaited: it travels with the first statement. Should it fail, so does the connection, and every
  // statement after it.
  const begun = connection.command(begin);
  begun.catch(() => undefined);
  let value: T;
  try {
    value = await work(tx);
    if (open && failed === undefined) await beforeCommit(tx);
  } catch (error) {
    open = false;
    // A COMMIT after a failed statement rolls back.
    await (committed ?? connection.command('ROLLBACK'));
    // What the work threw may only be the consequence of what the database said.
    throw isTransient(failed) ? failed : error;
  }
  open = false;
  if (failed !== undefined) {
    await (committed ?? connection.command('ROLLBACK'));
    if (failed instanceof DatabaseAway || isTransient(failed)) throw failed;
    assert(
      isRefusal(value),
      new Error('A statement failed, and its transaction went on as if it had not', { cause: failed }),
    );
    return value;
  }
  await begun;
  assert.equal(await (committed ?? connection.command('COMMIT')), 'COMMIT');
  return value;
}

/** What statements of a transaction are answered after one of them has failed. */
const ABORTED = '25P02';
const isConsequence = (error: unknown): boolean => error instanceof SqlError && error.code === ABORTED;

const isRefusal = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'refused' in value && value.refused !== undefined;

/** Another attempt of the whole transaction may do better. */
const isTransient = (error: unknown): boolean =>
  isBusy(error) || (error instanceof SqlError && error.code === SERIALIZATION_FAILURE);

const SERIALIZATION_FAILURE = '40001';

async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  const started = performance.now();
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (tries === RETRIES || performance.now() - started > TIMEOUT_MS) {
        throw new DatabaseAway('The database is too busy', { cause: error });
      }
    }
    // Jitter only keeps two that collided from colliding again: nothing depends on its value.
    await rest(5 * 2 ** tries + Math.random() * 20);
  }
}

/** What a former primary says after a fail-over: a writer has to look for the new one. */
const READ_ONLY = '25006';
const awayWhereReadOnly = (error: unknown): never => {
  if (!(error instanceof SqlError) || error.code !== READ_ONLY) throw error;
  throw new DatabaseAway('The database takes no writes', { cause: error });
};
