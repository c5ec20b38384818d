import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { fire } from '#modules/standing/triggers/trigger-store.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';

/*
 * What acts later does so by the authority that it was given with: a session without the transaction password changes
 * nothing of it, and rows that were written by hand are acted on by no server.
 */

const [CODE, OTHER] = ['AAMRAI', 'ACHALGARH'] as const;

const basketOf = (member: Trader) => member.saveBasket({ orders: [{ code: CODE, quantity: 2 }] });

describe('what was asked for earlier', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, { start: Date.now() });
    await trading.stepUntil(() => trading.deps.market.now().marketTime.slice(11) >= '09:30:00');
    await trading.stepUntil(() => [CODE, OTHER].every((code) => trading.quote(code).lastTradeAt !== undefined));
  });
  const rich = async (): Promise<Trader> => {
    const member = await trading.registered();
    await member.deposit(50_00_000_00n);
    return member;
  };
  const byHand = (sql: string, ...params: readonly (string | number | bigint)[]) =>
    database.admin.query(`test.by_hand.${randomUUID()}`, sql, [...params]);
  const today = () => trading.deps.market.now().marketDate;
  const daily = () => ({ unit: 'market_days', every: 1, firstOn: today(), times: 3, amount: '20000' }) as const;
  const look = async () => {
    trading.runs.placeAll();
    await trading.runs.settled();
  };

  it('a basket that is bought regularly is changed with the transaction password alone', async () => {
    const member = await rich();
    const { id, version } = await basketOf(member);
    await member.startRegular({ ...daily(), basketId: id });
    const thief = trading.asForgetful(member);
    const change = { id, version, orders: [{ code: OTHER, quantity: 3 }] };
    expect((await thief.trySaveBasket(change)).refused).toBe('transaction_password_required');
    expect((await thief.trySaveBasket({ ...change, name: 'Theirs' })).refused).toBe('transaction_password_required');
    await look();
    expect((await member.orders()).map(({ code }) => code)).toEqual([CODE]);
    // With it, or where it is remembered, the purchase buys what the basket is by then.
    expect((await member.trySaveBasket(change)).refused).toBeUndefined();
    const sale = { id, orders: [{ code: OTHER, quantity: 3, side: 'sell' as const }] };
    expect((await member.trySaveBasket(sale)).refused).toBe('regular_not_buys');
    const date = today();
    await trading.stepUntil(() => today() !== date && trading.deps.market.now().marketTime.slice(11) >= '09:30:00');
    await look();
    expect((await member.orders()).map(({ code }) => code)).toEqual([OTHER, CODE]);
  });

  it('a regular purchase that rests goes on with the transaction password alone', async () => {
    const member = await rich();
    const { id } = await member.startRegular({ ...daily(), code: CODE });
    const thief = trading.asForgetful(member);
    expect((await thief.tryPauseRegular(id, true)).refused).toBeUndefined();
    expect((await thief.tryPauseRegular(id, false)).refused).toBe('transaction_password_required');
    await look();
    expect(await member.orders()).toEqual([]);
    expect((await member.tryPauseRegular(id, false)).refused).toBeUndefined();
  });

  it('a basket, a regular purchase and a run that were written by hand buy nothing', async () => {
    const member = await rich();
    const other = await rich();
    const { userId, accountKey } = other.member;
    const basket = await basketOf(member);
    const ofBasket = await member.startRegular({ ...daily(), basketId: basket.id });
    await byHand('UPDATE trading.basket_order SET quantity = quantity * 50 WHERE basket_id = $1', basket.id);
    const dear = await member.startRegular({ ...daily(), code: CODE });
    await byHand('UPDATE trading.regular_purchase SET amount_paise = amount_paise * 100 WHERE id = $1', dear.id);
    await byHand(
      `INSERT INTO trading.regular_purchase (user_id, account_key, request_id, req, code, amount_paise, unit, every, first_on, times, next_on, created_ms, changed_ms, authority)
       SELECT $2, $3, 'planted', req, code, amount_paise, unit, every, first_on, times, next_on, created_ms, changed_ms, authority
       FROM trading.regular_purchase WHERE id = $1`,
      dear.id,
      userId,
      accountKey,
    );
    await byHand(
      `INSERT INTO trading.order_run (user_id, account_key, basket_id, request_id, req, name, state, at_ms, market_date, market_time, authority)
       VALUES ($1, $2, $3, 'planted', sha256('x'), 'Planted', 'placing', 1, $4, '10:00:00', 'typed x')`,
      userId,
      accountKey,
      basket.id,
      today(),
    );
    await byHand(
      `INSERT INTO trading.order_run_line (run_id, no, code, side, type, product, validity, quantity)
       SELECT id, 1, '${CODE}', 'buy', 'market', 'delivery', 'day', 7 FROM trading.order_run WHERE user_id = $1`,
      userId,
    );
    await look();
    await look();
    expect(await member.orders()).toEqual([]);
    expect(await other.orders()).toEqual([]);
    // Nor does any of it become right by what its member presses.
    const placed = { id: basket.id, version: basket.version };
    expect((await member.tryPlaceBasket(placed)).refused).toBe('unknown_basket');
    expect((await member.tryPauseRegular(dear.id, true)).refused).toBe('unknown_regular');
    expect((await member.tryStartRegular({ ...daily(), basketId: basket.id })).refused).toBe('unknown_basket');
    expect(ofBasket.state).toBe('active');
  });

  it('a trigger that was moved, planted or fired by hand places no order', async () => {
    const member = await rich();
    const last = trading.quote(CODE).lastPrice;
    const far = last - 40 * trading.deps.market.instrument(CODE)!.tick;
    const set = () => member.setTrigger({ code: CODE, side: 'buy', quantity: 1, below: [far, far] });
    const [moved, fired] = [await set(), await set()];
    await byHand(
      `UPDATE trading.price_trigger SET below_paise = $2, below_limit_paise = $2 WHERE id = $1`,
      moved.id,
      last,
    );
    await byHand(
      `UPDATE trading.price_trigger SET state = 'firing', fired_side = 'below', fired_ms = 1, fired_time = '10:00:00' WHERE id = $1`,
      fired.id,
    );
    await byHand(
      `INSERT INTO trading.journal_command (kind, accepted_ms, code, trigger_id, about, trigger_paise)
       SELECT 'fire', 1, code, id, 'below', below_paise FROM trading.price_trigger WHERE id = $1`,
      fired.id,
    );
    trading.fired.placeAll();
    await trading.fired.settled();
    const { marketTime } = trading.deps.market.now();
    const reached = [{ id: BigInt(moved.id), version: 1, condition: 'below' as const }];
    const commands = await database.app.transaction((tx) => fire(tx, reached, { at: Date.now(), marketTime }));
    expect(commands).toEqual([]);
    expect(await member.orders()).toEqual([]);
    expect((await member.tryRemoveTrigger(moved.id)).refused).toBe('unknown_trigger');
  });

  it('orders and answers that were planted under the requests of triggers and regular purchases stand for none', async () => {
    const member = await rich();
    const { id: basketId } = await member.saveBasket({ orders: [{ code: OTHER, quantity: 2 }] });
    await member.startRegular({ ...daily(), basketId });
    const last = trading.quote(CODE).lastPrice;
    const far = last - 40 * trading.deps.market.instrument(CODE)!.tick;
    const { id } = await member.setTrigger({ code: CODE, side: 'buy', quantity: 1, below: [far, far] });
    const sample = await (await rich()).buy({ code: CODE, quantity: 1, price: (far / 100).toFixed(2) });
    const columns = `account_key, code, asset, side, type, product, validity, quantity, price_paise, market_date, market_time,
      accepted_ms, updated_ms, frozen_paise, state, req, matched_ms, matched_time, market_day, applied_step, applied_index, mac`;
    await byHand(
      `INSERT INTO trading."order" (user_id, request_id, ${columns})
       SELECT $2, r, ${columns} FROM trading."order" o,
         unnest(ARRAY['gtt:' || $3] || ARRAY(SELECT 'sip:' || (SELECT last_value FROM trading.number) + g || ':1' FROM generate_series(0, 9) g)) AS r
       WHERE o.id = $1`,
      sample.id,
      member.member.userId,
      id,
    );
    await byHand(
      `INSERT INTO trading.answered_request (user_id, call, request_id, req, refusal, at_ms)
       SELECT $1, 'placeBuyOrder', 'gtt:' || $2, sha256('x'), 'insufficient_funds', 1`,
      member.member.userId,
      id,
    );
    await byHand(
      `INSERT INTO trading.order_run (user_id, account_key, regular_id, due, name, state, at_ms, market_date, market_time, authority)
       SELECT user_id, account_key, id, next_on, 'Planted', 'done', 1, $2, '10:00:00', authority FROM trading.regular_purchase WHERE user_id = $1`,
      member.member.userId,
      today(),
    );
    const { marketTime } = trading.deps.market.now();
    const reached = [{ id: BigInt(id), version: 1, condition: 'below' as const }];
    const commands = await database.app.transaction((tx) => fire(tx, reached, { at: Date.now(), marketTime }));
    expect(commands).toHaveLength(1);
    trading.fired.placeAll();
    await trading.fired.settled();
    await look();
    const sent = await byHand(
      `SELECT split_part(request_id, ':', 1) AS by FROM trading."order" WHERE user_id = $1 AND request_id ~ ':[0-9a-f]{16}$' ORDER BY 1`,
      member.member.userId,
    );
    expect(sent).toEqual([{ by: 'gtt' }, { by: 'sip' }]);
  });
});
