import { replayDay } from '@khara/market-day';
import { paise, rupees } from '@khara/money';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';
import { verifyOrders } from '#src/verify/orders.ts';
import { orderLog } from '#modules/orders/journal/order-log.ts';

const CODE = 'AAMRAI';

const story = async (member: Trader, id: string) =>
  (await member.detail(id)).timeline.map(({ step, state }) => [step, state]);

/** The terms that the story of an order tells, each from its step on; the last are those of the order as it is. */
async function pastTerms(member: Trader, id: string) {
  const { timeline, ...order } = await member.detail(id);
  const past = timeline.flatMap(({ terms }) => terms ?? []);
  expect(order).toMatchObject(past.at(-1)!);
  return past;
}

describe('a change to another kind of order', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, { daySeconds: '120' });
  });
  const phase = () => trading.deps.market.phase(CODE);
  beforeEach(() => trading.stepUntil(() => phase() === 'continuous' && trading.hasInside(CODE)));
  afterEach(() => trading.cancelAll());

  const proves = () => provesTheTrading(database.app);
  const tick = () => BigInt(trading.deps.market.instrument(CODE)!.tick);
  const last = () => BigInt(trading.quote(CODE).lastPrice);
  /** Distance from the last price, in ticks. */
  const off = (ticks: number) => last() + BigInt(ticks) * tick();
  const rich = async (): Promise<Trader> => {
    const member = trading.member();
    await member.deposit(10_00_000_00n);
    return member;
  };
  const resting = (member: Trader, quantity = 10) => member.buy({ code: CODE, quantity, price: rupees(off(-30)) });

  it('fills a limit order at the market under its id, and gives back what it held more', async () => {
    const member = await rich();
    const before = await member.balance(101);
    const order = await resting(member);
    const now = await member.modify({ id: order.id, type: 'market' });
    expect(now).toMatchObject({
      id: order.id,
      type: 'market',
      state: 'complete',
      filledQuantity: 10,
      modifications: 1,
    });
    expect(await story(member, order.id)).toEqual([
      ['accepted', 'pending'],
      ['opened', 'open'],
      ['modified', 'open'],
      ...now.fills.map((_fill, at) => ['filled', at === now.fills.length - 1 ? 'complete' : 'open']),
    ]);
    const { timeline } = await member.detail(order.id);
    expect(timeline.find(({ step }) => step === 'modified')).toMatchObject({
      keptPriority: false,
      why: /market order/,
    });
    expect(await member.balance(102)).toBe(0n);
    const cost = now.fills.reduce((sum, { value }) => sum + paise(value)!, paise(now.charges.total)!);
    expect(before - (await member.balance(101))).toBe(cost);
    await proves();
  });

  it('fills no further from the last price than the protection that it names', async () => {
    const member = await rich();
    const order = await resting(member, 1);
    const now = await member.modify({ id: order.id, type: 'market', protection: 25 });
    expect(now).toMatchObject({ type: 'market', protection: '0.25', state: 'complete' });
    expect(paise(now.price!)!).toBeLessThanOrEqual((last() * 1003n) / 1000n);
    await proves();
  });

  it.each([
    ['at the market', { type: 'market' }, { state: 'complete', filledQuantity: 10 }],
    ['for an instant', { validity: 'ioc' }, { state: 'cancelled', reason: 'ioc_remainder' }],
  ] as const)('shows all of an order that hid a part, once it is %s', async (_what, change, ends) => {
    const member = await rich();
    const order = await member.buy({ code: CODE, quantity: 10, price: rupees(off(-30)), disclosedQuantity: 2 });
    const hiding = await member.tryModify({ id: order.id, ...change, disclosedQuantity: 2 });
    expect(hiding).toMatchObject({ refused: 'disclosed_qty_invalid' });
    expect(await member.modify({ id: order.id, ...change })).toMatchObject({ ...ends, disclosedQuantity: null });
    expect(await pastTerms(member, order.id)).toMatchObject([{ disclosedQuantity: 2 }, { disclosedQuantity: null }]);
    expect(await member.balance(102)).toBe(0n);
    await proves();
  });

  it('asks for the transaction password where the order may cost or sell more, and for none where it may not', async () => {
    const member = await rich();
    const session = trading.asForgetful(member);
    const order = await resting(member);
    const { id } = order;
    expect(await session.tryModify({ id, type: 'market' })).toMatchObject({
      refused: 'transaction_password_required',
    });
    expect(await session.tryModify({ id, type: 'sl', price: off(60), triggerPrice: off(50) })).toMatchObject({
      refused: 'transaction_password_required',
    });
    expect(await session.modify({ id, validity: 'ioc' })).toMatchObject({ validity: 'ioc', state: 'cancelled' });
    await proves();
  });

  it('holds more first, and is refused without the money for it: the order stays what it is', async () => {
    const member = trading.member();
    await member.deposit(off(-30) * 10n + 100_00n);
    const order = await resting(member);
    const held = await member.balance(102);
    expect(await member.tryModify({ id: order.id, type: 'market' })).toMatchObject({ refused: 'insufficient_funds' });
    expect(await member.detail(order.id)).toMatchObject({ type: 'limit', state: 'open', modifications: 0 });
    expect(await member.balance(102)).toBe(held);
    await proves();
  });

  it.each([
    ['a limit order without a price', { type: 'limit' }, 'price_required'],
    ['a stop without a trigger', { type: 'sl_m' }, 'trigger_required'],
    ['a trigger on the wrong side', { type: 'sl_m', triggerPrice: () => off(20) }, 'trigger_wrong_side_of_ltp'],
    [
      'a limit on the wrong side of its trigger',
      { type: 'sl', triggerPrice: () => off(-20), price: () => off(-10) },
      'trigger_price_relation',
    ],
    ['a price off the tick', { type: 'limit', price: () => off(-40) + 1n }, 'tick_invalid'],
    [
      'a trigger of an order that has none',
      { type: 'limit', price: () => off(40), triggerPrice: () => off(-20) },
      'trigger_not_available',
    ],
  ] as const)('is refused as %s', async (_what, asked, refused) => {
    const member = await rich();
    const stop = await member.sell({
      code: CODE,
      quantity: 2,
      type: 'sl_m',
      product: 'intraday',
      triggerPrice: off(-40),
    });
    const given = Object.fromEntries(
      Object.entries(asked).map(([name, value]) => [name, typeof value === 'function' ? value() : value]),
    );
    const changed = refused === 'trigger_required' ? await resting(member) : stop;
    expect(await member.tryModify({ id: changed.id, ...given })).toMatchObject({ refused });
    expect(await member.detail(changed.id)).toMatchObject({ modifications: 0, type: changed.type });
    await member.cancel(changed.id);
  });

  it('goes from limit to stop, to stop at the market, and back, with margin and holds that fit each', async () => {
    const member = await rich();
    const sold = await member.sell({ code: CODE, quantity: 4, product: 'intraday', price: rupees(off(60)) });
    const { id } = sold;
    const margin = await member.balance(105);
    const stop = await member.modify({ id, type: 'sl', price: off(-60), triggerPrice: off(-50) });
    expect(stop).toMatchObject({ type: 'sl', state: 'trigger_pending', triggerPrice: rupees(off(-50)) });
    const atMarket = await member.modify({ id, type: 'sl_m', triggerPrice: off(-40) });
    expect(atMarket).toMatchObject({ type: 'sl_m', state: 'trigger_pending', triggerPrice: rupees(off(-40)) });
    const again = await member.modify({ id, type: 'limit', price: off(60) });
    expect(again).toMatchObject({ type: 'limit', state: 'open', triggerPrice: null, price: sold.price });
    expect(await member.balance(105)).toBe(margin);
    expect(await story(member, id)).toEqual([
      ['accepted', 'pending'],
      ['opened', 'open'],
      ['modified', 'trigger_pending'],
      ['modified', 'trigger_pending'],
      ['modified', 'open'],
    ]);
    const limit = { type: 'limit', price: sold.price, triggerPrice: null };
    expect(await pastTerms(member, id)).toMatchObject([
      limit,
      { type: 'sl', price: rupees(off(-60)), triggerPrice: rupees(off(-50)) },
      { type: 'sl_m', triggerPrice: rupees(off(-40)) },
      limit,
    ]);
    expect(await member.tryModify({ id, type: 'limit' })).toMatchObject({ refused: 'nothing_to_modify' });
    await member.cancel(id);
    expect(await member.balance(105)).toBe(0n);
    await proves();
  });

  it('keeps what had filled, and changes the rest', async () => {
    const [buyer, seller] = [await rich(), await rich()];
    const price = trading.inside(CODE);
    const order = await buyer.buy({ code: CODE, quantity: 20, price });
    await seller.sell({ code: CODE, quantity: 5, price, product: 'intraday' });
    const stop = await buyer.modify({ id: order.id, type: 'sl', price: off(60), triggerPrice: off(50) });
    expect(stop).toMatchObject({ quantity: 20, filledQuantity: 5, state: 'trigger_pending' });
    await proves();
    const filled = await buyer.modify({ id: order.id, type: 'market', quantity: 12 });
    expect(filled).toMatchObject({ quantity: 12, filledQuantity: 12, state: 'complete' });
    expect(await pastTerms(buyer, order.id)).toMatchObject([
      { type: 'limit', quantity: 20 },
      { type: 'sl', quantity: 20 },
      { type: 'market', quantity: 12, triggerPrice: null },
    ]);
    await proves();
  });

  it.each([
    ['an order', `UPDATE trading."order" SET type = 'limit' WHERE id = $1`],
    ['an order’s validity', `UPDATE trading."order" SET validity = 'ioc' WHERE id = $1`],
    ['the command of a change', `UPDATE trading.journal_command SET type = 'limit' WHERE order_id = $1`],
  ])('that was written over in %s is found by its commands and its history', async (_where, sql) => {
    const member = await rich();
    const order = await resting(member);
    await member.modify({ id: order.id, type: 'market' });
    await database.admin
      .transaction(async (tx) => {
        await tx.query(`test.tamper.${sql}`.slice(0, 60), sql, [order.id]);
        const found = await verifyOrders(tx, trading.deps.keys);
        expect(found.filter(({ violations }) => violations > 0)).toMatchObject([{ name: 'order_terms' }]);
        throw new Error('undone');
      })
      .catch((error: Error) => expect(error.message).toBe('undone'));
    await proves();
  });

  it('gives an order minutes from now on, and takes them away', async () => {
    const member = await rich();
    const order = await resting(member);
    expect(await member.modify({ id: order.id, validMinutes: 30 })).toMatchObject({
      validity: 'day',
      validMinutes: 30,
    });
    expect(await member.modify({ id: order.id, validity: 'day' })).toMatchObject({ validMinutes: null });
    const minutes = (await pastTerms(member, order.id)).map(({ validMinutes }) => validMinutes);
    expect(minutes).toEqual([null, 30, null]);
    await member.cancel(order.id);
    await proves();
  });

  it('is in the day’s log, which another program plays to the same day; another kind there is another day', async () => {
    const member = await rich();
    const order = await resting(member);
    const stop = await resting(member);
    await member.modify({ id: order.id, type: 'market' });
    await member.modify({ id: stop.id, type: 'sl', price: off(900), triggerPrice: off(800) });
    const { marketDate } = trading.deps.market.now();
    await trading.stepUntil(() => trading.deps.market.now().marketDate !== marketDate);
    const log = await orderLog(trading.deps, { marketDate });
    if (log.refused !== undefined) throw new Error(log.refused);
    const text = Buffer.from(log.value.bytes).toString('utf8');
    expect(text).toContain('null,null,"market","day"]');
    expect(replayDay(text.split('\n'))).toMatchObject({ isSame: true });
    const other = text.replace('null,null,"market","day"]', 'null,null,"limit","day"]');
    expect(replayDay(other.split('\n'))).toMatchObject({ isSame: false });
    await proves();
  });

  it('of one that waits for a pre-open is made at once, and in the pre-open by the exchange', async () => {
    const member = await rich();
    await trading.stepUntil(() => phase() === 'closed');
    const price = rupees(off(-30));
    const order = await member.buy({ code: CODE, quantity: 2, price });
    expect(order).toMatchObject({ state: 'pending', afterMarket: true });
    const held = await member.balance(102);
    const atMarket = await member.modify({ id: order.id, type: 'market' });
    expect(atMarket).toMatchObject({ type: 'market', state: 'pending' });
    expect(await member.balance(102)).toBeGreaterThan(held);
    const back = await member.modify({ id: order.id, type: 'limit', price: off(-31) });
    expect(back).toMatchObject({ type: 'limit', price: rupees(off(-31)) });
    const waited = ['limit', 'market', 'limit'];
    expect((await pastTerms(member, order.id)).map(({ type }) => type)).toEqual(waited);
    expect(await member.tryModify({ id: order.id, validity: 'ioc' })).toMatchObject({
      refused: 'ioc_not_allowed_in_phase',
    });
    await proves();

    await trading.stepUntil(() => phase() === 'preopen_entry_1');
    expect(await member.modify({ id: order.id, type: 'market' })).toMatchObject({ type: 'market', state: 'open' });
    expect(await member.tryModify({ id: order.id, type: 'sl_m', triggerPrice: off(50) })).toMatchObject({
      refused: 'stop_loss_not_allowed_in_phase',
    });
    const limit = await member.modify({ id: order.id, type: 'limit', price: off(-30) });
    expect(limit).toMatchObject({ type: 'limit', state: 'open' });
    await member.modify({ id: order.id, type: 'market' });
    await trading.stepUntil(() => phase() === 'continuous');
    // What the opening auction has no shares for goes on at its price.
    for (let steps = 0; steps < 200 && (await member.detail(order.id)).filledQuantity < 2; steps += 1)
      await trading.venue.step();
    expect((await member.detail(order.id)).filledQuantity).toBe(2);
    const past = await pastTerms(member, order.id);
    expect(past[0]).toMatchObject({ type: 'limit', price });
    expect(past.slice(0, 6).map(({ type }) => type)).toEqual([...waited, 'market', 'limit', 'market']);
    await proves();
  });

  it('asks for it where a stop would trade sooner: a trigger nearer to the market, or none', async () => {
    const member = await rich();
    const session = trading.asForgetful(member);
    const terms = { type: 'sl', price: rupees(off(60)), triggerPrice: off(50) } as const;
    const { id } = await member.buy({ code: CODE, quantity: 1, ...terms });
    const asked = { refused: 'transaction_password_required' };
    expect(await session.tryModify({ id, triggerPrice: off(20) })).toMatchObject(asked);
    expect(await session.tryModify({ id, type: 'limit', price: off(20) })).toMatchObject(asked);
    expect(await session.modify({ id, triggerPrice: off(55) })).toMatchObject({ state: 'trigger_pending' });
    await member.cancel(id);
    await proves();
  });
});
