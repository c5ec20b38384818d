import { randomUUID } from 'node:crypto';
import { paise } from '@khara/money';
import { describe, expect, it } from 'vitest';
import { scheduledCommands } from '#modules/day/schedule.ts';
import { orderHash } from '#modules/placing/index.ts';
import { resubmitForgotten } from '#modules/orders/index.ts';
import { journalCancel } from '#modules/placing/place-store.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';

const CODE = 'AAMRAI';

describe('after the server was ended anywhere', () => {
  const database = useTestDatabase({ per: 'test' });

  it('open orders rejoin their queue in their order, and what was only journalled follows', async () => {
    const before = await openTrading(database.app);
    const [first, second, seller] = [before.member(), before.member(), before.member()];
    for (const member of [first, second, seller]) await member.deposit(10_00_000_00n);
    await seller.buy({ code: CODE, quantity: 20 });
    const price = before.inside(CODE);
    const ahead = await first.buy({ code: CODE, quantity: 5, price });
    const behind = await second.buy({ code: CODE, quantity: 5, price });
    // Committed, and then the server was gone before the exchange heard of it.
    const cancelled = await second.buy({ code: CODE, quantity: 3, price });
    await cancelUnheard(before, second, cancelled.id);
    await before.venue.stop();

    const after = await openTrading(database.app);
    expect(after.quote(CODE)).toMatchObject({ lastPrice: before.quote(CODE).lastPrice });
    await expect.poll(async () => (await second.detail(cancelled.id)).state).toBe('cancelled');
    const resold = after.as(seller);
    await resold.sell({ code: CODE, quantity: 7, price });
    expect(await first.detail(ahead.id)).toMatchObject({ state: 'complete' });
    expect(await second.detail(behind.id)).toMatchObject({ state: 'open', filledQuantity: 2 });
    await provesTheBooks(database.app);
    await provesTheTrading(database.app);
    await after.venue.stop();
  });

  it('a command whose answer was lost reaches the exchange by itself', async () => {
    const trading = await openTrading(database.app);
    const member = trading.member();
    await member.deposit(10_00_000_00n);
    const { id } = await member.buy({ code: CODE, quantity: 3, price: '1250.00' });
    await cancelUnheard(trading, member, id);
    expect(await resubmitForgotten(trading.deps)).toBe(0); // it may only be on its way
    trading.clock.advance(11_000);
    expect(await resubmitForgotten(trading.deps)).toBe(1);
    await expect.poll(async () => (await member.detail(id)).state).toBe('cancelled');
    expect(await resubmitForgotten(trading.deps)).toBe(0);
    await trading.venue.stop();
  });

  it('an order that reaches the exchange after the close is rejected, and all of it is free again', async () => {
    const trading = await openTrading(database.app, { daySeconds: '900' });
    const member = trading.member();
    await member.deposit(10_00_000_00n);
    await trading.stepUntil(() => trading.deps.market.now().session === 'closed');
    // It was checked while the share was open, and its turn came after the close.
    const { orderId } = await trading.desk.place(limitOrder(trading, member, '1250.00'));
    const id = String(orderId);
    expect((await member.detail(id)).timeline.map(({ step }) => step)).toEqual(['accepted', 'rejected']);
    expect(await member.detail(id)).toMatchObject({ reason: 'market_closed' });
    expect(await member.balance(102)).toBe(0n);
    await provesTheTrading(database.app);
    await trading.venue.stop();
  });
});

describe('after the server was ended between a moment of the day and the exchange', () => {
  const database = useTestDatabase();

  it('what the square-off had journalled is done, once, and orders of the evening still wait', async () => {
    const before = await openTrading(database.app);
    const member = before.member();
    await member.deposit(10_00_000_00n);
    const order = { code: CODE, product: 'intraday' } as const;
    await member.buy({ ...order, quantity: 10 });
    const resting = await member.buy({
      code: 'ALANKRITI',
      product: 'intraday',
      quantity: 2,
      price: before.inside('ALANKRITI'),
    });
    const { marketDate, marketTime } = before.deps.market.now();
    const moment = { kind: 'square_off_auctioned', marketDay: 0, marketDate, marketTime } as const;
    const others = { ...moment, kind: 'square_off_others' } as const;
    const journalled = [
      ...(await scheduledCommands(before.deps, moment)),
      ...(await scheduledCommands(before.deps, others)),
    ];
    expect(journalled.map(({ kind }) => kind).sort()).toEqual(['expire', 'place']);
    expect([
      ...(await scheduledCommands(before.deps, moment)),
      ...(await scheduledCommands(before.deps, others)),
    ]).toEqual([]);
    await before.venue.stop();

    const after = await openTrading(database.app);
    const same = after.as(member);
    await expect.poll(async () => (await same.positions()).length, { timeout: 60_000 }).toBe(0);
    await expect.poll(async () => (await same.detail(resting.id)).state, { timeout: 60_000 }).toBe('expired');
    expect(await same.closed()).toMatchObject([{ state: 'expired' }]);
    expect(await same.tryBuy({ ...order, quantity: 1 })).toMatchObject({ refused: 'mis_cutoff_passed' });
    expect(await same.balance(105)).toBe(0n);

    await after.stepUntil(() => after.deps.market.now().session === 'closed');
    const waits = await same.buy({ code: CODE, quantity: 1 });
    await after.venue.stop();
    const last = await openTrading(database.app);
    expect(await last.as(member).detail(waits.id)).toMatchObject({ state: 'pending', afterMarket: true });
    await last.stepUntil(() => last.deps.market.now().marketDate > marketDate);
    await last.stepUntil(() => last.deps.market.now().session === 'open');
    await expect.poll(async () => (await last.as(member).detail(waits.id)).state, { timeout: 60_000 }).toBe('complete');
    await provesTheBooks(database.app);
    await provesTheTrading(database.app);
    await last.venue.stop();
  });
});

/** A cancel that was committed, and whose venue never heard of it. */
async function cancelUnheard(trading: Trading, { userId }: Trader, id: string): Promise<void> {
  const now = { ...trading.deps.market.now(), at: trading.clock.now() };
  const request = { userId, orderId: BigInt(id), ...now };
  const cancelled = await trading.deps.db.transaction((tx) => journalCancel(tx, request));
  expect(cancelled?.command).toMatchObject({ kind: 'cancel' });
}

/** A limit order for three shares, as the desk takes it. */
const limitOrder = (trading: Trading, { userId, member }: Trader, price: string) => {
  const requestId = randomUUID();
  const terms = {
    side: 'buy',
    type: 'limit',
    product: 'delivery',
    validity: 'day',
    quantity: 3,
    pricePaise: paise(price),
    triggerPaise: undefined,
    disclosedQuantity: undefined,
  } as const;
  return {
    userId,
    call: 'placeBuyOrder',
    requestId,
    hash: orderHash(terms, { requestId, code: CODE, positionId: undefined }),
    accountKey: member.accountKey,
    code: CODE,
    asset: trading.assetOf(CODE),
    ...terms,
    pricePaise: paise(price)!,
    program: undefined,
    freezePaise: 3n * paise(price)! + 100_00n,
    chargesPaise: 0n,
    valuePaise: 0n,
    afterMarket: false,
    shares: 'auctioned',
    ...trading.deps.market.now(),
    acceptedAt: trading.clock.now(),
  } as const;
};
