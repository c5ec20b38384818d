import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { openWallet, type WalletWorld } from '#test/wallet.ts';
import { recordsOfType } from '#modules/ledger/index.ts';
import { publishRates } from '#modules/wallet/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { verifyRates } from './rates.ts';

const { keys } = testDeps();
const DATE = '2026-11-23';
const NEXT = '2026-11-25'; // the 24th is a holiday

describe('the rates of USDT', () => {
  const database = useTestDatabase();
  const said = async () => (await recordsOfType(database.app, 'rates')).map(({ ref }) => ref);
  it('are in the log as a hash before their date, and as a seed after it', async () => {
    await publishRates({ db: database.app, keys }, DATE);
    expect((await said())[0]).toBe(`${DATE} sealed`);
    expect((await said()).every((ref) => ref?.endsWith(' sealed'))).toBe(true);
    expect((await said()).length).toBeGreaterThan(2);
    await publishRates({ db: database.app, keys }, DATE);
    const before = (await said()).length;
    await publishRates({ db: database.app, keys }, NEXT);
    const now = await said();
    expect(now.filter((ref) => ref?.endsWith('revealed'))).toEqual([`${DATE} revealed`]);
    expect(now.length).toBe(before + 2);
    expect(await verifyRates(database.admin, keys)).toEqual([
      { name: 'rates_are_as_sealed', violations: 0, sample: undefined },
    ]);
  });
});

describe('the rates of USDT at which money was converted', () => {
  const database = useTestDatabase({ provesBooks: false });
  let world: WalletWorld;
  beforeAll(async () => {
    world = await openWallet(database);
    await publishRates({ db: database.app, keys }, DATE);
    const { client, transactionPassword } = await newMember(world.app);
    await world.recharge(client, '10000.00');
    await world.pass(3);
    await client.get('convert', {
      from: 'INR',
      to: 'USDT',
      amount: '5000',
      transactionPassword,
      requestId: randomUUID(),
    });
    await publishRates({ db: database.app, keys }, NEXT);
  });
  afterAll(() => world.close());
  /** What verify finds of a change that only a superuser can make, and that is taken back. */
  const after = (change: string): Promise<string | undefined> =>
    database.admin
      .transaction(async (tx: Queryable) => {
        await tx.query('test.unlock', 'ALTER TABLE ledger.record DISABLE TRIGGER USER');
        await tx.query(`test.change ${change}`.slice(0, 60), change);
        const [found] = await verifyRates(tx, keys);
        throw new Error(`${found!.violations}: ${found!.sample}`);
      })
      .catch((error: Error) => error.message);

  it('are those that were sealed', async () => {
    expect(await verifyRates(database.admin, keys)).toEqual([
      { name: 'rates_are_as_sealed', violations: 0, sample: undefined },
    ]);
  });

  it.each([
    [
      'another seed than was sealed',
      `UPDATE ledger.record SET json = replace(json, '"seed":"', '"seed":"00') WHERE ref = '${DATE} revealed'`,
      'another seed',
    ],
    [
      'another rate than the seed gives',
      `UPDATE ledger.record SET json = regexp_replace(json, '"middle":"[0-9.]+"', '"middle":"87.50"') WHERE ref = '${DATE} revealed'`,
      'another rate',
    ],
    ['a seal that is gone', `DELETE FROM ledger.record WHERE ref = '${DATE} sealed'`, 'not sealed before'],
    ['a conversion at a rate of its own', 'UPDATE wallet.conversion SET rate_paise = rate_paise - 100', 'the seed of'],
  ])('are not taken with %s', async (_what, change, words) => {
    expect(await after(change)).toMatch(new RegExp(`^[12]: .*${words}`));
  });
});
