import { replayDay } from '@khara/market-day';
import { rupees } from '@khara/money';
import { describe, expect, it } from 'vitest';
import { executeApprovedRequests } from '#modules/console/index.ts';
import { expectRecord } from '#modules/ledger/index.ts';
import { squareOffRest } from '#modules/day/index.ts';
import { orderLog } from '#modules/orders/journal/order-log.ts';
import { provesTheBooks, useTestDatabase, type TestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trading } from '#test/trading.ts';

const CODE = 'AAMRAI';
const database = useTestDatabase();

const nextOpen = async (trading: Trading): Promise<void> => {
  const { marketDate } = trading.deps.market.now();
  await trading.stepUntil(() => trading.deps.market.now().marketDate > marketDate);
  await trading.stepUntil(() => trading.deps.market.now().session === 'open');
};
/** The server goes down, and comes up with what the universe says then. */
const restarted = async (trading: Trading, suspend: readonly string[]): Promise<Trading> => {
  await trading.venue.stop();
  return openTrading(database.app, { suspend });
};

/**
 * What two people of the back office have agreed to, and the server has not carried out yet. Answers the request's id.
 */
async function agreed({ admin }: TestDatabase, code: string): Promise<string> {
  const [request] = await admin.transaction((tx) => {
    for (const type of ['ops.request', 'ops.decision', 'ops.line', 'account.access', 'staff.account'] as const)
      expectRecord(tx, type, {}, { isMany: true });
    return tx.query<{ id: bigint }>(
      'test.agreed',
      `WITH staff AS (INSERT INTO console.staff (number, name, password_hash, created_at)
       SELECT 'S' || n, 'staff' || n, '', 1 FROM generate_series(1, 2) n ON CONFLICT DO NOTHING)
     INSERT INTO console.request (action, subject, payload, reason, maker, at, state, checker, decided_at, decision_reason)
     VALUES ('share.suspend', $1, '{}', 'surveillance', 'S1', 1, 'approved', 'S2', 2, 'surveillance') RETURNING id`,
      [code],
    );
  });
  return String(request!.id);
}

/** The log of the day before, played again. */
async function replayed(trading: Trading, marketDate: string) {
  const answer = await orderLog(trading.deps, { marketDate });
  if (answer.refused !== undefined) throw new Error(answer.refused);
  return replayDay(Buffer.from(answer.value.bytes).toString('utf8').split('\n'));
}

it('a share is suspended from a market day on: orders for that day rest, can be cancelled, and do not enter it', async () => {
  const before = await openTrading(database.app);
  const one = before.member();
  await one.deposit(10_00_000_00n);
  await one.buy({ code: CODE, quantity: 5 });
  await before.stepUntil(() => before.deps.market.now().session === 'closed');
  const price = rupees(BigInt(before.quote(CODE).lastPrice));
  const bought = await one.buy({ code: CODE, quantity: 4, price });
  const sold = await one.sell({ code: CODE, quantity: 2, price });
  const given = await one.buy({ code: CODE, quantity: 1, price });

  // A new release says that the share is suspended. The day that runs goes on as it began, and holds are kept.
  const after = await restarted(before, [CODE]);
  const member = after.as(one);
  const held = await member.balance(102);
  for (const { id } of [bought, sold, given]) expect(await member.detail(id)).toMatchObject({ state: 'pending' });
  expect(held).toBeGreaterThan(0n);
  expect(await member.cancel(given.id)).toMatchObject({ state: 'cancelled', reason: 'cancelled_by_member' });
  expect(await member.balance(102)).toBeLessThan(held);
  expect(await member.balance(102)).toBeGreaterThan(0n);

  // The next day does not take them. What was held is free, and the story says why.
  await nextOpen(after);
  const rejected = { state: 'rejected', reason: 'not_tradable', filledQuantity: 0 } as const;
  for (const { id } of [bought, sold]) {
    const story = await member.detail(id);
    expect(story).toMatchObject(rejected);
    expect(story.timeline.at(-1)).toMatchObject({
      step: 'rejected',
      text: 'The exchange did not take it',
      why: 'This stock is temporarily not tradable',
    });
  }
  expect(await member.balance(102)).toBe(0n);
  expect(await member.balance(121, after.assetOf(CODE))).toBe(0n);
  const notices = await after.deps.db.query(
    'test.notices',
    `SELECT key FROM notices.notice WHERE key = 'orderRejected' AND member_id = $1`,
    [one.userId],
  );
  expect(notices).toHaveLength(2);

  // Nothing matches, for any caller; the shares are still their owner's.
  for (const asked of [member.tryBuy({ code: CODE, quantity: 1 }), member.trySell({ code: CODE, quantity: 1, price })])
    expect(await asked).toMatchObject({ refused: 'not_tradable' });
  expect(after.deps.market.instrument(CODE)).toMatchObject({ tradable: false });
  expect(after.deps.market.depth(CODE, 5)).toMatchObject({ bids: [], asks: [] });
  expect(after.quote(CODE).volume).toBe(0);
  expect(await member.positions()).toMatchObject([{ code: CODE, quantity: 5 }]);

  // It ends with a market day, too: in the middle of one nothing changes.
  const lifted = await restarted(after, []);
  const again = lifted.as(one);
  expect(await again.tryBuy({ code: CODE, quantity: 1 })).toMatchObject({ refused: 'not_tradable' });
  await nextOpen(lifted);
  expect(await again.buy({ code: CODE, quantity: 1 })).toMatchObject({ state: 'complete' });
  await lifted.venue.stop();
  await provesTheTrading(database.app);
  await provesTheBooks(database.app);
});

describe('a share that two people suspend within the day', () => {
  const within = useTestDatabase();

  it('has its orders cancelled, holds freed and owners notified; it does not trade until the next day, crash or not', async () => {
    const trading = await openTrading(within.app, { daySeconds: '60' });
    const { marketDate } = trading.deps.market.now();
    const [one, other] = [trading.member(), trading.member()];
    for (const member of [one, other]) await member.deposit(10_00_000_00n);
    await one.buy({ code: CODE, quantity: 5 });
    await one.buy({ code: CODE, quantity: 2, product: 'intraday' });
    const margin = await one.balance(105);
    const { bandHigh, bandLow } = trading.quote(CODE);
    const orders = [
      await one.buy({ code: CODE, quantity: 4, price: rupees(BigInt(bandLow)) }),
      await one.sell({ code: CODE, quantity: 3, price: rupees(BigInt(bandHigh)) }),
      await one.sell({
        code: CODE,
        quantity: 2,
        type: 'sl_m',
        triggerPrice: BigInt(bandLow),
      }),
    ];
    const elsewhere = await other.buy({ code: 'ALANKRITI', quantity: 1, price: trading.inside('ALANKRITI') });
    const { lastPrice, volume } = trading.quote(CODE);
    trading.pushed.length = 0;

    const requestId = await agreed(within, CODE);
    expect(await executeApprovedRequests(trading.deps)).toBe(1);
    await expect.poll(async () => (await one.detail(orders[2]!.id)).state).toBe('cancelled');
    for (const { id } of orders) {
      const story = await one.detail(id);
      expect(story).toMatchObject({ state: 'cancelled', reason: 'suspended', filledQuantity: 0 });
      expect(story.timeline.at(-1)).toMatchObject({ step: 'cancelled', why: 'Trading in the share was suspended' });
    }
    expect(await other.detail(elsewhere.id)).toMatchObject({ state: 'open' });
    expect([await one.balance(102), await one.balance(121, trading.assetOf(CODE))]).toEqual([0n, 0n]);
    const notices = await within.app.query(
      'test.notices_of_suspension',
      `SELECT about FROM notices.notice WHERE key = 'orderEnded' AND member_id = $1`,
      [one.userId],
    );
    expect(notices).toHaveLength(3);
    await expect
      .poll(() => trading.pushed.filter(({ userId, type }) => userId === one.userId && type === 'order').length)
      .toBeGreaterThanOrEqual(3);

    const stillSuspended = async (now: Trading) => {
      const member = now.as(one);
      expect(now.deps.market.now().suspended).toEqual([CODE]);
      expect(now.deps.market.instrument(CODE)).toMatchObject({ tradable: false });
      expect(now.deps.market.depth(CODE, 5)).toMatchObject({ bids: [], asks: [] });
      for (const asked of [member.tryBuy({ code: CODE, quantity: 1 }), member.trySell({ code: CODE, quantity: 1 })])
        expect(await asked).toMatchObject({ refused: 'not_tradable' });
      expect(now.quote(CODE)).toMatchObject({ lastPrice, volume, closing: { price: lastPrice } });
    };
    await stillSuspended(trading);
    for (let step = 0; step < 8; step += 1) await trading.venue.step();
    const { hashes } = trading.venue.day;

    // The server does not end cleanly: the next server has the journal, and no snapshot of this day.
    const crashed = await openTrading(within.app, { daySeconds: '60' });
    await crashed.stepUntil(() => crashed.venue.day.step >= trading.venue.day.step);
    expect(crashed.venue.day.hashes).toEqual(hashes);
    expect(crashed.venue.day.market.hash()).toBe(trading.venue.day.market.hash());
    await stillSuspended(crashed);
    // With a snapshot it is the same.
    await crashed.venue.stop();
    const after = await openTrading(within.app, { daySeconds: '60' });
    expect(after.venue.day.market.hash()).toBe(crashed.venue.day.market.hash());
    await stillSuspended(after);

    // The intraday position cannot be squared off: it stays, with its margin, until the share is traded again.
    await after.stepUntil(() => after.deps.market.now().session === 'closed');
    await squareOffRest(after.deps);
    const member = after.as(one);
    expect(await member.positions()).toHaveLength(2);
    expect(await member.balance(105)).toBe(margin);
    await nextOpen(after);
    expect(after.deps.market.now().suspended).toBeUndefined();
    expect(after.quote(CODE).previousClose).toBe(lastPrice);
    await squareOffRest(after.deps);
    await expect.poll(async () => (await member.positions()).length, { timeout: 60_000 }).toBe(1);
    expect(await member.balance(105)).toBe(0n);
    expect(await member.buy({ code: CODE, quantity: 1 })).toMatchObject({ state: 'complete' });

    expect(await replayed(after, marketDate)).toMatchObject({
      isSame: true,
      suspensions: [{ code: CODE, requestId }],
    });
    await after.venue.stop();
    await provesTheTrading(within.app);
    await provesTheBooks(within.app);
  });

  it('is suspended for the whole next day when they agree after the close, and cannot be suspended twice', async () => {
    const trading = await openTrading(within.app, { daySeconds: '60' });
    const { marketDate } = trading.deps.market.now();
    await trading.stepUntil(() => trading.venue.day.isOver);
    await agreed(within, CODE);
    expect(await executeApprovedRequests(trading.deps)).toBe(1);
    await trading.venue.stop();
    const after = await openTrading(within.app, { daySeconds: '60' });
    await nextOpen(after);
    expect(after.deps.market.instrument(CODE)).toMatchObject({ tradable: false });
    expect(await replayed(after, marketDate)).toMatchObject({ isSame: true, suspensions: [] });

    const again = await agreed(within, CODE);
    expect(await executeApprovedRequests(after.deps)).toBe(1);
    const [failed] = await within.admin.query(
      'test.failed',
      'SELECT state, failure FROM console.request WHERE id = $1',
      [BigInt(again)],
    );
    expect(failed).toEqual({ state: 'failed', failure: 'not_tradable' });
    await nextOpen(after);
    expect(after.deps.market.instrument(CODE)).toMatchObject({ tradable: true });
    await after.venue.stop();
    await provesTheTrading(within.app);
  });
});
