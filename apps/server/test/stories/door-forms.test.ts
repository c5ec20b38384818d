import { once } from 'node:events';
import { rupees } from '@khara/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { useTestDatabase } from '#test/database.ts';
import { openPrograms, tokenOf } from '#test/programs.ts';
import { differencesFrom, FIRED, MEETING, ORDER_UPDATE, SLICED, type Form } from '#test/recorded-forms.ts';

const CODE = 'AAMRAI';
const ORDER = {
  exchange: 'NSE',
  tradingsymbol: CODE,
  transaction_type: 'BUY',
  quantity: '2',
  product: 'CNC',
  order_type: 'MARKET',
};
const triggerAt = (value: string, more: { readonly condition?: object; readonly order?: object } = {}) => {
  const condition = { exchange: 'NSE', tradingsymbol: CODE, trigger_values: [Number(value)], last_price: 1 };
  const order = { ...ORDER, quantity: 1, order_type: 'LIMIT', price: Number(value) };
  return {
    type: 'single',
    condition: JSON.stringify({ ...condition, ...more.condition }),
    orders: JSON.stringify([{ ...order, ...more.order }]),
  };
};
const alertAt = (operator: string, constant: string) => ({
  name: 'high',
  type: 'simple',
  lhs_exchange: 'NSE',
  lhs_tradingsymbol: CODE,
  operator,
  rhs_type: 'constant',
  rhs_constant: constant,
});

const inRupees = (price: number) => rupees(BigInt(price));
type Answer = {
  readonly status: string;
  readonly data: unknown;
  readonly error_type?: string;
  readonly message: string;
};

/** Calls of a program as they travel, without a client's conversions. */
describe('a program that writes its calls itself', () => {
  const database = useTestDatabase();
  let programs: Awaited<ReturnType<typeof openPrograms>>;
  beforeAll(async () => {
    programs = await openPrograms(database.app);
  });
  afterAll(() => programs.app.close());

  async function program(scope: 'read' | 'trade' = 'trade') {
    const own = await programs.trader(scope);
    const send = async (method: string, path: string, fields?: Readonly<Record<string, string>> | string) => {
      programs.trading.clock.advance(1000);
      const isJson = typeof fields === 'string';
      const answer = await programs.ask(path, tokenOf(own), {
        method,
        ...(fields !== undefined && { body: isJson ? fields : new URLSearchParams(fields) }),
        ...(isJson && { headers: { 'content-type': 'application/json' } }),
      });
      return { ...((await answer.json()) as Answer), code: answer.status };
    };
    return { ...own, send };
  }
  const last = () => programs.trading.quote(CODE).lastPrice;
  const tick = () => programs.deps.market.instrument(CODE)!.tick;

  const below = (ticks = 20) => inRupees(last() - ticks * tick());

  describe('is refused a number that is no plain digits, by the name of its field', () => {
    const limit = { ...ORDER, order_type: 'LIMIT' };
    const trigger = (values: unknown, order: object = {}) => ({
      type: 'single',
      condition: JSON.stringify({ exchange: 'NSE', tradingsymbol: CODE, trigger_values: values, last_price: 1 }),
      orders: JSON.stringify([{ ...limit, price: 1300, quantity: 1, ...order }]),
    });
    const alert = { lhs_exchange: 'NSE', lhs_tradingsymbol: CODE, operator: '>=', rhs_constant: '1e4' };
    const conversion = { ...ORDER, position_type: 'day', old_product: 'CNC', new_product: 'MIS', quantity: '0x1' };
    it.each<[string, string, string, Readonly<Record<string, string>> | string]>([
      ['quantity', 'POST', '/orders/regular', { ...ORDER, quantity: '1e2' }],
      ['quantity', 'POST', '/orders/regular', { ...ORDER, quantity: '0x10' }],
      ['quantity', 'POST', '/orders/regular', { ...ORDER, quantity: '0b1' }],
      ['quantity', 'POST', '/orders/regular', { ...ORDER, quantity: ' 1' }],
      ['quantity', 'POST', '/orders/regular', { ...ORDER, quantity: '+1' }],
      ['quantity', 'POST', '/orders/regular', { ...ORDER, quantity: '1.0' }],
      ['quantity', 'POST', '/orders/regular', { ...ORDER, quantity: '1_000' }],
      ['quantity', 'POST', '/orders/regular', { ...ORDER, quantity: '१' }],
      ['quantity', 'POST', '/orders/regular', { ...ORDER, quantity: 'Infinity' }],
      ['price', 'POST', '/orders/regular', { ...limit, price: '1.3e3' }],
      ['price', 'POST', '/orders/regular', { ...limit, price: '.5' }],
      ['price', 'POST', '/orders/regular', { ...limit, price: '0x500' }],
      ['price', 'POST', '/orders/regular', { ...limit, price: '-1300' }],
      ['trigger_price', 'POST', '/orders/regular', { ...limit, order_type: 'SL-M', trigger_price: '1,300' }],
      ['disclosed_quantity', 'POST', '/orders/regular', { ...limit, price: '1300', disclosed_quantity: '1e0' }],
      ['validity_ttl', 'POST', '/orders/regular', { ...limit, price: '1300', validity: 'TTL', validity_ttl: '1e1' }],
      ['market_protection', 'POST', '/orders/regular', { ...ORDER, market_protection: '1e0' }],
      ['market_protection', 'POST', '/orders/regular', { ...ORDER, market_protection: '-1.0' }],
      ['price', 'POST', '/orders/regular', { ...ORDER, price: '1e3' }],
      ['trigger_price', 'POST', '/orders/regular', { ...limit, price: '1300', trigger_price: '0x1' }],
      ['market_protection', 'POST', '/orders/regular', { ...limit, price: '1300', market_protection: '1e0' }],
      ['validity_ttl', 'POST', '/orders/regular', { ...limit, price: '1300', validity_ttl: '+1' }],
      ['iceberg_legs', 'POST', '/orders/regular', { ...limit, price: '1300', iceberg_legs: '२' }],
      [
        'iceberg_legs',
        'POST',
        '/orders/iceberg',
        { ...limit, price: '1300', iceberg_legs: '0x2', iceberg_quantity: '1' },
      ],
      [
        'iceberg_quantity',
        'POST',
        '/orders/iceberg',
        { ...limit, price: '1300', iceberg_legs: '2', iceberg_quantity: '1e0' },
      ],
      ['quantity', 'PUT', '/orders/regular/{own}', { quantity: '1e1' }],
      ['price', 'PUT', '/orders/regular/{own}', { price: '1e1' }],
      ['trigger_price', 'PUT', '/orders/regular/{own}', { quantity: '2', trigger_price: '1e1' }],
      ['quantity', 'PUT', '/portfolio/positions', conversion],
      ['quantity', 'POST', '/margins/orders', JSON.stringify([{ ...ORDER, quantity: '1e1' }])],
      ['price', 'POST', '/charges/orders', JSON.stringify([{ ...ORDER, price: '1e3', average_price: '1300' }])],
      ['average_price', 'POST', '/charges/orders', JSON.stringify([{ ...ORDER, average_price: '1e3' }])],
      ['trigger_values', 'POST', '/gtt/triggers', trigger(['1e3'])],
      ['price', 'POST', '/gtt/triggers', trigger([1200], { price: '1e3' })],
      ['quantity', 'POST', '/gtt/triggers', trigger([1200], { quantity: '0x1' })],
      ['rhs_constant', 'POST', '/alerts', alert],
      ['token', 'GET', '/instruments/historical/1e3/day?from=2026-01-01&to=2026-01-02', undefined as never],
    ])('%s of %s %s %s', async (field, method, path, fields) => {
      const { send } = await program();
      const price = inRupees(last() - 100 * tick());
      const order = path.includes('{own}') && (await send('POST', '/orders/regular', { ...limit, price })).data;
      const own = order ? (order as { order_id: string }).order_id : '';
      expect(await send(method, path.replace('{own}', own), fields)).toMatchObject({
        code: 400,
        error_type: 'InputException',
        data: { field },
      });
    });

    it('and one that comes twice', async () => {
      const own = await program();
      const body = new URLSearchParams(ORDER);
      body.append('quantity', '3');
      const answer = await programs.ask('/orders/regular', tokenOf(own), { method: 'POST', body });
      expect(await answer.json()).toMatchObject({ error_type: 'InputException', data: { field: 'quantity' } });
    });
  });

  it.each(['\u0000', 'a\ud800b'])('is refused what is no text (%j), by the name of its field', async (odd) => {
    const { send } = await program();
    const session = { api_key: odd, request_token: 'b', checksum: 'c' };
    const fault = { code: 400, error_type: 'InputException' };
    expect(await send('POST', '/session/token', JSON.stringify(session))).toMatchObject({
      ...fault,
      data: { field: 'api_key' },
    });
    expect(await send('POST', '/orders/regular', JSON.stringify({ ...ORDER, tag: odd }))).toMatchObject({
      ...fault,
      data: { field: 'tag' },
    });
    expect(await send('GET', `/orders/${encodeURIComponent('\u0000')}`)).toMatchObject(fault);
  });

  it('takes prices with all digits of a binary number', async () => {
    const { send } = await program();
    const price = `${inRupees(last() - 100 * tick())}00000000000001`;
    const { data } = await send('POST', '/orders/regular', { ...ORDER, order_type: 'LIMIT', price });
    const { data: states } = await send('GET', `/orders/${(data as { order_id: string }).order_id}`);
    expect((states as { status: string }[]).at(-1)).toMatchObject({ status: 'OPEN' });
  });

  it('reads in each row of a story what the order was then', async () => {
    const { send } = await program();
    const fields = { ...ORDER, quantity: '4', order_type: 'LIMIT', price: below(), disclosed_quantity: '2' };
    const { data } = await send('POST', '/orders/regular', fields);
    const { order_id: id } = data as { order_id: string };
    const lower = below(30);
    await send('PUT', `/orders/regular/${id}`, { order_type: 'LIMIT', price: lower, quantity: '6' });
    await send('PUT', `/orders/regular/${id}`, { order_type: 'MARKET' });
    const { data: rows } = (await send('GET', `/orders/${id}`)) as { data: Record<string, unknown>[] };
    const limit = { order_type: 'LIMIT', variety: 'iceberg', disclosed_quantity: 2, average_price: 0 };
    const first = { ...limit, price: Number(fields.price), quantity: 4, pending_quantity: 4, modified: false };
    const second = { ...limit, price: Number(lower), quantity: 6, pending_quantity: 6, modified: true };
    const third = { order_type: 'MARKET', variety: 'regular', disclosed_quantity: 0, price: 0, quantity: 6 };
    const wanted = [first, second, third].flatMap((row) => Array<object>(4).fill(row));
    expect(rows.slice(0, 12)).toMatchObject(wanted);
    expect(rows.at(-1)).toMatchObject({ ...third, status: 'COMPLETE', filled_quantity: 6, pending_quantity: 0 });
  });

  it('has children of an order that it lets be sliced, also when there is one', async () => {
    const { send } = await program();
    const sliced = { ...ORDER, autoslice: 'true' };
    const one = await send('POST', '/orders/regular', sliced);
    expect(one.data).toEqual({ order_id: expect.any(String), children: [] });
    const many = { ...sliced, quantity: '200000', order_type: 'LIMIT', price: inRupees(last()) };
    expect(differencesFrom(SLICED, (await send('POST', '/orders/regular', many)).data)).toEqual([]);
  });

  it('has slices of its own for each request, however alike their ids are, and the same ones for a retry', async () => {
    const own = await program();
    const body = { ...ORDER, quantity: '100001', order_type: 'LIMIT', price: below(), autoslice: 'true' };
    const sent = async (id: string) => {
      programs.trading.clock.advance(1000);
      const headers = { 'x-request-id': id };
      const request = { method: 'POST', headers, body: new URLSearchParams(body) };
      const answer = await programs.ask('/orders/regular', tokenOf(own), request);
      const { data } = (await answer.json()) as { data: { order_id: string; children: { order_id: string }[] } };
      return [data.order_id, ...data.children.map(({ order_id: child }) => child)];
    };
    const [one, other] = [`${'r'.repeat(62)}1`, `${'r'.repeat(62)}2`];
    const orders = [...(await sent(one)), ...(await sent(other))];
    expect(new Set(orders).size).toBe(4);
    expect(await sent(one)).toEqual(orders.slice(0, 2));
  });

  it('hears that there is nothing to cancel in an order that has ended', async () => {
    const { send } = await program();
    const price = inRupees(last() - 100 * tick());
    const ended: string[] = [];
    for (const order of [{ ...ORDER, order_type: 'LIMIT', price }, ORDER, { ...ORDER, quantity: '90000' }]) {
      const { data } = await send('POST', '/orders/regular', order);
      ended.push((data as { order_id: string }).order_id);
    }
    expect((await send('DELETE', `/orders/regular/${ended[0]}`)).data).toEqual({ order_id: ended[0] });
    for (const id of ended)
      expect(await send('DELETE', `/orders/regular/${id}`)).toMatchObject({
        code: 400,
        error_type: 'OrderException',
        data: { reason: 'order_not_open' },
      });
  });

  describe('with a trigger', () => {
    it.each<[string, string, () => ReturnType<typeof triggerAt>]>([
      [
        'an order of another share',
        'tradingsymbol',
        () => triggerAt(below(), { order: { tradingsymbol: 'ACHALGARH' } }),
      ],
      ['an order of no exchange of ours', 'exchange', () => triggerAt(below(), { order: { exchange: 'BSE' } })],
      ['a trigger off the tick', 'trigger_values', () => triggerAt(inRupees(last() - 20 * tick() - 1))],
      [
        'a price off the tick',
        'price',
        () => triggerAt(below(), { order: { price: (last() - 20 * tick() - 1) / 100 } }),
      ],
      ['an order at the market', 'order_type', () => triggerAt(below(), { order: { order_type: 'MARKET' } })],
      ['a trigger where the price is', 'trigger_values', () => triggerAt(inRupees(last()))],
      ['no price', 'price', () => triggerAt(below(), { order: { price: 0 } })],
      [
        'an unknown share',
        'tradingsymbol',
        () => triggerAt(below(), { condition: { tradingsymbol: 'NOSUCH' }, order: { tradingsymbol: 'NOSUCH' } }),
      ],
    ])('is refused %s by the name of the field', async (_what, field, fields) => {
      const { send } = await program();
      expect(await send('POST', '/gtt/triggers', fields())).toMatchObject({
        code: 400,
        error_type: 'InputException',
        data: { field },
      });
      expect((await send('GET', '/gtt/triggers')).data).toEqual([]);
    });

    it('changes it as what it is, and deletes it once', async () => {
      const { send } = await program();
      const { data } = await send('POST', '/gtt/triggers', triggerAt(below()));
      const path = `/gtt/triggers/${(data as { trigger_id: number }).trigger_id}`;
      const other = { tradingsymbol: 'ACHALGARH' };
      const price = Number(inRupees(Math.floor((programs.trading.quote('ACHALGARH').lastPrice * 0.9) / 500) * 500));
      const wrong = triggerAt(String(price), { condition: other, order: { ...other, price } });
      expect(await send('PUT', path, wrong)).toMatchObject({
        error_type: 'InputException',
        data: { field: 'tradingsymbol' },
      });
      const sale = triggerAt(below(), { order: { transaction_type: 'SELL' } });
      expect(await send('PUT', path, sale)).toMatchObject({ data: { field: 'transaction_type' } });
      expect((await send('PUT', path, triggerAt(below(30)))).status).toBe('success');
      expect((await send('DELETE', path)).status).toBe('success');
      expect(await send('DELETE', path)).toMatchObject({ code: 400, error_type: 'InputException' });
    });

    it('finds what became of the leg that fired as soon as it says that one did', async () => {
      const { send } = await program();
      const { trading } = programs;
      const at = below(1);
      const { data } = await send('POST', '/gtt/triggers', triggerAt(at, { order: { price: Number(at) } }));
      const path = `/gtt/triggers/${(data as { trigger_id: number }).trigger_id}`;
      const seller = trading.member();
      await seller.deposit(50_00_00_000_00n);
      const seen: { status: string; orders: { result: { order_result: { order_id: string } } | null }[] }[] = [];
      const look = async () => {
        seen.push((await send('GET', path)).data as never);
        return seen.at(-1)!;
      };
      while ((await look()).status === 'active') {
        const { bids } = trading.deps.market.depth(CODE, 5)!;
        const quantity = Math.min(
          bids.reduce((sum, [, shares]) => sum + shares, 0),
          100_000,
        );
        const price = inRupees(bids.at(-1)![0]);
        await seller.sell({ code: CODE, quantity, product: 'intraday', validity: 'ioc', price });
        for (let made = 0; made < 4; made += 1) await trading.venue.step();
        expect(seen.length).toBeLessThan(100);
      }
      await trading.fired.settled();
      const fired = await look();
      expect(differencesFrom(FIRED, fired)).toEqual([]);
      expect(fired).toMatchObject({
        status: 'triggered',
        orders: [{ result: { triggered_at: Number(at), order_result: { status: 'success', rejection_reason: '' } } }],
      });
      // Before it is known which order it placed it has not fired for its program.
      for (const { status, orders } of seen)
        expect(status === 'active' ? orders[0]!.result : orders[0]!.result?.order_result.order_id).toEqual(
          status === 'active' ? null : expect.stringMatching(/^\d+$/),
        );
    });
  });

  describe('with an alert', () => {
    it('changes its name, operator, constant and status, and reads it as a whole each time', async () => {
      const { send, client } = await program();
      const above = last() + 100 * tick();
      const { data: made } = await send('POST', '/alerts', alertAt('>=', inRupees(above)));
      const { uuid, ...terms } = made as { uuid: string; created_at: string; updated_at: string };
      const change = async (fields: Readonly<Record<string, string>>) => send('PUT', `/alerts/${uuid}`, fields);
      const { created_at: _made, updated_at: _at, ...same } = terms;
      expect((await change({ name: 'higher' })).data).toMatchObject({ ...same, uuid, name: 'higher' });
      const constant = inRupees(last() - 50 * tick());
      expect((await change({ operator: '<=', rhs_constant: constant })).data).toMatchObject({
        operator: '<=',
        rhs_constant: Number(constant),
        name: 'higher',
      });
      expect((await change({ status: 'disabled' })).data).toMatchObject({ status: 'disabled', alert_count: 0 });
      expect((await client.get('alerts', {})).list).toMatchObject([{ paused: true, metAt: null }]);
      expect((await change({ status: 'enabled' })).data).toMatchObject({ status: 'enabled' });
      expect((await send('GET', `/alerts/${uuid}`)).data).toMatchObject({ name: 'higher', status: 'enabled' });
    });

    it.each<[string, string, () => Readonly<Record<string, string>>]>([
      ['another instrument', 'lhs_tradingsymbol', () => ({ lhs_tradingsymbol: 'ACHALGARH' })],
      ['a constant off the tick', 'rhs_constant', () => ({ rhs_constant: inRupees(last() + 100 * tick() + 1) })],
      ['a constant where the price is', 'rhs_constant', () => ({ rhs_constant: inRupees(last()) })],
      ['another status', 'status', () => ({ status: 'deleted' })],
      ['another operator', 'operator', () => ({ operator: '~' })],
      ['too long a name', 'name', () => ({ name: 'x'.repeat(61) })],
    ])('is refused %s by the name of the field', async (_what, field, fields) => {
      const { send } = await program();
      const { data } = await send('POST', '/alerts', alertAt('>=', inRupees(last() + 100 * tick())));
      const path = `/alerts/${(data as { uuid: string }).uuid}`;
      expect(await send('PUT', path, fields())).toMatchObject({ error_type: 'InputException', data: { field } });
      const { name, operator, status, rhs_constant } = data as Readonly<Record<string, unknown>>;
      expect((await send('GET', path)).data).toMatchObject({ name, operator, status, rhs_constant });
    });

    it('is deleted once: one that is not there is refused, and so are those beside it', async () => {
      const { send } = await program();
      const { data } = await send('POST', '/alerts', alertAt('>=', inRupees(last() + 100 * tick())));
      const { uuid } = data as { uuid: string };
      const refused = { error_type: 'InputException', data: { field: 'uuid' } };
      for (const other of ['999999', 'nonsense'])
        expect(await send('DELETE', `/alerts?uuid=${uuid}&uuid=${other}`)).toMatchObject(refused);
      expect((await send('GET', `/alerts/${uuid}`)).data).toMatchObject({ uuid });
      expect(await send('DELETE', `/alerts?uuid=${uuid}`)).toMatchObject({ status: 'success' });
      expect(await send('DELETE', `/alerts?uuid=${uuid}`)).toMatchObject(refused);
    });

    it('that was met reads when and at which price, and lets it wait again', async () => {
      const { send } = await program();
      const { data } = await send('POST', '/alerts', alertAt('<=', inRupees(last() - tick())));
      const path = `/alerts/${(data as { uuid: string }).uuid}`;
      await database.admin.query(
        'test.meet',
        'UPDATE market.alert SET met_ms = created_ms + 1, met_paise = price_paise WHERE id = $1',
        [BigInt((data as { uuid: string }).uuid)],
      );
      const [met, ...others] = (await send('GET', `${path}/history`)).data as unknown[];
      expect(others).toEqual([]);
      expect(differencesFrom(MEETING, met)).toEqual([]);
      expect((await send('PUT', path, { name: 'low' })).data).toMatchObject({ status: 'disabled', alert_count: 1 });
      expect((await send('PUT', path, { status: 'enabled' })).data).toMatchObject({ status: 'enabled' });
    });
  });

  it('reads its orders on the ticker with what is unfilled', async () => {
    const own = await program();
    const socket = new WebSocket(`${programs.root.replace('http', 'ws')}/?${new URLSearchParams(tokenOf(own))}`);
    const heard: { readonly type: string; readonly data: unknown }[] = [];
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (!isBinary) heard.push(JSON.parse(data.toString()) as (typeof heard)[number]);
    });
    await once(socket, 'open');
    await own.send('POST', '/orders/regular', {
      ...ORDER,
      order_type: 'LIMIT',
      price: inRupees(last() - 100 * tick()),
    });
    await expect.poll(() => heard.length, { timeout: 20_000 }).toBeGreaterThan(0);
    const form: Form = ORDER_UPDATE;
    expect(heard.map(({ type, data }) => [type, differencesFrom(form, data)])).toEqual(heard.map(() => ['order', []]));
    expect(heard.at(-1)!.data).toMatchObject({ unfilled_quantity: 2, pending_quantity: 2 });
    socket.close();
  });
});
