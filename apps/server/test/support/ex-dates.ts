import type { Db } from '#src/ports/database.ts';

/** Takes back what the market has scheduled for an ex-date, actions that it has announced too: a test makes its own. */
export const freeExDate = (admin: Db, exDate: string): Promise<unknown> =>
  admin.query(
    'test.free_ex_date',
    `WITH announced AS (DELETE FROM market.corporate_action WHERE ex_date = $1)
     DELETE FROM market.ex_date WHERE ex_date = $1`,
    [exDate],
  );
