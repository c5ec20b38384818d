import { expect, it } from 'vitest';
import { createDocumentHandlers } from '#modules/documents/index.ts';
import { journalNews } from '#modules/orders/journal/news-store.ts';
import { announceInstead } from '#test/ex-dates.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { booksOf, textOf } from '#test/plain-books.ts';
import { nextAccountKey, openTrading, provesTheTrading, type Trading } from '#test/trading.ts';
import { seedWithout } from '#test/undelivered.ts';

const [KEPT, FALLS, PAYS] = ['AAMRAI', 'ACHALGARH', 'ALANKRITI'];
const FIRST = '2026-11-20';
const SECOND = '2026-11-23';

const database = useTestDatabase();

/** News by which the price of the second share falls. */
async function falls({ deps, venue }: Trading): Promise<void> {
  const news = { articleId: 'a fall', code: FALLS, about: 'order_lost', bps: -1950 } as const;
  const seq = await deps.db.transaction((tx) => journalNews(tx, { ...news, at: deps.clock.now() }));
  venue.submit({ seq: Number(seq), kind: 'news', ...news });
}

it('contract notes and the tax report of a life are what a second program makes of its public files', async () => {
  const trading = await openTrading(database.app, {
    daySeconds: '60',
    seed: seedWithout({
      code: KEPT!,
      accountKey: nextAccountKey(database.app),
      marketDay: 1,
      date: SECOND,
      isFound: true,
      name: 'life',
    }),
  });
  const { deps } = trading;
  const date = () => deps.market.now().marketDate;
  const opens = () =>
    trading.stepUntil(() => [KEPT, FALLS, PAYS].every((code) => deps.market.phase(code!) === 'continuous'));
  const nextDay = async () => {
    const today = date();
    await trading.stepUntil(() => date() > today);
    await opens();
  };
  await opens();
  expect(date()).toBe(FIRST);
  const member = trading.member();
  await member.deposit(50_00_000_00n);
  // The first day: kept, netted in part, and within the day.
  await member.buy({ code: KEPT, quantity: 10 });
  await member.buy({ code: KEPT, quantity: 13 });
  await member.buy({ code: PAYS, quantity: 50 });
  await member.sell({ code: PAYS, quantity: 17 });
  await member.buy({ code: FALLS, quantity: 30, product: 'intraday' });
  await member.sell({ code: FALLS, quantity: 30, product: 'intraday' });
  await nextDay();
  // The second: sold before it arrives, which it does not; and a margin call.
  expect(date()).toBe(SECOND);
  await member.sell({ code: KEPT, quantity: 9 });
  await member.buy({ code: FALLS, quantity: 100, product: 'intraday' });
  await falls(trading);
  for (let steps = 0; (await member.positions()).some(({ code }) => code === FALLS); steps += 1) {
    if (steps > 120) throw new Error('it was not closed');
    await trading.venue.step();
  }
  const third = '2026-11-25';
  await announceInstead(
    database,
    third,
    [
      {
        id: `${PAYS}-${third}`,
        code: PAYS!,
        exDate: third,
        announcedOn: SECOND,
        terms: { kind: 'dividend', perSharePaise: 400, paysOn: '2026-11-27' },
      },
    ],
    deps.clock.now(),
  );
  await nextDay();
  // The third: a dividend, and sales out of several lots.
  await member.buy({ code: KEPT, quantity: 5 });
  await nextDay();
  await member.sell({ code: KEPT, quantity: 16 });
  await member.sell({ code: PAYS, quantity: 33 });
  await nextDay();

  const { bySystem, shorts } = await livedWith(member.userId);
  expect({ bySystem, shorts }).toEqual({ bySystem: 1n, shorts: 1n });
  await provesTheTrading(database.app);
  await provesTheBooks(database.app);

  const documents = createDocumentHandlers({ print: async () => Buffer.alloc(0) });
  const { caller } = member;
  const period = { from: FIRST, to: date() };
  const books = booksOf({
    tradebook: textOf(await documents.tradebook(deps, caller, period)),
    statement: textOf(await documents.statementFile(deps, caller, { ...period, format: 'csv' })),
  });
  expect([...books.notes]).toEqual([...books.charged].filter(([, paise]) => paise !== 0n));
  expect(books.notes.size).toBe(4);
  const tax = textOf(await documents.taxReport(deps, caller, { financialYear: '2026-27', format: 'csv' }));
  const lines = tax.trim().split(/\r?\n/).slice(2);
  expect(books.tax.map((line) => line.join(','))).toEqual(lines);
  expect(lines.filter((line) => line.startsWith('dividend'))).toHaveLength(1);
  expect(lines.some((line) => line.startsWith('total,auction_loss') && !line.includes(',0.00,'))).toBe(true);
});

async function livedWith(userId: string): Promise<{ readonly bySystem: bigint; readonly shorts: bigint }> {
  const [row] = await database.app.query<{ bySystem: bigint; shorts: bigint }>(
    'test.lived',
    `SELECT (SELECT count(*) FROM trading."order" o WHERE o.user_id = $1 AND o.by_system) AS by_system,
       (SELECT count(*) FROM trading.short_delivery s WHERE s.user_id = $1 AND s.loss_paise > 0) AS shorts`,
    [userId],
  );
  return row!;
}
