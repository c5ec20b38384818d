import assert from 'node:assert/strict';
import { HOUR_MS } from '@khara/rules';
import type { Logger } from 'pino';
import { signTransaction } from '#modules/ledger/index.ts';
import { connectionName } from '#modules/market/index.ts';
import type { Config } from '#src/config.ts';
import { openDatabase } from '#src/adapters/database.ts';
import { openJobQueue } from '#src/adapters/job-queue.ts';
import { openPool, type PoolSettings, type Signing } from '#src/adapters/postgres.ts';
import type { Shutdown } from '#src/kernel/shutdown.ts';
import type { OwnKeys } from '#src/security/keys.ts';
import { keysPath } from '#src/adapters/keys.ts';
import { databaseOptions } from '#src/adapters/database-options.ts';

/** The daily check of the whole ledger ends within this time. */
const CHECK_ALL_MS = HOUR_MS;

/** Opens the database, starting it when it is ours, and the connections of each of its roles. */
export async function openDatabases(
  config: Config,
  log: Logger,
  { shutdown, onCommit }: { readonly shutdown: Shutdown; readonly onCommit: NonNullable<PoolSettings['onCommit']> },
) {
  const options = databaseOptions(config);
  const database = await openDatabase({ ...options, log: (message) => log.info(message) });
  shutdown.add('database', () => database.stop(), { evenAtOnce: true });
  let keys: OwnKeys | undefined;
  const signing: Signing = {
    ownKeys() {
      assert(keys, 'a record is written or acted by before the keys of this server are open');
      return keys;
    },
    beforeCommit: signTransaction,
  };
  const db = database.open('khara_app', { application_name: connectionName(config.NODE_NAME), onCommit, signing });
  shutdown.add('database connections', () => db.close());
  const backOffice = database.open('khara_console', { max: 3, signing });
  shutdown.add('connections of the back office', () => backOffice.close());
  const door = database.open('khara_staff', { max: 2, signing });
  shutdown.add('connections of who signs in to it', () => door.close());
  // It opens while the market is being read.
  const queueOpened = openJobQueue({
    connection: database.connection('khara_job'),
    onError: (error) => log.error({ err: error }, 'job queue'),
  });
  queueOpened.catch(() => undefined); // heard where it is waited for
  shutdown.add('job queue', async () => (await queueOpened.catch(() => undefined))?.stop());
  return {
    keysDir: options.keysDir,
    /** Where this server's own key is, beside the keys of the installation if it can be. */
    nodeKeyDirs: [options.keysDir, keysPath(options.dataDir)],
    /** Records are signed by the key of this server, once its keys are open. */
    signRecordsBy: (opened: OwnKeys): void => void (keys = opened),
    db,
    backOffice,
    door,
    queueOpened,
    ended: database.ended,
    busConnection: () => database.connection('khara_app'),
    /** A connection for the checks of the books. */
    openLongQueries() {
      const longLimits = { statement_timeout: CHECK_ALL_MS, query_timeout: CHECK_ALL_MS };
      const longQueries = openPool({ ...database.connection('khara_job'), ...longLimits, max: 1 });
      shutdown.add('connection of the checks', () => longQueries.close());
      return longQueries;
    },
  };
}
