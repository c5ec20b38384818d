import { describe, expect, it } from 'vitest';
import { useBackOffice } from '#test/back-office.ts';
import { newMember } from '#test/client.ts';
import { eraseClosedAccounts } from '#modules/privacy/index.ts';
import { recordsOfType } from '#modules/ledger/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { verifyMembers } from './members.ts';
import { verifyRecordedRows } from './recorded-rows.ts';
import { testDeps } from '#test/deps.ts';

const { keys } = testDeps();
const NUMBER = '000123456789';

/** Names of the checks that find something. */
const wrong = async (tx: Queryable) =>
  [...(await verifyRecordedRows(tx, keys)), ...(await verifyMembers(tx, keys))]
    .filter(({ violations }) => violations > 0)
    .map(({ name }) => name);
describe('what the log has of a member’s rows', () => {
  const office = useBackOffice();
  /** A member with a bank account. */
  async function payee(): ReturnType<typeof newMember> {
    const member = await newMember(office.app);
    await member.client.get('saveBankAccount', {
      channelType: 'NEFT',
      accountNumber: NUMBER,
      holderName: 'Meera Nair',
      ifsc: 'KHAR0000001',
    });
    return member;
  }

  /** What is found of a change that is taken back. */
  const after = (change: string) =>
    office.database.admin
      .transaction(async (tx) => {
        await tx.query(`test.change.${change}`.slice(0, 60), change);
        throw Object.assign(new Error('taken back'), { found: await wrong(tx) });
      })
      .catch((error: Error & { found?: readonly string[] }) => error.found ?? Promise.reject(error));

  /** What the log has of bank accounts and of secrets. */
  const recorded = async () =>
    (
      await Promise.all(
        (['bank.account', 'account.secrets'] as const).map((type) => recordsOfType(office.database.app, type)),
      )
    ).flat();

  it('agrees with them, and with no others', async () => {
    const { userId } = await payee();
    const [ofBank, ofMember] = [`WHERE member_id = '${userId}'`, `WHERE id = '${userId}'`];
    expect(await wrong(office.database.admin)).toEqual([]);
    expect(await after(`UPDATE wallet.bank_account SET holder_name = 'Another Person' ${ofBank}`)).toEqual([
      'bank_accounts_recorded',
    ]);
    expect(await after(`UPDATE wallet.bank_account SET stopped_at = NULL, deleted_at = 1 ${ofBank}`)).toEqual([
      'bank_accounts_recorded',
    ]);
    expect(await after(`UPDATE accounts.member SET password_hash = transaction_password_hash ${ofMember}`)).toEqual([
      'accounts_recorded',
    ]);
    expect(await after(`UPDATE accounts.member SET log_salt = sha256(log_salt) ${ofMember}`)).toContain(
      'accounts_recorded',
    );
    expect(await after(`DELETE FROM wallet.bank_account ${ofBank}`)).toEqual(['bank_accounts_recorded']);
  });

  it('names no number and no person', async () => {
    const before = new Set((await recorded()).map(({ uid }) => uid));
    const member = await payee();
    const records = (await recorded()).filter(({ uid }) => !before.has(uid));
    expect(records).toHaveLength(2);
    for (const { json } of records) {
      expect(Object.keys(JSON.parse(json)).sort()).toEqual(['act', 'id', 'owner', 'row']);
      for (const personal of [NUMBER, NUMBER.slice(-4), 'Meera', member.phone]) expect(json).not.toContain(personal);
    }
  });

  it('stays true when the member is erased, whose salt goes with the rows', async () => {
    const { transactionPassword, client: own, userId } = await payee();
    const { erasesAt } = await own.get('closeAccount', { transactionPassword });
    await eraseClosedAccounts({ ...office.deps, clock: { now: () => erasesAt } });
    const [row] = await office.database.admin.query<{ logSalt: Buffer | undefined }>(
      'test.salt',
      'SELECT log_salt FROM accounts.member WHERE id = $1',
      [userId],
    );
    expect(row).toEqual({ logSalt: undefined });
    expect(await wrong(office.database.admin)).toEqual([]);
    expect(
      await after(
        `UPDATE accounts.member SET log_salt = sha256('x'), erased_at = NULL, phone = '+919876543210' WHERE id = '${userId}'`,
      ),
    ).toContain('erasures_recorded');
  });
});
