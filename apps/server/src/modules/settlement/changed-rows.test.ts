import { randomUUID } from 'node:crypto';
import { rupees } from '@khara/money';
import { expect, it, vi } from 'vitest';
import { lapseEntitlements } from '#modules/corporate/offers/lapse-entitlements.ts';
import { offersToSettle } from '#modules/market/index.ts';
import { endMarketDay } from '#modules/day/end.ts';
import { verifyCommands } from '#src/verify/commands.ts';
import { verifyContractNotes } from '#src/verify/contract-notes.ts';
import { asIntruder, useTestDatabase } from '#test/database.ts';
import { decidedAction } from '#test/decided-action.ts';
import { testDeps } from '#test/deps.ts';
import { announceInstead } from '#test/ex-dates.ts';
import { nextAccountKey, openTrading, type Trading } from '#test/trading.ts';
import { seedWithout } from '#test/undelivered.ts';
import { issueNotes } from './issue-notes.ts';

/* What another hand changes of one member is in no other's way: the market goes on, and verify names it. */

const [CODE, ISSUES] = ['AAMRAI', 'ACHALGARH'] as const;

const database = useTestDatabase({ per: 'test', provesBooks: false });
const byHand = (sql: string, ...params: readonly string[]) =>
  database.admin.query<{ readonly key: string }>(`test.by_hand.${randomUUID()}`, sql, [...params]);

const open = async () => {
  const trading = await openTrading(database.app, { daySeconds: '10', start: Date.UTC(2026, 7, 24, 4) });
  await trading.stepUntil(
    () => trading.deps.market.now().session === 'open' && trading.quote(CODE).lastTradeAt !== undefined,
  );
  return trading;
};
const rich = async (trading: Trading) => {
  const member = trading.member();
  await member.deposit(50_00_000_00n);
  return member;
};
const endDay = async ({ deps, stepUntil }: Trading) => {
  const { marketDate } = deps.market.now();
  await stepUntil(() => deps.market.now().marketDate > marketDate);
  return marketDate;
};

it('sells and bills shares whose position was changed by hand, and closes the day for all', async () => {
  const trading = await open();
  const logged = vi.spyOn(trading.deps.log, 'error');
  const [seller, holder, other] = [await rich(trading), await rich(trading), await rich(trading)];
  for (const member of [seller, holder, other]) await member.buy({ ...trading.atAnyPrice(CODE, 'buy'), quantity: 10 });
  const { lastPrice } = trading.quote(CODE);
  const above = (ticks: number) => rupees(BigInt(lastPrice + ticks * trading.deps.market.instrument(CODE)!.tick));
  const { id } = await seller.sell({ code: CODE, quantity: 10, price: above(10) });
  for (const { userId } of [seller, holder])
    await byHand('UPDATE trading.position SET bought_paise = bought_paise + 1 WHERE user_id = $1', userId);
  await other.buy({ code: CODE, quantity: 2_000, price: above(40) });
  await trading.stepUntil(() => trading.quote(CODE).lastPrice > lastPrice);
  await expect.poll(() => seller.detail(id)).toMatchObject({ state: 'complete', quantity: 10 });
  const marketDate = await endDay(trading);

  const notes = await byHand('SELECT user_id AS key FROM trading.contract_note WHERE market_date = $1', marketDate);
  expect(notes.map(({ key }) => key).toSorted()).toEqual(
    [seller, holder, other].map(({ userId }) => userId).toSorted(),
  );
  expect(logged.mock.calls.map(([about]) => about)).toEqual(
    expect.arrayContaining([
      { orders: [id] },
      expect.objectContaining({ shares: [expect.stringContaining(holder.userId)] }),
    ]),
  );
  expect(await verifyCommands(database.admin, testDeps().keys)).toMatchObject([{ violations: 2 }]);
});

it('issues no note again that was taken away by hand, and those of others and of the next day', async () => {
  const trading = await open();
  const logged = vi.spyOn(trading.deps.log, 'error');
  const [robbed, other] = [await rich(trading), await rich(trading)];
  const { marketDay } = trading.venue.day.inputs;
  for (const member of [robbed, other]) await member.buy({ ...trading.atAnyPrice(CODE, 'buy'), quantity: 10 });
  const marketDate = await endDay(trading);
  const lots = () => byHand(`SELECT concat_ws(' ', user_id, source, quantity) AS key FROM trading.lot ORDER BY id`);
  const [made, before] = [await lots(), await robbed.balance(101)];
  await asIntruder(database.admin, `DELETE FROM trading.contract_note WHERE user_id = '${robbed.userId}'`);
  await issueNotes(trading.deps, { marketDay, marketDate });
  expect(await lots()).toEqual(made);
  expect(await robbed.balance(101)).toBe(before);
  expect(logged.mock.calls).toEqual([
    [{ members: [robbed.userId], marketDay, marketDate }, expect.stringContaining('not issued again')],
  ]);
  await trading.stepUntil(() => trading.deps.market.phase(CODE) === 'continuous');
  await robbed.buy({ ...trading.atAnyPrice(CODE, 'buy'), quantity: 3 });
  const next = await endDay(trading);
  const dates = await byHand('SELECT market_date AS key FROM trading.contract_note WHERE user_id = $1', robbed.userId);
  expect(dates).toEqual([{ key: next }]);
  const [found] = await verifyContractNotes(database.admin, testDeps().keys);
  expect(found!.sample).toContain(`${robbed.userId} traded on ${marketDate} and has no contract note`);
});

it('pays for shares that never come, and ends entitlements, of a position that was changed by hand', async () => {
  const [first, second] = ['2026-08-24', '2026-08-25'];
  const short = { code: CODE, accountKey: nextAccountKey(database.app), marketDay: 1, date: second, isFound: false };
  const trading = await openTrading(database.app, {
    daySeconds: '10',
    start: Date.UTC(2026, 7, 24, 4),
    seed: seedWithout(short),
    without: ['day_over'],
  });
  const { deps } = trading;
  const evening = (date: string) => trading.stepUntil(() => deps.market.now().marketTime >= `${date}T16:00:00`);
  const logged = vi.spyOn(deps.log, 'error');
  await trading.stepUntil(() => deps.market.phase(CODE) === 'continuous');
  const [victim, other] = [await rich(trading), await rich(trading)];
  await victim.buy({ ...trading.atAnyPrice(CODE, 'buy'), quantity: 10 });
  for (const member of [victim, other]) await member.buy({ ...trading.atAnyPrice(ISSUES, 'buy'), quantity: 23 });
  const terms = { kind: 'rights', a: 1, b: 5, price: 100_00, shares: 200_000 } as const;
  await announceInstead(database, second, [decidedAction(ISSUES, second, terms)], deps.clock.now());
  await evening(first);
  await endMarketDay(deps, { marketDay: 0, marketDate: first });
  await evening(second);
  await byHand('UPDATE trading.position SET bought_paise = bought_paise + 1 WHERE user_id = $1', victim.userId);

  const before = await victim.balance(101);
  await endMarketDay(deps, { marketDay: 1, marketDate: second });
  expect(await victim.balance(101)).toBeGreaterThan(before);
  const asset = trading.assetOf(CODE);
  for (const code of [120, 122]) expect(await victim.balance(code, asset)).toBe(0n);

  const [offer] = await offersToSettle(deps.db);
  await lapseEntitlements(deps, offer!, { marketDay: 1, marketDate: second });
  for (const member of [victim, other]) expect(await member.noticeKeys()).toContain('entitlementsLapsed');
  const told = logged.mock.calls.flatMap(([about, words]) => (words?.startsWith('shares leave') ? about : []));
  expect(told).toEqual([
    { userId: victim.userId, asset, shares: 10 },
    { userId: victim.userId, asset: expect.any(String), shares: 4 },
  ]);
});
