import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { useTestDatabase } from '#test/database.ts';
import { makeTicker } from '#test/kite-client.ts';
import { openPrograms, tokenOf } from '#test/programs.ts';

const CODE = 'AAMRAI';
const POLL = { timeout: 20_000 };

type Tick = { readonly instrument_token: number; readonly mode: string; readonly [more: string]: unknown };

/** The status with which a socket was not let in, by an answer of the door. */
async function refused(socket: WebSocket): Promise<number> {
  const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  expect(answer.headers).toMatchObject({ 'x-simulated': '1', 'x-market-time': expect.any(String) });
  return answer.statusCode!;
}

/** The npm client's ticker, as it is published, against this server. */
describe('a program at the ticker', () => {
  const database = useTestDatabase();
  let programs: Awaited<ReturnType<typeof openPrograms>>;
  let address: string;
  beforeAll(async () => {
    programs = await openPrograms(database.app);
    address = programs.root.replace('http', 'ws');
  });
  afterAll(() => programs.app.close());

  const opened: { disconnect: () => void }[] = [];
  afterEach(() => {
    for (const ticker of opened.splice(0)) ticker.disconnect();
  });

  /** A client's ticker that is connected, with what it heard. */
  async function connected(own: { readonly api_key: string; readonly access_token: string }) {
    const ticker = makeTicker({ ...own, root: address });
    opened.push(ticker);
    const heard = { ticks: [] as Tick[], orders: [] as Record<string, unknown>[], closed: [] as number[] };
    ticker.on('ticks', (ticks: Tick[]) => heard.ticks.push(...ticks));
    ticker.on('order_update', (order: Record<string, unknown>) => heard.orders.push(order));
    ticker.on('close', ({ code }: { code: number }) => heard.closed.push(code));
    const isOpen = new Promise<void>((resolve) => ticker.on('connect', resolve));
    ticker.connect();
    await isOpen;
    return { ticker, heard };
  }
  const numberOf = async (kite: Awaited<ReturnType<typeof programs.trader>>['kite']) =>
    Number((await kite.getInstruments()).find(({ tradingsymbol }) => tradingsymbol === CODE)!.instrument_token);
  /** A socket without a client's conversions. */
  const bare = (own: { readonly api_key: string; readonly access_token: string }, more: object = {}) =>
    new WebSocket(`${address}/?${new URLSearchParams(own)}`, more);

  it('reads prices in each mode, from the moment it asks', async () => {
    const own = await programs.trader('read');
    const token = await numberOf(own.kite);
    const { ticker, heard } = await connected(tokenOf(own));
    const last = () => heard.ticks.at(-1);
    const { lastPrice, previousClose, volume } = programs.trading.quote(CODE);
    ticker.subscribe([token]);
    await expect.poll(() => last()?.mode, POLL).toBe('quote');
    expect(last()).toMatchObject({
      instrument_token: token,
      tradable: true,
      last_price: lastPrice / 100,
      volume_traded: volume,
      ohlc: { close: previousClose / 100 },
    });
    ticker.setMode('ltp', [token]);
    await expect
      .poll(() => last(), POLL)
      .toEqual({
        tradable: true,
        mode: 'ltp',
        instrument_token: token,
        last_price: lastPrice / 100,
      });
    ticker.setMode('full', [token]);
    await expect.poll(() => last()?.mode, POLL).toBe('full');
    const { bids, asks } = programs.trading.deps.market.depth(CODE, 5)!;
    const levels = (side: typeof bids) =>
      side.map(([price, quantity, orders]) => ({ price: price / 100, quantity, orders }));
    expect(last()).toMatchObject({ oi: 0, depth: { buy: levels(bids), sell: levels(asks) } });
    expect((last()!['exchange_timestamp'] as Date).getTime()).toBeGreaterThan(Date.parse('2020-01-01'));
  });

  it('reads what changes, until it asks for it no more', async () => {
    const own = await programs.trader();
    const token = await numberOf(own.kite);
    const { ticker, heard } = await connected(tokenOf(own));
    ticker.setMode('full', [token]);
    await expect.poll(() => heard.ticks.length, POLL).toBeGreaterThan(0);
    // Others trade as the market goes on.
    const before = programs.trading.quote(CODE).volume;
    await programs.trading.stepUntil(() => programs.trading.quote(CODE).volume !== before);
    const now = () => programs.trading.quote(CODE).volume;
    await expect.poll(() => heard.ticks.at(-1)!['volume_traded'], POLL).toBe(now());
    ticker.unsubscribe([token]);
    ticker.setMode('ltp', [token]); // its first price shows that what was sent before was read
    ticker.unsubscribe([token]);
    await expect.poll(() => heard.ticks.at(-1)!.mode, POLL).toBe('ltp');
    const count = heard.ticks.length;
    const told = now();
    await programs.trading.stepUntil(() => now() !== told);
    const { order_id: id } = await own.kite.placeOrder('regular', {
      exchange: 'NSE',
      tradingsymbol: CODE,
      transaction_type: 'BUY',
      product: 'CNC',
      quantity: 1,
      order_type: 'MARKET',
    });
    await expect.poll(() => heard.orders.at(-1), POLL).toMatchObject({ order_id: id });
    expect(heard.ticks).toHaveLength(count);
  });

  it('hears of its member’s orders, wherever they were placed, with those that were rejected', async () => {
    const own = await programs.trader();
    const { heard } = await connected(tokenOf(own));
    const order = { exchange: 'NSE', tradingsymbol: CODE, transaction_type: 'BUY', product: 'CNC' } as const;
    const { order_id: id } = await own.kite.placeOrder('regular', {
      ...order,
      quantity: 5000,
      order_type: 'MARKET',
      tag: 'bold',
    });
    await expect
      .poll(() => heard.orders, POLL)
      .toMatchObject([{ order_id: id, user_id: own.userId, status: 'REJECTED', tag: 'bold' }]);
  });

  it('is not let in with a wrong token, and a key has three sockets', async () => {
    const own = tokenOf(await programs.trader('read'));
    expect(await refused(bare({ ...own, access_token: 'no' }))).toBe(403);
    expect(await refused(bare({ ...own, api_key: '\u0000' }))).toBe(400);
    expect(await refused(bare(own, { origin: 'https://elsewhere.example' }))).toBe(403);
    const three = [bare(own), bare(own), bare(own)];
    await Promise.all(three.map((socket) => once(socket, 'open')));
    expect(await refused(bare(own))).toBe(429);
    three[0]!.close();
    await once(three[0]!, 'close');
    await expect
      .poll(async () => {
        const again = bare(own);
        const isOpen = await Promise.race([
          once(again, 'open').then(() => true),
          once(again, 'unexpected-response').then(() => false),
        ]);
        if (isOpen) three.push(again);
        return isOpen;
      }, POLL)
      .toBe(true);
    for (const socket of three) socket.close();
  });

  it('loses its line within a second after its key ended, or its own token', async () => {
    const own = await programs.trader('read');
    const { heard } = await connected(tokenOf(own));
    const ended = Date.now();
    await own.client.get('endProgramKey', { id: own.key.id });
    expect(await refused(bare(tokenOf(own)))).toBe(403); // a new one does not open
    await expect.poll(() => heard.closed, { ...POLL, interval: 20 }).toEqual([4001]);
    expect(Date.now() - ended).toBeLessThan(1_000);
  });

  it('hears a byte each second, and what is wrong with what it sends', async () => {
    const socket = bare(tokenOf(await programs.trader('read')));
    const heard: (string | number)[] = [];
    socket.on('message', (data: Buffer, isBinary: boolean) => heard.push(isBinary ? data.length : data.toString()));
    await once(socket, 'open');
    await expect.poll(() => heard, POLL).toEqual([1, 1]);
    heard.length = 0;
    for (const sent of ['{', '{"a":"subscribe","v":7}', '{"a":"mode","v":["all",[1]]}', '{"a":"subscribe","v":["12"]}'])
      socket.send(sent);
    const errors = () => heard.filter((each) => typeof each === 'string').map((each) => JSON.parse(each) as unknown);
    const unreadable = { type: 'error', data: 'The message cannot be read' };
    await expect
      .poll(errors, POLL)
      .toEqual([unreadable, unreadable, unreadable, { type: 'error', data: 'There is no instrument 12' }]);
    for (let sent = 0; sent < 60; sent += 1) socket.send('{');
    expect((await once(socket, 'close'))[0]).toBe(4003);
  });

  it('finds the app at the same address when it is a browser', async () => {
    expect((await fetch(`${programs.root}/`, { redirect: 'manual' })).status).not.toBe(403);
  });
});
