import { createHash } from 'node:crypto';
import { createHistory, historyDays, type History } from '@khara/history';
import { openingInstant, replayDay } from '@khara/market-day';
import { priceText } from '@khara/money';
import { addDays } from '@khara/rules';
import { readCsv, type Issuer } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeDayPapers } from '#modules/documents/index.ts';
import { dayPaperHandlers } from '#modules/documents/day-papers/day-papers.ts';
import { recordsOfType } from '#modules/ledger/index.ts';
import { createCharts } from '#modules/market/index.ts';
import { orderLog } from '#modules/orders/journal/order-log.ts';
import { logNames } from '#src/security/log-names.ts';
import { verifyRecordedRows } from '#src/verify/recorded-rows.ts';
import { useTestDatabase } from '#test/database.ts';
import { openTrading, type Trading, valueOf } from '#test/trading.ts';

const CODE = 'ALANKRITI';
/** So few shares that a member's order is a bulk deal. */
const rare = (issuer: Issuer): Issuer => (issuer.code === CODE ? { ...issuer, sharesOutstanding: 1_000 } : issuer);

describe('the papers of a closed market day', () => {
  const database = useTestDatabase();
  let trading: Trading;
  let date: string;
  let accountKey: number;
  let history: History;
  const listed = async (marketDate?: string) => dayPaperHandlers.dayPapers(trading.deps, {} as never, { marketDate });
  const fileOf = async (paper: Parameters<typeof dayPaperHandlers.dayPaper>[2]['paper']) => {
    const answer = await dayPaperHandlers.dayPaper(trading.deps, {} as never, { marketDate: date, paper });
    if (answer.refused !== undefined) throw new Error(answer.refused);
    return answer.value;
  };
  const textOf = async (paper: Parameters<typeof fileOf>[0]) => Buffer.from((await fileOf(paper)).bytes).toString();

  beforeAll(async () => {
    trading = await openTrading(database.app, { daySeconds: '30', changed: rare });
    await trading.stepUntil(() => trading.deps.market.now().session === 'open');
    date = trading.deps.market.now().marketDate;
    const { issuers } = readUniverse();
    history = createHistory({ seed: new Uint8Array(32).fill(5), days: historyDays(date), issuers, indices: [] });
    const asha = trading.member();
    await asha.deposit(20_00_000_00n);
    await asha.buy({ code: CODE, quantity: 9 });
    await trading.venue.step();
    await asha.sell({ code: CODE, quantity: 2 });
    ({ accountKey } = asha.member);
    expect(await listed()).toMatchObject({ value: { marketDate: null, papers: [], days: [], running: date } });
    await trading.stepUntil(() => trading.deps.market.now().marketDate !== date);
    // The close has written what the day's trades make; the rest follows, and then the day is there.
    expect(await listed(date)).toMatchObject({ refused: 'no_day_papers' });
    expect(await writeDayPapers(trading.deps, history)).toBe(1);
    expect(await writeDayPapers(trading.deps, history)).toBe(0);
  });

  it('are found by the date, with lines and hash of each file', async () => {
    const answer = await listed();
    if (answer.refused !== undefined) throw new Error(answer.refused);
    const { papers, days, running, marketDate } = answer.value;
    expect([marketDate, days]).toEqual([date, [date]]);
    expect(running).toBe(trading.deps.market.now().marketDate);
    expect(papers.map(({ paper }) => paper)).toEqual([
      'bhavcopy',
      'delivery',
      'bulk_deals',
      'block_deals',
      'year_range',
    ]);
    for (const { paper, rows, bytes, sha256 } of papers) {
      const file = await fileOf(paper);
      expect(file.type).toBe('text/csv; charset=utf-8');
      expect(file.name).toBe(`khara-${paper.replaceAll('_', '-')}-${date}.csv`);
      expect(file.bytes).toHaveLength(bytes);
      expect(createHash('sha256').update(file.bytes).digest('hex')).toBe(sha256);
      expect(readCsv(await textOf(paper))).toHaveLength(rows);
    }
  });

  it('come again from the public order log: bhavcopy, delivery and bulk deals byte for byte', async () => {
    const log = await orderLog(trading.deps, { marketDate: date });
    if (log.refused !== undefined) throw new Error(log.refused);
    const { papers, isSame } = replayDay(Buffer.from(log.value.bytes).toString('utf8').split('\n'));
    expect(isSame).toBe(true);
    expect(await textOf('bhavcopy')).toBe(papers.bhavcopy.csv);
    expect(await textOf('delivery')).toBe(papers.delivery.csv);
    expect(await textOf('bulk_deals')).toBe(papers.bulkDeals.csv);
  });

  it("name a member's bulk deal by the pseudonym of the order log alone", async () => {
    const log = await orderLog(trading.deps, { marketDate: date });
    const lines = log.refused === undefined ? Buffer.from(log.value.bytes).toString('utf8').split('\n') : [];
    const who = logNames(trading.deps.keys, date).account(accountKey);
    expect(lines.some((line) => line.includes('"place"') && line.includes(who))).toBe(true);
    const deals = readCsv(await textOf('bulk_deals')).filter((row) => row.get('Client Name') === who);
    expect(deals.map((row) => [row.get('Symbol'), row.get('Buy/Sell'), row.get('Quantity Traded')])).toEqual([
      [CODE, 'BUY', '9'], // of 1,000 shares, more than half a per cent
    ]);
  });

  it('have the highs and lows that the daily candles of a year have', async () => {
    const charts = createCharts({ db: database.app, history, market: trading.deps.market });
    const rows = readCsv(await textOf('year_range'));
    expect(rows.map((row) => row.get('SYMBOL'))).toContain(CODE);
    for (const row of rows) {
      const candles = await charts.candles({ code: row.get('SYMBOL'), interval: '1d', to: undefined, limit: 300 });
      const year = candles.filter(([at]) => at >= openingInstant(addDays(date, -365)) && at <= openingInstant(date));
      expect(year.length).toBeGreaterThan(200);
      expect(row.get('Adjusted_52_Week_High')).toBe(priceText(Math.max(...year.map(([, , high]) => high))));
      expect(row.get('Adjusted_52_Week_Low')).toBe(priceText(Math.min(...year.map(([, , , low]) => low))));
    }
  });

  it('have no block deal where no block was settled', async () => {
    expect(readCsv(await textOf('block_deals'))).toEqual([]);
  });

  it('are in the log, and the server cannot change one', async () => {
    expect(await recordsOfType(database.app, 'market.paper')).toHaveLength(5);
    const found = await verifyRecordedRows(database.app, trading.deps.keys);
    expect(found.find(({ name }) => name === 'day_papers_recorded')).toMatchObject({ violations: 0 });
    await expect(database.app.query('test.change', "UPDATE market.day_paper SET csv = csv || 'x'", [])).rejects.toThrow(
      'permission denied',
    );
  });

  it('are kept by caches under their own hash, and are not there under another', async () => {
    const { sha256 } = valueOf(await listed(date)).papers.find(({ paper }) => paper === 'bhavcopy')!;
    const file = (version: string | undefined) =>
      dayPaperHandlers.dayPaper(trading.deps, {} as never, { marketDate: date, paper: 'bhavcopy', version });
    expect(valueOf(await file(sha256)).isLasting).toBe(true);
    expect(valueOf(await file(undefined)).isLasting).toBe(false);
    expect(await file(`${sha256}x`)).toMatchObject({ refused: 'no_day_papers', field: 'version' });
  });

  it('are refused for a day that runs or never was', async () => {
    for (const marketDate of [trading.deps.market.now().marketDate, '2031-01-01']) {
      expect(await listed(marketDate)).toMatchObject({ refused: 'no_day_papers' });
      const file = dayPaperHandlers.dayPaper(trading.deps, {} as never, { marketDate, paper: 'bhavcopy' });
      expect(await file).toMatchObject({ refused: 'no_day_papers' });
    }
  });
});
