import type { Day } from '@khara/rules';
import { keepActions, type CorporateAction } from '#modules/market/index.ts';
import type { TestDatabase } from './database.ts';

/**
 * Announces a test's actions for an ex-date in the place of what the market has scheduled for it, announced or not.
 * `at` is the instant in ms.
 */
export async function announceInstead(
  { admin, app }: Pick<TestDatabase, 'admin' | 'app'>,
  exDate: Day,
  actions: readonly CorporateAction[],
  at: number,
): Promise<void> {
  await admin.query(
    'test.free_ex_date',
    `WITH announced AS (DELETE FROM market.corporate_action WHERE ex_date = $1)
     DELETE FROM market.ex_date WHERE ex_date = $1`,
    [exDate],
  );
  if (!(await app.transaction((tx) => keepActions(tx, exDate, actions, at))))
    throw new Error(`The market has scheduled for ${exDate} meanwhile`);
}
