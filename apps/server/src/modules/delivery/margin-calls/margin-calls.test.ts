import { replayDay } from '@khara/market-day';
import { rupees } from '@khara/money';
import { describe, expect, it } from 'vitest';
import { createNoticeHandlers } from '#modules/notices/index.ts';
import type { Db } from '#src/ports/database.ts';
import { verifyCommands } from '#src/verify/commands.ts';
import { verifyDays } from '#src/verify/days.ts';
import { verifyRequests } from '#src/verify/requests.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { hearNews } from '#test/hear-news.ts';
import { mortalDatabase } from '#test/mortal-database.ts';
import { plantOrders } from '#test/plant-orders.ts';
import { openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';
import { orderLog } from '#modules/orders/journal/order-log.ts';

/** In a fixed band of 20 %. */
const CODE = 'ACHALGARH';

const isTrading = ({ deps }: Trading): boolean =>
  deps.market.phase(CODE) === 'continuous' && deps.market.quote(CODE)!.lastTradeAt !== undefined;
const readNotices = async ({ deps }: Trading, { caller }: Trader) => {
  const answer = await createNoticeHandlers(async () => undefined).noticeList(deps, caller, {});
  if (answer.refused !== undefined) throw new Error(answer.refused);
  return answer.value.list.map(({ title }) => title).toReversed();
};
/** A member with 100 intraday shares, bought or sold short. */
async function holding(trading: Trading, side: 'buy' | 'sell'): Promise<Trader> {
  await trading.stepUntil(() => isTrading(trading));
  const member = trading.member();
  await member.deposit(1_00_000_00n);
  await member[side]({ code: CODE, quantity: 100, product: 'intraday' });
  // The notice of this order is made later, and those of one instant stand as they were made.
  trading.clock.advance(1_000);
  return member;
}
const untilClosed = async (trading: Trading, member: Trader) => {
  for (let steps = 0; (await member.positions()).length > 0; steps += 1) {
    if (steps > 400) throw new Error(`${CODE} is at ${trading.quote(CODE).lastPrice}`);
    await trading.venue.step();
  }
};
const callsOf = (db: Db, { userId }: Trader) =>
  db.query<{ kind: string; orderId: bigint | undefined; step: number }>(
    'test.margin_calls',
    'SELECT c.kind, c.order_id, c.step FROM trading.margin_call c WHERE c.user_id = $1 ORDER BY c.step',
    [userId],
  );
const systemOrders = async (member: Trader) => (await member.orders()).filter(({ bySystem }) => bySystem);

describe('a position whose margin a loss takes', () => {
  const database = useTestDatabase({ per: 'test' });
  const untilCalled = async (trading: Trading, member: Trader) => {
    await hearNews(trading, CODE, -1250);
    while ((await callsOf(database.app, member)).length === 0) await trading.venue.step();
  };

  it('is called at half of it and closed at four fifths, after its member’s own orders; verify and replay know it', async () => {
    const trading = await openTrading(database.app, { daySeconds: '300' });
    const member = await holding(trading, 'buy');
    const [open] = await member.positions();
    const { marginCall, cost } = open!;
    expect(marginCall).toMatchObject({ lost: expect.stringMatching(/^\d\.\d\d$/) });
    expect(Number(marginCall!.squareOffPrice)).toBeCloseTo((Number(cost) / 100) * 0.84, 1);
    const exit = await member.sell({
      code: CODE,
      quantity: 60,
      product: 'intraday',
      price: rupees(BigInt(trading.quote(CODE).bandHigh)),
    });
    await untilCalled(trading, member);
    expect(await member.positions()).toMatchObject([{ quantity: 100 }]);
    await hearNews(trading, CODE, -800);
    await untilClosed(trading, member);

    const calls = await callsOf(database.app, member);
    expect(calls.map(({ kind }) => kind)).toEqual(['call', 'square_off']);
    const [order] = await systemOrders(member);
    expect(await systemOrders(member)).toHaveLength(1);
    expect(order).toMatchObject({ id: String(calls[1]!.orderId), side: 'sell', quantity: 100, state: 'complete' });
    expect(await member.detail(exit.id)).toMatchObject({ state: 'expired', reason: 'margin_square_off' });
    const history = JSON.stringify(await member.detail(order!.id));
    expect(history).toContain('80%');
    expect(await member.closed()).toMatchObject([{ state: 'expired', sellQuantity: 100 }]);
    expect(await member.balance(105)).toBe(0n);
    expect(await readNotices(trading, member)).toEqual([
      `Bought 100 ${CODE}`,
      `Margin call: ${CODE}`,
      `The system closes ${CODE}: 80% of the margin is lost`,
      `Your intraday order in ${CODE} ended`,
      `Your intraday position in ${CODE} was closed for its margin`,
    ]);
    await provesTheTrading(database.app);
    await provesTheBooks(database.app);
    const requests = await verifyRequests(database.admin, testDeps().keys);
    expect(requests.filter(({ violations }) => violations > 0)).toEqual([]);

    const { marketDate } = trading.deps.market.now();
    await trading.stepUntil(() => trading.deps.market.now().marketDate > marketDate);
    const answer = await orderLog(trading.deps, { marketDate });
    if (answer.refused !== undefined) throw new Error(answer.refused);
    const text = Buffer.from(answer.value.bytes).toString('utf8');
    expect(replayDay(text.split('\n'))).toMatchObject({ isSame: true });
    const days = await verifyDays(database.admin, testDeps().keys);
    expect(days.filter(({ violations }) => violations > 0)).toEqual([]);
  });

  it('that was sold short is closed as the price rises, and no order of its member comes between', async () => {
    const trading = await openTrading(database.app, { daySeconds: '300' });
    const member = await holding(trading, 'sell');
    await hearNews(trading, CODE, 1950);
    await untilClosed(trading, member);
    expect((await callsOf(database.app, member)).map(({ kind }) => kind)).toContain('square_off');
    expect(await systemOrders(member)).toMatchObject([{ side: 'buy', quantity: 100, state: 'complete' }]);
    await provesTheTrading(database.app);
  });

  it('is closed though orders were planted beside it: one of the system, one of its member, and an end of their own', async () => {
    const trading = await openTrading(database.app, { daySeconds: '300' });
    const member = await holding(trading, 'buy');
    const { userId } = member;
    const far = rupees(BigInt(trading.quote(CODE).bandHigh));
    const own = await member.sell({ code: CODE, quantity: 60, product: 'intraday', price: far });
    await plantOrders(database.admin, userId);
    await database.admin.query(
      'test.plant_end',
      `INSERT INTO trading.journal_command (kind, order_id, accepted_ms, reason, market_day, applied_step, applied_index)
       SELECT 'expire', id, 1, 'margin_square_off', market_day, 0, 99 FROM trading."order" WHERE id = $1`,
      [own.id],
    );
    await hearNews(trading, CODE, -1950);
    await untilClosed(trading, member);
    expect(await member.detail(own.id)).toMatchObject({ state: 'expired', reason: 'margin_square_off' });
    const closing = (await systemOrders(member)).filter(({ state }) => state === 'complete');
    expect(closing).toMatchObject([{ side: 'sell', quantity: 100 }]);
    expect(await member.balance(105)).toBe(0n);
  });

  it('is called and closed though the same was noted by hand, with an order and without; verify names it', async () => {
    const trading = await openTrading(database.app, { daySeconds: '300' });
    const member = await holding(trading, 'buy');
    const { id } = await member.buy({ code: CODE, quantity: 1, product: 'intraday' });
    await database.admin.query(
      'test.plant_calls',
      `INSERT INTO trading.margin_call (position_id, kind, user_id, asset, code, quantity, cost_paise, rate_bps, margin_paise, held_paise,
         last_paise, market_day, step, market_date, market_time, at_ms, order_id, mac)
       SELECT p.id, k.kind, p.user_id, p.asset, p.code, p.quantity, p.cost_paise, 2000, (p.cost_paise * 2000 + 9999) / 10000, 0,
         1, 1, 1, p.market_date, '10:00:00', 1, k.order_id, substring(sha256('x') FOR 16)
       FROM trading.position p CROSS JOIN (VALUES ('call', NULL), ('square_off', NULL), ('square_off', $2::bigint)) k (kind, order_id)
       WHERE p.user_id = $1`,
      [member.userId, BigInt(id)],
    );
    expect(await verifyCommands(database.admin, testDeps().keys)).toMatchObject([{ violations: 3 }]);
    await trading.venue.step();
    expect(await systemOrders(member)).toEqual([]);
    await hearNews(trading, CODE, -1950);
    await untilClosed(trading, member);
    expect(await systemOrders(member)).toMatchObject([{ side: 'sell', quantity: 101, state: 'complete' }]);
    expect(await readNotices(trading, member)).toContain(`The system closes ${CODE}: 80% of the margin is lost`);
  });

  it('is closed though an order was named by hand in its call, which had none yet', async () => {
    const trading = await openTrading(database.app, { daySeconds: '300' });
    const member = await holding(trading, 'buy');
    for (const sql of [
      `CREATE FUNCTION public.name_order() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
         NEW.order_id := (SELECT min(id) FROM trading."order" WHERE user_id = NEW.user_id); RETURN NEW; END $$`,
      `CREATE TRIGGER named BEFORE INSERT ON trading.margin_call FOR EACH ROW WHEN (NEW.kind = 'square_off')
         EXECUTE FUNCTION public.name_order()`,
    ])
      await database.admin.query(`test.${sql.length}`, sql);
    await hearNews(trading, CODE, -1950);
    await untilClosed(trading, member);
    expect(await systemOrders(member)).toMatchObject([{ quantity: 100, state: 'complete' }]);
  });

  it('is closed once, however often the server is killed between the call and the square-off', async () => {
    let trading = await openTrading(database.app, { daySeconds: '300' });
    const member = await holding(trading, 'buy');
    await untilCalled(trading, member);
    await hearNews(trading, CODE, -800);
    for (let lives = 60; (await member.positions()).length > 0; lives += 13) {
      if (lives > 3000) throw new Error('it is never closed');
      const mortal = mortalDatabase(database.app, lives, lives % 2 === 0);
      const server = await Promise.race([
        openTrading(mortal.db, { daySeconds: '300' }),
        deathOf(mortal).then(() => undefined),
      ]);
      while (!mortal.isDead) await Promise.race([server?.venue.step(), deathOf(mortal)]);
    }
    trading = await openTrading(database.app, { daySeconds: '300' });
    for (let steps = 0; steps < 20; steps += 1) await trading.venue.step();
    const calls = await callsOf(database.app, member);
    expect(calls.map(({ kind }) => kind)).toEqual(['call', 'square_off']);
    const orders = await trading.as(member).orders();
    expect(orders.filter(({ bySystem }) => bySystem)).toMatchObject([{ quantity: 100, state: 'complete' }]);
    await provesTheTrading(database.app);
    await provesTheBooks(database.app);
  });
});

/** Resolves when a mortal database answers no more. */
async function deathOf(mortal: { readonly isDead: boolean }): Promise<void> {
  while (!mortal.isDead) await new Promise((resolve) => setImmediate(resolve));
}
