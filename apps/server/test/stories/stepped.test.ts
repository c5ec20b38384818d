import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, describe, it } from 'vitest';
import { KiteConnect, makeTicker } from '#test/kite-client.ts';
import { STEP_MS } from '@khara/market-day';
import {
  callServer,
  connectAsSuperuser,
  endOrphan,
  freePort,
  startServer,
  type ServerProcess,
} from '#test/server-process.ts';

const CODE = 'AAMRAI';

type Answer = {
  readonly code: number;
  readonly data: Readonly<Record<string, never>> & { readonly reason?: string; readonly field?: string };
};
type Moved = {
  readonly steps: number;
  readonly marketDate: string;
  readonly marketTime: string;
  readonly session: string;
};

const order = (more: object = {}) => ({
  exchange: 'NSE',
  tradingsymbol: CODE,
  transaction_type: 'BUY',
  quantity: 5,
  product: 'CNC',
  order_type: 'MARKET',
  ...more,
});

describe('a stepped market', () => {
  let dataDir: string;
  let server: ServerProcess;
  let began: Awaited<ReturnType<typeof readClock>>;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'khara-stepped-'));
    const market = { MARKET_PROFILE: 'stepped', MARKET_SEED: 'stepped', MARKET_START: '2026-11-23' };
    const environment = { ...market, LOG_LEVEL: 'warn' };
    server = await startServer({ dataDir, port: await freePort(), environment });
    began = await readClock();
  }, 240_000);
  afterAll(async () => {
    await server?.stop();
    await endOrphan(dataDir);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });

  const post = async (url: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${server.url}/sim/${url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const answer = async (url: string, body: object): Promise<Answer> =>
    (await post(url, body)).json() as Promise<Answer>;
  const advance = async (body: object): Promise<Moved> => (await answer('advance', body)).data as unknown as Moved;

  const readClock = async () => {
    const { marketDate, marketTime, session } = (await callServer(server.url, 'configInfo', {})).data.market;
    return { marketDate, marketTime, session };
  };

  /** An account with a million rupees, and the key of its program. */
  async function makeAccount() {
    const { data } = await answer('account', { amount: '1000000.00' });
    const { apiKey, accessToken } = data as Readonly<Record<string, string>>;
    return { api_key: apiKey!, access_token: accessToken! };
  }
  /** Such an account by the published client. */
  const bot = async () => new KiteConnect({ ...(await makeAccount()), root: server.url });

  it('begins on the date that was given, with the opening', () => {
    expect(began).toMatchObject({ marketDate: '2026-11-23', session: 'open' });
  });

  it('is ready while it stands, and moves by the steps that are asked for', async () => {
    const before = await advance({ steps: 1 });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const after = await advance({ steps: 40 });
    expect([after.steps, after.marketDate]).toEqual([40, before.marketDate]);
    // A day of 3,600 steps: 7.25 seconds each.
    expect(Date.parse(after.marketTime) - Date.parse(before.marketTime)).toBeCloseTo(40 * 7_251, -4);
  });

  it('fills what a Kite bot sends and squares its intraday shares off', async () => {
    const kite = await bot();
    expect((await kite.getMargins())['equity']?.net).toBe(1_000_000);
    await kite.placeOrder('regular', order());
    await kite.placeOrder('regular', order({ product: 'MIS', quantity: 7 }));
    await advance({ steps: 1 });
    expect((await kite.getOrders()).map(({ status }) => status)).toEqual(['COMPLETE', 'COMPLETE']);
    const ORDERS = 100;
    for (let sent = 0; sent < ORDERS; sent += 1) {
      await kite.placeOrder('regular', order({ transaction_type: sent % 2 === 0 ? 'SELL' : 'BUY', quantity: 1 }));
      await advance({ steps: 20 });
    }
    const closed = await advance({ until: 'close' });
    expect(closed.marketTime.slice(11, 19)).toBe('16:00:00');
    const { day } = await kite.getPositions();
    expect(day.filter(({ product }) => product === 'MIS').map(({ quantity }) => quantity)).toEqual([0]);
    const next = await advance({ until: '09:20:00' });
    expect([next.marketDate > closed.marketDate, next.session]).toEqual([true, 'open']);
  }, 240_000);

  it('stops at what happens to an order', async () => {
    const kite = await bot();
    await advance({ until: '11:00:00' });
    const price = (await kite.getQuote([`NSE:${CODE}`]))[`NSE:${CODE}`]!.depth.buy[0]!.price;
    await kite.placeOrder('regular', order({ order_type: 'LIMIT', price }));
    const moved = await advance({ until: 'event' });
    // It fills, or ends with the day: nothing else happens to it.
    expect(['COMPLETE', 'CANCELLED']).toContain((await kite.getOrders())[0]!.status);
    expect(moved.marketTime.slice(11, 19) < '16:00:00').toBe(true);
  });

  it('tells a ticker what its steps change, and of the fills of its orders', async () => {
    const own = await makeAccount();
    const kite = new KiteConnect({ ...own, root: server.url });
    const token = (await kite.getInstruments()).find(({ tradingsymbol }) => tradingsymbol === CODE)!.instrument_token;
    const ticker = makeTicker({ ...own, root: server.url.replace('http', 'ws') });
    const volumes: number[] = [];
    const filled: unknown[] = [];
    ticker.on('ticks', (ticks: readonly { readonly volume_traded: number }[]) =>
      volumes.push(...ticks.map(({ volume_traded: volume }) => volume)),
    );
    ticker.on('order_update', ({ status }: { readonly status: string }) => filled.push(status));
    const isOpen = new Promise<void>((resolve) => ticker.on('connect', resolve));
    ticker.connect();
    await isOpen;
    await advance({ until: '11:00:00' });
    ticker.subscribe([Number(token)]);
    const volume = async () => (await kite.getQuote([`NSE:${CODE}`]))[`NSE:${CODE}`]!.volume;
    const before = await volume();
    await expect.poll(() => volumes.at(-1)).toBe(before);
    await kite.placeOrder('regular', order());
    await advance({ steps: 200 });
    expect(await volume()).toBeGreaterThan(before);
    await expect.poll(() => volumes.at(-1)).toBe(await volume());
    await expect.poll(() => filled).toContain('COMPLETE');
    ticker.disconnect();
  });

  it.each([
    ['advance', {}, 'invalid_input', 'steps'],
    ['advance', { steps: 0 }, 'invalid_input', 'steps'],
    ['advance', { steps: 1.5 }, 'invalid_input', 'steps'],
    ['advance', { steps: 1, until: 'close' }, 'invalid_input', 'until'],
    ['advance', { until: '25:00:00' }, 'invalid_input', 'until'],
    ['account', {}, 'amount_invalid', 'amount'],
    ['account', { amount: '1.001' }, 'amount_invalid', 'amount'],
    ['account', { amount: '99999999999' }, 'amount_above_maximum', 'amount'],
  ])('refuses %s of %o with %s', async (url, body, reason, field) => {
    expect(await answer(url, body)).toMatchObject({ code: 500, data: { reason, field } });
  });

  it('stands still until a step is made: no row changes, and no clock', async () => {
    const database = await connectAsSuperuser(dataDir);
    // Offerings go by real time: docs/bench.md.
    const { rows: tables } = await database.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname IN ('market', 'trading') OR schemaname = 'ledger' AND tablename IN ('entry', 'account', 'hold')`,
    );
    // Whatever writes a row gives it a newer transaction, and what deletes one leaves fewer.
    const parts = tables.map(({ name }) => `SELECT '${name}' AS name, count(*), max(xmin::text::bigint) FROM ${name}`);
    const look = async () => ({
      rows: (await database.query(parts.join(' UNION ALL '))).rows,
      clock: await readClock(),
    });
    await advance({ steps: 3 });
    // What the last steps left to be written, as a snapshot of the day, comes a moment later.
    let before = await look();
    const isSame = async () => isDeepStrictEqual(before, (before = await look()));
    await expect.poll(isSame, { interval: 4 * STEP_MS }).toBe(true);
    const until = performance.now() + 8 * STEP_MS;
    while (performance.now() < until) expect(await look()).toEqual(before);
    await advance({ steps: 3 });
    expect(await readClock()).not.toEqual(before.clock);
    // Steps of a quiet hour write no row; the look sees what is written.
    await bot();
    expect((await look()).rows).not.toEqual(before.rows);
    await database.end();
  });

  it('is moved by programs, not by pages of other sites', async () => {
    expect((await post('advance', { steps: 1 }, { origin: 'https://other.example' })).status).toBe(404);
  });

  it('has whole books', async () => {
    const database = await connectAsSuperuser(dataDir);
    const { rows } = await database.query('SELECT name FROM trading.check_all() WHERE violations <> 0');
    await database.end();
    expect(rows).toEqual([]);
  });
});
