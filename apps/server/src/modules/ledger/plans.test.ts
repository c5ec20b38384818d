import { expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { buyFill, DAY, freeze, granted, recharge, trade } from '#test/ledger-fixtures.ts';
import * as ledger from './index.ts';

const database = useTestDatabase();

// A connection keeps the plans it has made. What reads a table from end to end while it has a page does so when it has a thousand.
it('Writing an entry and its second count read no table from end to end, though the ledger is nearly empty', async () => {
  await recharge(database.app, 'asha', 100_000n);
  await ledger.addSources(database.app, DAY, [trade('T1', 4n, 16_000n)]);
  await database.admin.query('t.analyze', 'ANALYZE'); // as PostgreSQL does by itself after some seconds: now it knows how small they are
  const fill = buyFill('asha', 'T1', { hold: 'O1', shares: 4n, value: 16_000n, brokerage: 20n, charges: 30n });
  const whole = await database.app.transaction(async (tx) => {
    await granted(freeze(tx, 'asha', 41_000n, 'O1'));
    await ledger.postBatch(tx, [fill]);
    await granted(
      ledger.releaseHold(tx, { kind: 'order_release', ref: 'O1', hold: 'O1', actor: 'system', marketDate: DAY }),
    );
    await recharge(tx, 'bela', 500n);
    await tx.query('t.count_now', 'SET CONSTRAINTS ALL IMMEDIATE');
    return tx.query<{ relname: string }>(
      't.whole_reads',
      `SELECT relname FROM pg_stat_xact_user_tables WHERE schemaname = 'ledger' AND seq_scan > 0 AND relname NOT IN ('kind', 'chart', 'rule') ORDER BY 1`,
    );
  });
  expect(whole).toEqual([]);
});
