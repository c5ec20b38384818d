import type { Queryable } from '#src/ports/database.ts';
import type { Finding } from './finding.ts';
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
    if (name === OF_THE_WATCH) continue;
    const rows = await tx.query<{ name: string; violations: bigint; sample: string | null }>(
      `verify.${name}`,
      `SELECT c.name, c.violations, c.sample FROM (${text}) AS c (name, violations, sample)`,
    );
    for (const { name: check, violations, sample } of rows)
      found.push({ name: check, violations: Number(violations), sample: sample ?? undefined });
  }
  return found;
}
