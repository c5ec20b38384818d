import { buybackDates, nextRegularDay, rightsDates } from '@khara/rules';
import { expect, it } from 'vitest';
import { createDocumentHandlers } from '#modules/documents/index.ts';
import { announceInstead } from '#test/ex-dates.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { booksOf, textOf } from '#test/plain-books.ts';
import { nextAccountKey, openTrading, provesTheTrading } from '#test/trading.ts';
import { seedWithout } from '#test/undelivered.ts';

const [SHORT, ISSUES, BUYS] = ['AAMRAI', 'ACHALGARH', 'ALANKRITI'] as const;
const FIRST = '2026-11-20';
const SECOND = '2026-11-23';

const database = useTestDatabase();

it('a second program makes the same of a life with offers to holders and a purchase that was closed out', async () => {
  const trading = await openTrading(database.app, {
    daySeconds: '10',
    seed: seedWithout({
      code: SHORT,
      accountKey: nextAccountKey(database.app),
      marketDay: 1,
      date: SECOND,
      isFound: false,
    }),
  });
  const { deps, handlers } = trading;
  const date = () => deps.market.now().marketDate;
  const until = (day: string) => trading.stepUntil(() => date() === day && deps.market.phase(SHORT) === 'continuous');
  const buy = (code: string, quantity: number) => member.buy({ quantity, ...trading.atAnyPrice(code, 'buy') });
  const sell = (code: string, quantity: number) => member.sell({ quantity, ...trading.atAnyPrice(code, 'sell') });
  const member = trading.member();
  await member.deposit(50_00_000_00n);
  await until(FIRST);
  await buy(SHORT, 10);
  await buy(ISSUES, 23);
  await buy(BUYS, 40);
  await until(SECOND);
  await sell(SHORT, 4);
  const exDate = nextRegularDay(SECOND);
  const priceOf = (code: string, percent: number) =>
    Math.ceil((trading.quote(code).previousClose * percent) / 10_000) * 100;
  const held = { small: 10_000, general: 990_000 };
  await announceInstead(
    database,
    exDate,
    (
      [
        [ISSUES, { kind: 'rights', a: 2, b: 5, price: priceOf(ISSUES, 75), shares: 200_000 }],
        [BUYS, { kind: 'buyback', price: priceOf(BUYS, 112), shares: 20_000, held }],
      ] as const
    ).map(([code, terms]) => ({ id: `${code}-${exDate}`, code, exDate, announcedOn: SECOND, terms })),
    deps.clock.now(),
  );
  const take = async (code: string, shares: number) => {
    const asked = { id: `${code}-${exDate}`, shares, requestId: code, transactionPassword: undefined };
    expect((await handlers.takeHolderOffer(deps, member.caller, asked)).refused).toBeUndefined();
  };
  const { opensOn, allottedOn } = rightsDates(exDate);
  // Nine entitlements, two more bought: three are sold, six used, two lapse.
  await until(opensOn);
  await buy(`${ISSUES}-RE`, 2);
  await until(nextRegularDay(opensOn));
  await sell(`${ISSUES}-RE`, 3);
  await take(ISSUES, 6);
  await until(buybackDates(exDate).opensOn);
  await take(BUYS, 40);
  await until(allottedOn);
  await until(buybackDates(exDate).settledOn);
  await sell(ISSUES, 29);
  await trading.stepUntil(() => date() > buybackDates(exDate).settledOn);
  await provesTheTrading(database.app);
  await provesTheBooks(database.app);

  const documents = createDocumentHandlers({ print: async () => Buffer.alloc(0) });
  const { caller } = member;
  const period = { from: FIRST, to: date() };
  const { value: offers } = await handlers.holderOffers(deps, caller);
  const books = booksOf({
    tradebook: textOf(await documents.tradebook(deps, caller, period)),
    statement: textOf(await documents.statementFile(deps, caller, { ...period, format: 'csv' })),
    offers: offers!.list,
  });
  expect([...books.notes]).toEqual([...books.charged].filter(([, paise]) => paise !== 0n));
  const tax = textOf(await documents.taxReport(deps, caller, { financialYear: '2026-27', format: 'csv' }));
  const lines = tax.trim().split(/\r?\n/).slice(2);
  expect(books.tax.map((line) => line.join(','))).toEqual(lines);
  const sold = lines.filter((line) => line.startsWith('capital_gain'));
  expect(sold.filter((line) => line.startsWith(`capital_gain,${ISSUES}-RE`)).length).toBeGreaterThanOrEqual(2);
  expect(sold.some((line) => line.startsWith(`capital_gain,${BUYS}`))).toBe(true);
  expect(lines.some((line) => line.startsWith(`speculative,${SHORT}`))).toBe(true);
});
