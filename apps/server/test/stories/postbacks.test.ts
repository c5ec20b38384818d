import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postOutside } from '#src/adapters/post-outside.ts';
import { useTestDatabase } from '#test/database.ts';
import { openPrograms } from '#test/programs.ts';

const CODE = 'AAMRAI';
const POLL = { timeout: 20_000 };
const ORDER = { exchange: 'NSE', tradingsymbol: CODE, transaction_type: 'BUY', product: 'CNC' } as const;

/** The client makes dates of these. */
const TIMES = new Set(['order_timestamp', 'exchange_timestamp', 'exchange_update_timestamp']);

type Posted = Readonly<Record<string, unknown>> & { readonly order_id: string };
type Inbox = { readonly heard: { readonly at: number; readonly posted: Posted }[]; status: number };

/** A server of a member's own machine, which hears of orders of the member's program. */
describe('a postback', () => {
  const database = useTestDatabase();
  let programs: Awaited<ReturnType<typeof openPrograms>>;
  let receiver: Server;
  /** What came to an address, by its path, and what is answered there. */
  const inboxes = new Map<string, Inbox>();
  beforeAll(async () => {
    programs = await openPrograms(database.app, postOutside('any'));
    receiver = createServer(async (request, response) => {
      const { heard, status } = inboxes.get(request.url!)!;
      heard.push({ at: programs.trading.clock.now(), posted: JSON.parse(await text(request)) as Posted });
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  afterAll(async () => {
    await programs.app.close();
    receiver.close();
  });

  function openInbox(status: number) {
    const path = `/orders?test=${inboxes.size}`;
    const inbox: Inbox = { heard: [], status };
    inboxes.set(path, inbox);
    const postback = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;
    return {
      inbox,
      trader: () => programs.trader('trade', { postback }),
      statusesOf: (id: string) =>
        inbox.heard.filter(({ posted }) => posted.order_id === id).map(({ posted }) => posted['status']),
    };
  }
  /** Rejected at once. */
  const tooMuch = async ({ kite }: Awaited<ReturnType<(typeof programs)['trader']>>) =>
    (await kite.placeOrder('regular', { ...ORDER, quantity: 5000, order_type: 'MARKET' })).order_id;

  it('brings each state of an order in turn, as clients know it, with a checksum by the secret', async () => {
    const { inbox, trader, statusesOf } = openInbox(200);
    const { heard } = inbox;
    const { kite, key, secret, userId } = await trader();
    // What a member can pay, at the best price of those who sell.
    const bestAsk = () => programs.trading.deps.market.depth(CODE, 5)!.asks[0] ?? [0, Infinity];
    await programs.trading.stepUntil(() => bestAsk()[0] * bestAsk()[1] < 9_000_000);
    const [price, quantity] = bestAsk();
    const asked = { ...ORDER, quantity: quantity + 1, order_type: 'LIMIT', price: price / 100, tag: 'mine' } as const;
    const { order_id: id } = await kite.placeOrder('regular', asked);
    await expect.poll(() => statusesOf(id), POLL).toEqual(['UPDATE']);
    programs.trading.clock.advance(1000);
    await kite.modifyOrder('regular', id, { order_type: 'MARKET' });
    await expect.poll(() => statusesOf(id).at(-1), POLL).toBe('COMPLETE');
    const { order_id: resting } = await kite.placeOrder('regular', { ...asked, quantity: 1, price: price / 100 - 1 });
    await kite.cancelOrder('regular', resting);
    await expect.poll(() => statusesOf(resting), POLL).toEqual(['CANCELLED']);
    const refused = (await kite.placeOrder('regular', { ...ORDER, quantity: 5000, order_type: 'MARKET' })).order_id;
    await expect.poll(() => statusesOf(refused), POLL).toEqual(['REJECTED']);

    const [first] = heard;
    expect(first!.posted).toMatchObject({ filled_quantity: quantity, unfilled_quantity: 1, tag: 'mine' });
    const orders = new Map((await kite.getOrders()).map((order) => [order.order_id, order]));
    for (const { posted } of heard) {
      const { order_id, order_timestamp, checksum } = posted as Posted & Readonly<Record<string, string>>;
      expect(posted).toMatchObject({ user_id: userId, app_id: key.id, tradingsymbol: CODE });
      expect(checksum).toBe(
        createHash('sha256')
          .update(order_id + order_timestamp + secret)
          .digest('hex'),
      );
    }
    const last = heard.findLast(({ posted }) => posted.order_id === id)!.posted;
    expect(last).toMatchObject(
      JSON.parse(JSON.stringify(orders.get(id), (name, value: unknown) => (TIMES.has(name) ? undefined : value))),
    );
  });

  it('is tried again 5 and 30 seconds after the first time, and no more', async () => {
    const { inbox, trader } = openInbox(500);
    const { clock } = programs.trading;
    const [one, other] = [await trader(), await trader()];
    const began = clock.now();
    const tries = () => inbox.heard.map(({ at, posted }) => [posted.order_id, at - began]);
    const first = await tooMuch(one);
    const expected = [[first, 0]];
    await expect.poll(tries, POLL).toEqual(expected);
    clock.advance(1); // the other's turns show that a millisecond before nothing comes
    const second = await tooMuch(other);
    for (const [wait, id, at] of [
      [0, second, 1],
      [4_999, first, 5_000],
      [1, second, 5_001],
      [24_999, first, 30_000],
      [1, second, 30_001],
    ] as const) {
      clock.advance(wait);
      expected.push([id, at]);
      await expect.poll(tries, POLL).toEqual(expected);
    }
    clock.advance(60_000);
    const third = await tooMuch(one);
    await expect.poll(tries, POLL).toEqual([...expected, [third, 90_001]]);
  });

  it('keeps what comes later behind what was not taken yet', async () => {
    const { inbox, trader, statusesOf } = openInbox(500);
    const { kite } = await trader();
    const [price] = programs.trading.deps.market.depth(CODE, 5)!.bids[0]!;
    const asked = { ...ORDER, quantity: 1, order_type: 'LIMIT', price: price / 100 - 2 } as const;
    const { order_id: id } = await kite.placeOrder('regular', asked);
    await kite.modifyOrder('regular', id, { quantity: 2 });
    await expect.poll(() => statusesOf(id), POLL).toEqual(['UPDATE']);
    await kite.cancelOrder('regular', id);
    const { order_id: another } = await kite.placeOrder('regular', { ...asked, quantity: 5000 });
    await expect.poll(() => statusesOf(another), POLL).toEqual(['REJECTED']);
    inbox.status = 200;
    programs.trading.clock.advance(5_000);
    await expect.poll(() => statusesOf(id), POLL).toEqual(['UPDATE', 'UPDATE', 'CANCELLED']);
  });

  it('is none of a key that has ended, and of orders that another key or the member placed', async () => {
    const { trader, statusesOf } = openInbox(500);
    const [own, other] = [await trader(), await trader()];
    const id = await tooMuch(own);
    await expect.poll(() => statusesOf(id), POLL).toEqual(['REJECTED']);
    await own.client.get('endProgramKey', { id: own.key.id });
    const without = await programs.trader('trade');
    const none = await tooMuch(without);
    const another = await tooMuch(other);
    await expect.poll(() => statusesOf(another), POLL).toHaveLength(1);
    programs.trading.clock.advance(5_000);
    await expect.poll(() => statusesOf(another), POLL).toHaveLength(2);
    programs.trading.clock.advance(25_000);
    await expect.poll(() => statusesOf(another), POLL).toHaveLength(3);
    expect([...statusesOf(id), ...statusesOf(none)]).toEqual(['REJECTED']);
  });
});
