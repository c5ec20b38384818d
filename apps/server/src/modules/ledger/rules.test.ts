import { describe, expect, it } from 'vitest';
import { SqlError } from '#src/ports/database.ts';
import { useTestDatabase } from '#test/database.ts';
import { balances, credit, DAY, freeze, freezeShares, granted, ISIN, recharge } from '#test/ledger-fixtures.ts';
import { CODES, KINDS, type Asset, type Owner } from './index.ts';

type Rule = { kind: string; code: number; sign: number; businessType: string | undefined };
type Chart = { code: number; owner: 'u' | 'p' | 'x'; holds: string; frozen: boolean; outside: boolean };

const ownerOf = (one: Chart): Owner => (one.owner === 'u' ? 'u:asha' : one.owner);

describe('the rules of the ledger', () => {
  const database = useTestDatabase();
  const rules = () => database.app.query<Rule>('t.rules', 'SELECT * FROM ledger.rule');
  const chart = () => database.app.query<Chart>('t.chart', 'SELECT * FROM ledger.chart ORDER BY code');
  const kinds = () =>
    database.app.query<{ kind: string; hold: string | undefined; source: string | undefined; bills: boolean }>(
      't.kinds',
      'SELECT * FROM ledger.kind',
    );

  it('know the kinds and accounts that the code knows, and no others', async () => {
    expect((await kinds()).map((row) => row.kind).sort()).toEqual([...KINDS].sort());
    expect((await chart()).map((row) => row.code)).toEqual(Object.values(CODES));
  });

  it('let frozen accounts move with holds only, and ask for a source wherever value comes from outside', async () => {
    const kindOf = new Map((await kinds()).map((row) => [row.kind, row]));
    const accountOf = new Map((await chart()).map((row) => [row.code, row]));
    for (const rule of await rules()) {
      const kind = kindOf.get(rule.kind)!;
      const account = accountOf.get(rule.code)!;
      if (account.frozen) expect(kind.hold, JSON.stringify(rule)).not.toBeUndefined();
      if (account.outside && rule.kind !== 'reversal') expect(kind.source, JSON.stringify(rule)).not.toBeUndefined();
      if (account.owner === 'u') expect(rule.businessType).toBeUndefined();
      if (rule.businessType !== undefined) expect(kind.bills, JSON.stringify(rule)).toBe(true);
    }
  });

  it('open holds of the kinds whose rules allow it, and of no others: also when a rule is taken away', async () => {
    const opening = `SELECT kind FROM ledger.kind WHERE opens ORDER BY kind`;
    const holds = (await kinds()).filter((row) => row.hold === 'open').map(({ kind }) => ({ kind }));
    expect(await database.app.query('t.opening', opening)).toEqual(holds.sort((a, b) => (a.kind < b.kind ? -1 : 1)));
    const changed = database.admin.transaction(async (tx) => {
      await tx.query('t.no_rule', `DELETE FROM ledger.rule WHERE kind = 'order_hold' AND sign = -1`);
      throw Object.assign(new Error('seen'), { left: await tx.query('t.opening', opening) });
    });
    await expect(changed).rejects.toMatchObject({ left: holds.filter(({ kind }) => kind !== 'order_hold') });
  });

  it('have no kind for a correction by hand', async () => {
    const words = (await rules()).filter((rule) => rule.businessType === 'adjustment').map((rule) => rule.kind);
    expect(new Set(words)).toEqual(new Set(['reversal']));
  });

  /**
   * Every kind is tried on every account, both ways. The other line is one that the kind may have, so that it
   * is the tried one which the ledger refuses.
   */
  it('refuse every kind on every account that is not its own', async () => {
    await recharge(database.app, 'asha', 100_000n);
    await credit(database.app, 'asha', 1_000n);
    await granted(freeze(database.app, 'asha', 50_000n, 'money'));
    await granted(freezeShares(database.app, 'asha', 500n, 'shares'));
    const before = await database.app.query('t.count', 'SELECT count(*) FROM ledger.entry');

    const allowed = new Set((await rules()).map((rule) => `${rule.kind} ${rule.code} ${rule.sign}`));
    const accounts = await chart();
    let tried = 0;
    for (const kind of await kinds()) {
      for (const account of accounts) {
        for (const sign of [-1, 1]) {
          if (allowed.has(`${kind.kind} ${account.code} ${sign}`)) continue;
          const asset: Asset = account.holds === 'shares' ? `EQ:${ISIN}` : 'INR';
          const other = accounts.find(
            (one) =>
              one.code !== account.code &&
              allowed.has(`${kind.kind} ${one.code} ${-sign}`) &&
              (one.holds === 'any' || (one.holds === 'shares') === asset.startsWith('EQ:')),
          );
          const lines = other ? [account, other] : [account];
          const columns = [
            lines.map(ownerOf),
            lines.map(() => asset),
            lines.map((line) => line.code),
            lines.map((_, n) => (n === 0 ? sign : -sign)),
          ];
          const head = [kind.kind, `T${tried}`, 'test', DAY];
          const attempt =
            kind.hold === 'capture'
              ? database.app.query(
                  't.capture',
                  'SELECT ledger.hold_capture(NULL, NULL, $1, $2, $3, $4, $5, 1, 0, $6, $7, $8, $9)',
                  [...head, kind.kind === 'sell_fill' ? 'shares' : 'money', ...columns],
                )
              : database.app.query('t.post', 'SELECT ledger.post(NULL, NULL, $1, $2, $3, $4, $5, $6, $7, $8)', [
                  ...head,
                  ...columns,
                ]);
          const failure: unknown = await attempt.then(
            () => 'nothing',
            (error: unknown) => error,
          );
          expect(failure, `${kind.kind} on ${account.code} by ${sign}`).toBeInstanceOf(SqlError);
          tried += 1;
        }
      }
    }
    expect(tried).toBeGreaterThan(700);
    expect(await database.app.query('t.count', 'SELECT count(*) FROM ledger.entry')).toEqual(before);
    expect(await balances(database.app, 'asha')).toEqual({ 101: 50_000n, 102: 50_000n });
  });
});
