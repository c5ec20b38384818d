import fc from 'fast-check';
import { expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { buyFill, freeze, granted, trade } from '#test/ledger-fixtures.ts';
import * as ledger from './index.ts';

const database = useTestDatabase();
let n = 0;

const USERS = ['asha', 'bela'] as const;
const on = (day: number) => `2026-01-${String(day).padStart(2, '0')}`;

/** Money comes from a rail, or goes back there. */
async function move(user: string, kind: 'recharge' | 'recharge_return', amount: bigint, marketDate: string) {
  const id = `RC-${(n += 1)}`;
  const [asset, owner] = ['INR', ledger.userOwner(user)] as const;
  await ledger.addSources(database.app, marketDate, [{ type: 'rail_event', id, purpose: kind, owner, asset, amount }]);
  const paise = kind === 'recharge' ? amount : -amount;
  const lines = [ledger.move(ledger.railIn('INR'), -paise), ledger.move(ledger.available(user), paise)];
  return ledger.post(database.app, { kind, ref: id, actor: 'system', marketDate, lines });
}

async function buy(user: string, value: bigint, marketDate: string): Promise<void> {
  const id = `T-${(n += 1)}`;
  const held = await freeze(database.app, user, value + 9n, id);
  if (held.refused !== undefined) return;
  await ledger.addSources(database.app, marketDate, [trade(id, 1n, value)]);
  const fill = buyFill(user, id, { hold: id, shares: 1n, value, brokerage: 4n, charges: 5n });
  await ledger.postBatch(database.app, [{ ...fill, marketDate }]);
}

/** Of all dates, by the lines of the entries one by one. */
async function plainSums(user: string, marketDate: string | undefined) {
  const entries = await database.app.query<{ kind: string; mdate: string; code: number[]; amount: bigint[] }>(
    't.entries',
    'SELECT e.kind, e.mdate, e.code, e.amount FROM ledger.entry e WHERE e.person = (SELECT id FROM ledger.person WHERE owner = $1)',
    [ledger.userOwner(user)],
  );
  const lines = entries
    .filter(({ mdate }) => marketDate === undefined || mdate === marketDate)
    .flatMap(({ kind, code, amount }) => code.map((of, at) => ({ kind, code: of, amount: amount[at]! })));
  const sum = (is: (line: (typeof lines)[number]) => boolean) =>
    lines.filter(is).reduce((total, { amount }) => total + amount, 0n);
  return {
    came: -sum(({ code, kind }) => code === 301 && kind === 'recharge'),
    tookBack: sum(({ code, kind }) => code === 301 && kind === 'recharge_return'),
    charges: sum(({ code }) => code === 201 || code === 202),
  };
}

async function keptSums(user: string, marketDate: string | undefined) {
  const sums = (await ledger.moveSums(database.app, ledger.userOwner(user))).filter(
    (one) => marketDate === undefined || one.marketDate === marketDate,
  );
  const sum = (of: 'came' | 'tookBack' | 'charges') => sums.reduce((total, one) => total + one[of], 0n);
  return { came: sum('came'), tookBack: sum('tookBack'), charges: sum('charges') };
}

it('sums of a member are those of all entries, of the day and in all, whenever they were asked for before', async () => {
  let day = 1;
  const step = fc.record({
    do: fc.constantFrom('recharge', 'recharge_return', 'buy', 'ask', 'next day'),
    user: fc.constantFrom(...USERS),
    amount: fc.bigInt(1n, 10_000n),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      for (const { do: what, user, amount } of steps) {
        if (what === 'next day') day = Math.min(day + 1, 28);
        else if (what === 'buy') await buy(user, amount, on(day));
        else if (what === 'ask') await keptSums(user, undefined);
        else await move(user, what as 'recharge', amount, on(day));
      }
      for (const user of USERS)
        for (const date of [undefined, on(day)])
          expect(await keptSums(user, date)).toEqual(await plainSums(user, date));
    }),
    { numRuns: 8 },
  );
});

it('reads no entry twice', async () => {
  const owner = ledger.userOwner('chitra');
  for (let k = 0; k < 50; k += 1) await granted(move('chitra', 'recharge', 1n, on(28)));
  await database.app.transaction(async (tx) => {
    const read = async () => {
      const [row] = await tx.query<{ read: number }>(
        't.read',
        `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read FROM pg_stat_xact_user_tables WHERE relid = 'ledger.entry'::regclass`,
      );
      return row!.read;
    };
    expect(await ledger.moveSums(tx, owner)).toMatchObject([{ came: 50n }]);
    const before = await read();
    expect(before).toBeGreaterThanOrEqual(50);
    expect(await ledger.moveSums(tx, owner)).toMatchObject([{ came: 50n }]);
    expect((await read()) - before).toBeLessThan(5);
  });
});
