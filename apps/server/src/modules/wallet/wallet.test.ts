import { handlers as statement } from '#modules/statement/index.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noticeHandlers } from '#test/notice-handlers.ts';
import { newMember, type Client } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { BANK_KEY, seededRandom, TestClock, testDeps } from '#test/deps.ts';
import { testJobs } from '#test/jobs.ts';
import { quickPasswords } from '#test/quick-passwords.ts';
import { sandboxRail } from '#src/adapters/sandbox-rail.ts';
import { buildApp } from '#src/app.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { PaymentRail } from '#src/ports/payment-rail.ts';
import { createSessions, handlers as accounts } from '#modules/accounts/index.ts';
import * as ledger from '#modules/ledger/index.ts';
import { openApplications } from '#modules/offerings/index.ts';
import { restingOrders } from '#modules/placing/index.ts';
import { expireRecharges, handlers, receiveReport } from './index.ts';
import { withPushes } from '#test/pushes.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const database = useTestDatabase();
let clock: TestClock;
let deps: Deps;
let rail: PaymentRail;
let app: FastifyInstance;
const pushed: [string, string][] = [];

beforeAll(async () => {
  clock = new TestClock();
  const random = seededRandom(String(Math.random()));
  const parts = testDeps({}, { TRUSTED_PROXIES: '127.0.0.1' });
  rail = sandboxRail({ db: database.app, clock, key: BANK_KEY });
  deps = withPushes(
    {
      ...parts,
      db: database.app,
      clock,
      random,
      rail,
      moneyHolders: [restingOrders, openApplications],
      jobs: testJobs(clock),
      sessions: createSessions({ db: database.app, clock }),
      passwords: quickPasswords({ ...parts, random }),
      // All that the wallet asks of it.
      market: { now: () => ({ marketDate: '2026-11-23', marketTime: '2026-11-23T10:00:00+05:30' }) } as Deps['market'],
    },
    (userId, message) => pushed.push([userId, message.type]),
  );
  app = await buildApp(deps, { ...accounts, ...noticeHandlers, ...handlers, ...statement });
});
beforeEach(() => {
  pushed.length = 0;
});
afterAll(() => app.close());

let requests = 0;
const recharge = (amount: string | number, more: object = {}) => ({
  currency: 'INR' as const,
  channelType: 'UPI',
  amount,
  requestId: `request-${++requests}`,
  ...more,
});

/** What the rail has to report by now, reported. */
async function railSpeaks(): Promise<void> {
  while ((await rail.callback((report) => receiveReport(deps, report))) > 0);
}
async function statusOf(own: Client, orderNumber: string) {
  const { list } = await own.get('recharges', {});
  const { status, reason } = list.find((one) => one.orderNumber === orderNumber) ?? {};
  return [status, reason];
}
async function billOf(own: Client) {
  const { list } = await own.get('bill', {});
  return list.map((line) => [line.businessType, line.changedAmount, line.before, line.after, line.remark]);
}
const available = async (own: Client) => (await own.get('rupeeWallet', {})).available;
const entries = async (ref: string) =>
  (
    await database.app.query<{ kind: string }>('test.entries', 'SELECT kind FROM ledger.entry WHERE ref LIKE $1', [
      `${ref}%`,
    ])
  ).map(({ kind }) => kind);

describe('a recharge', () => {
  it('is in transfer, shows where one would pay, and passes within five seconds', async () => {
    const { client: own, userId } = await newMember(app);
    const order = await own.get('submitRecharge', recharge('1520.35'));
    expect(order).toMatchObject({ status: 'in_transfer', amount: '1520.35', reason: null, simulated: true });
    expect(order.payTo.vpa).toMatch(/@sandbox$/);
    expect(order.payTo.qr).toMatch(/^upi:\/\/pay\?pa=.*%40sandbox&.*am=1520\.35/);
    await railSpeaks();
    expect(await statusOf(own, order.orderNumber)).toEqual(['in_transfer', null]);
    expect(await available(own)).toBe('0.00');

    clock.advance(5 * SECOND);
    pushed.length = 0;
    await railSpeaks();
    expect(await statusOf(own, order.orderNumber)).toEqual(['passed', null]);
    expect(await billOf(own)).toEqual([['recharge', '1520.35', '0.00', '1520.35', 'Paid in by UPI']]);
    expect(await own.get('totalCapital', {})).toMatchObject({ totalAssets: '1520.35', availableAssets: '1520.35' });
    // Other members' recharges may pass now, too, and the notices of the member's first minute may come late.
    await expect
      .poll(() => pushed.filter(([to]) => to === userId))
      .toEqual(
        expect.arrayContaining([
          [userId, 'wallet'],
          [userId, 'notice'],
        ]),
      );
    expect(pushed.filter(([to, type]) => to === userId && type === 'wallet')).toHaveLength(1);
    const notices = await own.get('noticeList', { category: 'transaction' });
    expect(notices.list).toMatchObject([{ title: '₹1,520.35 of paper money has arrived' }]);
  });

  it('of an amount that ends in .13 fails, and leaves no trace in the ledger', async () => {
    const { client: own } = await newMember(app);
    const order = await own.get('submitRecharge', recharge('100.13'));
    clock.advance(5 * SECOND);
    await railSpeaks();
    expect(await statusOf(own, order.orderNumber)).toEqual(['failed', 'rail_refused']);
    expect(await entries(order.orderNumber)).toEqual([]);
    expect(await billOf(own)).toEqual([]);
  });

  it('of an amount that ends in .17 takes sixty seconds', async () => {
    const { client: own } = await newMember(app);
    const order = await own.get('submitRecharge', recharge('100.17'));
    clock.advance(59 * SECOND);
    await railSpeaks();
    expect(await statusOf(own, order.orderNumber)).toEqual(['in_transfer', null]);
    clock.advance(SECOND);
    await railSpeaks();
    expect(await statusOf(own, order.orderNumber)).toEqual(['passed', null]);
  });

  it('of an amount that ends in .19 is reported twice and credited once', async () => {
    const { client: own } = await newMember(app);
    const order = await own.get('submitRecharge', recharge('100.19'));
    clock.advance(10 * SECOND);
    await railSpeaks();
    const reports = await database.app.query<{ effect: string }>(
      'test.reports',
      'SELECT effect FROM wallet.rail_report WHERE order_number = $1 ORDER BY id',
      [order.orderNumber],
    );
    expect(reports.map(({ effect }) => effect)).toEqual(['credited', 'none']);
    expect(await entries(order.orderNumber)).toEqual(['recharge']);
    expect(await available(own)).toBe('100.19');
  });

  it('of an amount that ends in .23 passes, and is taken back twenty seconds later', async () => {
    const { client: own } = await newMember(app);
    const order = await own.get('submitRecharge', recharge('100.23'));
    clock.advance(5 * SECOND);
    await railSpeaks();
    expect(await statusOf(own, order.orderNumber)).toEqual(['passed', null]);
    clock.advance(20 * SECOND);
    await railSpeaks();
    expect(await statusOf(own, order.orderNumber)).toEqual(['failed', 'reversed']);
    expect(await billOf(own)).toEqual([
      ['recharge_return', '-100.23', '100.23', '0.00', 'Recharge taken back by the bank'],
      ['recharge', '100.23', '0.00', '100.23', 'Paid in by UPI'],
    ]);
  });

  it('taken back after its money was frozen costs the platform what is no longer there', async () => {
    const { client: own, userId } = await newMember(app);
    const order = await own.get('submitRecharge', recharge('100.23'));
    clock.advance(5 * SECOND);
    await railSpeaks();
    const held = await ledger.openHold(database.app, {
      kind: 'order_hold',
      hold: `hold-${userId}`,
      owner: ledger.userOwner(userId),
      asset: 'INR',
      amount: 7000n,
      actor: 'user',
      marketDate: '2026-11-23',
    });
    expect(held.refused).toBeUndefined();
    clock.advance(20 * SECOND);
    await railSpeaks();
    expect(await statusOf(own, order.orderNumber)).toEqual(['failed', 'reversed']);
    expect(await own.get('rupeeWallet', {})).toMatchObject({
      available: '0.00',
      frozen: { orders: '70.00', total: '70.00' },
    });
    // What is frozen is owed: nothing was put in, and nothing came of it.
    expect(await own.get('totalCapital', {})).toMatchObject({
      totalAssets: '0.00',
      frozenAmount: '70.00',
      putIn: '0.00',
      totalProfit: '0.00',
    });
  });

  it.each([
    [{ currency: 'USDT' }, 'channel_not_available'],
    [{ currency: 'EUR' }, 'currency_not_supported'],
    [{ channelType: 'PAYPAL' }, 'channel_not_available'],
    [{ channelType: 'TRC' }, 'channel_not_available'],
    [{ channelType: 'RTGS' }, 'amount_below_minimum'],
    [{ channelType: '' }, 'channel_required'],
    [{ amount: '10.005' }, 'amount_invalid'],
    [{ amount: '-10' }, 'amount_invalid'],
    [{ amount: '1e3' }, 'amount_invalid'],
    [{ amount: 0 }, 'amount_invalid'],
    [{ amount: '' }, 'amount_required'],
    [{ amount: '0.99' }, 'amount_below_minimum'],
    [{ amount: '500000.01' }, 'amount_above_maximum'],
    [{ requestId: 'short' }, 'request_id_required'],
  ])('with %o is refused: %s', async (change, reason) => {
    const { client: own } = await newMember(app);
    expect(await own.refused('submitRecharge', { ...recharge('10.00'), ...change } as never)).toBe(reason);
    expect((await own.get('recharges', {})).list).toEqual([]);
  });

  it('is one of twenty at most that wait', async () => {
    const { client: own } = await newMember(app);
    for (let k = 0; k < 20; k++) await own.get('submitRecharge', recharge('1.17'));
    expect(await own.refused('submitRecharge', recharge('1.17'))).toBe('too_many_open_recharges');
  });

  it('pages by cursor and filters by status', async () => {
    const { client: own } = await newMember(app);
    for (const amount of ['1.00', '2.13', '3.00']) {
      await own.get('submitRecharge', recharge(amount));
      clock.advance(1);
    }
    clock.advance(5 * SECOND);
    await railSpeaks();
    const first = await own.get('recharges', { size: 2 });
    expect(first.list.map(({ amount }) => amount)).toEqual(['3.00', '2.13']);
    const rest = await own.get('recharges', { size: 2, cursor: first.nextCursor ?? '' });
    expect(rest).toMatchObject({ list: [{ amount: '1.00' }], nextCursor: null });
    expect((await own.get('recharges', { status: 'failed' })).list).toMatchObject([{ amount: '2.13' }]);
    const page = await own.get('bill', { size: 1 });
    const next = await own.get('bill', { size: 1, cursor: page.nextCursor ?? '' });
    expect([page.list[0]?.changedAmount, next.list[0]?.changedAmount, next.nextCursor]).toEqual(['3.00', '1.00', null]);
  });
});

describe('a request that is sent again', () => {
  it('is answered as the first time, whatever happened since, and asks the rail once', async () => {
    const { client: own } = await newMember(app);
    const payload = recharge('250.00');
    const first = await own.get('submitRecharge', payload);
    clock.advance(5 * SECOND);
    await railSpeaks();
    expect(await own.get('submitRecharge', { ...payload, amount: 250 })).toEqual(first);
    expect((await own.get('recharges', {})).list).toHaveLength(1);
    expect(await available(own)).toBe('250.00');
  });

  it('at the same moment is one recharge', async () => {
    const { client: own } = await newMember(app);
    const payload = recharge('250.00');
    const answers = await Promise.all(Array.from({ length: 8 }, () => own.get('submitRecharge', payload)));
    expect(new Set(answers.map(({ orderNumber }) => orderNumber)).size).toBe(1);
    clock.advance(5 * SECOND);
    await railSpeaks();
    expect(await available(own)).toBe('250.00');
  });

  it('with another payload is refused, and is its owner’s alone', async () => {
    const { client: own } = await newMember(app);
    const { client: stranger } = await newMember(app);
    const payload = recharge('250.00');
    const first = await own.get('submitRecharge', payload);
    expect(await own.refused('submitRecharge', { ...payload, amount: '251.00' })).toBe('request_id_reused');
    expect((await stranger.get('submitRecharge', payload)).orderNumber).not.toBe(first.orderNumber);
  });
});

describe('giving a recharge up', () => {
  it('ends it before it is paid, as often as one asks, and no report credits it later', async () => {
    const { client: own } = await newMember(app);
    const { orderNumber: id } = await own.get('submitRecharge', recharge('100.17'));
    expect(await own.get('revokeRecharge', { id })).toMatchObject({ status: 'revoked' });
    expect(await own.get('revokeRecharge', { id })).toMatchObject({ status: 'revoked' });
    const titles = (await own.get('noticeList', { category: 'transaction' })).list.map(({ title }) => title);
    expect(titles).toEqual(['You gave up a recharge of ₹100.17']);
    clock.advance(MINUTE);
    await railSpeaks();
    expect(await available(own)).toBe('0.00');
    expect(await entries(id)).toEqual([]);
  });

  it('is refused once it has passed, to a stranger, and while its report is on the way', async () => {
    const { client: own } = await newMember(app);
    const { client: stranger } = await newMember(app);
    const { orderNumber: id } = await own.get('submitRecharge', recharge('100.00'));
    expect(await stranger.refused('revokeRecharge', { id })).toBe('unknown_order');
    clock.advance(5 * SECOND);
    const killed = rail.callback(() => Promise.reject(new Error('killed before it was taken')));
    await expect(killed).rejects.toThrow('not taken');
    expect(await own.refused('revokeRecharge', { id })).toBe('recharge_not_revocable');
    clock.advance(5 * SECOND);
    await railSpeaks();
    expect(await own.refused('revokeRecharge', { id })).toBe('recharge_not_revocable');
    expect(await available(own)).toBe('100.00');
  });
});

describe('a server that dies', () => {
  it('before it takes a report hears it again', async () => {
    const { client: own } = await newMember(app);
    await own.get('submitRecharge', recharge('100.00'));
    clock.advance(5 * SECOND);
    await expect(rail.callback(() => Promise.reject(new Error('killed')))).rejects.toThrow();
    await railSpeaks();
    expect(await available(own)).toBe('0.00');
    clock.advance(5 * SECOND);
    await railSpeaks();
    expect(await available(own)).toBe('100.00');
  });

  it('after it took a report, before it said so, credits once', async () => {
    const { client: own } = await newMember(app);
    const { orderNumber } = await own.get('submitRecharge', recharge('100.23'));
    for (const wait of [5, 5, 20, 5]) {
      clock.advance(wait * SECOND);
      await rail
        .callback(async (report) => {
          await receiveReport(deps, report);
          throw new Error('killed');
        })
        .catch(() => undefined);
    }
    clock.advance(30 * SECOND);
    await railSpeaks();
    clock.advance(30 * SECOND);
    await railSpeaks();
    expect((await entries(orderNumber)).sort()).toEqual(['recharge', 'recharge_return']);
    expect(await available(own)).toBe('0.00');
  });

  it('between writing a recharge and asking the rail asks it when the request is repeated', async () => {
    const { client: own } = await newMember(app);
    const payload = recharge('100.00');
    const { create } = rail;
    rail.create = () => Promise.reject(new Error('killed'));
    expect((await own.ask('submitRecharge', payload)).status).toBe(500);
    rail.create = create;
    expect((await own.get('recharges', {})).list).toMatchObject([{ status: 'in_transfer' }]);
    expect(await own.get('submitRecharge', payload)).toMatchObject({ payTo: { name: 'Khara Sandbox Bank' } });
    clock.advance(5 * SECOND);
    await railSpeaks();
    expect(await available(own)).toBe('100.00');
  });

  it('two servers that fetch reports at once credit once', async () => {
    const { client: own } = await newMember(app);
    for (let k = 0; k < 5; k++) await own.get('submitRecharge', recharge('10.00'));
    clock.advance(5 * SECOND);
    const other = sandboxRail({ db: database.app, clock, key: BANK_KEY });
    await Promise.all([
      railSpeaks(),
      other.callback((report) => receiveReport(deps, report)),
      other.callback((report) => receiveReport(deps, report)),
    ]);
    expect(await available(own)).toBe('50.00');
  });
});

describe('a recharge that was not paid', () => {
  it('ends when its time is over, once the rail has promised that no money will come', async () => {
    const { client: own } = await newMember(app);
    const { orderNumber } = await own.get('submitRecharge', recharge('100.00'));
    clock.advance(15 * MINUTE);
    // The rail says nothing all this while.
    await expireRecharges(deps);
    expect(await statusOf(own, orderNumber)).toEqual(['failed', 'expired']);
    const { list } = await own.get('noticeList', { category: 'transaction' }, { lang: 'zh-Hans' });
    expect(list.map(({ title }) => title)).toEqual(['₹100.00 的充值已超时']);
    await railSpeaks();
    expect(await available(own)).toBe('0.00');
  });

  it('waits for people where they decide: the rail says nothing by itself', async () => {
    const manual = sandboxRail({ db: database.app, clock, key: BANK_KEY, decides: 'people' });
    const { create } = rail;
    rail.create = manual.create;
    const { client: own } = await newMember(app);
    const { orderNumber } = await own.get('submitRecharge', recharge('100.00'));
    rail.create = create;
    clock.advance(10 * MINUTE);
    await railSpeaks();
    await expireRecharges(deps);
    expect(await statusOf(own, orderNumber)).toEqual(['in_transfer', null]);
    expect(await available(own)).toBe('0.00');
  });

  it('but was paid by a report that got lost is credited instead', async () => {
    const { client: own } = await newMember(app);
    const { orderNumber } = await own.get('submitRecharge', recharge('100.00'));
    clock.advance(5 * SECOND);
    await rail.callback(async ({ orderNumber: reported }) => {
      expect(reported).toBe(orderNumber); // delivered, and lost
    });
    clock.advance(15 * MINUTE);
    await expireRecharges(deps);
    await expireRecharges(deps);
    expect(await statusOf(own, orderNumber)).toEqual(['passed', null]);
    expect(await available(own)).toBe('100.00');
  });
});

describe('the wallet', () => {
  it('says how money comes in, with limits, in the reader’s words', async () => {
    const { client: own } = await newMember(app);
    const [rupee] = await own.get('channels', {}, { lang: 'zh-Hans' });
    expect(rupee).toMatchObject({
      currency: 'INR',
      channels: [
        { type: 'UPI', minRecharge: '1.00', maxRecharge: '500000.00' },
        { type: 'IMPS', fee: '5.90' },
        { type: 'NEFT' },
        { type: 'RTGS', minRecharge: '200000.00' },
      ],
    });
    expect(await own.get('wallets', { currency: 'USDT' })).toEqual([
      { currency: 'USDT', available: '0.000000', frozen: '0.000000', value: '0.00', selected: false },
    ]);
    expect(await own.refused('wallets', { currency: 'EUR' as never })).toBe('currency_not_supported');
  });
});
