import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { paise, rupees } from '@khara/money';
import { DAY_MS, dayInIndia, nextRegularDay } from '@khara/rules';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNoticeHandlers } from '#modules/notices/index.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { mortalDatabase } from '#test/mortal-database.ts';
import { openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';

const [CODE, OTHER] = ['AAMRAI', 'ALANKRITI'] as const;

const ownOf = async (member: Trader, id: string) => (await member.regulars()).find((one) => one.id === id)!;

describe('a regular purchase', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, { start: Date.now(), daySeconds: '300' });
  });
  beforeEach(() => untilTrading());
  const now = () => trading.deps.market.now();
  const today = () => now().marketDate;
  const untilTrading = () =>
    trading.stepUntil(() => now().session === 'open' && now().marketTime.slice(11) >= '09:30:00');
  const untilNextDay = async () => {
    const date = today();
    await trading.stepUntil(() => today() !== date);
    await untilTrading();
  };
  const look = async () => {
    trading.runs.placeAll();
    await trading.runs.settled();
  };
  const rich = async (): Promise<Trader> => {
    const member = await trading.registered();
    await member.deposit(20_00_000_00n);
    return member;
  };
  const readNotices = async ({ caller }: Trader) => {
    const answer = await createNoticeHandlers(async () => undefined).noticeList(trading.deps, caller, {});
    if (answer.refused !== undefined) throw new Error(answer.refused);
    return answer.value.list.map(({ title }) => title);
  };
  const daily = () => ({ unit: 'market_days', every: 1, firstOn: today(), times: 3, amount: '20000' }) as const;

  it('of a share buys what the amount pays for, once for a date, and again on the next', async () => {
    const member = await rich();
    const requestId = randomUUID();
    const started = await member.startRegular({ ...daily(), code: CODE, requestId });
    expect(started).toMatchObject({
      code: CODE,
      basketId: null,
      made: 0,
      nextOn: today(),
      state: 'active',
      last: null,
    });
    expect(await member.startRegular({ ...daily(), code: CODE, requestId })).toEqual(started);
    expect(await member.orders()).toEqual([]);
    await look();
    await look();
    const [order, ...others] = await member.orders();
    expect(others).toEqual([]);
    expect(order).toMatchObject({ code: CODE, side: 'buy', type: 'market', sentBy: 'regular', state: 'complete' });
    expect(order!.requestId).toMatch(/^sip:\d+:1:[0-9a-f]{16}$/);
    const { price } = order!;
    const cost = async (quantity: number) =>
      paise((await member.preview({ code: CODE, side: 'buy', quantity, price: price! })).total)!;
    expect(await cost(order!.quantity)).toBeLessThanOrEqual(20_000_00n);
    expect(await cost(order!.quantity + 1)).toBeGreaterThan(20_000_00n);
    expect(await ownOf(member, started.id)).toMatchObject({
      made: 1,
      nextOn: nextRegularDay(today()),
      last: { on: today(), state: 'done', reason: null },
    });
    expect((await member.detail(order!.id)).timeline[0]!.why).toBe(
      'Placed by a regular purchase, on one of its dates.',
    );
    expect(await readNotices(member)).toContain(`Regular purchase made: ${CODE}`);

    await untilNextDay();
    await look();
    expect(await member.orders()).toHaveLength(2);
    await untilNextDay();
    await look();
    expect(await ownOf(member, started.id)).toMatchObject({ made: 3, nextOn: null, state: 'ended' });
    expect(await readNotices(member)).toContain(`Regular purchase over: ${CODE}`);
    await untilNextDay();
    await look();
    expect(await member.orders()).toHaveLength(3);
    await provesTheTrading(trading.deps.db);
  });

  it('of a basket buys all of it at the market, and leaves a share out that cannot be traded', async () => {
    const member = await rich();
    const low = rupees(BigInt(trading.quote(CODE).bandLow));
    const orders = [
      { code: CODE, quantity: 2, price: low },
      { code: OTHER, quantity: 1 },
      { code: trading.suspended, quantity: 1 },
    ];
    const { id: basketId } = await member.saveBasket({ name: 'Steady', orders });
    await member.startRegular({ ...daily(), basketId });
    expect(await member.baskets()).toMatchObject([{ isRegular: true }]);
    expect((await member.tryRemoveBasket(basketId)).refused).toBe('basket_in_use');
    await look();
    const [run] = await member.runs();
    expect(run).toMatchObject({
      state: 'done',
      name: 'Steady',
      due: today(),
      orders: [{ reason: null }, { reason: null }, { order: null }],
    });
    expect(run!.orders[2]!.reason).not.toBeNull();
    expect((await member.orders()).map(({ code, type, state }) => [code, type, state])).toEqual([
      [OTHER, 'market', 'complete'],
      [CODE, 'market', 'complete'],
    ]);
    expect(await readNotices(member)).toContain('Regular purchase made in part: Steady');
  });

  it('is skipped with a notice where money lacks, it costs too much, or a limit says so', async () => {
    const poor = await trading.registered();
    const money = await poor.startRegular({ ...daily(), code: CODE });
    const member = await rich();
    const { id: basketId } = await member.saveBasket({ orders: [{ code: CODE, quantity: 10 }] });
    const dear = await member.startRegular({ ...daily(), basketId, amount: '1' });
    const share = await member.startRegular({ ...daily(), code: CODE, amount: '1' });
    const careful = await rich();
    const limited = await careful.startRegular({ ...daily(), code: CODE });
    await careful.pause({ span: '24h' });
    await look();
    const last = async (owner: Trader, id: string) => (await ownOf(owner, id)).last;
    const skipped = (reason: string) => ({ on: today(), state: 'skipped', reason });
    expect(await last(poor, money.id)).toEqual(skipped('insufficient_funds'));
    expect(await last(member, dear.id)).toEqual(skipped('regular_above_amount'));
    expect(await last(member, share.id)).toEqual(skipped('regular_below_share'));
    expect(await last(careful, limited.id)).toEqual(skipped('own_limit_pause'));
    for (const one of [poor, member, careful]) expect(await one.orders()).toEqual([]);
    expect(await readNotices(poor)).toEqual([`Regular purchase skipped: ${CODE}`]);
    expect(await ownOf(poor, money.id)).toMatchObject({ made: 1, nextOn: nextRegularDay(today()) });
    for (const [owner, { id }] of [
      [poor, money],
      [member, dear],
      [member, share],
      [careful, limited],
    ] as const)
      await owner.tryEndRegular(id);
  });

  it('rests, goes on without the dates of its rest, and ends', async () => {
    const member = await rich();
    const { id } = await member.startRegular({ ...daily(), code: CODE });
    expect(await member.tryPauseRegular(id, true)).toMatchObject({ value: { state: 'paused' } });
    await look();
    await untilNextDay();
    await look();
    expect(await member.orders()).toEqual([]);
    expect(await member.tryPauseRegular(id, false)).toMatchObject({
      value: { state: 'active', made: 0, nextOn: today() },
    });
    await look();
    expect(await member.orders()).toHaveLength(1);
    expect(await member.tryEndRegular(id)).toMatchObject({ value: { state: 'ended', nextOn: null } });
    expect(await member.tryEndRegular(id)).toMatchObject({ value: { state: 'ended' } });
    expect((await member.tryPauseRegular(id, false)).refused).toBe('regular_ended');
    expect((await (await rich()).tryEndRegular(id)).refused).toBe('unknown_regular');
  });

  it('by real dates is made on them, and once when several have passed', async () => {
    const member = await rich();
    const real = dayInIndia(trading.clock.now());
    const { id } = await member.startRegular({ ...daily(), unit: 'weeks', firstOn: real, code: OTHER });
    await look();
    await look();
    expect(await ownOf(member, id)).toMatchObject({ made: 1, last: { on: real } });
    await untilNextDay();
    await look(); // market dates run ahead, and do not count
    expect(await member.orders()).toHaveLength(1);
    trading.clock.advance(22 * DAY_MS);
    await look();
    expect(await ownOf(member, id)).toMatchObject({ made: 2, last: { on: dayInIndia(trading.clock.now() - DAY_MS) } });
    expect(await member.orders()).toHaveLength(2);
  });

  it('is refused where it could never be made', async () => {
    const member = await rich();
    const reason = async (change: object) =>
      (await member.tryStartRegular({ ...daily(), code: CODE, ...change })).refused;
    expect(await reason({ code: 'NOSUCH' })).toBe('unknown_code');
    expect(await reason({ code: undefined })).toBe('invalid_input');
    expect(await reason({ basketId: '1' })).toBe('invalid_input');
    expect(await reason({ code: undefined, basketId: '1' })).toBe('unknown_basket');
    expect(await reason({ amount: '1.001' })).toBe('amount_invalid');
    expect(await reason({ amount: '100000000.01' })).toBe('amount_above_maximum');
    expect(await reason({ firstOn: '2020-01-01' })).toBe('regular_dates_invalid');
    expect(await reason({ firstOn: '2126-01-01' })).toBe('regular_dates_invalid');
    const sale = await member.saveBasket({ orders: [{ code: CODE, quantity: 1, side: 'sell' }] });
    expect(await reason({ code: undefined, basketId: sale.id })).toBe('regular_not_buys');
    const forgetful = trading.asForgetful(member);
    expect((await forgetful.tryStartRegular({ ...daily(), code: CODE })).refused).toBe('transaction_password_required');
    for (let made = 0; made < 20; made += 1)
      await member.startRegular({ ...daily(), firstOn: '2026-12-31', unit: 'months', code: CODE });
    expect(await reason({})).toBe('too_many_regular');
  });
});

describe('a regular purchase, and a server that is killed at any moment', () => {
  const database = useTestDatabase();

  it('is made once for its date, with one order of each', { timeout: 120_000 }, async () => {
    const options = { start: Date.now(), daySeconds: '300' };
    const first = await openTrading(database.app, options);
    const { market } = first.deps;
    await first.stepUntil(() => market.now().session === 'open' && market.now().marketTime.slice(11) >= '09:30:00');
    const members = [await first.registered(), await first.registered()] as const;
    for (const member of members) await member.deposit(20_00_000_00n);
    const regular = {
      unit: 'market_days',
      every: 1,
      times: 3,
      amount: '20000',
      firstOn: market.now().marketDate,
    } as const;
    const orders = [
      { code: CODE, quantity: 1 },
      { code: OTHER, quantity: 1 },
    ];
    const { id: basketId } = await members[0].saveBasket({ orders });
    await members[0].startRegular({ ...regular, basketId });
    await members[1].startRegular({ ...regular, code: OTHER });
    await first.venue.save();

    for (let livesFor = 16; livesFor <= 100; livesFor += 12) {
      const mortal = mortalDatabase(database.app, livesFor, livesFor % 8 === 0);
      const opened = await Promise.race([openTrading(mortal.db, options), untilDead(mortal)]);
      opened?.runs.placeAll();
      await Promise.race([opened?.runs.settled(), untilDead(mortal, 2_000)]);
      mortal.kill();
    }
    const last = await openTrading(database.app, options);
    last.runs.placeAll();
    await last.runs.settled();
    const [one, other] = [last.as(members[0]), last.as(members[1])];
    expect((await one.orders()).map(({ code }) => code).toSorted()).toEqual([CODE, OTHER]);
    expect(await other.orders()).toHaveLength(1);
    for (const member of [one, other])
      expect(await member.runs()).toMatchObject([{ state: 'done', due: regular.firstOn }]);
    await provesTheTrading(database.app);
    await provesTheBooks(database.app);
    await last.venue.stop();
  });
});

/** Resolves when it is, or after the given ms: then it has nothing left to do. */
async function untilDead(mortal: { readonly isDead: boolean }, most = Infinity): Promise<undefined> {
  const until = Date.now() + most;
  while (!mortal.isDead && Date.now() < until) await setImmediate();
}
