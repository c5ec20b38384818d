import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { freeze, granted, recharge } from '#test/ledger-fixtures.ts';
import { watchBooks } from './watch-books.ts';

const database = useTestDatabase({ provesBooks: false });

describe('the watch over the books', () => {
  it('finds nothing in whole books, and counts what contradicts them', async () => {
    const watch = watchBooks({ db: database.app, log: testDeps().log });
    await recharge(database.app, 'asha', 10_000n);
    await granted(freeze(database.app, 'asha', 100n, 'H-1'));
    await watch.check();
    expect(watch.violations()).toBe(0);

    const edit = (name: string, sql: string) => database.admin.query(`test.${name}`, sql);
    await edit('raise', `UPDATE ledger.account SET balance = balance + 1 WHERE owner = 'u:asha' AND code = 101`);
    await watch.check();
    expect(watch.violations()).toBe(1);
    await edit('lower', `UPDATE ledger.account SET balance = balance - 1 WHERE owner = 'u:asha' AND code = 101`);
    await watch.check();
    expect(watch.violations()).toBe(0);

    await edit('open', 'ALTER TABLE ledger.entry DISABLE TRIGGER USER');
    await edit('age', 'UPDATE ledger.entry SET at_ms = at_ms - 60000');
    await watch.check();
    expect(watch.violations()).toBe(2); // both wait to be sealed
  });
});
