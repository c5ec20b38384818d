import type { Db } from '#src/ports/database.ts';
import { expectRecord } from './signed-records.ts';

/** A check that contradicts the books. */
export type Contradiction = { readonly check: string; readonly violations: bigint; readonly sample: string };

/**
 * Stops money, unless it is stopped or two people have looked at this very finding before. Answers whether it is
 * stopped now.
 */
export const stopBooks = (db: Db, { check, violations, sample }: Contradiction): Promise<boolean> =>
  db.transaction(async (tx) => {
    expectRecord(tx, 'books.stop', { check, violations: Number(violations) });
    const [row] = await tx.query<{ stopped: boolean }>(
      'ledger.stop_books',
      'SELECT ledger.stop_books($1, $2, $3) AS stopped',
      [check, violations, sample],
    );
    return row?.stopped === true;
  });
