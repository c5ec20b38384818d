import { calls } from '@khara/contract';
import { rupees } from '@khara/money';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trading } from '#test/trading.ts';

const CODE = 'AAMRAI';
let trading: Trading;

/** Minutes between two market times of a day. */
const minutes = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 60_000;
const now = () => trading.deps.market.now().marketTime;
const far = () => rupees(BigInt(trading.quote(CODE).bandLow));

describe('an order of some market minutes', () => {
  const database = useTestDatabase();
  beforeAll(async () => {
    trading = await openTrading(database.app);
  });

  it('ends when they are over, once, and what it held is free', async () => {
    const member = trading.member();
    await member.deposit(10_00_000_00n);
    const before = await member.balance(101);
    const order = await member.buy({ code: CODE, quantity: 3, price: far(), validMinutes: 3 });
    expect(order).toMatchObject({ state: 'open', validity: 'day', validMinutes: 3 });
    const stays = await member.buy({ code: CODE, quantity: 3, price: far() });
    expect(stays.validMinutes).toBeNull();
    await trading.stepUntil(() => minutes(order.marketTime, now()) >= 2.8);
    expect((await member.detail(order.id)).state).toBe('open');
    await trading.stepUntil(() => minutes(order.marketTime, now()) >= 6);
    await expect.poll(async () => (await member.detail(order.id)).state).toBe('expired');
    expect(await member.detail(order.id)).toMatchObject({ reason: 'minutes_over' });
    expect((await member.detail(stays.id)).state).toBe('open');
    await member.cancel(stays.id);
    expect(await member.balance(101)).toBe(before);
    await provesTheTrading(trading.deps.db);
  });

  it('that takes at once what it can has no minutes', async () => {
    const member = trading.member();
    await member.deposit(10_00_000_00n);
    const order = await member.buy({ code: CODE, quantity: 1, price: far(), validity: 'ioc', validMinutes: 3 });
    expect(order).toMatchObject({ state: 'cancelled', validity: 'ioc', validMinutes: null });
  });

  it.each([0, 376, 1.5, -1])('cannot have %s of them', (validMinutes) => {
    const order = { code: CODE, quantity: 1, type: 'limit', product: 'delivery', price: '1', requestId: 'abcdefgh' };
    expect(z.safeParse(calls.placeBuyOrder.body, order).success).toBe(true);
    expect(z.safeParse(calls.placeBuyOrder.body, { ...order, validMinutes }).success).toBe(false);
  });
});
