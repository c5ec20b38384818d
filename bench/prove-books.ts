import type pg from 'pg';
import { installKeys } from '../apps/server/src/adapters/install-keys.ts';
import { keysPath } from '../apps/server/src/adapters/keys.ts';
import { openPool } from '../apps/server/src/adapters/postgres.ts';
import { sealLog } from '../apps/server/src/modules/ledger/index.ts';
import { verifyLedger } from '../apps/server/src/verify/ledger.ts';

/** A long ledger takes its time. */
const TIMEOUT_MS = 600_000;

/**
 * Reads back what a run left and computes it again: each entry's leaf and rules in TypeScript, each chain, balance and
 * node of the log in SQL, orders against fills. Answers what it says; throws when anything is wrong.
 */
export async function proveBooks(dataDir: string, admin: pg.ClientConfig): Promise<string> {
  const db = openPool({ ...admin, max: 1, statement_timeout: TIMEOUT_MS, query_timeout: TIMEOUT_MS });
  try {
    const keys = await installKeys(keysPath(dataDir));
    await sealLog({ db, clock: { now: () => Date.now() }, keys });
    return await db.snapshot(async (tx) => {
      const found = [
        ...(await verifyLedger(tx, keys)),
        ...(await tx.query<{ name: string; violations: bigint; sample: string | undefined }>(
          'bench.prove',
          `SELECT name, violations, sample FROM audit.check_all() UNION ALL SELECT name, violations, sample FROM trading.check_all()
           UNION ALL SELECT name, violations, sample FROM trading.check_lots()`,
        )),
      ];
      const wrong = found.filter(({ violations }) => Number(violations) > 0);
      const [count] = await tx.query<{ entries: bigint; lines: bigint; accounts: bigint }>(
        'bench.count',
        `SELECT (SELECT count(*) FROM ledger.entry) AS entries, (SELECT count(*) FROM ledger.posting) AS lines,
           (SELECT count(*) FROM ledger.account) AS accounts`,
      );
      if (wrong.length > 0)
        throw new Error(`The books are wrong: ${wrong.map(({ name, sample }) => `${name}: ${sample}`).join('; ')}`);
      return `0 wrong of ${count?.entries} entries, ${count?.lines} lines, ${count?.accounts} accounts`;
    });
  } finally {
    await db.close();
  }
}
