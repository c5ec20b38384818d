import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { openWallet, OWN_PASSWORD, type WalletWorld } from '#test/wallet.ts';

/** `RACES=200` runs all of them. */
const ROUNDS = Number(process.env['RACES'] ?? 4);
/** `REPEATS=500` calls, each sent five times. */
const CALLS = Number(process.env['REPEATS'] ?? 12);

/**
 * The network that a round comes from: hundreds of rounds in a few seconds from one would meet the door's
 * limit, not the money's.
 */
const fromNetwork = (round: number) => ({ 'x-forwarded-for': `10.${round >> 8}.${round & 255}.1` });

const database = useTestDatabase();
let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet(database);
});
afterAll(() => world.close());

describe('the same money', () => {
  it('is spent once by sixteen who race for it, and none of them meets a defect', async () => {
    const { own, account } = await world.newPayee({ money: '0.00' });
    await own.get('rememberTransactionPassword', { minutes: -1, transactionPassword: OWN_PASSWORD });
    // A first payment, so that a remembered password does: sixteen hashes at once would only queue.
    await world.recharge(own, '100.00');
    await world.pass(3);
    const asked = { currency: 'INR' as const, bankId: account.id, amount: '100.00' };
    await own.get('submitWithdrawal', { ...asked, transactionPassword: OWN_PASSWORD, requestId: randomUUID() });
    await world.pass(35);
    for (let round = 0; round < ROUNDS; round++) {
      await world.recharge(own, '150.00');
      await world.pass(3);
      const from = fromNetwork(round);
      const spends = Array.from({ length: 16 }, (_, k) =>
        k % 2 === 0
          ? own.ask('submitWithdrawal', { ...asked, amount: '150.00', requestId: randomUUID() } as never, from)
          : own.ask('convert', { from: 'INR', to: 'USDT', amount: '150.00', requestId: randomUUID() }, from),
      );
      const answers = await Promise.all(spends);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
      const refused = answers.filter(({ code }) => code !== 200).map(({ data }) => (data as { reason: string }).reason);
      expect(new Set(refused)).toEqual(new Set(['insufficient_funds']));
      expect((await own.get('rupeeWallet', {})).available).toBe('0.00');
      await world.pass(35);
    }
  });

  it('moves once for a call that is sent five times, whichever call it is', async () => {
    const { own, account } = await world.newPayee({ money: '10000.00' });
    await own.get('rememberTransactionPassword', { minutes: -1, transactionPassword: OWN_PASSWORD });
    await own.get('submitWithdrawal', {
      currency: 'INR',
      bankId: account.id,
      amount: '100.00',
      transactionPassword: OWN_PASSWORD,
      requestId: randomUUID(),
    });
    await world.pass(10);
    const calls = [
      (requestId: string, k: number) =>
        own.ask(
          'submitWithdrawal',
          { currency: 'INR', bankId: account.id, amount: '100.00', requestId } as never,
          fromNetwork(k),
        ),
      (requestId: string, k: number) =>
        own.ask('convert', { from: 'INR', to: 'USDT', amount: '100.00', requestId }, fromNetwork(k)),
      (requestId: string, k: number) =>
        own.ask('submitRecharge', { currency: 'INR', channelType: 'NEFT', amount: '1.00', requestId }, fromNetwork(k)),
    ];
    let spent = 100;
    let came = 0;
    for (let k = 0; k < CALLS; k++) {
      const call = calls[k % calls.length]!;
      const requestId = randomUUID();
      const answers = await Promise.all(Array.from({ length: 5 }, () => call(requestId, k)));
      expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200]);
      expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
      if (k % calls.length === 2) came += 1;
      else spent += 100;
      if (k % calls.length === 0) await world.pass(8);
      if (spent > 9000) {
        await world.recharge(own, '9000.00');
        await world.pass(3);
        spent -= 9000;
      }
    }
    await world.pass(20);
    expect((await own.get('rupeeWallet', {})).available).toBe(`${10_000 - spent + came}.00`);
  });
});
