import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DATABASE_FILES } from '#src/adapters/build-database.ts';
import type { Queryable } from '#src/ports/database.ts';

/** What ledger.hold_open draws by itself, and the argument that takes its place. */
const DRAWN: readonly (readonly [string, string])[] = [
  ['FUNCTION ledger.hold_open(', 'FUNCTION ledger.hold_open_exactly('],
  ['p_expires_ms bigint DEFAULT NULL', 'p_expires_ms bigint, p_uid uuid, p_salt bytea, p_now bigint'],
  ['uuidv7()', 'p_uid'],
  ['uuid_send(gen_random_uuid())', 'p_salt'],
  ['(extract(epoch FROM clock_timestamp()) * 1000)::bigint', 'p_now'],
];

/**
 * Makes ledger.hold_open_exactly in a test's database: the text of ledger.hold_open, with id, salt and
 * instant as arguments. So a test can compare its hashes with those of the specification. The product has no
 * such function: a call of one by the other would cost as much as a statement.
 */
export async function makeHoldOpenExactly(admin: Queryable): Promise<void> {
  let sql = await readFile(path.join(DATABASE_FILES, 'functions/ledger/hold-open.sql'), 'utf8');
  for (const [drawn, given] of DRAWN) {
    if (!sql.includes(drawn)) throw new Error(`ledger.hold_open says nothing of ${drawn}`);
    sql = sql.replaceAll(drawn, given);
  }
  await admin.query('test.hold_open_exactly', sql);
}
