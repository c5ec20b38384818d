import { formatMessage } from '#src/kernel/format-message.ts';
import { randomUUID } from 'node:crypto';
import { paise, rupees } from '@khara/money';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeHandlers } from '#test/notice-handlers.ts';
import { quickPasswords } from '#test/quick-passwords.ts';
import { sandboxRail } from '#src/adapters/sandbox-rail.ts';
import { buildApp } from '#src/app.ts';
import { readConfig } from '#src/config.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { createSessions, handlers as accounts } from '#modules/accounts/index.ts';
import { createOrderHandlers } from '#src/http/order-handlers.ts';
import { createPlacing } from '#modules/standing/index.ts';
import { handlers as statement } from '#modules/statement/index.ts';
import { handlers as wallet, receiveReport } from '#modules/wallet/index.ts';
import { newMember, type Client } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { testJobs } from '#test/jobs.ts';
import { openTrading, provesTheTrading, type Trading } from '#test/trading.ts';
import { withPushes } from '#test/pushes.ts';

const CODE = 'AAMRAI';
const ORDER = { code: CODE, quantity: 5, type: 'market', product: 'delivery' } as const;

describe('a new user, over HTTP', () => {
  const database = useTestDatabase();
  let trading: Trading;
  let app: FastifyInstance;
  let deps: Deps;
  let rail: ReturnType<typeof sandboxRail>;
  beforeAll(async () => {
    trading = await openTrading(database.app);
    const { clock } = trading;
    rail = sandboxRail({ db: database.app, clock, key: trading.deps.keys.bank });
    deps = withPushes({
      ...trading.deps,
      config: readConfig({ LOG_LEVEL: 'silent', TRUSTED_PROXIES: '127.0.0.1' }),
      rail,
      jobs: testJobs(clock),
      sessions: createSessions({ db: database.app, clock }),
      passwords: quickPasswords(trading.deps),
    });
    app = await buildApp(deps, {
      ...accounts,
      ...noticeHandlers,
      ...wallet,
      ...statement,
      ...createOrderHandlers(createPlacing({ ...deps, venue: trading.venue })),
    });
  });
  afterAll(() => app.close());

  /** Pays in, and lets the sandbox's bank settle it. */
  async function recharge(client: Client, amount: string): Promise<void> {
    await client.get('submitRecharge', { currency: 'INR', channelType: 'UPI', amount, requestId: randomUUID() });
    trading.clock.advance(6_000);
    await rail.callback((report) => receiveReport(deps, report));
  }

  const entries = () =>
    database.app.query('test.entries', 'SELECT count(*) AS entries, max(id) AS newest FROM ledger.entry');

  it('recharges, buys, sells, and finds every rupee of it in the statement', async () => {
    const { client, transactionPassword } = await newMember(app);
    await recharge(client, '100000.00');
    const bought = await client.get('placeBuyOrder', { ...ORDER, transactionPassword, requestId: randomUUID() });
    expect(bought).toMatchObject({ state: 'complete', filledQuantity: 5, type: 'market', reason: null });

    const { list: held } = await client.get('positions', {});
    expect(held).toMatchObject([{ code: CODE, quantity: 5, sellableQuantity: 5, settledQuantity: 0 }]);
    const total = await client.get('totalCapital', {});
    const { charges } = bought;
    expect(paise(total.totalAssets)).toBe(100_000_00n - paise(charges.total)! + paise(held[0]!.totalProfit)!);

    const sold = await client.get('placeSellOrder', {
      positionId: held[0]!.id,
      quantity: 5,
      type: 'market',
      transactionPassword,
      requestId: randomUUID(),
    });
    expect(sold).toMatchObject({ state: 'complete', filledQuantity: 5, side: 'sell' });
    const { list: closed } = await client.get('closedPositions', {});
    expect(closed).toMatchObject([{ state: 'historical', quantity: 0, sellQuantity: 5 }]);

    // Every rupee: the lines run without a gap from zero to what the wallet says, and their sums are the fills'.
    const { list } = await client.get('bill', { size: 100 });
    const lines = list.toReversed();
    let balance = 0n;
    for (const line of lines) {
      expect(paise(line.before)).toBe(balance);
      balance += paise(line.changedAmount)!;
      expect(paise(line.after)).toBe(balance);
    }
    const sum = (type: string) =>
      lines.filter((line) => line.businessType === type).reduce((all, line) => all + paise(line.changedAmount)!, 0n);
    const value = (order: typeof bought) => order.fills.reduce((all, fill) => all + paise(fill.value)!, 0n);
    expect(sum('recharge')).toBe(100_000_00n);
    expect(sum('buy')).toBe(-value(bought));
    expect(sum('sell')).toBe(value(sold));
    expect(sum('charges')).toBe(-(paise(bought.charges.total)! + paise(sold.charges.total)!));
    const rupeeWallet = await client.get('rupeeWallet', {});
    expect(paise(rupeeWallet.available)).toBe(balance);
    // What the sale brought settles on the next market day, and cannot leave before.
    const proceeds = value(sold) - paise(sold.charges.total)!;
    expect(rupeeWallet.heldBack).toEqual([{ reason: 'unsettled_sales', amount: rupees(proceeds) }]);
    expect(paise(rupeeWallet.withdrawable)).toBe(balance - proceeds);
    expect(balance).toBe(100_000_00n + paise(closed[0]!.profitAmount)!);
    expect(lines.map((line) => line.remark)).toContain(
      `Bought ${bought.fills[0]!.quantity} ${CODE} at ${formatMessage('{{price}}', { price: bought.fills[0]!.price }, 'en')}`,
    );

    const { list: notices } = await client.get('noticeList', { category: 'transaction' });
    expect(notices.map(({ title }) => title)).toEqual(expect.arrayContaining([`Bought 5 ${CODE}`, `Sold 5 ${CODE}`]));
    await provesTheTrading(database.app);
  });

  describe('is refused in words, and nothing of it reaches the ledger:', () => {
    let client: Client;
    let transactionPassword: string;
    beforeAll(async () => {
      ({ client, transactionPassword } = await newMember(app));
      await recharge(client, '50000.00');
    });
    const rows: readonly (readonly [string, Record<string, unknown>, string])[] = [
      ['an unknown code', { code: 'NOSUCH' }, 'unknown_code'],
      ['quantity zero', { quantity: 0 }, 'quantity_invalid'],
      ['a negative quantity', { quantity: -1 }, 'quantity_invalid'],
      ['half a share', { quantity: 1.5 }, 'quantity_invalid'],
      ['no quantity', { quantity: undefined }, 'quantity_required'],
      ['a quantity above the maximum', { quantity: 100_001 }, 'quantity_above_maximum'],
      ['a price with three decimals', { type: 'limit', price: '1325.405' }, 'price_invalid'],
      ['a price off the tick', { type: 'limit', price: '1325.45' }, 'tick_invalid'],
      ['a price outside the band', { type: 'limit', price: '2000.00' }, 'price_out_of_band'],
      ['a limit order without a price', { type: 'limit' }, 'price_required'],
      ['too little money', { quantity: 5_000 }, 'insufficient_funds'],
      ['a transaction password that cannot be one', { transactionPassword: '12345' }, 'transaction_password_format'],
      ['no transaction password', { transactionPassword: undefined }, 'transaction_password_required'],
      ['no request id', { requestId: undefined }, 'request_id_required'],
    ];
    it.each(rows)('%s', async (_title, change, reason) => {
      const before = { entries: await entries(), orders: (await client.get('orders', {})).list };
      const payload = { ...ORDER, transactionPassword, requestId: randomUUID(), ...change };
      const answer = await client.ask('placeBuyOrder', payload as typeof ORDER & { requestId: string });
      expect(answer).toMatchObject({ status: 200, code: 500, data: { reason } });
      expect(answer.msg).not.toBe('');
      expect({ entries: await entries(), orders: (await client.get('orders', {})).list }).toEqual(before);
    });

    it('a suspended share', async () => {
      const payload = { ...ORDER, code: trading.suspended, transactionPassword, requestId: randomUUID() };
      const answer = await client.ask('placeBuyOrder', payload);
      expect(answer).toMatchObject({
        code: 500,
        msg: 'This stock is temporarily not tradable',
        data: { reason: 'not_tradable' },
      });
    });

    it('a wrong transaction password', async () => {
      const wrong = transactionPassword === '111111' ? '222222' : '111111';
      const refused = await client.refused('placeBuyOrder', {
        ...ORDER,
        transactionPassword: wrong,
        requestId: randomUUID(),
      });
      expect(refused).toBe('transaction_password_wrong');
    });

    it('shares that are not owned', async () => {
      const refused = await client.refused('placeSellOrder', {
        ...ORDER,
        transactionPassword,
        requestId: randomUUID(),
      });
      expect(refused).toBe('insufficient_holdings');
    });

    it('the same request id with another payload; with the same one the first answer comes again', async () => {
      const ask = { ...ORDER, quantity: 1, transactionPassword, requestId: randomUUID() };
      const first = await client.get('placeBuyOrder', ask);
      expect(await client.get('placeBuyOrder', { ...ask, quantity: '1' })).toEqual(first);
      expect(await client.refused('placeBuyOrder', { ...ask, quantity: 2 })).toBe('request_id_reused');
      expect((await client.get('orders', {})).list).toHaveLength(1);
    });
  });
});
