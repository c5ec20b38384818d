import { describe, expect, it } from 'vitest';
import { handlers, writeDayReports } from '#modules/articles/index.ts';
import { handlers as certificate } from '#modules/certificate/index.ts';
import { buildApp } from '#src/app.ts';
import { client } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { openTrading } from '#test/trading.ts';

/* A market day of a few shares, to its end, and what the simulation writes of it. */
describe('the report of a market day', () => {
  const database = useTestDatabase();

  it('is written once when the day has ended, from what was traded, in four languages', async () => {
    const trading = await openTrading(database.app, { daySeconds: '12', seed: 'day report' });
    const { deps, venue } = trading;
    expect(await writeDayReports(deps), 'while the first day runs').toBe(0);
    const date = deps.market.now().marketDate;
    const first = venue.day.inputs.marketDay;
    while (venue.day.inputs.marketDay === first) await venue.step();

    expect(await writeDayReports(deps)).toBe(1);
    expect(await writeDayReports(deps), 'a second time').toBe(0);

    const app = await buildApp(deps, { ...handlers, ...certificate });
    const guest = client(app);
    const { list } = await guest.get('articles', { category: 'market' });
    expect(list).toHaveLength(1);
    const id = `report-${date}`;
    const report = await guest.get('article', { id });
    expect(report).toMatchObject({ id, source: 'simulation', marketDate: date });
    const closes = await database.app.query<{ code: string; closePaise: bigint; volume: bigint }>(
      't.closes',
      'SELECT code, close_paise, volume FROM market.candle_day WHERE market_date = $1',
      [date],
    );
    // Every company it is about traded, and stands there with the close of the books.
    expect(report.codes.length).toBeGreaterThan(0);
    for (const code of report.codes) {
      const row = closes.find((close) => close.code === code)!;
      expect(row.volume).toBeGreaterThan(0n);
      const price = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 }).format(Number(row.closePaise) / 100);
      expect(report.body).toContain(price);
    }
    expect(report.body).not.toContain('{{');
    const titles = await Promise.all(
      (['en', 'yd', 'zh-Hant', 'zh-Hans'] as const).map(async (lang) => {
        const { title, body, summary } = await guest.get('article', { id }, { lang });
        expect(`${title}${summary}${body}`).not.toContain('{{');
        return `${title} ${summary}`;
      }),
    );
    expect(new Set(titles).size).toBe(4);
    expect(titles[1]).toMatch(/[ऀ-ॿ]/);

    const state = await guest.get('certificate', {});
    expect(state).toMatchObject({
      mode: 'practice',
      registration: null,
      seeds: { fixed: 'day report' },
      withdrawals: { waiting: 0, medianAgeMs: null, blocked: [] },
      books: { stopped: false, stops: [] },
      versions: { score: 'khara/score/1', fees: '2026-03-01' },
    });
    expect(state.log.publicKey).toMatch(/^[0-9a-f]{64}$/);
    await app.close();
    await venue.stop();
  }, 60_000);

  it('is kept for sixty market days', async () => {
    await database.app.query(
      't.old',
      `INSERT INTO content.article (id, category, source, market_date, at)
       SELECT 'report-old-' || n, 'market', 'simulation', date '2020-01-01' + n, n FROM generate_series(1, 70) n`,
    );
    const { dropReports } = await import('#modules/articles/store.ts');
    await database.app.transaction((tx) => dropReports(tx, 60));
    const [left] = await database.app.query<{ days: bigint }>(
      't.left',
      `SELECT count(DISTINCT market_date) AS days FROM content.article WHERE source = 'simulation'`,
    );
    expect(left?.days).toBe(60n);
  });
});
