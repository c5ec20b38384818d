import type pg from 'pg';
import { RELEASE } from '#src/kernel/release.ts';
import { BASELINE, baselineChecksum, DATABASE_FILES } from './build-database.ts';
import { readFiles } from './sql-files.ts';

const MIGRATE = 'run npm run migrate of this version first';

/**
 * Whether this version can serve from a database that another process builds: `npm run migrate`. It has all of this
 * version, or all of a newer one whose further migrations only add. So servers of the version before can be started
 * again while a newer one is rolled out. Throws a sentence for the person who starts the server; changes nothing.
 */
export async function refuseOtherVersion(client: pg.ClientBase, directory: string = DATABASE_FILES): Promise<void> {
  const { rows: found } = await client.query<{ applied: boolean }>(
    `SELECT to_regclass('database.applied') IS NOT NULL AS applied`,
  );
  if (!found[0]?.applied) throw new Error(`The database is empty: ${MIGRATE}`);
  const { rows } = await client.query<{ name: string; checksum: string; release: string | null; is_additive: boolean }>(
    'SELECT name, checksum, release, is_additive FROM database.applied',
  );
  const files = await readFiles(directory);
  const applied = new Map(rows.map((row) => [row.name, row]));
  if (applied.get(BASELINE)?.checksum !== baselineChecksum(files)) {
    throw new Error('The database was made by another version of Khara: it began with other tables');
  }
  const isNewer = rows.some(({ release }) => release !== null && isAfter(release, RELEASE.version));
  const own = new Set(files.migrations.map(({ name }) => name));
  for (const { name, is_additive: isAdditive } of rows) {
    if (!name.startsWith('migrations/') || own.has(name) || (isNewer && isAdditive)) continue;
    throw new Error(`The database has ${name}, which this version does not know: start the version that brought it`);
  }
  const missing = files.migrations.find(({ name, checksum }) => applied.get(name)?.checksum !== checksum);
  if (missing) throw new Error(`The database does not have ${missing.name}: ${MIGRATE}`);
  if (isNewer) return;
  const other = [...files.triggers, ...files.functions, ...files.views, ...files.grants].find(
    ({ name, checksum }) => applied.get(name)?.checksum !== checksum,
  );
  if (other) throw new Error(`The database has another ${other.name}: ${MIGRATE}`);
}

/** Whether the version 1.10.0 comes after 1.9.2. */
function isAfter(version: string, other: string): boolean {
  const [theirs, ours] = [version, other].map((text) => text.split('.').map(Number));
  const place = theirs!.findIndex((part, i) => part !== ours![i]);
  return place !== -1 && theirs![place]! > (ours![place] ?? -1);
}
