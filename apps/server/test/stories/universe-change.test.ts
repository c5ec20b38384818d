import { replayDay } from '@khara/market-day';
import type { Issuer } from '@khara/universe';
import { instrumentToken } from '#src/http/kite/market-words.ts';
import { expect, it } from 'vitest';
import { rupees } from '@khara/money';
import { orderLog } from '#modules/orders/journal/order-log.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trading } from '#test/trading.ts';

/** Codes of one number: the share that came later has another. */
const [STAYS, GOES, COMES] = ['AAMRAI', 'YELAGIRMOB', 'ANVAYLOG'];
const changed = (issuer: Issuer): Issuer => {
  const code = { ALANKRITI: GOES, THEWA: COMES }[issuer.code];
  return code === undefined ? issuer : { ...issuer, code };
};
const OLD = { codes: [STAYS, 'ACHALGARH', 'ALANKRITI'], daySeconds: '60', changed };
const NEW = { codes: [STAYS, 'ACHALGARH', 'THEWA'], daySeconds: '60', changed };
const database = useTestDatabase();

const nextOpen = async (trading: Trading): Promise<void> => {
  const { marketDate } = trading.deps.market.now();
  await trading.stepUntil(() => trading.deps.market.now().marketDate > marketDate);
  await trading.stepUntil(() => trading.deps.market.now().session === 'open');
};
const tokensIn = ({ deps }: Trading) => [GOES, COMES].map((code) => instrumentToken(deps.market.instrument(code)!));
const isTradable = ({ deps }: Trading, code: string) => deps.market.instrument(code)?.tradable;

it('a release with other shares in the middle of a day: the day goes on as it began, and the next one has them', async () => {
  const before = await openTrading(database.app, OLD);
  const { marketDate } = before.deps.market.now();
  const [first, second, owner] = [before.member(), before.member(), before.member()];
  for (const member of [first, second, owner]) await member.deposit(10_00_000_00n);
  await owner.buy({ code: STAYS, quantity: 20 });
  await owner.buy({ code: GOES, quantity: 6 });
  const price = before.inside(STAYS);
  const ahead = await first.buy({ code: STAYS, quantity: 5, price });
  const behind = await second.buy({ code: STAYS, quantity: 5, price });
  const ownToken = instrumentToken(before.deps.market.instrument(GOES)!);
  await before.venue.stop();

  // The same market, order for order.
  const after = await openTrading(database.app, NEW);
  expect(after.venue.day.market.hash()).toBe(before.venue.day.market.hash());
  expect(after.venue.day.market.openOrders()).toEqual(before.venue.day.market.openOrders());
  expect(after.deps.market.instruments().map(({ code }) => code)).toEqual(
    before.deps.market.instruments().map(({ code }) => code),
  );
  const seller = after.as(owner);
  await seller.sell({ code: STAYS, quantity: 7, price });
  expect(await after.as(first).detail(ahead.id)).toMatchObject({ state: 'complete' });
  expect(await after.as(second).detail(behind.id)).toMatchObject({ state: 'open', filledQuantity: 2 });
  expect(await seller.buy({ code: GOES, quantity: 1 })).toMatchObject({ state: 'complete' });
  expect(after.deps.market.instrument(COMES)).toBeUndefined();
  await after.stepUntil(() => after.deps.market.now().session === 'closed');
  const waits = await seller.buy({ code: GOES, quantity: 1, price: rupees(BigInt(after.quote(GOES).lastPrice)) });
  const { lastPrice } = after.quote(GOES);
  const closePrice = after.quote(GOES).closing?.price ?? lastPrice;

  // From the next day on there is the new share. The one that is gone keeps its name and its close, and
  // cannot be traded.
  await nextOpen(after);
  const bought = await seller.buy({ code: COMES, quantity: 2 });
  expect(bought).toMatchObject({ state: 'complete' });
  const goneIn = async (trading: Trading) => {
    const member = trading.as(owner);
    expect(isTradable(trading, GOES)).toBe(false);
    expect(trading.quote(GOES)).toMatchObject({ lastPrice: closePrice, volume: 0 });
    expect(await member.trySell({ code: GOES, quantity: 1 })).toMatchObject({ refused: 'not_tradable' });
    const position = (await member.positions()).find(({ code }) => code === GOES);
    expect(position).toMatchObject({ quantity: 7, marketValue: rupees(7n * BigInt(closePrice)) });
    expect(position!.name).not.toBe(GOES);
  };
  await goneIn(after);
  expect(await seller.detail(waits.id)).toMatchObject({ state: 'rejected', reason: 'not_tradable' });
  expect(await seller.balance(102)).toBe(0n);

  const tokens = tokensIn(after);
  expect(tokens[0]).toBe(ownToken);
  expect(tokens[1]).not.toBe(ownToken);

  // It stays so through restarts within and between days.
  await after.venue.stop();
  const later = await openTrading(database.app, NEW);
  expect(later.venue.day.market.hash()).toBe(after.venue.day.market.hash());
  await goneIn(later);
  await nextOpen(later);
  await goneIn(later);
  expect(tokensIn(later)).toEqual(tokens);
  expect(isTradable(later, COMES)).toBe(true);

  // A release that has it again gives it back.
  await later.venue.stop();
  const back = await openTrading(database.app, { ...NEW, codes: [...NEW.codes, 'ALANKRITI'] });
  await goneIn(back);
  await nextOpen(back);
  expect(await back.as(owner).sell({ code: GOES, quantity: 7 })).toMatchObject({ state: 'complete' });

  expect(tokensIn(back)).toEqual(tokens);
  const answer = await orderLog(back.deps, { marketDate });
  if (answer.refused !== undefined) throw new Error(answer.refused);
  expect(replayDay(Buffer.from(answer.value.bytes).toString('utf8').split('\n'))).toMatchObject({ isSame: true });
  await back.venue.stop();
  await provesTheTrading(database.app);
  await provesTheBooks(database.app);
});
