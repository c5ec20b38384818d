import { randomUUID } from 'node:crypto';
import type { Data } from '@khara/contract';
import { hex, readCheckpoint } from '@khara/proof';
import { HOUR_MS } from '@khara/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCreditEvent } from '#modules/credit/index.ts';
import { sealLog } from '#modules/ledger/index.ts';
import { newMember } from '#test/client.ts';
import { useTestDatabase, recordTheCause, stopTheBooks } from '#test/database.ts';
import { granted } from '#test/ledger-fixtures.ts';
import { openWallet, OWN_PASSWORD, type WalletWorld } from '#test/wallet.ts';
import { handlers } from './index.ts';

const database = useTestDatabase({ provesBooks: false });
let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet(database);
});
afterAll(() => world.close());

const certificate = (): Promise<Data<'certificate'>> => granted(handlers.certificate(world.deps));

describe('the certificate', () => {
  it('claims no registration, and names the key that signs the log and its newest checkpoint', async () => {
    await sealLog(world.deps);
    const { mode, registration, log } = await certificate();
    expect([mode, registration]).toEqual(['practice', null]);
    const [row] = await database.app.query<{ note: string }>(
      'test.note',
      'SELECT note FROM ledger.checkpoint ORDER BY size DESC, at_ms DESC LIMIT 1',
    );
    const read = readCheckpoint(row!.note, world.deps.keys.log);
    if (!read.ok) throw new Error(read.fault);
    expect(log).toMatchObject({ name: 'khara/test', publicKey: hex(world.deps.keys.log.publicKey) });
    expect(log.checkpoint).toMatchObject({ size: read.checkpoint.size, root: hex(read.checkpoint.root) });
  });

  it('tells how many withdrawals wait, and for how long', async () => {
    expect((await certificate()).withdrawals).toMatchObject({ waiting: 0, medianAgeMs: null, oldestAgeMs: null });
    const { own, account } = await world.newPayee({ money: '5000.00' });
    for (let count = 0; count < 3; count += 1) {
      await own.get('submitWithdrawal', {
        currency: 'INR',
        amount: '500.00',
        bankId: account.id,
        transactionPassword: OWN_PASSWORD,
        requestId: randomUUID(),
      });
      world.clock.advance(2 * HOUR_MS);
    }
    const { withdrawals } = await certificate();
    expect(withdrawals).toMatchObject({ waiting: 3, medianAgeMs: 4 * HOUR_MS, oldestAgeMs: 6 * HOUR_MS });
  });

  it('counts the accounts that a rule keeps from withdrawing', async () => {
    const before = (await certificate()).withdrawals.blocked;
    expect(before.filter(({ rule }) => rule === 'duplicate_identity')).toEqual([]);
    const { userId } = await newMember(world.app);
    await database.app.transaction((tx) =>
      addCreditEvent(tx, world.deps, { userId, rule: 'duplicate_identity', about: `t:${userId}` }),
    );
    expect((await certificate()).withdrawals.blocked).toContainEqual({ rule: 'duplicate_identity', accounts: 1 });
  });

  it('shows that a check has stopped money, and keeps showing it when two people have recorded why', async () => {
    await stopTheBooks(database.app);
    expect((await certificate()).books).toMatchObject({
      stopped: true,
      stops: [{ check: 'made_up', resumedAt: null }],
    });
    for (const actor of ['S-1', 'S-2']) await recordTheCause(database.admin, actor);
    expect((await certificate()).books).toMatchObject({
      stopped: false,
      stops: [{ check: 'made_up', resumedAt: expect.any(Number) }],
    });
  });
});
