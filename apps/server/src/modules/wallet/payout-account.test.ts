import { randomUUID } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@khara/rules';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOOD_PASSWORD, type Client } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { openWallet, HOLDER, OWN_PASSWORD, type WalletWorld } from '#test/wallet.ts';

const database = useTestDatabase();
let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet(database);
});
afterAll(() => world.close());

const OTHER = { channelType: 'NEFT', accountNumber: '000987654321', holderName: HOLDER, ifsc: 'KHAR0000001' };
const BOTH = { password: GOOD_PASSWORD, transactionPassword: OWN_PASSWORD };
const payout = (bankId: string, amount = '100.00') => ({
  currency: 'INR' as const,
  amount,
  bankId,
  transactionPassword: OWN_PASSWORD,
  requestId: randomUUID(),
});
const newest = async (own: Client) => (await own.get('noticeList', { category: 'system' })).list[0]!;

/** A member whose first account is gone, as a thief would leave it. */
async function withoutAccount() {
  const payee = await world.newPayee();
  await payee.own.get('deleteBankAccount', { id: payee.account.id });
  return payee;
}
/** A member who has replaced the account. */
async function replaced() {
  const payee = await withoutAccount();
  return { ...payee, next: await payee.own.get('saveBankAccount', { ...OTHER, ...BOTH }) };
}
/** A member who has replaced the account and stopped it. */
async function stopped() {
  const payee = await replaced();
  await payee.own.get('stopBankAccount', { id: payee.next.id });
  return payee;
}

describe('an account that takes the place of another', () => {
  it('is not bound by a session alone, nor by one password', async () => {
    const { own } = await withoutAccount();
    await own.get('rememberTransactionPassword', { transactionPassword: OWN_PASSWORD, minutes: 15 });
    const tried = (proof: object) => own.refused('saveBankAccount', { ...OTHER, ...proof });
    expect(await tried({})).toBe('password_required');
    expect(await tried({ password: GOOD_PASSWORD })).toBe('transaction_password_required');
    expect(await tried({ transactionPassword: OWN_PASSWORD })).toBe('password_required');
    expect(await tried({ ...BOTH, password: 'not-the-password' })).toBe('login_password_wrong');
    expect(await tried({ ...BOTH, transactionPassword: '000000' })).toBe('transaction_password_wrong');
    expect(await own.get('bankAccounts', {})).toEqual([]);
    expect(await own.get('saveBankAccount', { ...OTHER, ...BOTH })).toMatchObject({ accountNumber: 'XXXX XXXX 4321' });
  });

  it('needs a code where the second factor is on, and no password', async () => {
    const { own } = await withoutAccount();
    const { secret } = await own.get('totpSetup', {});
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now() });
    await own.get('totpConfirm', { otp: code() });
    world.clock.advance(MINUTE_MS); // that code was used
    expect(await own.refused('saveBankAccount', { ...OTHER, ...BOTH })).toBe('second_factor_required');
    expect(await own.refused('saveBankAccount', { ...OTHER, otp: '000000' })).toBe('otp_wrong');
    await own.get('saveBankAccount', { ...OTHER, otp: code() });
  });

  it('is paid to after the wait that the account, its notice and the refusal name', async () => {
    const { own, next } = await replaced();
    const from = world.clock.now() + 5 * MINUTE_MS;
    expect(next).toMatchObject({ payableFrom: from, stopped: false });
    const { body, link } = await newest(own);
    expect(link).toBe(`/pages/wallet/bindcard/mycard?stop=${next.id}`);
    const inIndia = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', timeStyle: 'short' }).format(from);
    expect(body).toContain(`${inIndia} India time`);

    const refused = await own.ask('submitWithdrawal', payout(next.id));
    expect(refused.data).toMatchObject({ reason: 'bank_account_waits', payableFrom: from });
    world.clock.advance(5 * MINUTE_MS - 1);
    expect(await own.refused('submitWithdrawal', payout(next.id))).toBe('bank_account_waits');
    world.clock.advance(1);
    await own.get('submitWithdrawal', payout(next.id));
    expect(await own.get('bankAccounts', {})).toMatchObject([{ payableFrom: null }]);
    await world.pass(10);
  });

  it('waits 24 hours where money is real, while a first account never waits', async () => {
    const people = await openWallet(database, { environment: { RAILS: 'manual' } });
    const { own, account } = await people.newPayee({ money: '0.00' });
    expect(account).toMatchObject({ payableFrom: null, stopped: false });
    await own.get('deleteBankAccount', { id: account.id });
    const next = await own.get('saveBankAccount', { ...OTHER, ...BOTH });
    expect(next.payableFrom).toBe(people.clock.now() + 24 * HOUR_MS);
    await people.close();
  });

  it('is no replacement when its number is that of an account that was payable', async () => {
    const { own, account } = await withoutAccount();
    const again = { ...OTHER, accountNumber: '000123456789' };
    expect(await own.get('saveBankAccount', again)).toMatchObject({ payableFrom: null });
    expect(account.accountNumber).toBe('XXXX XXXX 6789');
  });

  it('waits again when it is removed and bound again during its wait', async () => {
    const { own, next } = await replaced();
    world.clock.advance(MINUTE_MS);
    await own.get('deleteBankAccount', { id: next.id });
    const again = await own.get('saveBankAccount', { ...OTHER, ...BOTH });
    expect(again.payableFrom).toBe(world.clock.now() + 5 * MINUTE_MS);
  });
});

describe('an owner who reads of an account that is not theirs', () => {
  it('stops it from any session, and nothing is paid to it however long it waits', async () => {
    const { own, next } = await replaced();
    expect(await own.get('stopBankAccount', { id: next.id })).toMatchObject({ stopped: true });
    expect(await own.get('stopBankAccount', { id: next.id })).toMatchObject({ stopped: true });
    expect((await newest(own)).title).toBe('Payouts to your new bank account are stopped');
    world.clock.advance(HOUR_MS);
    expect(await own.refused('submitWithdrawal', payout(next.id))).toBe('bank_account_stopped');
    expect((await own.get('rupeeWallet', {})).frozen.withdrawals).toBe('0.00');
  });

  it('takes that back with both passwords only, and the wait begins again', async () => {
    const { own, next } = await stopped();
    const tried = (proof: object) => own.refused('confirmBankAccount', { id: next.id, ...proof });
    expect(await tried({})).toBe('password_required');
    expect(await tried({ password: GOOD_PASSWORD })).toBe('transaction_password_required');
    world.clock.advance(HOUR_MS);
    const confirmed = await own.get('confirmBankAccount', { id: next.id, ...BOTH });
    expect(confirmed).toMatchObject({ stopped: false, payableFrom: world.clock.now() + 5 * MINUTE_MS });
    expect((await newest(own)).link).toBe(`/pages/wallet/bindcard/mycard?stop=${next.id}`);
    expect(await own.refused('submitWithdrawal', payout(next.id))).toBe('bank_account_waits');
  });

  it('can stop neither an account that waits no longer nor that of another member', async () => {
    const { own, account } = await world.newPayee({ money: '0.00' });
    const { next } = await replaced();
    expect(await own.refused('stopBankAccount', { id: account.id })).toBe('bank_account_not_waiting');
    expect(await own.refused('stopBankAccount', { id: next.id })).toBe('unknown_account');
    expect(await own.refused('confirmBankAccount', { id: next.id, ...BOTH })).toBe('unknown_account');
  });
});

/** As the server's role, past the server. */
const asServer = (text: string, values: unknown[]) =>
  database.app.query(`test.as_server_${randomUUID()}`, text, values);
const pay = (bankId: string, userId: string, at: number) =>
  asServer(
    `INSERT INTO wallet.withdrawal (order_number, member_id, currency, channel, bank_account_id, target, shown_to, amount, fee, tax, rail, at, decides_by, updated_at)
         VALUES ($1, $2, 'INR', 'NEFT', $3, $3, '{}', 10000, 0, 0, 'sandbox', $4, $4, $4)`,
    [`WD${randomUUID()}`, userId, bankId, at],
  );

describe('the database', () => {
  it('takes no replacement without a wait, and no shorter one', async () => {
    const { next, userId } = await replaced();
    await expect(asServer('UPDATE wallet.bank_account SET payable_from = 0 WHERE id = $1', [next.id])).rejects.toThrow(
      /cannot be made shorter/,
    );
    await asServer('UPDATE wallet.bank_account SET deleted_at = $2 WHERE id = $1', [next.id, world.clock.now()]);
    await expect(
      asServer(
        `INSERT INTO wallet.bank_account (id, member_id, channel, key_id, wrapped_key, body, number_hash, last_four, holder_name, ifsc, bank_name,
           bank_address, branch_name, company_name, at)
         SELECT 'BA0', $1, channel, key_id, wrapped_key, body, sha256('other'), last_four, holder_name, ifsc, bank_name, '', '', '', $2
         FROM wallet.bank_account WHERE id = $3`,
        [userId, world.clock.now(), next.id],
      ),
    ).rejects.toThrow(/does not wait/);
  });

  it('takes no withdrawal to an account that waits or is stopped, whatever the server thinks', async () => {
    const waiting = await replaced();
    const held = await stopped();
    await expect(pay(waiting.next.id, waiting.userId, world.clock.now())).rejects.toThrow(/nothing can be paid/);
    await expect(pay(held.next.id, held.userId, world.clock.now() + HOUR_MS)).rejects.toThrow(/nothing can be paid/);
  });
});
