import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { connectionTo } from '#src/adapters/database-hosts.ts';
import { directoryDatabase, type ReachedDatabase } from '#src/adapters/directory-database.ts';
import { startEmptyDatabase } from '#src/adapters/empty-database.ts';
import { installKeys } from '#src/adapters/install-keys.ts';
import { keysPath } from '#src/adapters/keys.ts';
import { seenLogIn } from '#src/adapters/seen-log.ts';
import { openPool } from '#src/adapters/postgres.ts';
import { readConfig, type Config } from '#src/config.ts';
import type { Queryable } from '#src/ports/database.ts';
import { readArguments } from './lib/command.ts';
import { expectKeys } from './lib/expect-keys.ts';
import { onOneView, otherFiles, readMade, verifyAll, type Finding, type FreshDatabase } from '#src/verify/index.ts';

const { positionals } = readArguments({
  usage: 'npm run verify [-- DIRECTORY]',
  does: `Proves the books of a data directory (DATA_DIR, or ./.data), or of the database of
DATABASE_URL under the keys of the directory. A server, or npm run cluster, may run on it. The
database is only read. Prints each check with what it found; exit code 1 when a check found
something, or could not be run, 2 when the database is of another version.`,
  takes: { least: 0, most: 1 },
});

/** A long ledger takes its time. */
const TIMEOUT_MS = 3_600_000;

/** What this version makes in an empty database: one is made for it, and thrown away. */
async function madeByThisVersion(): Promise<FreshDatabase> {
  const { admin, stop } = await startEmptyDatabase({ database: 'khara', password: randomBytes(16).toString('hex') });
  try {
    const db = openPool({ ...admin, max: 1 });
    try {
      return await db.snapshot((tx) => readMade(tx));
    } finally {
      await db.close();
    }
  } finally {
    await stop();
  }
}

/** Where no server runs, nothing can be sealed: what came last may wait for the next start. */
async function waitsSinceTheEnd(tx: Queryable): Promise<Finding> {
  const [row] = await tx.query<{ waiting: bigint }>(
    'verify.unsealed',
    `SELECT count(*) AS waiting FROM ledger.unsealed u
     WHERE u.source = 'e' AND u.at_ms < (SELECT max(n.at_ms) FROM ledger.entry n) - 30000`,
  );
  const waiting = Number(row?.waiting ?? 0n);
  return {
    name: 'unsealed_over_30s',
    violations: waiting,
    sample: waiting > 0 ? 'before the server ended' : undefined,
  };
}

type Verified = {
  readonly findings: readonly Finding[];
  /** Files of the database that are another version's. */
  readonly others: readonly string[];
};

async function verify(
  dataDir: string,
  { KEYS_DIR = keysPath(dataDir), DATABASE_URL: databaseUrl }: Pick<Config, 'KEYS_DIR' | 'DATABASE_URL'>,
): Promise<Verified> {
  const keysDir = path.resolve(KEYS_DIR);
  expectKeys(keysDir);
  // Before the view of the data is taken: a server beside this one goes on.
  const seen = await seenLogIn([keysDir, keysPath(dataDir)]).read();
  const keys = { ...(await installKeys(keysDir)), seen };
  const made = await madeByThisVersion();
  const { address, isLive, close }: ReachedDatabase =
    databaseUrl === undefined
      ? await directoryDatabase(dataDir, console.error)
      : { address: connectionTo(databaseUrl), isLive: true, close: () => Promise.resolve() };
  try {
    const limits = { statement_timeout: TIMEOUT_MS, query_timeout: TIMEOUT_MS, max: 1 };
    const db = openPool({ ...address, ...limits, idle_in_transaction_session_timeout: TIMEOUT_MS });
    try {
      return await onOneView(db, async (tx) => {
        const found = await verifyAll(tx, keys, made);
        const waits = isLive ? undefined : await waitsSinceTheEnd(tx);
        const findings = found.map((each) => (each.name === waits?.name ? waits : each));
        return { findings, others: await otherFiles(tx, made.catalogue) };
      });
    } finally {
      await db.close();
    }
  } finally {
    await close();
  }
}

try {
  const config = readConfig(process.env);
  const { findings: all, others } = await verify(path.resolve(positionals[0] ?? config.DATA_DIR), config);
  // What another version has no table or column for, it is right not to have.
  const findings = others.length > 0 ? all.filter(({ wasRun }) => wasRun !== false) : all;
  for (const { name, violations, sample } of findings) {
    console.log(violations === 0 ? `ok    ${name}` : `WRONG ${name}: ${violations}, such as: ${sample}`);
  }
  const wrong = findings.filter(({ violations }) => violations > 0);
  console.log(`${findings.length} checks, ${wrong.length} found something`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
  if (others.length > 0) {
    console.error(`
The database is of another version than this program (${others.slice(0, 5).join(', ')}).
What is called wrong above may be right in that version, and ${all.length - findings.length} checks could not be run. Run verify of
the version whose server runs on it, or let a server of this version start on it first. If it is of
this version, somebody has changed it.`);
    process.exitCode = 2;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
