import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealLog } from '#modules/ledger/index.ts';
import { hearRail } from '#src/jobs/index.ts';
import type { JobName } from '#src/ports/job-queue.ts';
import { verifyRails } from '#src/verify/rails.ts';
import { newMember } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { openWallet, OWN_PASSWORD, type WalletWorld } from '#test/wallet.ts';
import { expireRecharges, receiveReport, resumeWithdrawals } from './index.ts';

/* Rows that a person with the database's password wrote by hand: the server acts on none of them. */

const database = useTestDatabase();
let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet(database);
});
afterAll(() => world.app.close());

const byHand = (sql: string, ...params: readonly (string | number | bigint)[]) =>
  database.admin.query(`test.by_hand.${randomUUID()}`, sql, [...params]);
const available = async (own: Awaited<ReturnType<typeof newMember>>['client']) =>
  (await own.get('wallets', { currency: 'INR' }))[0]?.available;

const PAYMENT = `INSERT INTO sandbox_rail.payment (order_number, amount, asked_at, direction, currency, account, reports, signature)
  VALUES ($1, 99900000, 1, 'in', 'INR', 'x@sandbox', 1, repeat('0', 128)) ON CONFLICT DO NOTHING`;
const REPORT = `INSERT INTO sandbox_rail.report (id, order_number, outcome, due_at, signature)
  VALUES ($1 || '-9', $1, 'paid', 1, repeat('0', 128))`;

it('a recharge with its payment and its report credits nothing', async () => {
  const { client: own, userId } = await newMember(world.app);
  await byHand(
    `INSERT INTO wallet.recharge (order_number, member_id, currency, channel, rail, amount, request_id, request_hash, at, updated_at, expires_at)
     VALUES ('RCFORGED', $1, 'INR', 'UPI', 'sandbox', 99900000, 'x', sha256('x'), 1, 1, 9999999999999)`,
    userId,
  );
  await byHand(PAYMENT, 'RCFORGED');
  await byHand(REPORT, 'RCFORGED');
  await world.pass(20);
  expect(await available(own)).toBe('0.00');
  // Its member may press what the app shows: nothing comes of that either.
  expect(await own.refused('revokeRecharge', { id: 'RCFORGED' })).toBe('recharge_not_revocable');
  await world.pass(20);
  expect(await available(own)).toBe('0.00');
});

it('recharges that were planted are in no true one’s way to its end', async () => {
  const { client: own, userId } = await newMember(world.app);
  const { orderNumber } = await world.recharge(own, '100.00');
  await byHand(
    `INSERT INTO wallet.recharge (order_number, member_id, currency, channel, rail, amount, request_id, request_hash, at, updated_at, expires_at)
     SELECT 'RCPLANTED' || n, $1, 'INR', 'UPI', 'sandbox', 100, 'planted' || n, sha256('x'), 1, 1, 1 FROM generate_series(1, 120) n`,
    userId,
  );
  world.clock.advance(16 * 60_000);
  await expireRecharges(world.deps);
  expect(await byHand('SELECT status, reason FROM wallet.recharge WHERE order_number = $1', orderNumber)).toEqual([
    { status: 'failed', reason: 'expired' },
  ]);
  await byHand(`DELETE FROM wallet.recharge WHERE order_number LIKE 'RCPLANTED%'`);
});

it('recharges that were planted do not use up what a member may ask for at once', async () => {
  const { client: own, userId } = await newMember(world.app);
  await byHand(
    `INSERT INTO wallet.recharge (order_number, member_id, currency, channel, rail, amount, request_id, request_hash, at, updated_at, expires_at)
     SELECT 'RCPLANTED' || n, $1, 'INR', 'UPI', 'sandbox', 100, 'planted' || n, sha256('x'), 1, 1, 1 FROM generate_series(1, 50) n`,
    userId,
  );
  const { orderNumber } = await world.recharge(own, '100.00');
  expect(orderNumber).toMatch(/^RC/);
  await byHand(`DELETE FROM wallet.recharge WHERE order_number LIKE 'RCPLANTED%'`);
});

it('a report of a recharge that its member did ask for credits nothing, and the bank’s own still does', async () => {
  const { client: own } = await newMember(world.app);
  const { orderNumber } = await world.recharge(own, '700.17'); // paid after a minute
  await byHand(REPORT, orderNumber);
  await byHand(`UPDATE sandbox_rail.report SET claimed_at = 1 WHERE order_number = $1 AND id LIKE '%-9'`, orderNumber);
  await world.pass(20);
  expect(await available(own)).toBe('0.00');
  await world.pass(50);
  expect(await available(own)).toBe('700.17');
});

it('a report in the queue of jobs credits nothing', async () => {
  const { client: own } = await newMember(world.app);
  const { orderNumber } = await world.recharge(own, '700.17');
  const report = { id: 'x', orderNumber, direction: 'in', outcome: 'paid', currency: 'INR', amount: '70017' } as const;
  await world.handlers.rail_report({ ...report, account: 'x', from: 1, signature: '0'.repeat(128) });
  expect(await available(own)).toBe('0.00');
});

it('a recharge of another amount, or of another member, is not credited', async () => {
  const [one, other] = [await newMember(world.app), await newMember(world.app)];
  const [first, second] = [await world.recharge(one.client, '700.17'), await world.recharge(one.client, '800.17')];
  await byHand(`UPDATE wallet.recharge SET amount = amount * 10 WHERE order_number = $1`, first.orderNumber);
  await byHand(
    `UPDATE wallet.recharge SET member_id = $2, request_id = 'y' WHERE order_number = $1`,
    second.orderNumber,
    other.userId,
  );
  await world.pass(70);
  expect(await available(one.client)).toBe('0.00');
  expect(await available(other.client)).toBe('0.00');
});

it('a member never sees another account to pay to', async () => {
  const { client: own } = await newMember(world.app);
  const { orderNumber, payTo } = await world.recharge(own, '700.17');
  await byHand(
    `UPDATE wallet.recharge SET pay_to = pay_to || '{"vpa": "mallory@upi", "qr": "upi://pay?pa=mallory@upi"}' WHERE order_number = $1`,
    orderNumber,
  );
  const [shown] = (await own.get('recharges', {})).list;
  expect(JSON.stringify(shown)).not.toContain('mallory');
  expect((await own.get('revokeRecharge', { id: orderNumber })).payTo).toEqual(payTo);
});

it('a withdrawal that goes elsewhere, or was approved by hand, is not paid out', async () => {
  const { own, account } = await world.newPayee({ money: '9000.00' });
  const ask = () =>
    own.get('submitWithdrawal', {
      currency: 'INR',
      amount: '400.17',
      bankId: account.id,
      transactionPassword: OWN_PASSWORD,
      requestId: randomUUID(),
    });
  const approved = await ask();
  await byHand(
    `UPDATE wallet.withdrawal SET status = 'passed', decided_by = 'sandbox', passed_at = 1 WHERE order_number = $1`,
    approved.orderNumber,
  );
  await world.handlers.withdrawal_payout({ orderNumber: approved.orderNumber });
  const elsewhere = await ask();
  await byHand(`UPDATE wallet.bank_account SET holder_name = 'Mallory' WHERE id = $1`, account.id);
  await world.pass(20).catch((error: Error) => expect(error.message).toContain('goes nowhere'));
  const paid = await database.admin.query<{ orderNumber: string }>(
    'test.paid_out',
    `SELECT order_number FROM sandbox_rail.payment WHERE order_number = ANY ($1)`,
    [[approved.orderNumber, elsewhere.orderNumber]],
  );
  expect(paid).toEqual([]);
});

/** Orders that no member asked for fail each time, and do not stand in the way. */
const resume = () =>
  resumeWithdrawals(world.deps).catch((error: unknown) => expect(error).toBeInstanceOf(AggregateError));

/** What verify says is overdue: planted orders of tests before are. */
async function overdue(): Promise<number> {
  const found = await verifyRails(database.admin, world.deps.keys);
  return found.find(({ name }) => name === 'nothing_overdue')!.violations;
}

/** Money is asked for; the jobs that are named are taken away as they come. */
async function withoutJobs(...names: readonly JobName[]) {
  const { own, account } = await world.newPayee({ money: '900.00' });
  await own.get('submitWithdrawal', {
    currency: 'INR',
    amount: '400.00',
    bankId: account.id,
    transactionPassword: OWN_PASSWORD,
    requestId: randomUUID(),
  });
  for (let second = 0; second < 20; second += 1) {
    const { kept } = world.jobs;
    kept.splice(0, kept.length, ...kept.filter(({ name }) => !names.includes(name)));
    world.clock.advance(1000);
    await hearRail(world.deps);
    kept.splice(0, kept.length, ...kept.filter(({ name }) => !names.includes(name)));
    await world.jobs.runDue(
      Object.fromEntries(
        Object.entries(world.handlers).map(([name, work]) => [
          name,
          names.includes(name as JobName) ? async () => undefined : work,
        ]),
      ) as typeof world.handlers,
    );
  }
  return own;
}

const statusOf = async (own: Awaited<ReturnType<typeof newMember>>['client']) =>
  (await own.get('withdrawals', {})).list[0]?.status;

describe('a withdrawal whose job is gone from the queue is paid all the same', () => {
  it.each([
    ['withdrawal_decision', 'in_transfer'],
    ['withdrawal_payout', 'passed'],
    ['rail_report', 'passed'],
  ] as const)('where that is %s', async (job, stays) => {
    const own = await withoutJobs(job);
    expect(await statusOf(own)).toBe(stays);
    const inTime = await overdue();
    for (let looks = 0; looks < 5; looks += 1) {
      world.clock.advance(600_000);
      await sealLog(world.deps);
    }
    const late = await overdue();
    expect(late).toBeGreaterThan(inTime);
    for (let minutes = 0; minutes < 3; minutes += 1) {
      world.clock.advance(60_000);
      await resume();
      await world.settle();
    }
    expect(await statusOf(own)).toBe('paid');
    expect((await own.get('rupeeWallet', {})).frozen.withdrawals).toBe('0.00');
    expect(await overdue()).toBeLessThan(late);
  });

  it('and where its report came while it was not as the log has it', async () => {
    const own = await withoutJobs('rail_report');
    const { orderNumber } = (await own.get('withdrawals', {})).list[0]!;
    const [report] = await world.deps.rail.reported(orderNumber);
    await byHand(`UPDATE wallet.withdrawal SET decides_by = decides_by + 1 WHERE order_number = $1`, orderNumber);
    await expect(receiveReport(world.deps, report!)).rejects.toThrow('not as recorded');
    await byHand(`UPDATE wallet.withdrawal SET decides_by = decides_by - 1 WHERE order_number = $1`, orderNumber);
    world.clock.advance(60_000);
    await resume();
    expect(await statusOf(own)).toBe('paid');
  });
});
