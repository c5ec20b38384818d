import { SECRETS } from '#modules/accounts/index.ts';
import { changeRecorded } from '#modules/ledger/index.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOOD_PASSWORD, newMember, type Client } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { openWallet, OWN_PASSWORD, type WalletWorld } from '#test/wallet.ts';
import { decideWithdrawal } from './index.ts';

const HOUR = 3600;

const database = useTestDatabase();
let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet(database);
});
afterAll(() => world.close());

const payout = (bankId: string, amount: string, more: object = {}) => ({
  currency: 'INR' as const,
  amount,
  bankId,
  transactionPassword: OWN_PASSWORD,
  requestId: randomUUID(),
  ...more,
});
async function lastOf(own: Client) {
  const [order] = (await own.get('withdrawals', {})).list;
  if (!order) throw new Error('There is no withdrawal');
  return order;
}
const stepsOf = async (own: Client) => (await lastOf(own)).timeline.map(({ status }) => status);
const wallet = async (own: Client) => {
  const { available, frozen } = await own.get('rupeeWallet', {});
  return [available, frozen.withdrawals];
};
async function billOf(own: Client) {
  const { list } = await own.get('bill', { size: 5 });
  return list.map(({ businessType, changedAmount }) => `${businessType} ${changedAmount}`);
}
const entriesOf = async (userId: string) => {
  const rows = await database.app.query<{ entries: bigint }>(
    'test.entries_of',
    `SELECT count(DISTINCT p.entry_id) AS entries FROM ledger.posting p WHERE p.owner = $1`,
    [`u:${userId}`],
  );
  return Number(rows[0]?.entries);
};

describe('a withdrawal', () => {
  it('is frozen, approved and paid within ten seconds, with the instants of each step', async () => {
    const { own, account, userId } = await world.newPayee();
    world.pushed.length = 0;
    const order = await own.get('submitWithdrawal', payout(account.id, '400.00'));
    await expect.poll(() => world.pushed).toContainEqual([userId, 'wallet', 'INR']);
    expect(order).toMatchObject({
      status: 'in_transfer',
      amount: '400.00',
      fee: '0.00',
      net: '400.00',
      channelType: 'NEFT',
      to: { accountNumber: 'XXXX XXXX 6789', ifsc: 'KHAR0000001', bankName: 'Khara Sandbox Bank' },
      revocable: true,
      simulated: true,
    });
    expect(order.receipt.signature).toMatch(/^[0-9a-f]{128}$/);
    expect(await wallet(own)).toEqual(['600.00', '400.00']);
    await world.pass(10);
    expect(await stepsOf(own)).toEqual(['in_transfer', 'passed', 'paid']);
    const { timeline, revocable } = await lastOf(own);
    expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).toSorted((a, b) => a - b));
    expect(revocable).toBe(false);
    expect(await wallet(own)).toEqual(['600.00', '0.00']);
    expect(await billOf(own)).toEqual(['withdrawal -400.00', 'recharge 1000.00']);
    const { list } = await own.get('noticeList', { category: 'transaction' });
    expect(list.map(({ title }) => title)).toContain('₹400.00 of paper money was paid out');
  });

  it('by IMPS costs its fee and the tax on it', async () => {
    const { own, account } = await world.newPayee({ channelType: 'IMPS' });
    expect(await own.get('submitWithdrawal', payout(account.id, '400.00'))).toMatchObject({
      fee: '5.90',
      net: '394.10',
    });
    await world.pass(10);
    expect((await billOf(own)).sort()).toEqual(['charges -5.90', 'recharge 1000.00', 'withdrawal -394.10']);
  });

  it.each([
    ['400.13', 'payout_returned', 90],
    ['400.23', 'name_mismatch', 75],
  ])('of %s is paid, comes back with its fee (%s), and the score says so', async (amount, reason, score) => {
    const { own, account } = await world.newPayee({ channelType: 'IMPS' });
    await own.get('submitWithdrawal', payout(account.id, amount));
    await world.pass(6);
    expect(await stepsOf(own)).toEqual(['in_transfer', 'passed', 'paid']);
    await world.pass(6);
    expect(await lastOf(own)).toMatchObject({ status: 'failed', reason });
    expect(await stepsOf(own)).toEqual(['in_transfer', 'passed', 'paid', 'failed']);
    expect(await wallet(own)).toEqual(['1000.00', '0.00']);
    expect((await billOf(own))[0]).toBe(`withdrawal_refund ${amount}`);
    const credit = await own.get('creditScore', {});
    expect(credit).toMatchObject({ score, withdrawalBlocked: false });
    expect(credit.events).toMatchObject([{ rule: reason, inForce: true }]);
    expect(credit.events[0]?.explanation).toContain(`₹${amount}`);
    // What heals each: an account in the right name; the next withdrawal that is paid.
    if (reason === 'name_mismatch') {
      await own.get('deleteBankAccount', { id: account.id });
      const again = {
        channelType: 'UPI',
        accountNumber: '000987654321',
        holderName: 'Ms. asha  rao',
        ifsc: 'SBIN0000300',
        password: GOOD_PASSWORD,
        transactionPassword: OWN_PASSWORD,
      };
      expect(await own.get('saveBankAccount', again)).toMatchObject({
        bankName: 'State Bank of India',
        holderMatches: true,
      });
    } else {
      await own.get('submitWithdrawal', payout(account.id, '300.00'));
      await world.pass(10);
    }
    expect(await own.get('creditScore', {})).toMatchObject({ score: 100, nextRecoveryAt: null });
  });

  it('of .17 stays approved for a minute, and of .19 is paid once although the rail says so twice', async () => {
    const { own, account } = await world.newPayee();
    await own.get('submitWithdrawal', payout(account.id, '100.17'));
    await world.pass(59);
    expect((await lastOf(own)).status).toBe('passed');
    await world.pass(6);
    expect((await lastOf(own)).status).toBe('paid');
    await own.get('submitWithdrawal', payout(account.id, '100.19'));
    await world.pass(12);
    expect((await lastOf(own)).status).toBe('paid');
    const { orderNumber } = await lastOf(own);
    const reports = await database.app.query<{ effect: string }>(
      'test.payout_reports',
      'SELECT effect FROM wallet.payout_report WHERE order_number = $1 ORDER BY id',
      [orderNumber],
    );
    expect(reports.map(({ effect }) => effect)).toEqual(['paid', 'none']);
    expect(await wallet(own)).toEqual(['799.64', '0.00']);
  });

  it('is given up before it is approved, as often as one asks, and not afterwards', async () => {
    const { own, account } = await world.newPayee();
    const stranger = await newMember(world.app);
    const { orderNumber: id } = await own.get('submitWithdrawal', payout(account.id, '400.00'));
    expect(await stranger.client.refused('revokeWithdrawal', { id })).toBe('unknown_order');
    const first = await own.get('revokeWithdrawal', { id });
    expect(first).toMatchObject({ status: 'revoked', revocable: false });
    expect(await own.get('revokeWithdrawal', { id })).toEqual(first);
    const titles = (await own.get('noticeList', { category: 'transaction' })).list.map(({ title }) => title);
    expect(titles.slice(0, 2)).toEqual(['You took back a withdrawal of ₹400.00', 'You asked to withdraw ₹400.00']);
    await world.pass(10);
    expect(await stepsOf(own)).toEqual(['in_transfer', 'revoked']);
    expect(await wallet(own)).toEqual(['1000.00', '0.00']);
    const { orderNumber } = await own.get('submitWithdrawal', payout(account.id, '400.00'));
    await world.pass(4);
    expect(await own.refused('revokeWithdrawal', { id: orderNumber })).toBe('withdrawal_not_revocable');
    await world.pass(10);
  });

  it('is either revoked or approved when both come at the same moment', async () => {
    const { own, account } = await world.newPayee();
    for (let round = 0; round < 6; round++) {
      const { orderNumber: id } = await own.get('submitWithdrawal', payout(account.id, '100.00'));
      world.clock.advance(3000);
      const [revoked] = await Promise.all([
        own.ask('revokeWithdrawal', { id }),
        world.handlers.withdrawal_decision({ orderNumber: id }),
        world.handlers.withdrawal_decision({ orderNumber: id }),
      ]);
      await world.pass(10);
      expect((await lastOf(own)).status).toBe(revoked.code === 200 ? 'revoked' : 'paid');
    }
    const paid = (await own.get('withdrawals', { status: 'paid' })).list.length;
    expect(await wallet(own)).toEqual([`${1000 - 100 * paid}.00`, '0.00']);
  });
});

describe('a withdrawal is refused, and leaves no trace,', () => {
  it('in the published order', async () => {
    const member = await newMember(world.app);
    const { client: own, userId, transactionPassword } = member;
    const ask = (change: object = {}) =>
      own.refused('submitWithdrawal', { ...payout('BA00000000', '99.00'), ...change } as never);
    expect(await ask({ amount: '1.005' })).toBe('amount_invalid');
    expect(await ask({ requestId: 'x' })).toBe('request_id_required');
    expect(await ask({ currency: 'EUR' })).toBe('currency_not_supported');
    expect(await ask()).toBe('kyc_required');
    await world.certify(userId);
    expect(await ask()).toBe('bank_account_required');
    const account = {
      channelType: 'IMPS',
      accountNumber: '123456789',
      holderName: 'Somebody Else',
      ifsc: 'KHAR0000001',
    };
    const wrong = await own.get('saveBankAccount', account);
    expect(wrong.holderMatches).toBe(false);
    expect(await ask()).toBe('unknown_account');
    expect(await ask({ bankId: wrong.id })).toBe('holder_name_mismatch');
    await own.get('deleteBankAccount', { id: wrong.id });
    const { id: bankId } = await own.get('saveBankAccount', { ...account, holderName: 'ASHA RAO' });
    expect(await ask({ bankId, transactionPassword: undefined })).toBe('transaction_password_required');
    expect(await ask({ bankId, transactionPassword: '000000' })).toBe('transaction_password_wrong');
    expect(await ask({ bankId, transactionPassword })).toBe('transaction_password_default');
    await own.get('setTransactionPassword', { oldPassword: transactionPassword, newPassword: OWN_PASSWORD });
    await database.app.transaction((tx) =>
      changeRecorded(tx, SECRETS, { id: userId, act: 'test' }, async () => {
        await tx.query('test.wait', 'UPDATE accounts.member SET withdrawals_from = $2 WHERE id = $1', [
          userId,
          world.clock.now() + 1,
        ]);
        return true;
      }),
    );
    expect(await ask({ bankId })).toBe('withdrawals_wait');
    world.clock.advance(1);
    expect(await ask({ bankId })).toBe('withdrawal_below_minimum');
    expect(await ask({ bankId, amount: '500000.01' })).toBe('amount_above_maximum');
    expect(await ask({ bankId, amount: '100.00' })).toBe('insufficient_funds');
    expect((await own.get('withdrawals', {})).list).toEqual([]);
    expect(await entriesOf(userId)).toBe(0);
  });

  it('with the specification’s words for the smallest amount', async () => {
    const { own, account } = await world.newPayee({ money: '0.00' });
    const { msg, data } = await own.ask('submitWithdrawal', payout(account.id, '99.99'));
    expect(msg).toContain('Minimum withdrawal amount');
    expect(data).toMatchObject({ field: 'amount', minimum: '100.00' });
  });

  it('for USDT without a network, or to an address with a wrong checksum', async () => {
    const { own } = await world.newPayee({ money: '0.00' });
    await world.recharge(own, '100.000000', { currency: 'USDT', channelType: 'ERC' });
    await world.pass(3);
    const ask = (change: object) =>
      own.refused('submitWithdrawal', { ...payout('', '20'), bankId: undefined, currency: 'USDT', ...change } as never);
    expect(await ask({})).toBe('network_required');
    expect(await ask({ network: 'BTC' })).toBe('network_required');
    expect(await ask({ network: 'ERC' })).toBe('address_required');
    for (const [network, address] of [
      ['ERC', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('5aA', '5AA')],
      ['ERC', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
      ['ERC', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
      ['TRC', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u'],
      ['TRC', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ]) {
      expect([address, await ask({ network, address })]).toEqual([address, 'address_invalid']);
    }
    const right = { network: 'TRC', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', bankId: undefined } as const;
    const order = await own.get('submitWithdrawal', { ...payout('', '20.000013', right), currency: 'USDT' });
    expect(order).toMatchObject({ fee: '1.000000', net: '19.000013', channelType: 'TRC' });
    await world.pass(40);
    expect(await lastOf(own)).toMatchObject({ status: 'failed', reason: 'payout_returned' });
    const [usdt] = await own.get('wallets', { currency: 'USDT' });
    expect(usdt).toMatchObject({ available: '100.000000', frozen: '0.000000' });
    const erc = { network: 'ERC', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', bankId: undefined } as const;
    await own.get('submitWithdrawal', { ...payout('', '50', erc), currency: 'USDT' });
    await world.pass(10);
    expect((await own.get('wallets', { currency: 'USDT' }))[0]).toMatchObject({ available: '50.000000' });
  });

  it('while a remembered password would have to do for a new target', async () => {
    const { own, account } = await world.newPayee();
    await own.get('rememberTransactionPassword', { minutes: 15, transactionPassword: OWN_PASSWORD });
    const remembered = (amount: string) => ({ ...payout(account.id, amount), transactionPassword: undefined }) as never;
    expect(await own.refused('submitWithdrawal', remembered('100.00'))).toBe('transaction_password_required');
    await own.get('submitWithdrawal', payout(account.id, '100.00'));
    await world.pass(10);
    expect(await own.get('submitWithdrawal', remembered('100.00'))).toMatchObject({ status: 'in_transfer' });
    await world.pass(10);
  });

  it('when its answer was a refusal, however often it is repeated', async () => {
    const { own, account } = await world.newPayee({ money: '0.00' });
    const request = payout(account.id, '100.00');
    expect(await own.refused('submitWithdrawal', request)).toBe('insufficient_funds');
    await world.recharge(own, '500.00');
    await world.pass(3);
    expect(await own.refused('submitWithdrawal', request)).toBe('insufficient_funds');
    expect(await own.refused('submitWithdrawal', { ...request, amount: '200.00' })).toBe('request_id_reused');
    expect(await wallet(own)).toEqual(['500.00', '0.00']);
  });
});

describe('the bank account', () => {
  const details = {
    channelType: 'NEFT',
    accountNumber: '5010 0012 3456 78',
    holderName: 'Asha Rao',
    ifsc: 'hdfc0000001',
  };

  it('is one, filled in from its IFSC, masked, and kept where its number cannot be read', async () => {
    const { client: own, userId } = await newMember(world.app);
    const bound = await own.get('saveBankAccount', details);
    expect(bound).toMatchObject({
      bankName: 'HDFC Bank',
      branchName: '000001',
      accountNumber: 'XXXX XXXX 5678',
      holderMatches: null,
    });
    expect(await own.get('saveBankAccount', details)).toEqual(bound);
    const { msg, data } = await own.ask('saveBankAccount', { ...details, accountNumber: '999999999' });
    expect(msg).toBe('Only one bank account can be added');
    expect(data).toMatchObject({ reason: 'bank_already_bound', field: 'accountNumber' });
    expect(await own.get('bankAccounts', {})).toEqual([bound]);
    const [row] = await database.admin.query<{ text: string }>(
      'test.account_text',
      `SELECT encode(b.body, 'escape') || b::text AS text FROM wallet.bank_account b WHERE member_id = $1`,
      [userId],
    );
    expect(row?.text).not.toContain('50100012345678');
  });

  it.each([
    [{ channelType: '' }, 'Please select channel type', 'channelType'],
    [{ channelType: 'TRC' }, 'This channel is not available', 'channelType'],
    [{ accountNumber: '12345678' }, 'An account number has 9 to 18 digits', 'accountNumber'],
    [{ accountNumber: '' }, 'Please enter the account number', 'accountNumber'],
    [{ ifsc: 'SBIN0999999' }, 'There is no bank branch with this IFSC code', 'ifsc'],
    [{ ifsc: 'KHAR0000002' }, 'There is no bank branch with this IFSC code', 'ifsc'],
    [{ holderName: ' ' }, 'Please enter the holder’s name', 'holderName'],
  ])('with %o is refused: %s, at its field', async (change, message, field) => {
    const { client: own } = await newMember(world.app);
    const { msg, data } = await own.ask('saveBankAccount', { ...details, ...change });
    expect([msg, (data as { field?: string }).field]).toEqual([message, field]);
    expect(await own.get('bankAccounts', {})).toEqual([]);
  });

  it('is deleted by its owner, unless a withdrawal is under way', async () => {
    const { own, account } = await world.newPayee();
    const { client: stranger } = await newMember(world.app);
    for (const id of [account.id, 'BA0000000000'])
      expect(await stranger.refused('deleteBankAccount', { id })).toBe('unknown_account');
    expect(await own.get('bankAccounts', {})).toHaveLength(1);
    await own.get('submitWithdrawal', payout(account.id, '100.00'));
    expect(await own.refused('deleteBankAccount', { id: account.id })).toBe('bank_account_in_use');
    expect(await own.get('bankAccounts', {})).toMatchObject([{ deletable: false }]);
    await world.pass(10);
    await own.get('deleteBankAccount', { id: account.id });
    await own.get('deleteBankAccount', { id: account.id });
    expect(await own.get('bankAccounts', {})).toEqual([]);
  });
});

const decision = (orderNumber: string, approve: boolean, maker = 'S1', checker = 'S2') => ({
  orderNumber,
  approve,
  reason: 'checked',
  maker,
  checker,
});
/**
 * Asks for a withdrawal where another world decides. Both share a database; the member's sessions are known to either.
 */
async function submitVia(there: WalletWorld, own: Client, bankId: string) {
  const { rail, jobs, clock } = world.deps;
  Object.assign(world.deps, { rail: there.deps.rail, jobs: there.deps.jobs, clock: there.deps.clock });
  try {
    return await own.get('submitWithdrawal', payout(bankId, '400.00'));
  } finally {
    Object.assign(world.deps, { rail, jobs, clock });
  }
}

describe('where people decide', () => {
  let manual: WalletWorld;
  beforeAll(async () => {
    manual = await openWallet(database, { decides: 'people' });
  });
  afterAll(() => manual.close());
  const decide = (made: ReturnType<typeof decision>) =>
    database.app.transaction((tx) => decideWithdrawal(tx, manual.deps, made));

  it('two of them approve or decline, one alone cannot, and a decision stays', async () => {
    const { own, account } = await world.newPayee();
    const { orderNumber } = await submitVia(manual, own, account.id);
    await manual.pass(30);
    expect((await lastOf(own)).status).toBe('in_transfer');
    await expect(decide(decision(orderNumber, true, 'S1', 'S1'))).rejects.toThrow('decision_maker_checker');
    expect(await decide(decision(orderNumber, false))).toHaveProperty('value');
    expect(await lastOf(own)).toMatchObject({ status: 'failed', reason: 'declined' });
    expect(await wallet(own)).toEqual(['1000.00', '0.00']);
    expect(await decide(decision(orderNumber, true))).toEqual({ refused: 'withdrawal_not_revocable' });

    const next = await submitVia(manual, own, account.id);
    await decide(decision(next.orderNumber, true));
    await manual.pass(5);
    expect((await lastOf(own)).status).toBe('paid');
    await expect(
      database.app.query('test.unmake', 'DELETE FROM wallet.decision WHERE order_number = $1', [orderNumber]),
    ).rejects.toThrow('permission denied');
    await expect(
      database.admin.query('test.unmake', 'DELETE FROM wallet.decision WHERE order_number = $1', [orderNumber]),
    ).rejects.toThrow('stays');
  });

  it('no step is taken in their name without them', async () => {
    const { own, account } = await world.newPayee();
    const { orderNumber } = await submitVia(manual, own, account.id);
    const forge = `UPDATE wallet.withdrawal SET status = 'passed', decided_by = 'people', passed_at = 1, updated_at = 1 WHERE order_number = $1`;
    await expect(database.app.query('test.forge', forge, [orderNumber])).rejects.toThrow('no two people');
    await own.get('revokeWithdrawal', { id: orderNumber });
  });

  it('a withdrawal undecided for 48 hours is approved', async () => {
    const { own, account } = await world.newPayee();
    await submitVia(manual, own, account.id);
    manual.clock.advance((48 * HOUR - 1) * 1000);
    await manual.settle();
    expect((await lastOf(own)).status).toBe('in_transfer');
    await manual.pass(6);
    expect((await lastOf(own)).status).toBe('paid');
  });
});
