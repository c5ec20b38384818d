import { openDatabase } from '#src/adapters/database.ts';
import { readConfig } from '#src/config.ts';
import { RELEASE } from '#src/kernel/release.ts';
import { databaseOptions } from '#src/adapters/database-options.ts';
import { errorMessage, readArguments } from './lib/command.ts';

readArguments({
  usage: 'DATABASE_URL=… npm run migrate',
  does: `Brings the database of DATABASE_URL to this version: roles, tables, functions and rights, in one
transaction. An empty database gets its keys too, in KEYS_DIR (or DATA_DIR/keys), for all servers
to have. With DATABASE_URL_APP, _JOB, _CONSOLE and _STAFF the roles get the passwords of these
addresses, and servers need no other address: they start without DATABASE_URL.`,
});

try {
  const config = readConfig(process.env);
  if (config.DATABASE_URL === undefined)
    throw new Error(
      'DATABASE_URL is missing: the address of an administrator. A database of our own is built by its server.',
    );
  const options = databaseOptions(config);
  const database = await openDatabase({
    ...options,
    databaseUrl: config.DATABASE_URL,
    setsPasswords: true,
    log: console.error,
  });
  await database.stop();
  console.log(`The database is of version ${RELEASE.version}. Its keys are in ${options.keysDir}.`);
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
