import { randomUUID } from 'node:crypto';
import { paise, rupees } from '@khara/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as ledger from '#modules/ledger/index.ts';
import type { Client } from '#test/client.ts';
import { asIntruder, useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { verifyRequests } from '#src/verify/requests.ts';
import { openWallet, OWN_PASSWORD, type WalletWorld } from '#test/wallet.ts';
import { collectDebts } from './collect-debts.ts';
import { rateOn } from './conversion-rate.ts';
import { owedPaise, refusedDebtor } from './debts.ts';

const database = useTestDatabase();
let world: WalletWorld;
let collect: () => Promise<void>;
beforeAll(async () => {
  world = await openWallet(database);
  collect = collectDebts(world.deps);
});
afterAll(() => world.close());

/** As the server does it: debts are collected every second. */
const pass = async (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) {
    await world.pass(1);
    await collect();
  }
};
const id = () => ({ requestId: randomUUID() });
const conversion = (from: 'INR' | 'USDT', amount: string) => ({
  ...id(),
  from,
  to: from === 'INR' ? ('USDT' as const) : ('INR' as const),
  amount,
  transactionPassword: OWN_PASSWORD,
});
const payout = (bankId: string, amount: string) => ({
  ...id(),
  currency: 'INR' as const,
  bankId,
  amount,
  transactionPassword: OWN_PASSWORD,
});
const walletsOf = async (own: Client) =>
  Object.fromEntries(
    (await own.get('wallets', {})).map(({ currency, available, owed }) => [
      currency,
      [available, owed ?? '0'] as const,
    ]),
  );
const titles = async (own: Client) =>
  (await own.get('noticeList', { category: 'transaction' })).list.map(({ title }) => title);
const billOf = async (own: Client) =>
  (await own.get('bill', { size: 9 })).list.map(
    ({ businessType, changedAmount }) => `${businessType} ${changedAmount}`,
  );
const freeze = (userId: string, amount: bigint, hold = `order-of-${userId}`) =>
  ledger.openHold(database.app, {
    kind: 'order_hold',
    hold,
    owner: ledger.userOwner(userId),
    asset: 'INR',
    amount,
    actor: 'user',
    marketDate: world.market.marketDate,
  });
/** An appeal was upheld: the score stops no withdrawal. */
const forgive = (userId: string) =>
  asIntruder(database.admin, `DELETE FROM credit.event WHERE member_id = '${userId}'`);
/** Has recharged an amount that the bank takes back, and has 700 of it in an order by then. */
async function debtor() {
  const member = await world.newPayee({ money: '0.00' });
  await world.recharge(member.own, '1000.23');
  await pass(3);
  expect((await freeze(member.userId, 70_000n)).refused).toBeUndefined();
  await pass(21);
  return member;
}

describe('what the bank takes back and is spent', () => {
  it('is owed, stands in the wallet and in a notice, and stops all that would spend money', async () => {
    const { own, account, userId } = await debtor();
    expect((await walletsOf(own))['INR']).toEqual(['0.00', '700.00']);
    expect(await titles(own)).toContain('You owe ₹700.00');

    // Money that came a moment ago, before it was collected.
    await world.recharge(own, '900.00');
    await world.recharge(own, '10.000000', { currency: 'USDT', channelType: 'TRC' });
    await world.pass(31);
    await forgive(userId);
    expect(await own.refused('submitWithdrawal', payout(account.id, '100.00'))).toBe('debt_open');
    const asked = await own.ask('convert', conversion('USDT', '1.000000'));
    expect(asked).toMatchObject({ code: 500, data: { reason: 'debt_open', owed: 'INR 700.00' } });
    expect(asked.msg).toBe(
      'You owe ₹700.00 that the platform paid for you. Until it is paid you can only sell and close positions',
    );
  });

  it('is paid by the next money, with a line and a notice of its own, and then all goes on', async () => {
    const { own, account, userId } = await debtor();
    await world.recharge(own, '1000.00');
    await pass(10);
    expect((await walletsOf(own))['INR'], 'later recharges wait until no bank takes them back').toEqual([
      '0.00',
      '700.00',
    ]);
    await pass(21);
    expect((await walletsOf(own))['INR']).toEqual(['300.00', '0']);
    expect((await billOf(own)).slice(0, 2)).toEqual(['debt_paid -700.00', 'recharge 1000.00']);
    expect(await titles(own)).toContain('What you owed is paid: ₹700.00');
    await forgive(userId);
    expect(await own.get('submitWithdrawal', payout(account.id, '300.00'))).toMatchObject({ status: 'in_transfer' });
  });

  it('is paid out of the other money, at the rate of the date, when there is too little of its own', async () => {
    const { own } = await world.newPayee({ money: '0.00' });
    await world.recharge(own, '1000.23');
    await pass(3);
    await own.get('convert', conversion('INR', '1000.23'));
    await pass(21);
    const { INR, USDT } = await walletsOf(own);
    const { buyPaise, sellPaise } = rateOn(world.deps.keys, world.market.marketDate);
    expect(USDT).toEqual(['0.000000', '0']);
    // Only the spread of the conversion and back is left.
    expect(paise(INR![1])).toBeLessThanOrEqual((100_023n * (buyPaise - sellPaise)) / buyPaise + 2n);
    expect((await billOf(own)).slice(0, 2)).toEqual([
      `debt_paid -${rupees(100_023n - paise(INR![1])!)}`,
      expect.any(String),
    ]);
    // No request asked for the conversion: what it pays answers for it.
    const found = await verifyRequests(database.admin, testDeps().keys);
    expect(found.find(({ name }) => name === 'requests_kept')?.violations).toBe(0);
  });

  it('stops a member who owes USDT alone, and none who owes nothing', async () => {
    const { own, userId } = await world.newPayee({ money: '0.00' });
    await world.recharge(own, '100.000023', { currency: 'USDT', channelType: 'TRC' });
    await pass(3);
    await own.get('convert', conversion('USDT', '100.000023'));
    expect(await refusedDebtor(database.app, userId)).toBeUndefined();
    const { INR } = await walletsOf(own);
    expect((await freeze(userId, paise(INR![0])!)).refused).toBeUndefined();
    await pass(40);
    expect((await walletsOf(own))['USDT']).toEqual(['0.000000', '100.000023']);
    expect(await refusedDebtor(database.app, userId)).toMatchObject({
      refused: 'debt_open',
      details: { owed: 'USDT 100.000023' },
    });
  });

  it('stops a payout that was asked for before, and is paid by what that had frozen', async () => {
    const { own, account } = await world.newPayee({ money: '0.00' });
    await world.recharge(own, '1000.23');
    await pass(3);
    await own.get('submitWithdrawal', payout(account.id, '1000.23'));
    await pass(40);
    const [withdrawal] = (await own.get('withdrawals', {})).list;
    expect(withdrawal).toMatchObject({ status: 'failed', reason: 'debt_open' });
    expect((await walletsOf(own))['INR']).toEqual(['0.00', '0']);
  });

  it('is never a large sum, in one piece or in many: that is credited when no bank takes it back any more', async () => {
    const asked = { currency: 'INR', channelType: 'RTGS' } as const;
    const inOne = await world.newPayee({ money: '0.00' });
    await world.recharge(inOne.own, '5000000.23', asked);
    const inMany = await world.newPayee({ money: '0.00' });
    for (const amount of ['400000.23', '400000.23', '400000.23']) await world.recharge(inMany.own, amount, asked);
    const honest = await world.newPayee({ money: '0.00' });
    await world.recharge(honest.own, '700000.00', asked);
    await world.recharge(honest.own, '300000.00', asked);
    await world.recharge(honest.own, '3000000.00', asked);
    await pass(5);
    for (const { own } of [inOne, inMany]) expect((await walletsOf(own))['INR']).toEqual(['0.00', '0']);
    await pass(40);
    for (const { own } of [inOne, inMany]) {
      expect((await walletsOf(own))['INR']).toEqual(['0.00', '0']);
      expect(await titles(own)).not.toContain('A recharge of ₹50,00,000.23 was taken back');
    }
    expect((await walletsOf(honest.own))['INR']).toEqual(['4000000.00', '0']);
    await world.recharge(honest.own, '1000000.00', asked);
    await pass(5);
    expect((await walletsOf(honest.own))['INR'], 'up to the limit at once').toEqual(['5000000.00', '0']);
  });

  it('is not had again: whatever an account does with such recharges, no more leaves than it has put in', async () => {
    const { own, account, userId } = await world.newPayee({ money: '5000.00' });
    let seed = 7;
    const next = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
    await world.recharge(own, '9000.23');
    await world.recharge(own, '8000.23');
    await world.recharge(own, '100.000023', { currency: 'USDT', channelType: 'TRC' });
    await pass(3);
    for (let round = 0; round < 40; round += 1) {
      const dice = next(5);
      if (dice < 2) await world.recharge(own, `${1000 + next(9000)}.23`);
      else if (dice === 2)
        await world.recharge(own, `${10 + next(90)}.000023`, { currency: 'USDT', channelType: 'TRC' });
      await pass(3 + next(12));
      await forgive(userId);
      const { INR, USDT } = await walletsOf(own);
      const free = Math.floor(Number(INR![0]));
      if (dice % 2 === 0 && free >= 100) await own.ask('submitWithdrawal', payout(account.id, `${free}.00`));
      else if (free >= 1) await own.ask('convert', conversion('INR', INR![0]));
      if (dice === 4 && Number(USDT![0]) >= 1) await own.ask('convert', conversion('USDT', USDT![0]));
      await pass(next(8));
    }
    await pass(120);
    const rows = await database.app.query<{
      asset: 'INR' | 'USDT';
      left: bigint;
      owed: bigint;
      returns: bigint;
      paid: bigint;
    }>(
      'test.sums',
      `SELECT p.asset, -sum(p.amount) FILTER (WHERE p.code IN (301, 302))::bigint AS left,
              coalesce(-sum(p.amount) FILTER (WHERE p.code = 220), 0)::bigint AS owed,
              count(*) FILTER (WHERE e.kind = 'recharge_return' AND p.code = 301) AS returns,
              count(*) FILTER (WHERE e.kind = 'withdraw_paid' AND p.code = 302) AS paid
       FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
       WHERE e.person = (SELECT id FROM ledger.person WHERE owner = $1)
         OR e.ref IN (SELECT order_number || ':return' FROM wallet.recharge WHERE member_id = substr($1, 3))
       GROUP BY p.asset`,
      [ledger.userOwner(userId)],
    );
    const of = (column: 'left' | 'owed') =>
      owedPaise(
        world.deps.keys,
        Object.fromEntries(rows.map((row) => [row.asset, row[column]])) as ledger.Owed,
        world.market.marketDate,
      );
    expect(rows.every(({ returns }) => returns > 0n)).toBe(true);
    expect(rows.some(({ paid }) => paid > 0n)).toBe(true);
    expect(of('left'), 'came by the rails and stayed, less what left by them').toBeGreaterThanOrEqual(0n);
    expect(of('owed'), 'no more than what conversions to and fro cost').toBeLessThan(100_000n);
  });
});
