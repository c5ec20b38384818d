import type { Queryable } from '#src/ports/database.ts';
import { apart, type Finding } from './finding.ts';
import type { FreshDatabase } from './made.ts';

/** What the watch of a server asks every minute: parts of the others. */
const OF_THE_WATCH = 'audit.check_often';

/**
 * What the ledger, orders, the wallet and issues check of themselves in SQL. The queries are those of this
 * version's files, run from here over the tables: the functions of the same names in the database are not
 * asked.
 */
export async function verifyByQueries(tx: Queryable, { checks }: FreshDatabase): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const [name, text] of checks) {
    if (name !== OF_THE_WATCH) found.push(...(await apart(tx, name, () => run(tx, name, text))));
  }
  return found;
}

async function run(tx: Queryable, name: string, text: string): Promise<readonly Finding[]> {
  const rows = await tx.query<{ name: string; violations: bigint; sample: string | undefined }>(
    `verify.${name}`,
    `SELECT c.name, c.violations, c.sample FROM (${text}) AS c (name, violations, sample)`,
  );
  return rows.map(({ name: check, violations, sample }) => ({
    name: check,
    violations: Number(violations),
    sample: sample,
  }));
}
