import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { openWallet, type WalletWorld } from '#test/wallet.ts';
import { inPaise, inUsdt, rateOn } from './conversion-rate.ts';

const keys = { installSecret: new Uint8Array(32).fill(9) };

const change = (from: 'INR' | 'USDT', amount: string, more: object = {}) => ({
  from,
  to: from === 'INR' ? ('USDT' as const) : ('INR' as const),
  amount,
  requestId: randomUUID(),
  ...more,
});
/** Paise as rupees. */
const show = (paise: bigint) => `${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`;

describe('the rate', () => {
  it('is the same for all on a market date, differs between dates, and cannot be computed without the secret', () => {
    expect(rateOn(keys, '2026-11-23')).toEqual(rateOn(keys, '2026-11-23'));
    const others = Array.from({ length: 28 }, (_, secret) =>
      rateOn({ installSecret: new Uint8Array(32).fill(secret) }, '2026-11-23'),
    );
    expect(new Set(others.map(({ middlePaise }) => middlePaise)).size).toBeGreaterThan(15);
    const rates = Array.from({ length: 28 }, (_, day) => rateOn(keys, `2026-11-${String(day + 1).padStart(2, '0')}`));
    expect(new Set(rates.map(({ middlePaise }) => middlePaise)).size).toBeGreaterThan(15);
    for (const { middlePaise, buyPaise, sellPaise } of rates) {
      expect(sellPaise < middlePaise && middlePaise < buyPaise).toBe(true);
    }
  });

  it('to and fro makes no member richer', () => {
    const paise = fc.bigInt({ min: 100n, max: 10n ** 12n });
    const day = fc.integer({ min: 10, max: 28 });
    fc.assert(
      fc.property(paise, day, (sum, date) => {
        const { buyPaise, sellPaise } = rateOn(keys, `2026-10-${date}`);
        expect(inPaise(inUsdt(sum, buyPaise), sellPaise) < sum).toBe(true);
      }),
    );
  });
});

describe('a conversion', () => {
  const database = useTestDatabase();
  let world: WalletWorld;
  beforeAll(async () => {
    world = await openWallet(database);
  });
  afterAll(() => world.close());
  async function richMember() {
    const member = await newMember(world.app);
    await world.recharge(member.client, '10000.00');
    await world.pass(3);
    const { client, transactionPassword } = member;
    await client.get('rememberTransactionPassword', { transactionPassword, minutes: -1 });
    return member;
  }
  const rich = async () => (await richMember()).client;

  it('is heard of on every device, for both wallets', async () => {
    const { client: own, userId } = await richMember();
    const heard = (currency: string) =>
      world.pushed.filter((it) => String(it) === String([userId, 'wallet', currency]));
    await expect.poll(() => heard('INR')).toHaveLength(1); // of the recharge
    await own.get('convert', change('INR', '5000', { quoteOnly: true }));
    await own.get('convert', change('INR', '5000'));
    await expect.poll(() => heard('USDT')).toHaveLength(1);
    expect(heard('INR'), 'a quote moves nothing').toHaveLength(2);
  });

  it('is quoted with its spread and moves nothing, then is made at the quoted rate, and shown on the bill', async () => {
    const own = await rich();
    const { buyPaise, sellPaise, middlePaise } = rateOn(keys, '2026-11-23');
    const quote = await own.get('convert', change('INR', '5000', { quoteOnly: true }));
    expect(quote).toMatchObject({
      rate: show(buyPaise),
      middleRate: show(middlePaise),
      receipt: null,
      marketDate: '2026-11-23',
    });
    expect(Number(quote.spreadPercent)).toBeCloseTo(0.5, 1);
    expect((await own.get('rupeeWallet', {})).available).toBe('10000.00');

    const made = await own.get('convert', change('INR', '5000', { rate: quote.rate }));
    expect(made).toMatchObject({ ...quote, receipt: { signature: expect.any(String) } });
    const wallets = await own.get('wallets', {});
    expect(wallets.map(({ available }) => available)).toEqual(['5000.00', made.received]);
    const [notice] = (await own.get('noticeList', { category: 'transaction' })).list;
    expect(notice?.title).toBe(`You changed ₹5,000.00 into ${made.received.replace(/0+$/, '')} USDT`);
    const { list } = await own.get('bill', { size: 2 });
    expect(
      list
        .map(({ businessType, currency, changedAmount, remark }) => [businessType, currency, changedAmount, remark])
        .sort(),
    ).toEqual([
      ['conversion', 'INR', '-5000.00', `INR into USDT at ${quote.rate}`],
      ['conversion', 'USDT', made.received, `INR into USDT at ${quote.rate}`],
    ]);
    const back = await own.get('convert', change('USDT', made.received));
    expect(back.rate).toBe(show(sellPaise));
    expect((await own.get('wallets', { currency: 'USDT' }))[0]?.available).toBe('0.000000');
  });

  it.each([
    [{ to: 'INR' }, 'currencies_alike'],
    [{ to: 'EUR' }, 'currency_not_supported'],
    [{ amount: '1.001' }, 'amount_invalid'],
    [{ amount: '0.99' }, 'amount_below_minimum'],
    [{ amount: '1000000.01' }, 'amount_above_maximum'],
    [{ amount: '1000000.00' }, 'insufficient_funds'],
    [{ rate: '1.00' }, 'rate_moved'],
    [{ amount: '10000.01' }, 'insufficient_funds'],
    [{ requestId: '' }, 'request_id_required'],
  ])('with %o is refused: %s', async (more, reason) => {
    const own = await rich();
    expect(await own.refused('convert', { ...change('INR', '100.00'), ...more } as never)).toBe(reason);
    expect((await own.get('rupeeWallet', {})).available).toBe('10000.00');
  });

  it('asks for the transaction password, which a quote does not: a stolen session burns no balance', async () => {
    const { client: own, transactionPassword } = await newMember(world.app);
    await world.recharge(own, '10000.00');
    await world.pass(3);
    expect(await own.refused('convert', change('INR', '5000'))).toBe('transaction_password_required');
    const wrong = { transactionPassword: transactionPassword === '000000' ? '000001' : '000000' };
    expect(await own.refused('convert', change('INR', '5000', wrong))).toBe('transaction_password_wrong');
    expect((await own.get('rupeeWallet', {})).available).toBe('10000.00');
    expect((await own.get('convert', change('INR', '5000', { quoteOnly: true }))).receipt).toBeNull();
    const made = await own.get('convert', change('INR', '5000', { transactionPassword }));
    expect(made.receipt).not.toBeNull();
    expect(await own.refused('convert', change('USDT', made.received))).toBe('transaction_password_required');
  });

  it('shows the chosen wallet first, and counts USDT at the middle rate', async () => {
    const own = await rich();
    await own.get('convert', change('INR', '5000'));
    expect(await own.get('selectWallet', { currency: 'USDT' })).toMatchObject({ currency: 'USDT', selected: true });
    const [first, second] = await own.get('wallets', {});
    expect([first?.currency, second?.currency]).toEqual(['USDT', 'INR']);
    const total = await own.get('totalCapital', {});
    const sum = [first, second].reduce((all, wallet) => all + Math.round(Number(wallet?.value) * 100), 0);
    expect(Math.round(Number(total.totalAssets) * 100)).toBe(sum);
    expect(sum).toBeLessThan(1_000_000); // the spread
  });
});
