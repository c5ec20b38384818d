import type { Data } from '@khara/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember, type Client } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { BANK_KEY } from '#test/deps.ts';
import { openWallet, type WalletWorld } from '#test/wallet.ts';
import { signReport } from '#src/security/bank-signature.ts';
import type { RailReport } from '#src/ports/payment-rail.ts';
import { decideRecharge, receiveReport } from './index.ts';

const database = useTestDatabase();
let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet(database);
});
afterAll(() => world.close());

async function stateOf(own: Client, orderNumber: string) {
  const { list } = await own.get('recharges', {});
  const { status, reason } = list.find((one) => one.orderNumber === orderNumber) ?? {};
  return [status, reason];
}
const kindsOf = async (orderNumber: string) =>
  (
    await database.app.query<{ kind: string }>(
      'test.kinds_of',
      `SELECT kind FROM ledger.entry WHERE ref LIKE $1 ORDER BY id`,
      [`${orderNumber}%`],
    )
  ).map(({ kind }) => kind);
const suspense = async () => {
  const [row] = await database.app.query<{ amount: bigint }>(
    'test.suspense',
    `SELECT coalesce(sum(p.amount), 0)::bigint AS amount FROM ledger.posting p WHERE p.code = 303`,
  );
  return row?.amount;
};
let reports = 0;
const report = (
  orderNumber: string,
  outcome: 'paid' | 'failed' | 'reversed',
  amount = 10_017n,
  currency: 'INR' | 'USDT' = 'INR',
): RailReport => {
  const of = { orderNumber, direction: 'in', account: 'SANDBOX', from: 0 } as const;
  return signReport(BANK_KEY, { ...of, id: `test-${++reports}`, outcome, currency, amount });
};
const hear = (...all: readonly RailReport[]) => Promise.all(all.map((one) => receiveReport(world.deps, one)));

describe('every channel', () => {
  const CHANNELS = [
    ['INR', 'UPI', '1000', { vpa: expect.stringMatching(/@sandbox$/) }],
    ['INR', 'IMPS', '1000', { ifsc: 'KHAR0000001', accountNumber: expect.stringMatching(/^SANDBOX/) }],
    ['INR', 'NEFT', '1000', { ifsc: 'KHAR0000001', accountNumber: expect.stringMatching(/^SANDBOX/) }],
    ['INR', 'RTGS', '200000', { ifsc: 'KHAR0000001', accountNumber: expect.stringMatching(/^SANDBOX/) }],
    ['USDT', 'TRC', '1000.0000', { network: 'TRC', address: expect.stringContaining('SANDBOX') }],
    ['USDT', 'ERC', '1000.0000', { network: 'ERC', address: expect.stringContaining('SANDBOX') }],
  ] as const;

  it.each(CHANNELS)(
    '%s by %s says where to pay to, plainly a sandbox’s, and meets every outcome',
    async (currency, channelType, whole, payTo) => {
      const { client: own } = await newMember(world.app);
      const start = whole.includes('.') ? whole : `${whole}.`;
      const orders: Data<'submitRecharge'>[] = [];
      for (const paise of ['00', '13', '17', '19', '23']) {
        if (paise === '23') await world.pass(31); // five by RTGS together would wait
        orders.push(await world.recharge(own, `${start}${paise}`, { currency, channelType }));
      }
      const [first] = orders;
      expect(first).toMatchObject({ currency, channelType, status: 'in_transfer', payTo, simulated: true });
      expect(first?.payTo.qr).toMatch(/sandbox/i);
      const states = () => Promise.all(orders.map(({ orderNumber }) => stateOf(own, orderNumber)));
      await world.pass(5);
      expect((await states()).map(([status]) => status)).toEqual([
        'passed',
        'failed',
        'in_transfer',
        'passed',
        'passed',
      ]);
      await world.pass(60);
      expect(await states()).toEqual([
        ['passed', null],
        ['failed', 'rail_refused'],
        ['passed', null],
        ['passed', null],
        ['failed', 'reversed'],
      ]);
      expect(await kindsOf(orders[3]?.orderNumber ?? '')).toEqual(['recharge']);
      expect(await kindsOf(orders[4]?.orderNumber ?? '')).toEqual(['recharge', 'recharge_return']);
      const [wallet] = await own.get('wallets', { currency });
      const units = currency === 'INR' ? [Number(whole) * 3, '.36'] : [3000, '.000036'];
      expect(wallet?.available).toBe(units.join(''));
    },
  );

  it('is among the accounts to pay into, each marked', async () => {
    const { client: own } = await newMember(world.app);
    for (const currency of ['INR', 'USDT'] as const) {
      const { channels, simulated } = await own.get('payInAccount', { currency });
      expect(simulated).toBe(true);
      for (const { payTo } of channels)
        expect([payTo.qr, payTo.note]).toEqual([
          expect.stringMatching(/sandbox/i),
          expect.stringMatching(/^Simulated/),
        ]);
    }
    const shown = await own.get('channels', {});
    expect(shown.map(({ currency, channels }) => [currency, channels.map(({ type }) => type)])).toEqual([
      ['INR', ['UPI', 'IMPS', 'NEFT', 'RTGS']],
      ['USDT', ['TRC', 'ERC']],
    ]);
  });
});

describe('a rail that calls back', () => {
  it('twice, at once and again, credits once', async () => {
    const { client: own } = await newMember(world.app);
    const { orderNumber } = await world.recharge(own, '100.17');
    const same = report(orderNumber, 'paid');
    await hear(same, same, report(orderNumber, 'paid'), report(orderNumber, 'paid'), same);
    await hear(same);
    expect(await kindsOf(orderNumber)).toEqual(['recharge']);
    expect((await own.get('rupeeWallet', {})).available).toBe('100.17');
    expect(await suspense()).toBe(0n);
  });

  it('out of order credits nothing that was taken back, and takes back what was credited once', async () => {
    const { client: own } = await newMember(world.app);
    const { orderNumber } = await world.recharge(own, '100.17');
    await hear(report(orderNumber, 'reversed'));
    await hear(report(orderNumber, 'paid'));
    expect(await stateOf(own, orderNumber)).toEqual(['failed', 'reversed']);
    expect(await kindsOf(orderNumber)).toEqual([]);
    expect(await own.get('creditScore', {})).toMatchObject({ score: 100 });

    const second = await world.recharge(own, '100.17');
    await hear(report(second.orderNumber, 'paid'));
    await hear(
      report(second.orderNumber, 'reversed'),
      report(second.orderNumber, 'reversed'),
      report(second.orderNumber, 'paid'),
    );
    await hear(report(second.orderNumber, 'failed'));
    expect(await kindsOf(second.orderNumber)).toEqual(['recharge', 'recharge_return']);
    expect((await own.get('rupeeWallet', {})).available).toBe('0.00');
  });

  it('late, for a recharge that was given up: the money waits in suspense until the rail takes it back', async () => {
    const { client: own } = await newMember(world.app);
    const { orderNumber: id } = await world.recharge(own, '100.17');
    await own.get('revokeRecharge', { id });
    await hear(report(id, 'paid'), report(id, 'paid'));
    expect(await stateOf(own, id)).toEqual(['revoked', null]);
    expect((await own.get('rupeeWallet', {})).available).toBe('0.00');
    expect(await suspense()).toBe(10_017n);
    // The member gets one notice, and sees it with the recharge.
    const titles = async () => {
      const { list } = await own.get('noticeList', { category: 'transaction' });
      return list.map(({ title }) => title);
    };
    const unmatched = async () => (await own.get('recharges', {})).list[0]?.unmatched;
    const stray = async () =>
      (await titles()).filter((title) => title.includes('match') || title.includes('went back'));
    expect(await stray()).toEqual(['₹100.17 came and could not be matched']);
    expect(await unmatched()).toMatchObject({ amount: '100.17', currency: 'INR', state: 'held' });
    await hear(report(id, 'reversed'), report(id, 'reversed'));
    expect(await suspense()).toBe(0n);
    expect(await stray()).toHaveLength(2);
    expect(await unmatched()).toMatchObject({ amount: '100.17', state: 'sent_back' });
  });

  it('for an unknown order, or with another amount than was asked for, credits no member', async () => {
    const { client: own } = await newMember(world.app);
    await hear(report('RCUNKNOWN000001', 'paid', 500n), report('RCUNKNOWN000001', 'paid', 500n));
    expect(await suspense()).toBe(500n);
    const { orderNumber } = await world.recharge(own, '100.17');
    await hear(report(orderNumber, 'paid', 10_016n));
    expect(await stateOf(own, orderNumber)).toEqual(['in_transfer', null]);
    expect(await suspense()).toBe(10_516n);
    await hear(report('RCUNKNOWN000001', 'reversed', 500n), report(orderNumber, 'reversed', 10_016n));
    expect((await own.get('rupeeWallet', {})).available).toBe('0.00');
    expect(await suspense()).toBe(0n);
    // The recharge itself was not paid, and can be still.
    expect(await stateOf(own, orderNumber)).toEqual(['in_transfer', null]);
    await hear(report(orderNumber, 'paid'));
    expect(await suspense()).toBe(0n);
  });
});

describe('a recharge that people decide', () => {
  it('is credited or declined by two of them, once', async () => {
    const manual = await openWallet(database, { decides: 'people' });
    const { client: own } = await newMember(manual.app);
    const [rupee] = await own.get('channels', {});
    expect(rupee?.channels.map(({ reviewer, eta }) => [reviewer, eta])[0]).toEqual(['people', 'Reviewed by people']);
    const one = await manual.recharge(own, '100.00');
    const other = await manual.recharge(own, '200.00');
    expect(one.reviewer, 'the app asks to contact customer service').toBe('people');
    await manual.pass(60);
    expect(await stateOf(own, one.orderNumber)).toEqual(['in_transfer', null]);
    const decide = (orderNumber: string, approve: boolean, checker = 'S2') =>
      database.app.transaction(async (tx) => {
        const made = { orderNumber, approve, reason: 'checked', maker: 'S1', checker };
        return (await decideRecharge(tx, manual.deps, made)).refused ?? 'done';
      });
    await expect(decide(one.orderNumber, true, 'S1')).rejects.toThrow('decision_maker_checker');
    expect(await decide(one.orderNumber, true)).toBe('done');
    expect(await decide(other.orderNumber, false)).toBe('done');
    expect(await decide(other.orderNumber, true)).toBe('recharge_not_revocable');
    expect(await stateOf(own, one.orderNumber)).toEqual(['passed', null]);
    expect(await stateOf(own, other.orderNumber)).toEqual(['failed', 'declined']);
    expect((await own.get('rupeeWallet', {})).available).toBe('100.00');
    await manual.close();
  });
});
