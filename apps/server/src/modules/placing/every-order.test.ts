import { calls } from '@khara/contract';
import { rupees } from '@khara/money';
import * as z from 'zod/mini';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';
import { hearNews, publishArticle } from '#modules/day/company-news.ts';
import { createSettlementPort, squareOffRest } from '#modules/day/index.ts';
import type { Writer } from '#src/ports/exchange.ts';

const CODE = 'AAMRAI';
const POLL = { timeout: 60_000, interval: 10 };

const settled = (member: Trader, id: string, state: string) =>
  expect.poll(async () => (await member.detail(id)).state, POLL).toBe(state);
const paise = (text: string): bigint => BigInt(text.replace('.', ''));

/** What the contract's schema makes of an answer; throws where it is another. */
const parsed = (
  name: 'orders' | 'positions' | 'closedPositions' | 'fills' | 'orderDetail' | 'previewOrder',
  data: unknown,
): unknown => z.parse(calls[name].data, data);
const listed = (list: unknown) => ({ list, nextCursor: null });

let trading: Trading;
const rich = async (paise = 10_00_000_00n): Promise<Trader> => {
  const member = trading.member();
  await member.deposit(paise);
  return member;
};
const tick = () => BigInt(trading.deps.market.instrument(CODE)!.tick);
const last = () => BigInt(trading.quote(CODE).lastPrice);
const onTick = (price: bigint) => rupees((price / tick()) * tick());
const proves = async () => {
  await provesTheTrading(trading.deps.db);
  await provesTheBooks(trading.deps.db);
};

describe('orders of every shape', () => {
  const database = useTestDatabase();
  beforeAll(async () => {
    trading = await openTrading(database.app);
  });
  afterEach(() => trading.cancelAll());

  it('a stop to market is protected from its trigger, and what that cannot buy is cancelled', async () => {
    const member = await rich();
    const order = await member.sell({
      code: CODE,
      quantity: 2,
      type: 'sl_m',
      product: 'intraday',
      triggerPrice: paise(onTick(last() - 5n * tick())),
    });
    expect(order.state).toBe('trigger_pending');
    expect(paise(order.price!)).toBeLessThan(paise(order.triggerPrice!));
    expect(await member.cancel(order.id)).toMatchObject({ state: 'cancelled', reason: 'cancelled_by_member' });
    expect(await member.balance(105)).toBe(0n);
    await proves();
  });

  it('an order that hides a part shows so much, and its history begins with the book it found', async () => {
    const member = await rich();
    const order = await member.buy({ code: CODE, quantity: 50, price: trading.inside(CODE), disclosedQuantity: 5 });
    expect(order).toMatchObject({ state: 'open', disclosedQuantity: 5 });
    const [, opened] = (await member.detail(order.id)).timeline;
    expect(opened).toMatchObject({ step: 'opened', book: { queueAhead: 0 } });
    const best = () => trading.deps.market.depth(CODE, 1)!.bids[0];
    expect(best()).toEqual([Number(paise(order.price!)), 5, 1]);
    expect(await member.tryModify({ id: order.id, disclosedQuantity: 4 })).toMatchObject({
      refused: 'disclosed_qty_invalid',
    });
    expect(await member.modify({ id: order.id, disclosedQuantity: 20 })).toMatchObject({ disclosedQuantity: 20 });
    expect(best()).toEqual([Number(paise(order.price!)), 20, 1]);
    expect(await member.modify({ id: order.id, quantity: 40, disclosedQuantity: 8 })).toMatchObject({ quantity: 40 });
    expect(best()).toEqual([Number(paise(order.price!)), 8, 1]);
    await member.modify({ id: order.id, quantity: 6 }); // less than it shows: all of it
    expect(best()).toEqual([Number(paise(order.price!)), 6, 1]);
    const places = (await member.detail(order.id)).timeline.flatMap(({ keptPriority }) => keptPriority ?? []);
    expect(places).toEqual([false, true, true]);
    expect(await member.modify({ id: order.id, quantity: 50 })).toMatchObject({ disclosedQuantity: 8 });
    expect(best()).toEqual([Number(paise(order.price!)), 8, 1]);
    expect(await member.modify({ id: order.id, disclosedQuantity: 0 })).toMatchObject({ disclosedQuantity: null });
    expect(best()).toEqual([Number(paise(order.price!)), 50, 1]);
    expect((await member.detail(order.id)).timeline.at(-1)).toMatchObject({ step: 'modified', keptPriority: false });
    expect(await member.tryModify({ id: order.id, disclosedQuantity: 0 })).toMatchObject({
      refused: 'nothing_to_modify',
    });
    expect(await member.tryModify({ id: order.id, disclosedQuantity: 10 })).toMatchObject({
      refused: 'disclosed_quantity_not_available', // what shows all of itself goes on doing so
    });
    await member.cancel(order.id);
    await proves();
  });

  it('the list of orders says what stands in front of each of them now', async () => {
    const member = await rich();
    const price = trading.inside(CODE);
    const first = await member.buy({ code: CODE, quantity: 5, price });
    const second = await member.buy({ code: CODE, quantity: 3, price });
    const stop = await member.sell({
      code: CODE,
      quantity: 1,
      type: 'sl_m',
      product: 'intraday',
      triggerPrice: paise(onTick(last() - 5n * tick())),
    });
    const of = async (id: string) =>
      (await member.orders({ state: 'open', code: CODE })).find((order) => order.id === id)?.queueAhead;
    expect([await of(first.id), await of(second.id), await of(stop.id)]).toEqual([0, 5, undefined]);
    await member.modify({ id: first.id, quantity: 8 }); // more goes behind
    expect([await of(first.id), await of(second.id)]).toEqual([3, 0]);
    await member.cancel(second.id);
    expect(await of(first.id)).toBe(0);
    await proves();
  });

  it('what an ioc order cannot fill at once is cancelled, and its money is free', async () => {
    const member = await rich(50_00_00_000_00n);
    const ask = trading.deps.market.depth(CODE, 1)!.asks[0]!;
    const order = await member.buy({
      code: CODE,
      quantity: ask[1] + 40,
      price: rupees(BigInt(ask[0])),
      validity: 'ioc',
    });
    expect(order).toMatchObject({ state: 'cancelled', reason: 'ioc_remainder', filledQuantity: ask[1] });
    expect(await member.balance(102)).toBe(0n);
    await proves();
  });

  it('a change holds more at once, gives back when the exchange has made it, and keeps or loses the place', async () => {
    const member = await rich();
    const price = trading.inside(CODE);
    const order = await member.buy({ code: CODE, quantity: 10, price });
    const held = await member.balance(102);
    const more = await member.modify({ id: order.id, quantity: 20 });
    expect(more).toMatchObject({ quantity: 20, modifications: 1 });
    expect(await member.balance(102)).toBeGreaterThan(held);
    const less = await member.modify({ id: order.id, quantity: 10 });
    expect(less.quantity).toBe(10);
    expect(await member.balance(102)).toBe(held);
    // Each answer has the receipt of what it moved.
    const receipts = [order, more, less].map(({ receipt }) => receipt?.uid);
    const entries = await database.app.query<{ uid: string; kind: string }>(
      'test.receipted',
      'SELECT uid, kind FROM ledger.entry WHERE uid = ANY ($1) ORDER BY id',
      [receipts],
    );
    expect(entries.map(({ uid }) => uid)).toEqual(receipts);
    expect(entries.map(({ kind }) => kind)).toEqual(['order_hold', 'order_hold', 'order_release']);
    const { timeline } = await member.detail(order.id);
    // As it was placed.
    expect(timeline[0]).toMatchObject({ step: 'accepted', quantity: order.quantity, price: order.price });
    const changes = timeline.filter(({ step }) => step === 'modified');
    expect(changes.map(({ keptPriority }) => keptPriority)).toEqual([false, true]);

    expect(await member.tryModify({ id: order.id, quantity: 10 })).toMatchObject({ refused: 'nothing_to_modify' });
    expect(await member.tryModify({ id: order.id, price: 1n })).toMatchObject({ refused: 'tick_invalid' });
    expect(await member.tryModify({ id: order.id, quantity: 99_999 })).toMatchObject({ refused: 'insufficient_funds' });
    expect(await member.balance(102)).toBe(held);
    await member.cancel(order.id);
    expect(await member.balance(102)).toBe(0n);
    expect(await member.tryModify({ id: order.id, quantity: 12 })).toMatchObject({ refused: 'order_not_open' });
    await proves();
  });

  it('a session in which the password is not remembered makes an order smaller, never larger', async () => {
    const member = await rich();
    const session = trading.asForgetful(member);
    const price = trading.inside(CODE);
    const [higher, lower] = [onTick(paise(price) + tick()), onTick(paise(price) - 40n * tick())];
    const asked = { refused: 'transaction_password_required', field: 'transactionPassword' };
    const order = await member.buy({ code: CODE, quantity: 10, price: lower });
    const held = await member.balance(102);
    expect(await session.tryModify({ id: order.id, quantity: 500 })).toMatchObject(asked);
    expect(await session.tryModify({ id: order.id, price: paise(higher) })).toMatchObject(asked);
    expect(await session.tryModify({ id: order.id, quantity: 5, price: paise(higher) })).toMatchObject(asked);
    expect(await member.detail(order.id)).toMatchObject({ quantity: 10, price: lower, modifications: 0 });
    expect(await member.balance(102)).toBe(held);
    expect(await session.modify({ id: order.id, quantity: 8 })).toMatchObject({ quantity: 8, price: lower });
    expect(await session.modify({ id: order.id, price: paise(lower) - tick() })).toMatchObject({ quantity: 8 });
    expect(await member.modify({ id: order.id, quantity: 10 })).toMatchObject({ quantity: 10 });
    await member.cancel(order.id);

    const stop = await member.sell({
      code: CODE,
      quantity: 2,
      type: 'sl_m',
      product: 'intraday',
      triggerPrice: paise(onTick(last() - 20n * tick())),
    });
    const further = paise(stop.triggerPrice!) - 5n * tick();
    expect(await session.tryModify({ id: stop.id, triggerPrice: further })).toMatchObject(asked);
    expect(await session.modify({ id: stop.id, quantity: 1 })).toMatchObject({ quantity: 1 });
    await member.cancel(stop.id);
    await proves();
  });

  it('a change that races a fill never makes the order larger than was meant', async () => {
    const [buyer, seller] = [await rich(), await rich()];
    await seller.buy({ code: CODE, quantity: 30 });
    const price = trading.inside(CODE);
    const order = await buyer.buy({ code: CODE, quantity: 20, price });
    const [sale, change] = await Promise.all([
      seller.sell({ code: CODE, quantity: 15, price }),
      buyer.tryModify({ id: order.id, quantity: 18 }),
    ]);
    expect(sale.state).toBe('complete');
    const now = await buyer.detail(order.id);
    expect(now.filledQuantity).toBe(15);
    expect(change.refused === undefined ? now.quantity : 18).toBe(18);
    await buyer.cancel(order.id);
    expect(await buyer.balance(102)).toBe(0n);
    await proves();
  });

  it('intraday takes a fifth as margin, nets, and a short is closed by buying', async () => {
    const member = await rich(1_00_000_00n);
    const bought = await member.buy({ code: CODE, quantity: 200, product: 'intraday' }); // worth more than the money
    expect(bought.state).toBe('complete');
    const margin = await member.balance(105);
    const value = bought.fills.reduce((sum, fill) => sum + paise(fill.value), 0n);
    expect(margin).toBe((value + 4n) / 5n);
    expect(await member.positions()).toMatchObject([
      { product: 'intraday', direction: 'long', quantity: 200, margin: rupees(margin) },
    ]);
    await member.sell({ code: CODE, quantity: 250, product: 'intraday' }); // closes 200, and is short of 50
    expect(await member.positions()).toMatchObject([{ direction: 'short', quantity: 50 }]);
    await proves();
    const closed = await member.buy({ code: CODE, quantity: 50, product: 'intraday' });
    expect(closed.receipt).toBeUndefined(); // nothing was held for it
    expect(await member.positions()).toEqual([]);
    expect(await member.balance(105)).toBe(0n);
    const [position] = await member.closed();
    expect(position).toMatchObject({ product: 'intraday', state: 'historical', quantity: 0 });
    expect(await member.balance(101)).toBe(
      1_00_000_00n +
        paise(position!.profitAmount.replace('-', '')) * (position!.profitAmount.startsWith('-') ? -1n : 1n),
    );
    await proves();
  });

  it('answers as the contract says, and every step of a history has words in four languages', async () => {
    const member = await rich();
    const order = { code: CODE, quantity: 3, product: 'intraday' } as const;
    await member.sell(order);
    const resting = await member.buy({ ...order, price: trading.inside(CODE) });
    await member.modify({ id: resting.id, quantity: 2 });
    parsed('orders', listed(await member.orders()));
    parsed('positions', listed(await member.positions()));
    parsed('fills', listed(await member.fills()));
    parsed('orderDetail', await member.detail(resting.id));
    const preview = await member.preview({ ...order, side: 'sell' });
    parsed('previewOrder', preview);
    expect(paise(preview.breakEven!)).toBeLessThan(last());
    for (const language of ['en', 'hi', 'zh-Hant', 'zh-Hans'] as const) {
      const answer = await trading.handlers.orderDetail(
        trading.deps,
        { ...member.caller, language },
        { id: resting.id },
      );
      const texts =
        answer.refused === undefined ? answer.value.timeline.map(({ text, why = '' }) => `${text} ${why}`) : [];
      expect(texts.length).toBeGreaterThan(2);
      expect(texts.filter((text) => text.trim() === '' || text.includes('{{'))).toEqual([]);
    }
    await member.cancel(resting.id);
    await member.buy(order);
    parsed('closedPositions', listed(await member.closed()));
    await proves();
  });

  it('a delivery share cannot be sold short, and intraday asks for its margin', async () => {
    const poor = await rich(1_000_00n);
    expect(await poor.trySell({ code: CODE, quantity: 1 })).toMatchObject({ refused: 'insufficient_holdings' });
    expect(await poor.trySell({ code: CODE, quantity: 50, product: 'intraday' })).toMatchObject({
      refused: 'insufficient_funds',
    });
    expect(await poor.orders()).toEqual([]);
    expect(await poor.balance(101)).toBe(1_000_00n);
  });
});

describe('orders while market time passes', () => {
  const database = useTestDatabase({ per: 'test' });
  beforeEach(async () => {
    trading = await openTrading(database.app);
  });

  it('a stop waits outside the book, is set off by a trade, and says so', async () => {
    const [member, other] = [await rich(), await rich(50_00_00_000_00n)];
    const trigger = onTick(last() + 4n * tick());
    const order = await member.buy({
      code: CODE,
      quantity: 3,
      type: 'sl',
      price: onTick(paise(trigger) + 40n * tick()),
      triggerPrice: paise(trigger),
    });
    expect(order).toMatchObject({ state: 'trigger_pending', triggerPrice: trigger, filledQuantity: 0 });
    // A buyer lifts the offers until a trade reaches the trigger.
    for (let tries = 0; (await member.detail(order.id)).state === 'trigger_pending' && tries < 40; tries += 1) {
      await other.buy({ code: CODE, quantity: 2000 });
      await trading.venue.step();
    }
    await settled(member, order.id, 'complete');
    const { timeline } = await member.detail(order.id);
    expect(timeline.map(({ step }) => step).slice(0, 4)).toEqual([
      'accepted',
      'trigger_pending',
      'triggered',
      'filled',
    ]);
    expect(timeline.every(({ text }) => text.length > 0 && !text.includes('{{'))).toBe(true);
    await proves();
  });

  it('squares off before the close: open intraday orders end, positions expire, and nothing new is taken', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 40, product: 'intraday' });
    const resting = await member.buy({
      code: CODE,
      quantity: 5,
      product: 'intraday',
      price: rupees(BigInt(trading.quote(CODE).bandLow)),
    });
    await trading.stepUntil(() => trading.deps.market.now().marketTime.slice(11, 19) >= '15:12:30');
    await expect
      .poll(async () => {
        await squareOffRest(trading.deps);
        await trading.venue.step();
        return (await member.positions()).length;
      }, POLL)
      .toBe(0);
    expect(await member.detail(resting.id)).toMatchObject({ state: 'expired', reason: 'square_off' });
    expect((await member.closed())[0]).toMatchObject({ state: 'expired', product: 'intraday' });
    expect((await member.orders()).some((order) => order.bySystem && order.state === 'complete')).toBe(true);
    expect(await member.balance(105)).toBe(0n);
    const statesSent = await trading.deps.db.query<{ key: string }>(
      'test.notices',
      'SELECT key FROM notices.notice WHERE member_id = $1',
      [member.userId],
    );
    expect(statesSent.map(({ key }) => key)).toEqual(expect.arrayContaining(['orderSquaredOff', 'positionSquaredOff']));
    expect(await member.tryBuy({ code: CODE, quantity: 1, product: 'intraday' })).toMatchObject({
      refused: 'mis_cutoff_passed',
    });
    await proves();
  });

  it('news is heard once and stands in the journal; its article follows; a day that begins again forgets both', async () => {
    const { deps, venue } = trading;
    const { marketDay, marketDate } = venue.day.inputs;
    const [writer] = await deps.db.query<Writer>('test.writer', 'SELECT market_day, epoch FROM market.frontier');
    const news = { code: CODE, about: 'upgrade', bps: 90, figure: 7 } as const;
    const articles = () =>
      deps.db.query<{ id: string }>('test.news', "SELECT id FROM content.article WHERE id LIKE 'news-%'", []);
    expect(await publishArticle(deps, { news, marketDate })).toEqual([]);
    expect(await articles()).toEqual([]); // no article tells of it
    const published = await hearNews(deps, news, marketDate);
    expect(published).toMatchObject([{ kind: 'news', code: CODE, bps: 90 }]);
    expect(await hearNews(deps, news, marketDate)).toEqual([]);
    expect(await articles()).toEqual([]);
    await publishArticle(deps, { news, marketDate });
    await publishArticle(deps, { news, marketDate });
    expect(await articles()).toHaveLength(1);
    const settlement = createSettlementPort(deps);
    expect(await settlement.unappliedCommands()).toEqual(published);
    const { seq } = published[0]!;
    venue.submit(published[0]!);
    await venue.settled(seq);
    const applied = async () =>
      (await settlement.appliedCommands(marketDay, 0)).filter(({ command }) => command.seq === seq);
    const [found] = await applied();
    expect(found).toMatchObject({ command: published[0], step: venue.day.step });
    await settlement.forgetNews(writer!, found!.step);
    expect(await applied()).toHaveLength(1);
    await settlement.forgetNews(writer!, found!.step - 1);
    expect(await applied()).toEqual([]);
    expect(await articles()).toEqual([]);
    expect(await hearNews(deps, news, marketDate)).toHaveLength(1);
    await settlement.forgetNews(writer!, found!.step - 1); // not applied: it is still to come
    expect(await settlement.unappliedCommands()).toHaveLength(1);
    for (const command of await settlement.unappliedCommands()) venue.submit(command);
    await proves();
  });

  it('an evening’s order waits for the next pre-open, whose band decides; it can be changed and cancelled till then', async () => {
    const member = await rich();
    await trading.stepUntil(() => trading.deps.market.now().session === 'closed');
    const price = onTick(last());
    const waits = await member.buy({ code: CODE, quantity: 4, price });
    const beyond = await member.buy({ code: CODE, quantity: 1, price: onTick(last() / 2n) });
    const changed = await member.buy({ code: CODE, quantity: 2, price });
    const market = await member.buy({ code: CODE, quantity: 1 });
    for (const order of [waits, beyond, changed, market])
      expect(order).toMatchObject({ state: 'pending', afterMarket: true });
    expect(await member.modify({ id: changed.id, quantity: 3 })).toMatchObject({ quantity: 3, state: 'pending' });
    expect(await member.cancel(changed.id)).toMatchObject({ state: 'cancelled' });
    const whale = await rich(50_00_00_000_00n);
    const huge = await whale.buy({ code: CODE, quantity: 100_000 }); // more than an opening auction has to sell
    await proves();
    // Every change of an order that waits is published, as those are that the exchange makes.
    const stepsSent = (id: string) =>
      trading.pushed.flatMap(({ type, data }) => {
        const order = data as { id: string; changed: string[] };
        return type === 'order' && order.id === id ? [order.changed] : [];
      });
    await expect.poll(() => stepsSent(waits.id), POLL).toEqual([['waits_for_open']]);
    await expect.poll(() => stepsSent(changed.id), POLL).toEqual([['waits_for_open'], ['modified'], ['cancelled']]);
    const { marketDate } = trading.deps.market.now();
    await trading.stepUntil(() => trading.deps.market.now().marketDate > marketDate);
    await trading.stepUntil(() => trading.deps.market.now().session === 'open');
    await settled(member, beyond.id, 'rejected');
    await expect.poll(() => stepsSent(beyond.id), POLL).toEqual([['waits_for_open'], ['rejected']]);
    await expect.poll(() => stepsSent(waits.id).length, POLL).toBeGreaterThan(2);
    expect(stepsSent(waits.id)[1], 'it enters the pre-open').toEqual([]);
    const isRefusal = ({ userId, type, data }: (typeof trading.pushed)[number]) =>
      userId === member.userId && type === 'notice' && (data as { title: string }).title.includes('rejected');
    await expect.poll(() => trading.pushed.some(isRefusal), POLL).toBe(true);
    // What the auction left of the market order is a limit order, and can be changed as one.
    await expect.poll(async () => (await whale.detail(huge.id)).type, POLL).toBe('limit');
    const left = await whale.detail(huge.id);
    const became = left.timeline.find(({ step }) => step === 'became_limit')!;
    expect(became).toMatchObject({ price: left.price, text: expect.stringContaining('limit') });
    const lower = rupees(paise(left.price!) - tick());
    expect(await whale.modify({ id: huge.id, price: paise(lower) })).toMatchObject({ price: lower, type: 'limit' });
    expect((await whale.cancel(huge.id)).state).toBe('cancelled');
    expect(await whale.balance(102)).toBe(0n);
    expect(await member.detail(beyond.id)).toMatchObject({ reason: 'price_out_of_band' });
    await settled(member, market.id, 'complete');
    const entered = await member.detail(waits.id);
    expect(entered.timeline.map(({ step }) => step).slice(0, 3)).toEqual(['accepted', 'waits_for_open', 'opened']);
    expect(entered.marketDate > marketDate).toBe(true);
    if (entered.state !== 'complete') await member.cancel(waits.id);
    expect(await member.balance(102)).toBe(0n);
    await proves();
  });
});
