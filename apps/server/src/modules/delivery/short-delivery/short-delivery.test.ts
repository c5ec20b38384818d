import { paise, rupees } from '@khara/money';
import { decimalIn } from '@khara/texts';
import { describe, expect, it } from 'vitest';
import { lotSales, sameDayTrades } from '#modules/documents/store.ts';
import { saleProceeds, userOwner } from '#modules/ledger/index.ts';
import { createNoticeHandlers } from '#modules/notices/index.ts';
import { verifyDeliveries } from '#src/verify/deliveries.ts';
import { verifyLots } from '#src/verify/lots.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { nextAccountKey, openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';
import { seedWithout } from '#test/undelivered.ts';
import { remarksOfOrders } from '#modules/statement/remarks.ts';
import { endMarketDay } from '#modules/day/end.ts';

const CODE = 'AAMRAI';
const SECOND_DAY = { marketDay: 1, marketDate: '2026-11-23' } as const;
const SECOND = { marketDay: 1, date: '2026-11-23' } as const;

const readNotices = async ({ deps }: Trading, { caller }: Trader) => {
  const answer = await createNoticeHandlers(async () => undefined).noticeList(deps, caller, {});
  if (answer.refused !== undefined) throw new Error(answer.refused);
  return answer.value.list.map(({ title }) => title);
};

const dateOf = ({ deps }: Trading) => deps.market.now().marketDate;
const time = ({ deps }: Trading) => deps.market.now().marketTime.slice(11, 19);
/** What the story of a member's newest order says of its delivery. */
const storyOf = async (member: Trader, of?: string) => {
  const id = of ?? (await member.orders())[0]!.id;
  const { timeline } = await member.detail(id);
  return timeline
    .filter(({ step }) => ['not_delivered', 'bought_in', 'closed_out'].includes(step))
    .map(({ step, text, why }) => ({ step, text, why }));
};
const toTrading = (trading: Trading) => trading.stepUntil(() => trading.deps.market.phase(CODE) === 'continuous');
const nextDay = async (trading: Trading) => {
  const date = dateOf(trading);
  await trading.stepUntil(() => dateOf(trading) > date);
};

describe('a purchase that is not delivered', () => {
  const database = useTestDatabase({ per: 'test' });
  const isProved = async () => {
    await provesTheTrading(database.app);
    await provesTheBooks(database.app);
    const found = await verifyDeliveries(database.admin, testDeps().keys);
    expect([...found, ...(await verifyLots(database.admin, testDeps().keys))]).toEqual([
      { name: 'short_deliveries', violations: 0, sample: undefined },
      { name: 'lots_of_fills', violations: 0, sample: undefined },
    ]);
  };
  /** Buys ten shares on the first day, and goes on into the second. */
  async function bought(isFound: boolean): Promise<{ readonly trading: Trading; readonly member: Trader }> {
    const trading = await openTrading(database.app, {
      daySeconds: '12',
      seed: seedWithout({ code: CODE, accountKey: nextAccountKey(database.app), ...SECOND, isFound }),
    });
    await toTrading(trading);
    const member = trading.member();
    await member.deposit(10_00_000_00n);
    await member.buy({ code: CODE, quantity: 10 });
    await nextDay(trading);
    expect(dateOf(trading)).toBe(SECOND.date);
    await toTrading(trading);
    return { trading, member };
  }

  it('comes a settlement day later to who kept it, and moves nothing until then', async () => {
    const { trading, member } = await bought(true);
    const asset = trading.assetOf(CODE);
    await trading.stepUntil(() => time(trading) >= '15:45:00' || dateOf(trading) > SECOND.date);
    expect(await member.balance(120, asset)).toBe(0n);
    expect(await member.balance(122, asset)).toBe(10n);
    expect(await readNotices(trading, member)).toContain(`${CODE}: 10 shares were not delivered`);
    expect(await storyOf(member)).toEqual([
      {
        step: 'not_delivered',
        text: 'Not delivered: 10 shares',
        why: expect.stringMatching(
          /did not deliver.*they come on 25 November 2026\. If it finds none, money comes instead\.$/u,
        ) as string,
      },
    ]);
    await nextDay(trading);
    expect(await member.balance(122, asset)).toBe(10n);
    await isProved();
    await nextDay(trading);
    expect(await member.balance(120, asset)).toBe(10n);
    expect(await member.balance(122, asset)).toBe(0n);
    await isProved();
  });

  it.each([
    [true, `was bought in`],
    [false, `was closed out`],
  ])('costs who sold it before the pay-out what the auction takes (found: %s)', async (isFound, words) => {
    const { trading, member } = await bought(isFound);
    const sold = await member.sell({ code: CODE, quantity: 7 });
    await nextDay(trading);
    const [row] = await database.app.query<{
      waits: number;
      sold: number;
      undelivered: number;
      lossPaise: bigint;
      pricePaise: bigint;
      salePaise: bigint;
    }>('test.short', 'SELECT s.* FROM trading.short_delivery s WHERE s.user_id = $1', [member.userId]);
    expect(row).toMatchObject({ waits: 3, sold: 7, undelivered: 7 });
    const brought = paise(sold.averagePrice!)! * 7n;
    expect(row!.lossPaise).toBe(row!.pricePaise * 7n - row!.salePaise);
    expect(Number(row!.salePaise - brought)).toBeLessThan(10);
    expect(row!.lossPaise).toBeGreaterThan(0n);
    const [entry] = await database.app.query<{ paise: bigint }>(
      'test.loss',
      `SELECT sum(p.amount)::bigint AS paise FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
       WHERE e.kind = 'short_sale' AND p.code = 101`,
    );
    expect(entry).toEqual({ paise: -row!.lossPaise });
    const price = decimalIn('en', rupees(row!.pricePaise));
    expect(await storyOf(member)).toMatchObject([
      { step: 'not_delivered', text: 'Not delivered: 7 shares' },
      isFound
        ? { step: 'bought_in', text: `Bought in at ${price}: 7 shares` }
        : { step: 'closed_out', text: `Closed out at ${price}: 7 shares` },
    ]);
    const lines = (await member.bill()).filter(({ kind }) => kind === 'short_sale');
    expect(lines).toHaveLength(1);
    const remark = await remarksOfOrders(database.app, member.userId, 'en', lines);
    expect(remark(lines[0]!)).toBe(
      `${isFound ? 'Bought in' : 'Closed out'} 7 ${CODE} at ${price}: a sale that was not delivered`,
    );
    const notices = await readNotices(trading, member);
    expect(notices.some((title) => title.startsWith(`${CODE}: your sale ${words}`))).toBe(true);
    await isProved();
    const kept = isFound ? 3n : 0n;
    expect(await member.balance(122, trading.assetOf(CODE))).toBe(kept);
    await nextDay(trading);
    expect(await member.balance(120, trading.assetOf(CODE))).toBe(kept);
    await isProved();
  });

  it('is paid at the close-out price where the auction finds none, and leaves the lots that it came in by', async () => {
    const { trading, member } = await bought(false);
    const asset = trading.assetOf(CODE);
    // Of the day's sale two shares are over its purchase: eight of the ten are left.
    await member.buy({ code: CODE, quantity: 5 });
    await member.sell({ code: CODE, quantity: 7 });
    const before = await member.balance(101);
    await nextDay(trading);
    const [row] = await database.app.query<Record<string, bigint | number | null>>(
      'test.closed_out',
      'SELECT s.* FROM trading.short_delivery s WHERE s.user_id = $1',
      [member.userId],
    );
    expect(row).toMatchObject({ waits: 3, sold: 7, undelivered: 2, closedOut: 8 });
    const { pricePaise: price, closedPaise: paid, lossPaise: loss } = row as Record<string, bigint>;
    expect(paid).toBe(price! * 8n);
    const candles = await database.app.query<{ high: bigint; close: bigint }>(
      'test.candles',
      `SELECT high_paise AS high, close_paise AS close FROM market.candle_day WHERE code = $1 AND market_date >= '2026-11-20' ORDER BY market_date`,
      [CODE],
    );
    const highest = candles.slice(0, 2).reduce((most, { high }) => (high > most ? high : most), 0n);
    const closed = (candles[1]!.close * 120n + 50n) / 100n;
    expect(price).toBe(highest > closed ? highest : closed);
    expect(await member.balance(122, asset)).toBe(0n);
    expect(await member.balance(120, asset)).toBe(0n);
    expect(await member.positions()).toEqual([]);
    // The note of the day and the loss of the short sale are beside it.
    const booked = await database.app.query<{ kind: string; paise: bigint }>(
      'test.booked',
      `SELECT e.kind, sum(p.amount)::bigint AS paise FROM ledger.entry e JOIN ledger.posting p ON p.entry_id = e.id
       WHERE p.owner = 'u:' || $1 AND p.code = 101 AND e.kind IN ('close_out', 'short_sale', 'contract_note') AND e.mdate = $2
       GROUP BY e.kind`,
      [member.userId, SECOND.date],
    );
    const of = (kind: string) => booked.find((one) => one.kind === kind)?.paise ?? 0n;
    expect([of('close_out'), of('short_sale')]).toEqual([paid, -loss!]);
    expect(await member.balance(101)).toBe(before + paid! - loss! + of('contract_note'));
    const shown = decimalIn('en', rupees(price!));
    const amount = decimalIn('en', rupees(paid!));
    const [first] = (await member.orders()).toReversed();
    expect(await storyOf(member, first!.id)).toEqual([
      expect.objectContaining({ step: 'not_delivered', text: 'Not delivered: 8 shares' }),
      {
        step: 'closed_out',
        text: `Closed out at ${shown}: 8 shares`,
        why: expect.stringContaining(`${amount} came instead`) as string,
      },
    ]);
    const lines = (await member.bill()).filter(({ kind }) => kind === 'close_out');
    expect(lines).toMatchObject([{ businessType: 'auction', amount: paid }]);
    const remark = await remarksOfOrders(database.app, member.userId, 'en', lines);
    expect(remark(lines[0]!)).toBe(`Closed out 8 ${CODE} at ${shown}: a purchase that was not delivered`);
    expect(await readNotices(trading, member)).toContain(`${CODE}: money instead of 8 shares`);
    // It leaves after the pay-out of the next day, and is income without delivery.
    const owner = userOwner(member.userId);
    const { marketTime } = trading.deps.market.now();
    expect(await saleProceeds(database.app, owner, marketTime)).toBeGreaterThanOrEqual(paid!);
    expect(await saleProceeds(database.app, owner, `${dateOf(trading)}T15:30:00+05:30`)).toBe(0n);
    const year = { userId: member.userId, from: '2026-04-01', to: '2027-03-31', limit: 10 };
    const trades = await sameDayTrades(database.app, year);
    expect(trades).toContainEqual(expect.objectContaining({ code: CODE, quantity: 8n, soldPaise: paid }));
    expect(await lotSales(database.app, year)).toMatchObject([{ quantity: 2n }]);
    await isProved();
  });

  it('that was sold before its pay-out takes shares of the day out of the lots that the day brings', async () => {
    // On the 26th the market is open and nothing settles: what was bought on the 25th is due on the 27th.
    const trading = await openTrading(database.app, {
      daySeconds: '12',
      start: Date.UTC(2026, 7, 25, 4),
      seed: seedWithout({
        code: CODE,
        accountKey: nextAccountKey(database.app),
        marketDay: 2,
        date: '2026-08-27',
        isFound: false,
      }),
    });
    await toTrading(trading);
    const member = trading.member();
    await member.deposit(10_00_000_00n);
    await member.buy({ code: CODE, quantity: 10 });
    await nextDay(trading);
    await toTrading(trading);
    await member.sell({ code: CODE, quantity: 10 });
    await nextDay(trading);
    await toTrading(trading);
    expect(dateOf(trading)).toBe('2026-08-27');
    await member.buy({ code: CODE, quantity: 12 });
    await nextDay(trading);
    // None of the ten is waited for: the notice is of the sale.
    expect(await readNotices(trading, member)).toContain(`${CODE}: what you sold was not delivered to you`);
    expect(await member.positions()).toMatchObject([{ quantity: 2 }]);
    const [lot] = await database.app.query(
      'test.lots',
      'SELECT sum(remaining)::int AS left FROM trading.lot WHERE user_id = $1',
      [member.userId],
    );
    expect(lot).toEqual({ left: 2 });
    await isProved();
  });

  it('ends an order of the evening that was to sell what never comes', async () => {
    const trading = await openTrading(database.app, {
      daySeconds: '12',
      seed: seedWithout({ code: CODE, accountKey: nextAccountKey(database.app), ...SECOND, isFound: false }),
      without: ['day_over'],
    });
    const { deps } = trading;
    const evening = () => trading.stepUntil(() => time(trading) >= '16:00:00');
    await toTrading(trading);
    const member = trading.member();
    await member.deposit(10_00_000_00n);
    await member.buy({ code: CODE, quantity: 10 });
    await evening();
    await endMarketDay(deps, { marketDay: 0, marketDate: dateOf(trading) });
    await nextDay(trading);
    await evening();
    const { id } = await member.sell({ code: CODE, quantity: 4, price: rupees(BigInt(trading.quote(CODE).lastPrice)) });
    const other = await member.buy({ code: CODE, quantity: 1, price: rupees(BigInt(trading.quote(CODE).lastPrice)) });
    await endMarketDay(deps, SECOND_DAY);
    const orders = await member.orders();
    expect(orders.find((order) => order.id === id)).toMatchObject({
      state: 'rejected',
      reason: 'insufficient_holdings',
    });
    expect(orders.find((order) => order.id === other.id)).toMatchObject({ state: 'pending' });
    const asset = trading.assetOf(CODE);
    for (const code of [120, 121, 122]) expect(await member.balance(code, asset)).toBe(0n);
    // Asked again, it changes nothing.
    const money = await member.balance(101);
    await endMarketDay(deps, SECOND_DAY);
    expect(await member.balance(101)).toBe(money);
    await provesTheTrading(database.app);
    await provesTheBooks(database.app);
  });
});
