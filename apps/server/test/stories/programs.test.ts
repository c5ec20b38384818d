import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DAY_MS, HOUR_MS } from '@khara/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { purgeRefused } from '#modules/placing/index.ts';
import { handlers as configHandlers } from '#modules/config/index.ts';
import { buildApp } from '#src/app.ts';
import { client, newAddress } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { KiteConnect } from '#test/kite-client.ts';
import { openPrograms, thrown, tokenOf } from '#test/programs.ts';
import { provesTheTrading } from '#test/trading.ts';

const CODE = 'AAMRAI';
const NAME = `NSE:${CODE}`;
/** Under surveillance, trade-for-trade. */
const WATCHED = 'PATTIMAR';
const DEMO_ACCOUNT = fileURLToPath(new URL('../../../../tools/demo-account.ts', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../../../examples', import.meta.url));
const run = promisify(execFile);
const openDemo = (address: string) => run(process.execPath, [DEMO_ACCOUNT, '--at', address], { timeout: 30_000 });
/** The example in Python is run where there is one. */
const hasPython = spawnSync('python3', ['--version']).status === 0;

const buy = (more: object = {}) => ({
  exchange: 'NSE' as const,
  tradingsymbol: CODE,
  transaction_type: 'BUY' as const,
  quantity: 2,
  product: 'CNC' as const,
  order_type: 'MARKET' as const,
  ...more,
});
const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });

/** The npm client of the Kite Connect v3 API, as it is published, against this server over HTTP. */
/** Makes intraday shares delivery. */
const conversion = (quantity: number) => ({
  exchange: 'NSE' as const,
  tradingsymbol: CODE,
  transaction_type: 'BUY' as const,
  position_type: 'day' as const,
  quantity,
  old_product: 'MIS' as const,
  new_product: 'CNC' as const,
});

describe('a program', () => {
  const database = useTestDatabase();
  let programs: Awaited<ReturnType<typeof openPrograms>>;
  let { trading, deps, root, trader, ask } = {} as typeof programs;
  beforeAll(async () => {
    programs = await openPrograms(database.app);
    ({ trading, deps, root, trader, ask } = programs);
  });
  afterAll(() => programs.app.close());

  /** Lets the limits of a second pass, on a clock that stands still. */
  const later = () => trading.clock.advance(1000);

  describe('logs in', () => {
    it('by the token that came with its key', async () => {
      const { kite, userId } = await trader('read');
      expect(await kite.getProfile()).toMatchObject({
        user_id: userId,
        broker: 'KHARA',
        exchanges: ['KHR'],
        email: '',
      });
    });

    it('by the flow of request tokens, renews and logs out', async () => {
      const { client, key, secret } = await trader('read', { redirect: 'http://127.0.0.1:5000/back' });
      const { redirect } = await client.get('allowProgram', { id: key.id });
      const kite = new KiteConnect({ api_key: key.id, root });
      const { search } = new URL(kite.getLoginURL()); // the client's own address is a constant of its makers
      const login = await fetch(`${root}/connect/login${search}`, { redirect: 'manual' });
      expect(login.headers.get('location')).toBe(`/h5/#/pages/personal/keys/index?api_key=${key.id}`);
      const requestToken = new URL(redirect).searchParams.get('request_token')!;
      const session = await kite.generateSession(requestToken, secret);
      expect(session).toMatchObject({
        api_key: key.id,
        access_token: expect.any(String),
        login_time: expect.any(Date),
      });
      await kite.getProfile();
      expect(await thrown(kite.generateSession(requestToken, secret))).toMatchObject({ error_type: 'TokenException' });
      const renewed = await kite.renewAccessToken(session.refresh_token, secret);
      kite.setAccessToken(renewed.access_token);
      await kite.getProfile();
      await kite.invalidateAccessToken();
      expect(await thrown(kite.getProfile())).toMatchObject({ error_type: 'TokenException' });
    });

    it('with nothing but its own token, and hears which exception it met', async () => {
      const { kite, key } = await trader('read');
      const wrong = new KiteConnect({ api_key: key.id, access_token: 'no token', root });
      expect(await thrown(wrong.getProfile())).toMatchObject({ error_type: 'TokenException' });
      expect(await thrown(kite.placeOrder('regular', buy()))).toMatchObject({ error_type: 'PermissionException' });
    });

    it('no more as soon as its key ended, by whatever means', async () => {
      const { kite, client, key } = await trader('read');
      await kite.getProfile();
      await client.get('endProgramKey', { id: key.id });
      expect(await thrown(kite.getProfile())).toMatchObject({ error_type: 'TokenException' });
      const other = await trader('read');
      await other.kite.getProfile();
      await other.client.get('revokeOtherSessions', {});
      expect(await thrown(other.kite.getProfile())).toMatchObject({ error_type: 'TokenException' });
    });

    it('and the session token of its member opens nothing here', async () => {
      const { key, token } = await trader('read');
      const answer = await ask('/user/profile', { api_key: key.id, access_token: token });
      expect([answer.status, ((await answer.json()) as { error_type: string }).error_type]).toEqual([
        403,
        'TokenException',
      ]);
    });
  });

  it('sees exact types, that all is simulated, and the market’s time', async () => {
    const own = tokenOf(await trader('read'));
    const json = await ask('/user/profile', own);
    expect(json.headers.get('content-type')).toBe('application/json');
    expect(json.headers.get('x-simulated')).toBe('1');
    expect(json.headers.get('x-market-time')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const csv = await ask('/instruments', own);
    expect(csv.headers.get('content-type')).toBe('text/csv');
  });

  it('buys, reads what came of it, and sells', async () => {
    const { kite } = await trader();
    const { order_id: id } = await kite.placeOrder('regular', buy({ tag: 'trend' }));
    const [order] = await kite.getOrders();
    expect(order).toMatchObject({
      order_id: id,
      status: 'COMPLETE',
      tradingsymbol: CODE,
      exchange: 'KHR',
      transaction_type: 'BUY',
      order_type: 'MARKET',
      product: 'CNC',
      validity: 'DAY',
      variety: 'regular',
      quantity: 2,
      filled_quantity: 2,
      pending_quantity: 0,
      tag: 'trend',
      tags: ['trend'],
      order_timestamp: expect.any(Date),
    });
    later();
    const states = await kite.getOrderHistory(id);
    expect(states.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['PUT ORDER REQ RECEIVED', 'VALIDATION PENDING', 'OPEN PENDING', 'COMPLETE']),
    );
    const trades = await kite.getOrderTrades(id);
    expect(trades.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(2);
    expect((await kite.getTrades()).map(({ order_id }) => order_id)).toContain(id);
    expect(await kite.getHoldings()).toMatchObject([
      { tradingsymbol: CODE, quantity: 0, t1_quantity: 2, product: 'CNC' },
    ]);
    const { net, day } = await kite.getPositions();
    expect(net).toMatchObject([{ tradingsymbol: CODE, product: 'CNC', quantity: 2, day_buy_quantity: 2 }]);
    expect(day).toEqual(net);
    const { equity, commodity } = await kite.getMargins();
    expect(equity!.net).toBeLessThan(100_000);
    expect(commodity).toMatchObject({ enabled: false, net: 0 });
    later();
    await kite.placeOrder('regular', buy({ transaction_type: 'SELL' }));
    expect(await kite.getHoldings()).toEqual([]);
    await provesTheTrading(database.app);
  });

  it('rests, changes and cancels a limit order', async () => {
    const { kite } = await trader();
    const price = Number(trading.inside(CODE));
    const { order_id: id } = await kite.placeOrder('regular', buy({ order_type: 'LIMIT', price, validity: 'DAY' }));
    expect(await kite.getOrders()).toMatchObject([{ order_id: id, status: 'OPEN', price, pending_quantity: 2 }]);
    await kite.modifyOrder('regular', id, { quantity: 1, order_type: 'LIMIT', validity: 'DAY' });
    expect(await kite.getOrders()).toMatchObject([{ quantity: 1, status: 'OPEN' }]);
    await kite.cancelOrder('regular', id);
    expect(await kite.getOrders()).toMatchObject([
      { status: 'CANCELLED', status_message: 'cancelled_by_member', cancelled_quantity: 1 },
    ]);
    later();
    const states = await kite.getOrderHistory(id);
    expect(states.map(({ status }) => status)).toEqual([
      'PUT ORDER REQ RECEIVED',
      'VALIDATION PENDING',
      'OPEN PENDING',
      'OPEN',
      'MODIFY VALIDATION PENDING',
      'MODIFY PENDING',
      'MODIFIED',
      'OPEN',
      'CANCEL PENDING',
      'CANCELLED',
    ]);
  });

  it('takes at the market what its limit order did not get, under the same id', async () => {
    const { kite } = await trader();
    const price = Number(trading.inside(CODE)) - 5;
    const { order_id: id } = await kite.placeOrder('regular', buy({ order_type: 'LIMIT', price }));
    const change = { order_type: 'MARKET', quantity: 2, validity: 'DAY', market_protection: -1, price } as const;
    expect(await kite.modifyOrder('regular', id, change)).toEqual({ order_id: id });
    const [order, ...others] = await kite.getOrders();
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      order_id: id,
      order_type: 'MARKET',
      status: 'COMPLETE',
      filled_quantity: 2,
      modified: true,
      price: 0,
    });
    later();
    const states = await kite.getOrderHistory(id);
    expect(states.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['MODIFY VALIDATION PENDING', 'MODIFY PENDING', 'MODIFIED', 'COMPLETE']),
    );
    await provesTheTrading(database.app);
  });

  it('makes a stop of a limit order, one at the market with its own protection, and a limit order again', async () => {
    const { kite } = await trader();
    const tick = deps.market.instrument(CODE)!.tick;
    const at = (ticks: number) => (trading.quote(CODE).lastPrice + ticks * tick) / 100;
    const { order_id: id } = await kite.placeOrder('regular', buy({ order_type: 'LIMIT', price: at(-40) }));
    const now = async () => {
      later();
      return (await kite.getOrders())[0]!;
    };
    await kite.modifyOrder('regular', id, { order_type: 'SL', price: at(60), trigger_price: at(50) });
    expect(await now()).toMatchObject({
      order_type: 'SL',
      status: 'TRIGGER PENDING',
      trigger_price: at(50),
      price: at(60),
    });
    await kite.modifyOrder('regular', id, { order_type: 'SL-M', trigger_price: at(40), price: at(60) });
    expect(await now()).toMatchObject({
      order_type: 'SL-M',
      status: 'TRIGGER PENDING',
      trigger_price: at(40),
      price: 0,
    });
    await kite.modifyOrder('regular', id, { order_type: 'LIMIT', price: at(-40), trigger_price: at(40) });
    expect(await now()).toMatchObject({ order_type: 'LIMIT', status: 'OPEN', trigger_price: 0, price: at(-40) });
    await kite.modifyOrder('regular', id, { validity: 'TTL', validity_ttl: 20 });
    expect(await now()).toMatchObject({ validity: 'TTL', validity_ttl: 20 });
    await kite.modifyOrder('regular', id, { validity: 'IOC' });
    expect(await now()).toMatchObject({ validity: 'IOC', status: 'CANCELLED', cancelled_quantity: 2 });
  });

  it('places an iceberg as an order that hides a part of itself', async () => {
    const { kite } = await trader();
    const price = Number(trading.inside(CODE));
    const iceberg = buy({ quantity: 10, order_type: 'LIMIT', price, iceberg_legs: 5, iceberg_quantity: 2 });
    const { order_id: id } = await kite.placeOrder('iceberg', iceberg);
    expect(await kite.getOrders()).toMatchObject([
      {
        variety: 'iceberg',
        disclosed_quantity: 2,
        meta: { iceberg: { legs: 5, leg_quantity: 2, total_quantity: 10 } },
      },
    ]);
    await kite.cancelOrder('iceberg', id);
    expect(await thrown(kite.placeOrder('iceberg', buy({ quantity: 10 })))).toMatchObject({
      error_type: 'InputException',
    });
  });

  it.each([
    ['no share', buy({ tradingsymbol: 'NOSUCH' }), 'tradingsymbol'],
    ['no exchange of ours', buy({ exchange: 'BSE' }), 'exchange'],
    ['half a share', buy({ quantity: 1.5 }), 'quantity'],
    ['no quantity', buy({ quantity: 0 }), 'quantity'],
    ['another product', buy({ product: 'NRML' }), 'product'],
    ['a limit without a price', buy({ order_type: 'LIMIT' }), 'price'],
    ['a stop without a trigger', buy({ order_type: 'SL', price: 1325 }), 'trigger_price'],
    ['no protection', buy({ market_protection: 0 }), 'market_protection'],
    ['too long a mark', buy({ tag: 'x'.repeat(21) }), 'tag'],
    ['no minute to live', buy({ validity: 'TTL', validity_ttl: 0 }), 'validity_ttl'],
  ])(
    'is refused an order of %s by the client’s own exception with the field, and nothing of it is kept',
    async (_what, order, field) => {
      const { kite } = await trader();
      expect(await thrown(kite.placeOrder('regular', order))).toMatchObject({
        error_type: 'InputException',
        data: { field },
      });
      expect(await kite.getOrders()).toEqual([]);
      expect(await thrown(kite.placeOrder('co', order))).toMatchObject({ error_type: 'InputException' });
    },
  );

  it.each([
    ['off the tick', buy({ order_type: 'LIMIT', price: 1325.45 }), 'tick_invalid'],
    ['out of the band', buy({ order_type: 'LIMIT', price: 1 }), 'price_out_of_band'],
    ['of more than its money', buy({ quantity: 5000 }), 'insufficient_funds'],
    ['of shares that it has not', buy({ transaction_type: 'SELL' }), 'insufficient_holdings'],
    ['with a trigger on the wrong side', buy({ order_type: 'SL-M', trigger_price: 1300 }), 'trigger_wrong_side_of_ltp'],
    ['for after the market, within it', buy({ variety: 'amo' }), 'phase_not_accepting'],
  ])(
    'has an order %s that ended as rejected, which the app shows and the ledger has not',
    async (_what, order, reason) => {
      const { kite, client, userId } = await trader();
      const entries = () =>
        database.app.query(
          'test.entries',
          "SELECT e.id FROM ledger.entry e JOIN ledger.person p ON p.id = e.person WHERE p.owner = 'u:' || $1",
          [userId],
        );
      const before = await entries();
      const { order_id: id } = await kite.placeOrder((order as { variety?: 'amo' }).variety ?? 'regular', {
        ...order,
        tag: 'bold',
      });
      expect(await kite.getOrders()).toMatchObject([
        {
          order_id: id,
          status: 'REJECTED',
          status_message: reason,
          tag: 'bold',
          pending_quantity: 0,
          exchange_order_id: null,
        },
      ]);
      const states = await kite.getOrderHistory(id);
      expect(states.map(({ status }) => status)).toEqual(['PUT ORDER REQ RECEIVED', 'VALIDATION PENDING', 'REJECTED']);
      const { list } = await client.get('orders', {});
      expect(list).toMatchObject([{ id, state: 'rejected', reason, program: { tag: 'bold' } }]);
      expect((await client.get('orders', { state: 'open' })).list).toEqual([]);
      expect(await client.get('orderDetail', { id })).toMatchObject({
        fills: [],
        timeline: [{ step: 'rejected', reason }],
      });
      expect(await entries()).toEqual(before);
    },
  );

  it('sees rejected orders between the others, page by page, until 90 days have passed', async () => {
    const { kite, client } = await trader();
    const sent = [];
    for (const quantity of [1, 5000, 1, 5000, 1]) {
      sent.push((await kite.placeOrder('regular', buy({ quantity }))).order_id);
      later();
    }
    expect((await kite.getOrders()).map(({ order_id: id }) => id)).toEqual(sent);
    const paged = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await client.get('orders', { size: 2, ...(cursor !== undefined && { cursor }) });
      paged.push(...page.list.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(sent.toReversed());
    const now = trading.clock.now();
    await purgeRefused({ ...deps, clock: { ...deps.clock, now: () => now + 89 * DAY_MS } });
    expect((await client.get('orders', {})).list).toHaveLength(5);
    await purgeRefused({ ...deps, clock: { ...deps.clock, now: () => now + 90.1 * DAY_MS } });
    expect((await client.get('orders', {})).list).toHaveLength(3);
  });

  it('sends ten orders a second: the eleventh leaves no trace, and a second later it may go on', async () => {
    const { kite, ...own } = await trader();
    const price = Number(trading.inside(CODE)) - 5;
    const place = () =>
      ask('/orders/regular', tokenOf(own), {
        method: 'POST',
        body: new URLSearchParams({ ...buy({ order_type: 'LIMIT', price, quantity: 1 }) } as never),
      });
    const answers = [];
    for (let sent = 0; sent < 11; sent += 1) answers.push(await place());
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect(await answers[10]!.json()).toMatchObject({ status: 'error', error_type: 'NetworkException' });
    expect(await kite.getOrders()).toHaveLength(10);
    later();
    expect((await place()).status).toBe(200);
    for (const { order_id: id } of await kite.getOrders()) {
      later();
      await kite.cancelOrder('regular', id);
    }
  });

  it('repeats a request by its id, and it is one order', async () => {
    const { kite, ...own } = await trader();
    const id = randomUUID();
    const place = async (quantity: number) => {
      const body = new URLSearchParams(buy({ quantity: String(quantity) }) as never);
      const answer = await ask('/orders/regular', tokenOf(own), {
        method: 'POST',
        body,
        headers: { 'x-request-id': id },
      });
      return (await answer.json()) as { data: { order_id?: string; reason?: string }; error_type?: string };
    };
    const [first, again, other] = [await place(1), await place(1), await place(2)];
    expect(again).toEqual(first);
    expect(other).toMatchObject({ error_type: 'InputException', data: { reason: 'request_id_reused' } });
    expect(await kite.getOrders()).toHaveLength(1);
  });

  it('takes no id of a request that reads as one of an assistant', async () => {
    const { kite, ...own } = await trader();
    const body = new URLSearchParams(buy({ quantity: '1' }) as never);
    const headers = { 'x-request-id': `rehearsal-${randomUUID()}` };
    const answer = await ask('/orders/regular', tokenOf(own), { method: 'POST', body, headers });
    expect(await answer.json()).toMatchObject({ error_type: 'InputException', data: { field: 'X-Request-Id' } });
    expect(await kite.getOrders()).toEqual([]);
  });

  it('slices an order above the most that one may have, when it says so', async () => {
    const { kite } = await trader();
    const price = Number(trading.inside(CODE));
    const large = buy({ quantity: 250_000, order_type: 'LIMIT', price });
    expect(await kite.placeOrder('regular', { ...large, autoslice: true })).toEqual({
      order_id: expect.any(String),
      children: [{ order_id: expect.any(String) }, { order_id: expect.any(String) }],
    });
    const orders = await kite.getOrders();
    expect(orders.map(({ quantity, status }) => [quantity, status])).toEqual([
      [100_000, 'REJECTED'], // more than its money
      [100_000, 'REJECTED'],
      [50_000, 'REJECTED'],
    ]);
    const { order_id: whole } = await kite.placeOrder('regular', large);
    const [last] = (await kite.getOrders()).slice(-1);
    expect(last).toMatchObject({ order_id: whole, status_message: 'quantity_above_maximum' });
    expect(await thrown(kite.placeOrder('regular', { ...large, quantity: 2e6, autoslice: true }))).toMatchObject({
      error_type: 'InputException',
    });
  });

  it('repeats a request that was rejected, and it is one rejected order', async () => {
    const { kite, ...own } = await trader();
    const id = randomUUID();
    const place = async (price: string) => {
      const body = new URLSearchParams(buy({ quantity: '1', order_type: 'LIMIT', price }) as never);
      const answer = await ask('/orders/regular', tokenOf(own), {
        method: 'POST',
        body,
        headers: { 'x-request-id': id },
      });
      return (await answer.json()) as { data: { order_id?: string; reason?: string }; error_type?: string };
    };
    const [first, again, other] = [await place('1'), await place('1'), await place('2')];
    expect(again).toEqual(first);
    expect(other).toMatchObject({ error_type: 'InputException', data: { reason: 'request_id_reused' } });
    expect(await kite.getOrders()).toMatchObject([{ order_id: first.data.order_id, status: 'REJECTED' }]);
  });

  it('pays for an order what its member pays in the app', async () => {
    const { kite, client, transactionPassword } = await trader();
    const price = trading.inside(CODE);
    const preview = await client.get('previewOrder', {
      side: 'buy',
      code: CODE,
      quantity: 3,
      type: 'limit',
      product: 'delivery',
      price,
    });
    const [note] = await kite.getvirtualContractNote([
      {
        ...buy({ quantity: 3, order_type: 'LIMIT', average_price: Number(price) }),
        order_id: '1',
        variety: 'regular',
      } as never,
    ]);
    const { charges } = preview;
    expect(note!.charges).toMatchObject({
      total: Number(charges.total),
      transaction_tax: Number(charges.stt),
      stamp_duty: Number(charges.stamp),
      gst: { total: Number(charges.gst) },
    });
    const [margin] = await kite.orderMargins([
      {
        ...buy({ quantity: 3, order_type: 'LIMIT', price: Number(price) }),
        variety: 'regular',
        trigger_price: 0,
      } as never,
    ]);
    expect(margin).toMatchObject({ total: Number(preview.margin), tradingsymbol: CODE });
    const basket = await kite.orderBasketMargins([
      { ...buy({ quantity: 3, order_type: 'LIMIT', price: Number(price) }), variety: 'regular' } as never,
    ]);
    expect(basket).toMatchObject({ initial: { total: Number(preview.margin) } });
    await kite.placeOrder('regular', buy({ quantity: 3 }));
    await client.get('placeBuyOrder', {
      code: CODE,
      quantity: 3,
      type: 'market',
      product: 'delivery',
      transactionPassword,
      requestId: randomUUID(),
    });
    const { list } = await client.get('orders', {});
    expect(list.map(({ program }) => program?.tag)).toEqual([undefined, null]);
  });

  it('needs for a basket what its orders need one after the other', async () => {
    const { kite, client } = await trader();
    await kite.placeOrder('regular', buy({ quantity: 4, product: 'MIS' }));
    const sale = { ...buy({ quantity: 4, product: 'MIS' }), transaction_type: 'SELL', variety: 'regular' } as never;
    const orders = [sale, sale];
    const { initial, final } = await kite.orderBasketMargins(orders);
    // The first closes what is there, and the second opens.
    expect(initial!.total).toBe(0);
    expect(final!.total).toBeGreaterThan(0);
    const terms = { code: CODE, side: 'sell', quantity: 4, type: 'market', product: 'intraday' } as const;
    const shown = await client.get('previewBasket', { orders: [terms, terms] });
    expect(final!.total).toBe(Number(shown.margin));
  });

  it('is filled at the market no further from the last price than its own protection', async () => {
    const { kite, client } = await trader();
    const { tick } = trading.deps.market.instrument(CODE)!;
    const last = trading.quote(CODE).lastPrice;
    const allowed = Math.floor((last * 25) / 10_000);
    const { order_id: id } = await kite.placeOrder('regular', buy({ quantity: 1, market_protection: 0.25 }));
    expect(await client.get('orderDetail', { id })).toMatchObject({
      type: 'market',
      price: ((Math.floor((last + Math.max(tick, allowed)) / tick) * tick) / 100).toFixed(2),
      protection: '0.25',
    });
    expect((await kite.getOrderHistory(id)).at(-1)).toMatchObject({ order_type: 'MARKET', market_protection: 0.25 });
    const { order_id: ours } = await kite.placeOrder('regular', buy({ quantity: 1, market_protection: -1 }));
    expect((await client.get('orderDetail', { id: ours })).protection).toBeUndefined();
    // A stop finds its price when it triggers: with a protection it is one with a limit.
    const trigger = (Math.ceil((trading.quote(CODE).lastPrice * 1.01) / tick) * tick) / 100;
    const stop = { quantity: 1, order_type: 'SL-M', trigger_price: trigger, market_protection: 1 };
    const { order_id: stopped } = await kite.placeOrder('regular', buy(stop));
    const limit = (Math.floor((trigger * 101 + 1e-6) / tick) * tick) / 100;
    expect(await client.get('orderDetail', { id: stopped })).toMatchObject({ type: 'sl', price: limit.toFixed(2) });
    for (const percent of [0, -2, 100.5])
      await expect(kite.placeOrder('regular', buy({ quantity: 1, market_protection: percent }))).rejects.toMatchObject({
        error_type: 'InputException',
      });
    await provesTheTrading(database.app);
  });

  it('has the same story and the same charges as its member’s order in the app, in one journal', async () => {
    const [program, member] = [await trader(), await trader()];
    const terms = { code: CODE, quantity: 1, type: 'limit', product: 'delivery', validity: 'day' } as const;
    const price = Number(trading.inside(CODE)) + 20; // meets what is offered
    const { order_id: id } = await program.kite.placeOrder('regular', buy({ quantity: 1, order_type: 'LIMIT', price }));
    const { transactionPassword } = member;
    const placed = await member.client.get('placeBuyOrder', {
      ...terms,
      price: price.toFixed(2),
      transactionPassword,
      requestId: randomUUID(),
    });
    const byProgram = await program.client.get('orderDetail', { id });
    const byMember = await member.client.get('orderDetail', { id: placed.id });
    expect(byProgram.state).toBe('complete');
    expect(byProgram.fills.map(({ price: filled }) => filled)).toEqual(
      byMember.fills.map(({ price: filled }) => filled),
    );
    expect(byProgram.charges).toEqual(byMember.charges);
    const story = ({ timeline }: typeof byMember) =>
      timeline.map(({ step, state, quantity }) => [step, state, quantity]);
    expect(story(byProgram)).toEqual(story(byMember));
    expect(byProgram.timeline[0]!.why).toMatch(/program/);
    expect(byMember.timeline[0]!.why).toBeUndefined();
    const journal = await database.app.query<{ orderId: bigint; kind: string }>(
      'test.journal',
      'SELECT order_id, kind FROM trading.command WHERE order_id = ANY ($1::bigint[]) ORDER BY seq',
      [[id, placed.id]],
    );
    expect(journal.map(({ orderId: order, kind }) => [String(order), kind])).toEqual([
      [id, 'place'],
      [placed.id, 'place'],
    ]);
  });

  it('reads instruments, quotes and histories', async () => {
    const { kite } = await trader('read');
    const instruments = await kite.getInstruments();
    const share = instruments.find(({ tradingsymbol }) => tradingsymbol === CODE)!;
    expect(share).toMatchObject({ exchange: 'KHR', segment: 'KHR', instrument_type: 'EQ', lot_size: 1 });
    const token = Number(share.instrument_token);
    expect(token & 0xff).toBe(1);
    expect(token).toBeLessThan(2 ** 31);
    expect(await kite.getInstruments('NSE')).toHaveLength(instruments.length);
    const last = trading.quote(CODE).lastPrice / 100;
    expect(await kite.getLTP([NAME, 'NSE:NOSUCH'])).toEqual({ [NAME]: { instrument_token: token, last_price: last } });
    expect(await kite.getOHLC([NAME])).toMatchObject({
      [NAME]: { last_price: last, ohlc: { close: expect.any(Number) } },
    });
    const { [NAME]: quote } = await kite.getQuote([NAME]);
    expect(quote).toMatchObject({ last_price: last, oi: 0, timestamp: expect.any(Date) });
    expect(quote!.depth.buy).toHaveLength(5);
    expect(quote!.depth.buy[0]!.price).toBeLessThan(quote!.depth.sell[0]!.price);
    expect(await thrown(kite.getLTP([]))).toMatchObject({ error_type: 'InputException' });
    later();

    const today = deps.market.now().marketDate;
    const candles = async (interval: string, from: string, to = `${today} 23:59:59`) => {
      later();
      const found = (await kite.getHistoricalData(token, interval, from, to)) as unknown as {
        date: Date;
        open: number;
        high: number;
        close: number;
        volume: number;
      }[];
      return found;
    };
    const days = await candles('day', '2025-12-01', `${today} 23:59:59`);
    expect(days.length).toBeGreaterThan(200);
    const [day] = days.filter(({ date }) => date < new Date(`${today}T00:00:00+05:30`)).slice(-1);
    const date = new Date(day!.date.getTime() + 19_800_000).toISOString().slice(0, 10);
    const span = [`${date} 00:00:00`, `${date} 23:59:59`] as const;
    for (const [interval, count] of [
      ['minute', 375],
      ['3minute', 125],
      ['5minute', 75],
      ['10minute', 38],
      ['15minute', 25],
      ['30minute', 13],
      ['60minute', 7],
    ] as const) {
      const found = await candles(interval, ...span);
      expect([interval, found.length]).toEqual([interval, count]);
      expect(found.reduce((sum, { volume }) => sum + volume, 0)).toBe(day!.volume);
      expect([found[0]!.open, Math.max(...found.map(({ high }) => high)), found.at(-1)!.close]).toEqual([
        day!.open,
        day!.high,
        day!.close,
      ]);
    }
    later();
    expect(await thrown(kite.getHistoricalData(token, 'minute', '2026-01-01', `${today} 10:00:00`))).toMatchObject({
      error_type: 'InputException',
    });
  });

  it('reads the margin and the limits of each share, and gets no intraday order into a watched one', async () => {
    const { kite } = await trader();
    const price = trading.quote(CODE).lastPrice / 100;
    const order = (tradingsymbol: string, product: 'MIS' | 'CNC') => ({
      ...buy({ tradingsymbol, product, quantity: 10 }),
      price: trading.quote(tradingsymbol).lastPrice / 100,
      trigger_price: 0,
      order_type: 'LIMIT' as const,
      variety: 'regular' as const,
    });
    const [intraday] = await kite.orderMargins([order(CODE, 'MIS')]);
    const rate = deps.market.margin(CODE)!.rateBps / 10_000;
    // Beside the margin an order holds its estimated charges.
    expect(intraday!.total).toBeGreaterThanOrEqual(price * 10 * rate);
    expect(intraday!.total).toBeLessThan(price * 10 * rate + 50);
    later();
    const { lastPrice, bandLow, bandHigh } = trading.quote(WATCHED);
    const { [`NSE:${WATCHED}`]: quote } = await kite.getQuote([`NSE:${WATCHED}`]);
    expect(quote).toMatchObject({
      lower_circuit_limit: bandLow / 100,
      upper_circuit_limit: bandHigh / 100,
      last_price: lastPrice / 100,
    });
    expect(bandHigh - lastPrice).toBeLessThan(lastPrice * 0.051);
    later();
    const { order_id: id } = await kite.placeOrder('regular', order(WATCHED, 'MIS'));
    later();
    expect((await kite.getOrderHistory(id)).at(-1)).toMatchObject({ status: 'REJECTED', product: 'MIS' });
    later();
    const [delivered] = await kite.orderMargins([order(WATCHED, 'CNC')]);
    expect(delivered!.total).toBeGreaterThan((lastPrice / 100) * 10);
  });

  it('places an order of some minutes, and sees how many it has', async () => {
    const { kite } = await trader();
    const price = trading.quote(CODE).lastPrice / 100 - 50;
    const order = buy({ order_type: 'LIMIT', price, quantity: 1, validity: 'TTL', validity_ttl: 30 });
    await kite.placeOrder('regular', order);
    expect(await kite.getOrders()).toMatchObject([{ status: 'OPEN', validity: 'TTL', validity_ttl: 30 }]);
  });

  it('finds empty lists of what is not offered, and is refused in words when it asks for some', async () => {
    const { kite } = await trader();
    expect(await kite.getMFOrders()).toEqual([]);
    expect(await kite.getMFHoldings()).toEqual([]);
    expect(await kite.getMFInstruments()).toEqual([]);
    const call = kite.placeMFOrder({ tradingsymbol: 'X', transaction_type: 'BUY', amount: 1 });
    expect(await thrown(call)).toMatchObject({
      error_type: 'InputException',
      message: expect.stringContaining('does not offer'),
    });
  });

  it('converts a position of the day, and is refused beyond what is there with both figures', async () => {
    const { kite } = await trader();
    await kite.placeOrder('regular', buy({ quantity: 3, product: 'MIS' }));
    expect(await thrown(kite.convertPosition(conversion(4)))).toMatchObject({
      error_type: 'OrderException',
      message: expect.stringMatching(/^3 of these shares can change the product, not 4/),
    });
    expect(await kite.convertPosition(conversion(2))).toBe(true);
    const { net, day } = await kite.getPositions();
    expect(net.map(({ product, quantity }) => [product, quantity])).toEqual([
      ['CNC', 2],
      ['MIS', 1],
    ]);
    expect(day).toEqual(net);
    expect(await kite.getHoldings()).toMatchObject([{ quantity: 0, t1_quantity: 2 }]);
    expect(await thrown(kite.convertPosition({ ...conversion(1), position_type: 'overnight' }))).toMatchObject({
      error_type: 'OrderException',
    });
  });

  it('sets a trigger with a stop and a target, changes it and takes it back', async () => {
    const { kite, userId } = await trader();
    await kite.placeOrder('regular', buy({ quantity: 2 }));
    const { lastPrice } = trading.quote(CODE);
    const tick = deps.market.instrument(CODE)!.tick;
    const near = (part: number) => (Math.round((lastPrice * part) / tick) * tick) / 100;
    const params = (low: number, high: number) => ({
      trigger_type: 'two-leg' as const,
      tradingsymbol: CODE,
      exchange: 'NSE' as const,
      trigger_values: [near(low), near(high)],
      last_price: lastPrice / 100,
      orders: [low, high].map((part) => ({
        transaction_type: 'SELL' as const,
        quantity: 2,
        product: 'CNC' as const,
        order_type: 'LIMIT' as const,
        price: near(part),
      })),
    });
    const { trigger_id: id } = await kite.placeGTT(params(0.97, 1.03));
    const expected = {
      id,
      user_id: userId,
      type: 'two-leg',
      status: 'active',
      condition: { tradingsymbol: CODE, trigger_values: [near(0.97), near(1.03)] },
      orders: [
        { transaction_type: 'SELL', quantity: 2, price: near(0.97), result: null },
        { transaction_type: 'SELL', quantity: 2, price: near(1.03), result: null },
      ],
    };
    expect(await kite.getGTTs()).toMatchObject([expected]);
    expect(await kite.getGTT(id)).toMatchObject(expected);
    later();
    expect(await kite.modifyGTT(id, params(0.96, 1.03))).toEqual({ trigger_id: id });
    expect((await kite.getGTT(id)).condition.trigger_values).toEqual([near(0.96), near(1.03)]);
    expect(await kite.deleteGTT(id)).toEqual({ trigger_id: id });
    expect(await kite.getGTTs()).toMatchObject([{ id, status: 'deleted' }]);
    expect(await thrown(kite.getGTT(999_999 as never))).toMatchObject({ error_type: 'InputException' });
    expect(await thrown(kite.placeGTT({ ...params(0.97, 1.03), trigger_values: [1, 0] }))).toMatchObject({
      error_type: 'InputException',
    });
  });

  it('sets an alert, reads it and deletes it', async () => {
    const own = await trader();
    const target = ((trading.quote(CODE).lastPrice + deps.market.instrument(CODE)!.tick * 100) / 100).toFixed(2);
    const alert = {
      name: 'high',
      type: 'simple',
      lhs_exchange: 'NSE',
      lhs_tradingsymbol: CODE,
      lhs_attribute: 'LastTradedPrice',
      operator: '>=',
      rhs_type: 'constant',
      rhs_constant: target,
    };
    const send = async (path: string, request: RequestInit = {}) => {
      later();
      return (await (await ask(path, tokenOf(own), request)).json()) as { data: never; error_type?: string };
    };
    const { data: made } = await send('/alerts', form(alert));
    const { uuid } = made as { uuid: string };
    expect(made).toMatchObject({ name: 'high', status: 'enabled', rhs_constant: Number(target), operator: '>=' });
    expect((await send('/alerts')).data).toMatchObject([{ uuid, lhs_tradingsymbol: CODE, alert_count: 0 }]);
    expect((await send(`/alerts/${uuid}`)).data).toMatchObject({ uuid });
    expect((await send(`/alerts/${uuid}/history`)).data).toEqual([]);
    expect((await send('/alerts', form({ ...alert, type: 'ato' }))).error_type).toBe('InputException');
    await send(`/alerts?uuid=${uuid}`, { method: 'DELETE' });
    expect((await send('/alerts')).data).toEqual([]);
    expect((await send(`/alerts/${uuid}`)).error_type).toBe('InputException');
  });

  /** Runs one of `examples` as a newcomer does, with a key of their own. */
  async function example(command: string, path: string, own?: Awaited<ReturnType<typeof trader>>): Promise<string> {
    const { api_key: KHARA_KEY, access_token: KHARA_TOKEN } = tokenOf(own ?? (await trader()));
    const env = { ...process.env, KHARA_KEY, KHARA_TOKEN, KHARA_ROOT: root };
    return (await run(command, [`${EXAMPLES}/${path}`], { env, timeout: 30_000 })).stdout;
  }
  it.each([
    ['curl', 'sh', 'curl/first-fill.sh', /"quantity":1\b/],
    ['JavaScript', process.execPath, 'javascript/first-fill.mjs', /COMPLETE\s+filled 1 at [\d.]+/],
  ])('buys its first share by the example in %s', async (_language, command, path, said) => {
    expect(await example(command, path)).toMatch(said);
  });
  it.each([
    ['curl', 'sh', 'curl/first-fill.sh'],
    ['JavaScript', process.execPath, 'javascript/first-fill.mjs'],
  ])('reads why there is no fill by the example in %s', async (_language, command, path) => {
    const own = await trader();
    // What is left of the money pays for no more.
    for (const quantity of [70, 4, 1]) await own.kite.placeOrder('regular', buy({ quantity }));
    later();
    expect(await example(command, path, own)).toMatch(/\d+ REJECTED insufficient_funds/);
  });

  describe('of npm run demo-account', () => {
    // One network opens a few in an hour, and here there is but one.
    beforeEach(() => trading.clock.advance(HOUR_MS));

    it('has a key that trades, an account that opens in the app, and money that came as any other', async () => {
      const { stdout } = await openDemo(root);
      const exported = /^export (.+)$/m
        .exec(stdout)?.[1]
        ?.split(' ')
        .map((one) => one.split('=') as [string, string]);
      const env = { ...process.env, ...Object.fromEntries(exported ?? []) };
      expect(env).toMatchObject({ KHARA_ROOT: root });
      const bought = await run('sh', [`${EXAMPLES}/curl/first-fill.sh`], { env, timeout: 30_000 });
      expect(bought.stdout).toMatch(/"quantity":1\b/);
      const [, phone = '', password = ''] = /phone (\d{10}), password (\S+)/.exec(stdout) ?? [];
      const guest = client(programs.app, { 'x-forwarded-for': newAddress() });
      const { token, userInfo } = await guest.get('signIn', { phone, password });
      expect(userInfo).toMatchObject({ deviceOnly: false, transactionPasswordIsDefault: false });
      const { list } = await guest.with({ token }).get('bill', { businessType: 'recharge' });
      expect(list).toMatchObject([{ changedAmount: '100000.00', remark: 'Recharge, practice start' }]);
    });

    it('says what is missing where no server answers, or it lets no programs in', async () => {
      const shut = await buildApp({ ...deps, config: { ...deps.config, KITE: 'off' } }, { ...configHandlers });
      await shut.listen({ host: '127.0.0.1', port: 0 });
      const { port } = shut.server.address() as AddressInfo;
      const address = `http://127.0.0.1:${port}`;
      await expect(openDemo(address)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('KITE=on') });
      await shut.close();
      await expect(openDemo(address)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^No server answers at .*\n.*npm start/),
      });
    });

    it('says in the server’s words that this network has opened enough accounts', async () => {
      for (let opened = 0; opened < 5; opened += 1) await openDemo(root);
      const stderr = expect.stringContaining('Too many accounts from this network');
      await expect(openDemo(root)).rejects.toMatchObject({ code: 1, stderr });
    });
  });

  it.skipIf(!hasPython)('buys its first share by the example in Python', async () => {
    expect(await example('python3', 'python/first_fill.py')).toMatch(/COMPLETE\s+filled 1 at [\d.]+/);
  });
});
