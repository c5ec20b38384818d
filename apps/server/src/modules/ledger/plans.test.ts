import { expect, it } from 'vitest';
import type { Tx } from '#src/ports/database.ts';
import { useTestDatabase } from '#test/database.ts';
import { buyFill, DAY, freeze, granted, recharge, trade } from '#test/ledger-fixtures.ts';
import * as ledger from './index.ts';

const database = useTestDatabase();

// A connection keeps the plans it has made. What reads a table from end to end while it has a page does so
// when it has a thousand.
it('Writing an entry and its second count read no table from end to end, though the ledger is nearly empty', async () => {
  await recharge(database.app, 'asha', 100_000n);
  await ledger.addSources(database.app, DAY, [trade('T1', 4n, 16_000n)]);
  // As PostgreSQL does by itself after some seconds: now it knows how small they are.
  await database.admin.query('t.analyze', 'ANALYZE');
  const fill = buyFill('asha', 'T1', { hold: 'O1', shares: 4n, value: 16_000n, brokerage: 20n, charges: 30n });
  const whole = await database.app.transaction(async (tx) => {
    await granted(freeze(tx, 'asha', 41_000n, 'O1'));
    await ledger.postBatch(tx, [fill]);
    await granted(
      ledger.releaseHold(tx, { kind: 'order_release', ref: 'O1', hold: 'O1', actor: 'system', marketDate: DAY }),
    );
    await recharge(tx, 'bela', 500n);
    return tx.query<{ relname: string }>(
      't.whole_reads',
      `SELECT relname FROM pg_stat_xact_user_tables WHERE schemaname = 'ledger' AND seq_scan > 0 AND relname NOT IN ('kind', 'chart', 'rule') ORDER BY 1`,
    );
  });
  expect(whole).toEqual([]);
});

// In a long ledger the entries of one account lie each on a page of its own: what is not shown is not read.
it('A page of a statement and one of a chain read entries, and no places in the log', async () => {
  await recharge(database.app, 'chitra', 100_000n);
  const owner = ledger.userOwner('chitra');
  const readBy = (work: (tx: Tx) => Promise<unknown>) =>
    database.app.transaction(async (tx) => {
      const before = new Map(await looksInto(tx));
      await work(tx);
      const after = await looksInto(tx);
      return after.filter(([table, looks]) => looks > (before.get(table) ?? 0n)).map(([table]) => table);
    });
  expect(await readBy((tx) => ledger.billPage(tx, { owner, size: 21 }))).toEqual(['asset', 'entry', 'person', 'rule']);
  expect(await readBy((tx) => ledger.saleProceeds(tx, owner, DAY))).toEqual(['entry', 'person']);
  const { id } = (await ledger.readAccount(database.app, owner, 'INR', 101))!;
  expect(await readBy((tx) => ledger.entriesOfAccount(tx, id, { afterSeq: 0, size: 50 }))).toEqual([
    'account',
    'asset',
    'entry',
    'person',
  ]);
});

/** How often each table of the ledger was looked into by this connection since its counts went to the others. */
async function looksInto(tx: Tx) {
  const rows = await tx.query<{ relname: string; looks: bigint }>(
    't.looks',
    `SELECT relname, coalesce(idx_scan, 0) + seq_scan AS looks FROM pg_stat_xact_user_tables WHERE schemaname = 'ledger' ORDER BY 1`,
  );
  return rows.map(({ relname, looks }) => [relname, looks] as const);
}
