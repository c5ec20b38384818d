import { describe, expect, it } from 'vitest';
import { useTestDatabase, recordTheCause } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { freeze, granted, recharge } from '#test/ledger-fixtures.ts';
import * as ledger from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { watchBooks } from './watch-books.ts';

const database = useTestDatabase({ provesBooks: false, per: 'test' });

const depsOf = () => ({
  ...testDeps({ db: database.app, market: { now: () => ({ marketDate: '2026-11-23' }) } as Deps['market'] }),
  longQueries: database.job,
});

describe('the watch over the books', () => {
  it('finds nothing in whole books, and counts what contradicts them', async () => {
    const watch = watchBooks(depsOf());
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

  it('says in rupees what the platform has borne of losses of the date', async () => {
    const watch = watchBooks(depsOf());
    await watch.check();
    expect(watch.lossesAbsorbed()).toBe(0);
    await recharge(database.app, 'asha', 10_000n);
    const loss = { id: '2026-11-23/asha/ZZK065C01018', amount: 12_345n };
    await ledger.addSources(database.app, '2026-11-23', [
      { type: 'short_delivery', purpose: 'short_sale', owner: ledger.userOwner('asha'), asset: 'INR', ...loss },
    ]);
    const posted = await ledger.post(database.app, {
      kind: 'short_sale',
      ref: loss.id,
      actor: 'system',
      marketDate: '2026-11-23',
      lines: [
        ledger.move(ledger.available('asha'), -5_000n),
        ledger.move(ledger.lossesAbsorbed, 5_000n - loss.amount),
        ledger.move(ledger.clearing(), loss.amount),
      ],
    });
    expect(posted.refused).toBeUndefined();
    await watch.check();
    expect(watch.lossesAbsorbed()).toBe(73.45);
  });

  it('stops money until two people have recorded why, and does not stop again for what they have looked at', async () => {
    const watch = watchBooks(depsOf());
    const raise = (by: number) =>
      database.admin.query(
        `test.raise.${by}`,
        `UPDATE ledger.account SET balance = balance + ${by} WHERE owner = 'u:asha' AND code = 102`,
      );
    const records = () =>
      database.app.query<{ type: string }>(
        'test.books_records',
        `SELECT type FROM ledger.record WHERE type LIKE 'books.%' ORDER BY id`,
      );
    await recharge(database.app, 'asha', 10_000n);
    await granted(freeze(database.app, 'asha', 100n, 'H-1'));
    await raise(7);
    await watch.check();
    expect(watch.stopped()).toMatchObject({ check: 'chain_head' });

    const why = (actor: string) => recordTheCause(database.admin, actor);
    expect(await why('S-1')).toBe(false);
    expect(await why('S-1')).toBe(false); // the same person twice is one
    await watch.check();
    expect(watch.stopped()).toBeDefined();
    expect(await why('S-2')).toBe(true);
    await watch.check();
    expect(watch.stopped()).toBeUndefined();
    expect((await records()).map(({ type }) => type)).toEqual([
      'books.stop',
      'books.cause',
      'books.cause',
      'books.resume',
    ]);
    await watch.checkAll();
    expect(watch.stopped()).toBeDefined(); // other checks find it too
    const asApp = database.app.query('test.as_app', `SELECT ledger.record_cause('S-9', 'the server itself')`);
    await expect(asApp).rejects.toMatchObject({ code: '42501' });
  });
});
