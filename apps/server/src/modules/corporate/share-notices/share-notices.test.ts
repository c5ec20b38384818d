import { NOTHING_YET } from '@khara/history';
import { rupees } from '@khara/money';
import { describe, expect, it } from 'vitest';
import { hearNews, publishArticle } from '#modules/day/company-news.ts';
import { handlers as articles } from '#modules/articles/index.ts';
import { createNoticeHandlers } from '#modules/notices/index.ts';
import { useTestDatabase } from '#test/database.ts';
import { valueOf } from '#test/deps.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';
import { watchCircuits } from './circuit-notices.ts';
import { notifyOfStages } from './stage-notices.ts';

/** A share without derivatives, and one that the universe puts into GSM or ASM trade-for-trade. */
const CALM = 'ACHALGARH';
const WATCHED = 'PATTIMAR';

const readNotices = async ({ deps }: Trading, { caller }: Trader) => {
  const answer = await createNoticeHandlers(async () => undefined).noticeList(deps, caller, {});
  if (answer.refused !== undefined) throw new Error(answer.refused);
  return answer.value.list.filter(({ category }) => category === 'system');
};
const toTrading = (trading: Trading, code: string) =>
  trading.stepUntil(() => trading.deps.market.phase(code) === 'continuous');

/**
 * Takes every offer of a share up to its band's upper limit, minute by minute as far as limit price protection lets it,
 * and leaves an order there.
 */
async function buyAll(trading: Trading, member: Trader, code: string): Promise<void> {
  const top = rupees(BigInt(trading.quote(code).bandHigh));
  for (;;) {
    const { price } = trading.atAnyPrice(code, 'buy');
    const { state } = await member.buy({ code, quantity: 100_000, price });
    if (state === 'complete') continue;
    if (price === top) return;
    const { minute } = trading.venue.day;
    await trading.stepUntil(() => trading.venue.day.minute > minute);
  }
}

describe('a share at a limit of its band', () => {
  const database = useTestDatabase({ provesBooks: false, per: 'test' });
  const watch = ({ userId }: Trader, code: string) =>
    database.app.query('test.watch', 'INSERT INTO market.watch (user_id, code, at_ms) VALUES ($1, $2, 0)', [
      userId,
      code,
    ]);

  it('brings one notice to those who own or watch it, and none to others', async () => {
    const trading = await openTrading(database.app, {
      changed: (issuer) => (issuer.code === CALM ? { ...issuer, bandClass: 'static-2' } : issuer),
    });
    await toTrading(trading, CALM);
    const [owner, seller, watcher, lister, other] = Array.from({ length: 5 }, () => trading.member());
    await owner!.deposit(10_000_00_00_000_00n);
    await seller!.deposit(10_00_000_00n);
    await watch(watcher!, CALM);
    await database.app.query(
      'test.list',
      `INSERT INTO market.watchlist (user_id, name, codes, at_ms) VALUES ($1, 'mine', ARRAY['AAMRAI', $2], 0)`,
      [lister!.userId, CALM],
    );
    const look = watchCircuits(trading.deps);
    await look();
    expect(await readNotices(trading, watcher!)).toEqual([]);

    const limit = rupees(BigInt(trading.quote(CALM).bandHigh));
    await buyAll(trading, owner!, CALM);
    await seller!.sell({ code: CALM, quantity: 1, price: limit, product: 'intraday' });
    expect(trading.quote(CALM).lastPrice).toBe(trading.quote(CALM).bandHigh);
    await look();
    await look();
    await watchCircuits(trading.deps)(); // as after a restart
    for (const member of [owner!, seller!, watcher!, lister!])
      expect(await readNotices(trading, member)).toMatchObject([
        {
          title: `${CALM} is at its upper circuit, ₹${Number(limit).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`,
        },
      ]);
    expect(await readNotices(trading, other!)).toEqual([]);
    const pushed = () => trading.pushed.filter(({ userId, type }) => userId === watcher!.userId && type === 'notice');
    await expect.poll(pushed, { timeout: 8_000, interval: 5 }).toHaveLength(1);
  });

  it('says nothing where the band flexes', async () => {
    const trading = await openTrading(database.app);
    await toTrading(trading, 'AAMRAI');
    const [owner, seller] = [trading.member(), trading.member()];
    await owner.deposit(10_000_00_00_000_00n);
    await seller.deposit(10_00_000_00n);
    await buyAll(trading, owner, 'AAMRAI');
    const limit = rupees(BigInt(trading.quote('AAMRAI').bandHigh));
    await seller.sell({ code: 'AAMRAI', quantity: 1, price: limit, product: 'intraday' });
    expect(trading.quote('AAMRAI').lastPrice).toBe(Math.round(Number(limit) * 100));
    await watchCircuits(trading.deps)();
    expect(await readNotices(trading, owner)).toEqual([]);
  });

  it('brings its company’s results once to those who hold or watch it, opens them, and comes to no others', async () => {
    const trading = await openTrading(database.app, { codes: [CALM, WATCHED] });
    const { deps } = trading;
    await toTrading(trading, CALM);
    const [holder, short, gone, watcher, lister, other] = Array.from({ length: 6 }, () => trading.member());
    for (const member of [holder!, short!, gone!, other!]) await member.deposit(10_00_000_00n);
    await holder!.buy({ ...trading.atAnyPrice(CALM, 'buy'), quantity: 1 });
    await short!.sell({ ...trading.atAnyPrice(CALM, 'sell'), quantity: 1, product: 'intraday' });
    await gone!.buy({ ...trading.atAnyPrice(CALM, 'buy'), quantity: 1, product: 'intraday' });
    await gone!.sell({ ...trading.atAnyPrice(CALM, 'sell'), quantity: 1, product: 'intraday' });
    // Holds and watches others alone.
    await other!.buy({ ...trading.atAnyPrice(WATCHED, 'buy'), quantity: 1 });
    await watch(other!, WATCHED);
    await watch(watcher!, CALM);
    await watch(holder!, CALM); // one notice, though there are two reasons for it
    await database.app.query(
      'test.list',
      `INSERT INTO market.watchlist (user_id, name, codes, at_ms) VALUES ($1, 'mine', ARRAY[$2], 0)`,
      [lister!.userId, CALM],
    );
    const { marketDate } = deps.market.now();
    const news = { code: CALM, about: 'results_below', bps: -90, figure: 7 } as const;
    const lines = { ...NOTHING_YET.profitAndLoss, revenue: 20_000, profit: -1_234 };
    const expected = { revenue: 20_000, profit: 5_000 };
    const results = async () => ({ quarter: '2026-09-30', profitAndLoss: lines, expected });
    await hearNews(deps, news, marketDate);
    for (const member of [holder!, watcher!]) expect(await readNotices(trading, member)).toEqual([]);
    await publishArticle(deps, { news, marketDate, results });
    await publishArticle(deps, { news, marketDate, results });
    for (const member of [holder!, short!, watcher!, lister!]) {
      const found = await readNotices(trading, member);
      expect(found).toMatchObject([{ title: `Results of ${CALM}: profit ₹−12.34 crore` }]);
      expect(found[0]!.body).toMatch(/^Expected for the quarter to 30 September 2026 was ₹50\.00 crore\./);
      const [page, id] = found[0]!.link!.split('?id=');
      expect(page).toBe('/pages/news/details');
      const opened = valueOf(await articles.article(deps, member.caller, { id: id! }));
      expect(opened.summary).toMatch(/−12\.34.*50\.00/);
      expect(opened.codes).toEqual([CALM]);
    }
    for (const member of [gone!, other!]) expect(await readNotices(trading, member)).toEqual([]);
  });

  it.each([
    ['gsm_2', 'GSM II', /price band is 5% and its margin 100\.00%\. Trade-for-trade: delivery only/u],
    ['asm_short_1', 'ST-ASM I', /price band is 20% and its margin 50\.00%\. New orders are for delivery only/u],
    [null, undefined, /price band is 20% and its margin \d+\.\d\d%\. The measures of the stage have ended/u],
  ] as const)('reads on the first day of stage %s what is otherwise now', async (stage, name, body) => {
    const trading = await openTrading(database.app, {
      codes: [CALM, WATCHED],
      changed: (issuer) => (issuer.code === CALM ? { ...issuer, surveillance: { stage, since: 0 } } : issuer),
    });
    const [watcher, other] = [trading.member(), trading.member()];
    await watch(watcher, CALM);
    const { marketDate } = trading.deps.market.now();
    await notifyOfStages(trading.deps, { marketDay: 0, marketDate });
    await notifyOfStages(trading.deps, { marketDay: 0, marketDate });
    const title =
      name === undefined ? `${CALM} is no longer under surveillance` : `${CALM} is under surveillance: ${name}`;
    expect(await readNotices(trading, watcher)).toMatchObject([{ title, body: expect.stringMatching(body) as string }]);
    expect(await readNotices(trading, other)).toEqual([]);
    await notifyOfStages(trading.deps, { marketDay: 1, marketDate: '2026-11-24' });
    expect(await readNotices(trading, watcher)).toHaveLength(1);
  });
});
