import { randomUUID } from 'node:crypto';
import { replayDay } from '@khara/market-day';
import { rupees } from '@khara/money';
import { lastTriggerDay, nextRegularDay } from '@khara/rules';
import { beforeAll, describe, expect, it } from 'vitest';
import { createNoticeHandlers } from '#modules/notices/index.ts';
import { announceInstead } from '#test/ex-dates.ts';
import { logNames } from '#src/security/log-names.ts';
import { useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';
import { orderLog } from '#modules/orders/journal/order-log.ts';
import { adjustTriggers } from './adjust-triggers.ts';
import { expireTriggers, tendTriggers } from './end-triggers.ts';

const CODE = 'AAMRAI';
const SPLITS = 'ACHALGARH';

let trading: Trading;
const tick = () => trading.deps.market.instrument(CODE)!.tick;
const last = () => trading.quote(CODE).lastPrice;
const rich = async (): Promise<Trader> => {
  const member = await trading.registered();
  await member.deposit(50_00_000_00n);
  return member;
};
const readNotices = async ({ caller }: Trader) => {
  const answer = await createNoticeHandlers(async () => undefined).noticeList(trading.deps, caller, {});
  if (answer.refused !== undefined) throw new Error(answer.refused);
  return answer.value.list.map(({ title }) => title);
};
/** Sells into all visible bids until the price is at what a trigger waits for, and lets its order be placed. */
const untilFired = async (member: Trader, id: string) => {
  const seller = await trading.registered();
  await seller.deposit(50_00_00_000_00n);
  for (let sales = 0; (await member.trigger(id)).state === 'waiting'; sales += 1) {
    if (sales > 100) throw new Error('the price was not reached');
    const { bids } = trading.deps.market.depth(CODE, 5)!;
    const price = bids.at(-1)![0];
    const wanted = bids.reduce((sum, [, shares]) => sum + shares, 0);
    const quantity = Math.min(wanted, 100_000); // the most that one order may have
    await seller.sell({ code: CODE, quantity, product: 'intraday', validity: 'ioc', price: rupees(BigInt(price)) });
    for (let made = 0; made < 4; made += 1) await trading.venue.step();
  }
  await trading.fired.settled();
  return member.trigger(id);
};

describe('an order that waits for a price', () => {
  const database = useTestDatabase();
  beforeAll(async () => {
    trading = await openTrading(database.app);
  });

  it('holds nothing, and places its limit order once when the price is reached', async () => {
    const member = await rich();
    const before = await member.balance(101);
    const at = last() - tick();
    const set = await member.setTrigger({ code: CODE, side: 'buy', quantity: 3, below: [at, at + 40 * tick()] });
    expect(set).toMatchObject({ state: 'waiting', legs: [{ condition: 'below' }], order: null, firedLeg: null });
    expect(set.expiresOn).toBe(lastTriggerDay(set.marketDate));
    expect(await member.balance(101)).toBe(before);

    const fired = await untilFired(member, set.id);
    expect(fired).toMatchObject({ state: 'fired', firedLeg: 0, reason: null });
    const order = await member.detail(fired.order!.id);
    expect(order).toMatchObject({ code: CODE, side: 'buy', type: 'limit', quantity: 3 });
    expect(order!.requestId).toMatch(new RegExp(`^gtt:${set.id}:`));
    trading.venue.placeFired();
    await trading.fired.settled();
    expect(await member.orders()).toHaveLength(1);
    expect(await readNotices(member)).toContain(`Your trigger in ${CODE} fired`);
    await provesTheTrading(trading.deps.db);
  });

  it('of two sides fires one, and the other ends with it', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 4 });
    const at = last();
    const set = await member.setTrigger({
      code: CODE,
      side: 'sell',
      quantity: 4,
      above: [at + 2 * tick(), at - 40 * tick()],
      below: [at - 2 * tick(), at - 40 * tick()],
    });
    expect(set.legs.map(({ condition }) => condition)).toEqual(['below', 'above']); // the stop first
    const fired = await untilFired(member, set.id);
    expect(fired.state).toBe('fired');
    for (let made = 0; made < 200; made += 1) await trading.venue.step();
    await trading.fired.settled();
    expect(await member.orders()).toHaveLength(2); // the buy, and one sale
    await provesTheTrading(trading.deps.db);
  });

  it('fails with the refusal of its order, and says so', async () => {
    const poor = await trading.registered();
    const at = last() - tick();
    const money = await poor.setTrigger({ code: CODE, side: 'buy', quantity: 3, below: [at, at] });
    const shares = await poor.setTrigger({ code: CODE, side: 'sell', quantity: 3, below: [at, at] });
    expect(await untilFired(poor, money.id)).toMatchObject({
      state: 'failed',
      reason: 'insufficient_funds',
      order: null,
    });
    expect(await poor.trigger(shares.id)).toMatchObject({ state: 'failed', reason: 'insufficient_holdings' });
    expect(await poor.orders()).toEqual([]);
    expect(await readNotices(poor)).toEqual(Array(2).fill(`Your trigger in ${CODE} fired, and its order was refused`));
  });

  it('is refused where it could not wait, with what is wrong', async () => {
    const member = await rich();
    const at = last();
    const set = { code: CODE, side: 'buy', quantity: 1, below: [at - tick(), at] } as const;
    const reasons = async (change: object) => (await member.trySetTrigger({ ...set, ...change })).refused;
    expect(await reasons({ code: 'NOSUCH' })).toBe('unknown_code');
    expect(await reasons({ quantity: 100_001 })).toBe('quantity_above_maximum');
    expect(await reasons({ below: [at - tick() + 1, at] })).toBe('tick_invalid');
    expect(await reasons({ below: [at - tick(), at + 1] })).toBe('tick_invalid');
    expect(await reasons({ below: [at, at] })).toBe('trigger_already_reached');
    expect(await reasons({ below: undefined, above: [at, at] })).toBe('trigger_already_reached');
    expect(await reasons({ positionId: '1' })).toBe('unknown_position');
    const forgetful = trading.asForgetful(member);
    expect((await forgetful.trySetTrigger(set)).refused).toBe('transaction_password_required');
    expect(await member.triggers()).toEqual([]);
  });

  it('is set once by one request, and no more than a hundred wait', async () => {
    const member = await rich();
    const at = last() - 1000 * tick();
    const set = { code: CODE, side: 'buy', quantity: 1, below: [at, at] } as const;
    const requestId = randomUUID();
    const first = await member.setTrigger({ ...set, requestId });
    expect(await member.setTrigger({ ...set, requestId })).toMatchObject({ id: first.id });
    expect((await member.trySetTrigger({ ...set, quantity: 2, requestId })).refused).toBe('request_id_reused');
    for (let made = 1; made < 100; made += 1) await member.setTrigger(set);
    expect((await member.trySetTrigger(set)).refused).toBe('too_many_triggers');
    const page = await member.triggers({ size: 60 });
    expect(page).toHaveLength(60);
    expect(await member.triggers({ state: 'done' })).toEqual([]);
  });

  it('takes other terms while it waits, can be taken back, and is its owner’s alone', async () => {
    const [member, other] = [await rich(), await rich()];
    const at = last();
    const set = await member.setTrigger({ code: CODE, side: 'buy', quantity: 1, below: [at - 900 * tick(), at] });
    const leg = { condition: 'below', triggerPrice: BigInt(at - 800 * tick()), price: BigInt(at) } as const;
    const changed = await member.tryChangeTrigger({ id: set.id, quantity: 5, legs: [leg] });
    expect(changed).toMatchObject({ value: { quantity: 5, state: 'waiting' } });
    expect((await member.tryChangeTrigger({ id: set.id, quantity: 100_001 })).refused).toBe('quantity_above_maximum');
    expect((await other.tryChangeTrigger({ id: set.id, quantity: 2 })).refused).toBe('unknown_trigger');
    expect((await other.tryRemoveTrigger(set.id)).refused).toBe('unknown_trigger');
    expect(await member.tryRemoveTrigger(set.id)).toMatchObject({ value: { state: 'removed' } });
    expect(await member.tryRemoveTrigger(set.id)).toMatchObject({ value: { state: 'removed' } });
    expect((await member.tryChangeTrigger({ id: set.id, quantity: 2 })).refused).toBe('trigger_not_waiting');
    await provesTheTrading(trading.deps.db);
  });

  it('on a position ends when the position does, and never opens another', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 2, product: 'intraday' });
    const [position] = await member.positions();
    const at = last();
    const pair = {
      code: CODE,
      side: 'sell',
      product: 'intraday',
      positionId: position!.id,
      below: [at - 2 * tick(), at - 50 * tick()],
      above: [at + 2 * tick(), at],
    } as const;
    expect((await member.trySetTrigger({ ...pair, quantity: 3 })).refused).toBe('insufficient_holdings');
    expect((await member.trySetTrigger({ ...pair, side: 'buy', quantity: 2 })).refused).toBe('unknown_position');
    const set = await member.setTrigger({ ...pair, quantity: 2 });
    await member.sell({ code: CODE, quantity: 2, product: 'intraday', positionId: position!.id });
    for (let made = 0; made < 200; made += 1) await trading.venue.step();
    await trading.fired.settled();
    await tendTriggers(trading.deps);
    expect(await member.trigger(set.id)).toMatchObject({ state: 'ended', order: null });
    expect(await member.positions()).toEqual([]);
    expect(await readNotices(member)).toContain(`Your stop and target in ${CODE} ended`);
  });

  it('with a limit beyond limit price protection reaches as far as that, and does not fail', async () => {
    const member = await rich();
    const at = last() - tick();
    const { id } = await member.setTrigger({ code: CODE, side: 'buy', quantity: 3, below: [at, at + 900 * tick()] });
    const fired = await untilFired(member, id);
    expect(fired).toMatchObject({ state: 'fired', order: { filledQuantity: 3 } });
    expect(Number((await member.detail(fired.order!.id)).price)).toBeLessThan(at * 0.0105);
  });

  it('expires after its last market date', async () => {
    const member = await rich();
    const at = last() - 1000 * tick();
    const set = await member.setTrigger({ code: CODE, side: 'buy', quantity: 1, below: [at, at] });
    await expireTriggers(trading.deps, set.expiresOn);
    expect((await member.trigger(set.id)).state).toBe('waiting');
    await expireTriggers(trading.deps, nextRegularDay(set.expiresOn));
    expect((await member.trigger(set.id)).state).toBe('expired');
  });

  it('sells no more after an issue of rights than is held: only its prices change', async () => {
    const member = await rich();
    const far = SPLITS;
    const price = trading.quote(far).lastPrice * 2;
    const set = await member.setTrigger({ code: far, side: 'sell', quantity: 7, above: [price, price] });
    const { marketDate } = trading.deps.market.now();
    const exDate = nextRegularDay(marketDate);
    const day = { marketDay: 2, marketDate };
    const rights = { id: 'rights', code: far, exDate, numerator: 6, denominator: 5, givesShares: false, day };
    await trading.deps.db.transaction((tx) => adjustTriggers(tx, trading.deps, rights));
    const adjusted = await member.trigger(set.id);
    expect(adjusted.quantity).toBe(7);
    expect(Number(adjusted.legs[0]!.triggerPrice)).toBeCloseTo((price * 5) / 6 / 100, 1);
  });
});

describe('triggers over market days', () => {
  const database = useTestDatabase();

  it('are halved in price and doubled in quantity by a split of 1:2, and the day plays again with them', async () => {
    trading = await openTrading(database.app, { daySeconds: '30' });
    const { deps } = trading;
    const day = () => deps.market.now().marketDate;
    const member = await rich();
    const splitTick = deps.market.instrument(SPLITS)!.tick;
    const far = trading.quote(SPLITS).lastPrice - (trading.quote(SPLITS).lastPrice % 100) - 40_00;
    const waits = await member.setTrigger({
      code: SPLITS,
      side: 'buy',
      quantity: 3,
      below: [far, far + 4 * splitTick],
    });
    const price = (far / 100).toFixed(2);
    const basket = await member.saveBasket({
      name: 'Two',
      orders: [
        { code: SPLITS, quantity: 3, price },
        { code: CODE, quantity: 1 },
      ],
    });
    const exDate = nextRegularDay(day());
    await announceInstead(
      database,
      exDate,
      [{ id: 'split', code: SPLITS, exDate, announcedOn: day(), terms: { kind: 'split', oldFace: 10, newFace: 5 } }],
      deps.clock.now(),
    );
    await trading.stepUntil(() => day() === exDate && deps.market.now().session === 'open');
    const adjusted = await member.trigger(waits.id);
    expect(adjusted).toMatchObject({ quantity: 6, adjusted: true });
    expect(Number(adjusted.legs[0]!.triggerPrice)).toBeCloseTo(far / 200, 1);
    expect(await readNotices(member)).toContain(`Your trigger in ${SPLITS} was adjusted`);
    const [halved] = await member.baskets();
    expect(halved).toMatchObject({ id: basket.id, version: 2, orders: [{ quantity: 6 }, { code: CODE, quantity: 1 }] });
    expect(Number(halved!.orders[0]!.price)).toBeCloseTo(far / 200, 1);
    expect(await readNotices(member)).toContain('Your basket Two was adjusted');

    const at = last() - tick();
    const set = await member.setTrigger({ code: CODE, side: 'buy', quantity: 3, below: [at, at + 40 * tick()] });
    await untilFired(member, set.id);
    await trading.stepUntil(() => day() !== exDate);
    const answer = await orderLog(deps, { marketDate: exDate });
    if (answer.refused !== undefined) throw new Error(answer.refused);
    const text = Buffer.from(answer.value.bytes).toString('utf8');
    const name = logNames(deps.keys, exDate).trigger(set.id);
    expect(text).toContain(`"fire","${name}","${CODE}","below",${at}]`);
    const replayed = replayDay(text.split('\n'));
    expect(replayed).toMatchObject({ isSame: true, unreached: [] });
    const early = text.replace(`"fire","${name}","${CODE}","below",${at}]`, `"fire","${name}","${CODE}","below",1]`);
    expect(replayDay(early.split('\n'))).toMatchObject({ isSame: false, unreached: [{ triggerId: name }] });
    await provesTheTrading(deps.db);
  });
});
