import { paise, rupees } from '@khara/money';
import { DAY_MS, dayInIndia, HOUR_MS, nextTradingDay } from '@khara/rules';
import { beforeAll, describe, expect, it } from 'vitest';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { ageOwnLimits } from '#test/age-own-limits.ts';
import { openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';

const CODE = 'ALANKRITI';
const RACERS = 16;

const limitOf = async (member: Trader, kind: string) =>
  (await member.limits()).limits.find((limit) => limit.kind === kind)!;

describe("a member's own limits", () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, { start: Date.now() });
    await trading.stepUntil(() => trading.quote(CODE).lastTradeAt !== undefined);
  });

  async function rich(): Promise<Trader> {
    const member = await trading.registered();
    await member.deposit(10_00_000_00n);
    return member;
  }
  const one = { code: CODE, quantity: 1 };
  const today = () => trading.deps.market.now().marketDate;
  async function nextDay(): Promise<void> {
    const date = today();
    await trading.stepUntil(() => today() !== date && trading.deps.market.now().session === 'open');
    await trading.stepUntil(() => trading.quote(CODE).lastTradeAt !== undefined);
  }

  it('are none before they are set, and every order passes', async () => {
    const member = await rich();
    await member.buy(one);
    const { limits, pause, openOrders } = await member.limits();
    expect(limits).toMatchObject([
      { kind: 'day_loss', value: null },
      { kind: 'day_orders', value: null, used: '1' },
      { kind: 'largest_order', value: null },
      { kind: 'no_intraday', value: null },
    ]);
    expect([pause, openOrders]).toEqual([null, 0]);
  });

  it('stop the order after the last of a day, with figures and the day of the next, and the same when it is repeated', async () => {
    const member = await rich();
    await member.setLimit({ kind: 'day_orders', orders: 2 });
    await member.buy(one);
    await member.buy(one);
    const stopped = { ...one, requestId: 'asked-for-the-third' };
    const refused = {
      refused: 'own_limit_day_orders',
      details: { limit: 2, used: 2, until: nextTradingDay(today()) },
    };
    expect(await member.tryBuy(stopped)).toMatchObject(refused);
    expect(await member.tryBuy(stopped)).toMatchObject(refused);
    expect(await member.preview({ ...one, side: 'buy' })).toMatchObject({ warnings: ['own_limit_day_orders'] });
    expect(await member.sell({ code: CODE, quantity: 2 })).toMatchObject({ state: 'complete' });
    expect(await limitOf(member, 'day_orders')).toMatchObject({ value: '2', used: '3' });
    // The sale is an order of the day, too: the refusal says all of them.
    expect(await member.tryBuy(one)).toMatchObject({ refused: 'own_limit_day_orders', details: { limit: 2, used: 3 } });
    expect(await member.balance(102)).toBe(0n);
  });

  it('are not passed by one order when sixteen race, by sessions and by a key, in batches with those of others', async () => {
    const [member, other] = [await rich(), await rich()];
    await member.setLimit({ kind: 'day_orders', orders: 3 });
    const byKey = { ...member.caller, program: { keyId: '0123456789abcdef', tag: undefined } };
    const terms = { ...one, type: 'market', product: 'delivery' } as const;
    const [answers] = await Promise.all([
      Promise.all(
        Array.from({ length: RACERS }, (_, at) =>
          at % 2 === 0
            ? member.tryBuy(one)
            : trading.handlers.placeBuyOrder(trading.deps, byKey, { ...terms, requestId: `of-the-key-${at}` }),
        ),
      ),
      Promise.all(Array.from({ length: RACERS }, () => other.tryBuy(one))),
    ]);
    const refused = answers.flatMap((answer) => answer.refused ?? []);
    expect(refused).toEqual(Array.from({ length: RACERS - 3 }, () => 'own_limit_day_orders'));
    expect(await member.orders()).toHaveLength(3);
  });

  it('are not passed by orders that race with the limit itself', async () => {
    const member = await rich();
    const [before, set] = await Promise.all([
      Promise.all(Array.from({ length: RACERS }, () => member.tryBuy(one))),
      member.setLimit({ kind: 'day_orders', orders: 1 }),
    ]);
    expect(set.limits).toMatchObject([{}, { value: '1' }, {}, {}]);
    // Those that were first are placed; from then on one has been.
    const placed = before.filter(({ refused }) => refused === undefined).length;
    expect(await member.orders({})).toHaveLength(Math.min(20, placed));
    if (placed === 0) await member.buy(one);
    expect(await member.tryBuy(one)).toMatchObject({ refused: 'own_limit_day_orders' });
  });

  it('stop an order that is larger than the largest, and a change that makes one so', async () => {
    const member = await rich();
    const price = rupees(BigInt(trading.quote(CODE).bandLow));
    const two = rupees(2n * paise(price)!);
    await member.setLimit({ kind: 'largest_order', amount: two });
    const rests = await member.buy({ code: CODE, quantity: 2, price });
    expect(await member.tryBuy({ code: CODE, quantity: 3, price })).toMatchObject({
      refused: 'own_limit_largest_order',
      details: { limit: two },
    });
    expect(await member.tryModify({ id: rests.id, quantity: 3 })).toMatchObject({ refused: 'own_limit_largest_order' });
    expect(await member.modify({ id: rests.id, quantity: 1 })).toMatchObject({ quantity: 1 });
    await member.cancel(rests.id);
  });

  it('stop a trigger that is moved nearer to the market, and not a stop that becomes smaller', async () => {
    const member = await rich();
    const { bandHigh, lastPrice } = trading.quote(CODE);
    const price = rupees(BigInt(bandHigh));
    const nearer = BigInt(lastPrice + 2 * trading.deps.market.instrument(CODE)!.tick);
    const rests = await member.buy({ code: CODE, quantity: 2, type: 'sl', price, triggerPrice: BigInt(bandHigh) });
    await member.pause({ span: '24h' });
    expect(await member.tryModify({ id: rests.id, triggerPrice: nearer })).toMatchObject({
      refused: 'own_limit_pause',
    });
    expect(await member.modify({ id: rests.id, quantity: 1 })).toMatchObject({ quantity: 1 });
    await member.cancel(rests.id);
  });

  it('without intraday stop what opens, and not what closes', async () => {
    const member = await rich();
    const intraday = { code: CODE, product: 'intraday' } as const;
    await member.buy({ ...intraday, quantity: 3 });
    await member.setLimit({ kind: 'no_intraday', isOn: true });
    expect(await member.tryBuy({ ...intraday, quantity: 1 })).toMatchObject({ refused: 'own_limit_no_intraday' });
    expect(await member.trySell({ ...intraday, quantity: 4 })).toMatchObject({ refused: 'own_limit_no_intraday' });
    expect(await member.sell({ ...intraday, quantity: 3 })).toMatchObject({ state: 'complete' });
    expect(await member.buy(one)).toMatchObject({ state: 'complete' });
  });

  it('stop for the loss of the day, of what was sold and what is open', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 1000 });
    // Half of it is sold, so that both parts count.
    await member.sell({ code: CODE, quantity: 500 });
    await trading.stepUntil(() => true);
    const { todayProfit } = await member.limits();
    expect(await member.totals()).toMatchObject({ todayProfit });
    const lost = -paise(todayProfit)!;
    expect(lost).toBeGreaterThan(0n);
    await member.setLimit({ kind: 'day_loss', amount: rupees(lost) });
    expect(await member.tryBuy(one)).toMatchObject({
      refused: 'own_limit_day_loss',
      details: { limit: rupees(lost), used: rupees(lost), until: nextTradingDay(today()) },
    });
    expect(await member.sell({ code: CODE, quantity: 500 })).toMatchObject({ state: 'complete' });
  });

  it('that are asked to be looser can be taken back, and asked for again from the beginning', async () => {
    const member = await rich();
    await member.setLimit({ kind: 'day_loss', amount: '2000' });
    const first = (await member.setLimit({ kind: 'day_loss' })).limits[0]!;
    expect(first).toMatchObject({ value: '2000.00', asked: { value: null } });
    // Asked for again, the wait goes on.
    expect((await member.setLimit({ kind: 'day_loss' })).limits[0]).toEqual(first);
    const kept = (await member.setLimit({ kind: 'day_loss', amount: '2000' })).limits[0]!;
    expect(kept.value).toBe('2000.00');
    expect(kept.asked).toBeUndefined();
    const again = (await member.setLimit({ kind: 'day_loss', amount: '3000' })).limits[0]!;
    expect(again.asked!.at).toBeGreaterThanOrEqual(first.asked!.at);
    // A stricter one ends what was asked for.
    expect((await member.setLimit({ kind: 'day_loss', amount: '1000' })).limits[0]).toMatchObject({ value: '1000.00' });
    expect((await limitOf(member, 'day_loss')).asked).toBeUndefined();
  });

  it('pause for a market day, and are open again on the next', async () => {
    const member = await rich();
    const { pause, nextDate } = await member.pause({ span: 'market_day' });
    expect(pause).toEqual({ until: null, untilDate: nextDate });
    expect(await member.tryBuy(one)).toMatchObject({ refused: 'own_limit_pause', details: { until: nextDate } });
    await nextDay();
    expect(await member.buy(one)).toMatchObject({ state: 'complete' });
  });

  it('pause for longer than a limit waits with the transaction password alone, so no session that is stolen does it', async () => {
    const thief = trading.asForgetful(await rich());
    const later = dayInIndia(trading.clock.now() + 3 * DAY_MS);
    expect((await thief.tryPause({ span: '7d' })).refused).toBe('transaction_password_required');
    expect((await thief.tryPause({ span: 'date', date: later })).refused).toBe('transaction_password_required');
    expect((await thief.limits()).pause).toBeNull();
    const { pause } = await thief.pause({ span: '24h' });
    expect(pause?.until).toBe(trading.clock.now() + DAY_MS);
  });

  it.each([undefined, '2020-01-01', '2126-01-01'])('pause until no such date: %s', async (date) => {
    const member = await rich();
    expect(await member.tryPause({ span: 'date', date })).toMatchObject({ refused: 'own_pause_invalid' });
  });

  it('of another kind of figure, or above what a limit may be, are refused', async () => {
    const member = await rich();
    expect(await member.trySetLimit({ kind: 'day_loss', orders: 3 })).toMatchObject({ refused: 'invalid_input' });
    expect(await member.trySetLimit({ kind: 'day_orders', amount: '3' })).toMatchObject({ refused: 'invalid_input' });
    expect(await member.trySetLimit({ kind: 'day_orders', orders: 1001 })).toMatchObject({
      refused: 'own_orders_above_maximum',
    });
    expect(await member.trySetLimit({ kind: 'day_loss', amount: '1.001' })).toMatchObject({
      refused: 'amount_invalid',
    });
    expect(await member.trySetLimit({ kind: 'largest_order', amount: '99999999999999' })).toMatchObject({
      refused: 'amount_above_maximum',
    });
  });

  it('stop the order of a trigger that fires, too', async () => {
    const member = await rich();
    await member.setLimit({ kind: 'day_orders', orders: 1 });
    const at = trading.quote(CODE).lastPrice - trading.deps.market.instrument(CODE)!.tick;
    const set = await member.setTrigger({ code: CODE, side: 'buy', quantity: 1, below: [at, at] });
    await member.buy(one);
    await trading.stepUntil(() => trading.quote(CODE).lastPrice <= at);
    await trading.venue.step();
    await trading.fired.settled();
    await expect.poll(async () => (await member.trigger(set.id)).state).toBe('failed');
    expect(await member.trigger(set.id)).toMatchObject({ reason: 'own_limit_day_orders', order: null });
  });

  it('are not passed by one order when sixteen triggers fire at one price', async () => {
    const member = await rich();
    await member.setLimit({ kind: 'day_orders', orders: 3 });
    const at = trading.quote(CODE).lastPrice - trading.deps.market.instrument(CODE)!.tick;
    const below = [at, at] as const;
    for (let made = 0; made < RACERS; made += 1)
      await member.setTrigger({ code: CODE, side: 'buy', quantity: 1, below });
    await trading.stepUntil(() => trading.quote(CODE).lastPrice <= at);
    await trading.venue.step();
    await trading.fired.settled();
    const triggers = await member.triggers({ state: 'done', size: 100 });
    const reasons = triggers.flatMap(({ reason }) => reason ?? []);
    expect(reasons).toEqual(Array.from({ length: RACERS - 3 }, () => 'own_limit_day_orders'));
    expect(await member.orders()).toHaveLength(3);
  });

  it('stop an order of the evening, and count those that wait for the next morning', async () => {
    const member = await rich();
    const price = rupees(BigInt(trading.quote(CODE).bandLow));
    const two = rupees(2n * paise(price)!);
    await trading.stepUntil(() => trading.deps.market.now().session === 'closed');
    await member.setLimit({ kind: 'day_orders', orders: 1 });
    await member.setLimit({ kind: 'largest_order', amount: two });
    expect(await member.tryBuy({ code: CODE, quantity: 3, price })).toMatchObject({
      refused: 'own_limit_largest_order',
    });
    const waits = await member.buy({ code: CODE, quantity: 1, price });
    expect(waits).toMatchObject({ state: 'pending', afterMarket: true });
    expect(await member.tryModify({ id: waits.id, quantity: 3 })).toMatchObject({ refused: 'own_limit_largest_order' });
    expect(await member.tryBuy({ ...one, price })).toMatchObject({ refused: 'own_limit_day_orders' });
    await member.pause({ span: '24h' });
    expect(await member.tryModify({ id: waits.id, quantity: 2 })).toMatchObject({ refused: 'own_limit_pause' });
    expect(await member.cancel(waits.id)).toMatchObject({ state: 'cancelled' });
    await trading.stepUntil(() => trading.deps.market.now().session === 'open');
    await trading.stepUntil(() => trading.quote(CODE).lastTradeAt !== undefined);
  });

  it('are not loosened by the owner of their table, who can write no row that does not follow the last', async () => {
    const member = await rich();
    await member.setLimit({ kind: 'day_orders', orders: 3 });
    const columns = '(user_id, kind, value, before, asked_ms, asked_date, from_ms)';
    for (const [at, row] of [
      'user_id, kind, 900, NULL, asked_ms, asked_date, NULL',
      'user_id, kind, 900, 3, asked_ms - 90000000, asked_date, asked_ms',
      'user_id, kind, 900, 3, asked_ms, asked_date, asked_ms',
      'user_id, kind, 900, 3, asked_ms, asked_date - 1, asked_ms + 86400000',
    ].entries()) {
      await expect(
        database.admin.query(
          `test.loosen.${at}`,
          `INSERT INTO trading.own_limit ${columns} SELECT ${row} FROM trading.own_limit WHERE user_id = $1`,
          [member.caller.member.userId],
        ),
      ).rejects.toThrow(/does not follow|violates check/);
    }
    expect(await limitOf(member, 'day_orders')).toMatchObject({ value: '3' });
  });

  it('are kept by a server that starts again', async () => {
    const member = await rich();
    await member.setLimit({ kind: 'day_orders', orders: 1 });
    await member.buy(one);
    await trading.venue.stop();
    trading = await openTrading(database.app, { start: trading.clock.now() });
    const again = trading.as(member);
    expect(await again.tryBuy(one)).toMatchObject({ refused: 'own_limit_day_orders' });
    await provesTheBooks(database.app);
    await provesTheTrading(database.app);
  });
});

describe("a member's own limits over hours", () => {
  const database = useTestDatabase();

  it('are stricter at once, and looser after 24 hours on a market day that begins then', async () => {
    // Behind the database's clock, which says when a limit was asked for.
    const trading = await openTrading(database.app, { start: Date.now() - 2 * HOUR_MS });
    const today = () => trading.deps.market.now().marketDate;
    const nextDay = async () => {
      const date = today();
      await trading.stepUntil(() => today() !== date);
    };
    const member = await trading.registered();
    const { userId } = member.caller.member;
    await member.setLimit({ kind: 'day_orders', orders: 10 });
    await member.setLimit({ kind: 'day_orders', orders: 5 });
    const asked = (await member.setLimit({ kind: 'day_orders', orders: 8 })).limits[1]!;
    expect(asked).toMatchObject({ value: '5', asked: { value: '8' } });
    expect(asked.asked!.notBefore - asked.asked!.at).toBe(24 * HOUR_MS);
    await nextDay();
    expect(await limitOf(member, 'day_orders')).toMatchObject({ value: '5' }); // a market day of minutes is not enough
    await ageOwnLimits(database.admin, userId, 24 * HOUR_MS);
    expect(await limitOf(member, 'day_orders')).toMatchObject({ value: '5' }); // 24 hours within a day neither
    trading.clock.advance(3 * HOUR_MS);
    await nextDay();
    const now = await limitOf(member, 'day_orders');
    expect(now).toMatchObject({ value: '8' });
    expect(now.asked).toBeUndefined();
    // What goes on from there compares with what is in force.
    expect((await member.setLimit({ kind: 'day_orders', orders: 7 })).limits[1]).toMatchObject({ value: '7' });
    await trading.venue.stop();
  });
});

describe("a member's own pause", () => {
  const database = useTestDatabase();

  it('stops what opens a position until it ends by the clock of the database, and cannot be shortened', async () => {
    const trading = await openTrading(database.app, { start: Date.now() + HOUR_MS });
    await trading.stepUntil(() => trading.quote(CODE).lastTradeAt !== undefined);
    const one = { code: CODE, quantity: 1 };
    const member = await trading.registered();
    await member.deposit(10_00_000_00n);
    await member.buy({ code: CODE, quantity: 2 });
    const { pause } = await member.pause({ span: '7d' });
    const until = trading.clock.now() + 7 * 24 * HOUR_MS;
    expect(pause).toEqual({ until, untilDate: null });
    expect((await member.pause({ span: '24h' })).pause).toEqual(pause);
    expect(await member.tryBuy(one)).toMatchObject({ refused: 'own_limit_pause', details: { endsAt: until } });
    expect(await member.sell({ code: CODE, quantity: 1 })).toMatchObject({ state: 'complete' });
    // The server's clock ends none.
    trading.clock.advance(8 * 24 * HOUR_MS);
    expect(await member.tryBuy(one)).toMatchObject({ refused: 'own_limit_pause' });
    await ageOwnLimits(database.admin, member.caller.member.userId, 7 * 24 * HOUR_MS + 3 * HOUR_MS);
    expect(await member.buy(one)).toMatchObject({ state: 'complete' });
    await trading.venue.stop();
  });
});
