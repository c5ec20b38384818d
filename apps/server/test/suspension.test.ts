import { rupees } from '@khara/money';
import { expect, it } from 'vitest';
import { provesTheBooks, useTestDatabase } from './database.ts';
import { openTrading, provesTheTrading, type Trading } from './trading.ts';

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

it('a share is suspended from a market day on: what waits for that day rests, can be cancelled, and is not taken by it', async () => {
  const before = await openTrading(database.app);
  const one = before.member();
  await one.deposit(10_00_000_00n);
  await one.buy({ code: CODE, quantity: 5 });
  await before.stepUntil(() => before.deps.market.now().session === 'closed');
  const price = rupees(BigInt(before.quote(CODE).lastPaise));
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
  const told = await after.deps.db.query(
    'test.told',
    `SELECT key FROM notices.notice WHERE key = 'orderRejected' AND member_id = $1`,
    [one.userId],
  );
  expect(told).toHaveLength(2);

  // Nothing matches, whoever asks; the shares are still their owner's.
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
