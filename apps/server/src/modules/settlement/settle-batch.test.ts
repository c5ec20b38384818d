import { orderCharges } from '@khara/broker';
import { paise } from '@khara/money';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { fillsOf } from '#test/own-fills.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';
import { settleBatch } from './settle-batch.ts';
import { findOrder } from '#modules/orders/store.ts';

const CODE = 'AAMRAI';

let trading: Trading;
const rich = async (): Promise<Trader> => {
  const member = trading.member();
  await member.deposit(50_00_000_00n);
  return member;
};

describe('settling what the exchange made of orders', () => {
  const database = useTestDatabase();
  beforeAll(async () => {
    trading = await openTrading(database.app);
  });
  afterEach(() => trading.cancelAll());

  it('fills an order in parts, whose charges add up to those of the whole', async () => {
    const [buyer, seller] = [await rich(), await rich()];
    await seller.buy({ code: CODE, quantity: 12 });
    const price = trading.inside(CODE);
    const order = await buyer.buy({ code: CODE, quantity: 12, price });
    for (const quantity of [3, 4]) await seller.sell({ code: CODE, quantity, price });

    const partly = await buyer.detail(order.id);
    expect(partly).toMatchObject({ state: 'open', filledQuantity: 7, averagePrice: price });
    expect(await buyer.balance(102)).toBe(await frozenFor(buyer, order.id));
    expect(await buyer.balance(122, trading.assetOf(CODE))).toBe(7n);

    const last = await seller.sell({ code: CODE, quantity: 5, price });
    const whole = await buyer.detail(order.id);
    expect(whole).toMatchObject({ state: 'complete', filledQuantity: 12 });
    expect(whole.fills.map(({ quantity }) => quantity)).toEqual([3, 4, 5]);
    expect(whole.timeline.map(({ state }) => state)).toEqual(['pending', 'open', 'open', 'open', 'complete']);
    const marketDate = whole.marketDate;
    const terms = { side: 'buy', product: 'delivery', asset: trading.assetOf(CODE), marketDate } as const;
    const charges = orderCharges(terms, 12n * paise(price)!);
    expect(paise(whole.charges.total)).toBe(charges.total);
    expect(whole.fills.reduce((sum, fill) => sum + paise(fill.charges.total)!, 0n)).toBe(charges.total);
    expect(await buyer.balance(102)).toBe(0n);
    expect(await buyer.balance(101)).toBe(50_00_000_00n - 12n * paise(price)! - charges.total);

    // Two sides of one trade: the shares of one are the shares of the other.
    expect(last.fills[0]).toMatchObject({ quantity: 5, price });
    const dp = (await seller.fills()).reduce((sum, fill) => sum + paise(fill.charges.dp)!, 0n);
    expect(dp).toBe(23_60n);
  });

  it('brings nothing, and goes on, where the DP charge takes all of a small sale', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 3 });
    const before = await member.balance(101);
    const fillAt = fillsOf(trading, database.admin, CODE);
    await fillAt(member, { side: 'sell' }, [[1, 99_00]]);
    const brought = await member.balance(101);
    expect(brought).toBeGreaterThan(before);
    await fillAt(member, { side: 'sell' }, [
      [1, 10_00],
      [1, 50_00],
    ]);
    const second = (await member.fills()).find(({ price }) => price === '10.00');
    expect(second!.charges.total).toBe('10.00');
    const last = (await member.fills()).find(({ price }) => price === '50.00')!;
    expect(await member.balance(101)).toBe(brought + 50_00n - paise(last.charges.total)!);
    await provesTheBooks(database.app);
  });

  it('frees the price improvement of a fill better than the limit', async () => {
    const [buyer, seller] = [await rich(), await rich()];
    await seller.buy({ code: CODE, quantity: 4 });
    const price = trading.inside(CODE);
    await seller.sell({ code: CODE, quantity: 4, price });
    const better = (Number(price) + 5).toFixed(2);
    const order = await buyer.buy({ code: CODE, quantity: 10, price: better, validity: 'day' });
    expect(order.fills[0]).toMatchObject({ quantity: 4, price });
    expect(await buyer.balance(102)).toBe(await frozenFor(buyer, order.id));
  });

  it('frees what is left when an order is cancelled in part', async () => {
    const [buyer, seller] = [await rich(), await rich()];
    await seller.buy({ code: CODE, quantity: 6 });
    const price = trading.inside(CODE);
    const order = await buyer.buy({ code: CODE, quantity: 9, price });
    await seller.sell({ code: CODE, quantity: 6, price });
    await buyer.cancel(order.id);
    const { charges } = await buyer.detail(order.id);
    expect(await buyer.balance(102)).toBe(0n);
    expect(await buyer.balance(101)).toBe(50_00_000_00n - 6n * paise(price)! - paise(charges.total)!);
  });

  it('gives unsold shares back where they came from', async () => {
    const seller = await rich();
    await seller.buy({ code: CODE, quantity: 6 });
    const asset = trading.assetOf(CODE);
    const order = await seller.sell({ code: CODE, quantity: 5, price: '1445.00' });
    expect([await seller.balance(122, asset), await seller.balance(121, asset)]).toEqual([1n, 5n]);
    expect((await seller.positions())[0]).toMatchObject({ quantity: 6, sellableQuantity: 1, settledQuantity: 0 });
    await seller.cancel(order.id);
    expect([await seller.balance(122, asset), await seller.balance(121, asset)]).toEqual([6n, 0n]);
    expect((await seller.positions())[0]).toMatchObject({ quantity: 6, sellableQuantity: 6, settledQuantity: 0 });
  });

  it('changes nothing when a batch comes twice', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 2 });
    const rows = async () => [
      await member.bill(),
      await member.orders(),
      await member.positions(),
      await member.fills(),
      await database.app.query('test.holds', 'SELECT * FROM ledger.hold ORDER BY id'),
    ];
    const before = await rows();
    const batch = trading.batches.at(-1)!;
    expect(batch.events.filter(({ kind }) => kind === 'filled').length).toBeGreaterThan(0);
    await settleBatch(trading.deps, batch);
    expect(await rows()).toEqual(before);
  });

  it('tells the owner over the socket and by a notice', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 1 });
    const types = () => trading.pushed.filter(({ userId }) => userId === member.userId).map(({ type }) => type);
    await expect.poll(types).toEqual(expect.arrayContaining(['order', 'position', 'wallet', 'notice']));
  });

  /** What the module says is frozen for an order; the ledger must say the same. */
  async function frozenFor(member: Trader, id: string): Promise<bigint> {
    const order = await findOrder(database.app, member.userId, BigInt(id));
    expect(order!.charges.total).toBeGreaterThan(0n);
    return order!.frozenPaise;
  }
});

describe('telling members of a settlement', () => {
  const database = useTestDatabase();

  it('reads and words nothing of a fill for devices, and one order for a program', async () => {
    const asked: string[] = [];
    const words = /^(orders\.by_ids|orders\.fills_of_orders|orders\.positions_by_ids|accounts\.languages_of)$/;
    const db: typeof database.app = {
      ...database.app,
      query: (name, text, params) => {
        if (words.test(name)) asked.push(name);
        return database.app.query(name, text, params);
      },
    };
    const [listening, programs] = [new Set<string>(), new Set<string>()];
    const worded: unknown[] = [];
    trading = await openTrading(db, {
      sockets: {
        isListening: (userId) => listening.has(userId),
        hasProgram: (userId) => programs.has(userId),
        toPrograms: (userId, order) => worded.push([userId, order]),
      },
    });
    const [buyer, seller] = [await rich(), await rich()];
    await seller.buy({ code: CODE, quantity: 9 });
    const price = trading.inside(CODE);
    const order = await buyer.buy({ code: CODE, quantity: 9, price });
    listening.add(buyer.userId);
    const told = (kind: string) => trading.pushed.flatMap(({ type, data }) => (type === kind ? [data] : []));
    for (const quantity of [1, 2]) await seller.sell({ code: CODE, quantity, price });
    await expect.poll(() => told('order').length).toBe(2);
    const { updatedAt: version } = await buyer.detail(order.id);
    expect(told('order').at(-1)).toEqual({ id: order.id, version, changed: ['filled'] });
    expect(told('position').at(-1)).toMatchObject({ version, changed: ['filled'] });
    expect([asked, worded]).toEqual([[], []]);
    programs.add(buyer.userId);
    await seller.sell({ code: CODE, quantity: 3, price });
    await expect.poll(() => worded).toMatchObject([[buyer.userId, { id: order.id, filledQuantity: 6 }]]);
    expect(asked).toEqual(['orders.by_ids']);
  });
});

describe('settling the end of a day', () => {
  const database = useTestDatabase();

  it('ends what a day leaves open, and frees all of it', async () => {
    trading = await openTrading(database.app);
    const plain = 'ACHALGARH'; // trades to 15:30; what does not fit the closing auction of the other shares ends before
    const [buyer, seller] = [await rich(), await rich()];
    await seller.buy({ code: plain, quantity: 3 });
    const bid = await buyer.buy({ code: plain, quantity: 2, price: '130.00' });
    const offer = await seller.sell({ code: plain, quantity: 3, price: '180.00' });
    await trading.stepUntil(() => trading.deps.market.now().session === 'closed');
    await expect.poll(async () => (await buyer.detail(bid.id)).state).toBe('expired');
    expect(await seller.detail(offer.id)).toMatchObject({ state: 'expired', reason: 'day_end' });
    expect(await buyer.balance(102)).toBe(0n);
    expect(await seller.balance(121, trading.assetOf(plain))).toBe(0n);
    const waiting = await buyer.buy({ code: plain, quantity: 1 });
    expect(waiting).toMatchObject({ state: 'pending', afterMarket: true });
    expect(await buyer.cancel(waiting.id)).toMatchObject({ state: 'cancelled' });
    expect(await buyer.balance(102)).toBe(0n);
    await provesTheBooks(database.app);
  });
});

/** Of its own: the exchange knows nothing of these fills, so it and the books differ afterwards. */
describe('settling very many events', () => {
  const database = useTestDatabase();

  it('settles more than goes into one transaction, and a second time nothing', async () => {
    const trading = await openTrading(database.app);
    const member = trading.member();
    await member.deposit(50_00_000_00n);
    const order = await member.buy({ code: CODE, quantity: 1_000, price: trading.inside(CODE) });
    const last = trading.batches.at(-1)!;
    const first = last.events.at(-1)!.eventNo + 1;
    const price = Number(paise(order.price!));
    // A thousand fills of one share each, as a long walk through a book may be.
    const events = Array.from({ length: 1_000 }, (_, index) => ({
      kind: 'filled' as const,
      eventNo: first + index,
      orderId: Number(order.id),
      step: last.frontierStep,
      tradeNo: 5_000_000 + index,
      price,
      quantity: 1,
      aggressor: false,
    }));
    const other = { ...last, applied: [], events };
    await settleBatch(trading.deps, other);
    await settleBatch(trading.deps, other);
    const filled = await member.detail(order.id);
    expect(filled).toMatchObject({ state: 'complete', filledQuantity: 1_000 });
    expect(filled.fills).toHaveLength(1_000);
    expect(await member.balance(102)).toBe(0n);
  });
});
