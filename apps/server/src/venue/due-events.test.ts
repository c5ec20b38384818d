import { describe, expect, it } from 'vitest';
import { ARTICLE_AFTER_STEPS } from '@khara/exchange';
import { planDay, TradingDay, OWN_NUMBERS } from '@khara/market-day';
import { isFund } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { NOTHING_YET } from '@khara/history';
import { dueEvents, type ResultsOf } from './due-events.ts';

const issuers = readUniverse().issuers.filter((issuer) => !isFund(issuer));
/** Says of what it was asked. */
const resultsOf: ResultsOf = (code, draw) =>
  Promise.resolve({ ...NOTHING_YET, quarter: code, expected: { revenue: draw.surprise, profit: draw.chance } });
const newDay = (seed = 1, seconds = 60, marketDate = '2026-11-23') =>
  new TradingDay(
    {
      marketDay: 1,
      marketDate,
      names: OWN_NUMBERS,
      firstStep: 0,
      before: new Map(),
      participants: undefined,
      plan: planDay('compressed', seconds),
      seed: new Uint8Array(32).fill(seed),
    },
    { issuers, indices: [], offerings: [] },
  );

describe('the moments of a market day', () => {
  it('come once each, in the order of the day, however its steps are cut', () => {
    const stepwise: unknown[] = [];
    const day = newDay();
    expect(day.news.length).toBeGreaterThan(0);
    let since = -1;
    for (; !day.isOver; day.advance(0)) {
      stepwise.push(...dueEvents(day, since, resultsOf));
      since = day.step;
    }
    stepwise.push(...dueEvents(day, since, resultsOf));
    const kinds = stepwise.map((moment) => (moment as { kind: string }).kind);
    expect(kinds.filter((kind) => kind !== 'news' && kind !== 'article')).toEqual([
      'block_window',
      'offers',
      'pre_open',
      'block_window',
      'square_off_auctioned',
      'square_off_others',
      'pay_out',
      'day_over',
    ]);
    expect(kinds.filter((kind) => kind === 'news')).toHaveLength(day.news.length);
    expect(kinds.filter((kind) => kind === 'article')).toHaveLength(day.news.length);
    expect(dueEvents(day, day.step, resultsOf)).toEqual([]);
  });

  it('of a pause to the end of the day have no news any more, but articles and the square-off', () => {
    const day = newDay();
    day.skipTo(day.inputs.plan.steps, 0);
    const kinds = dueEvents(day, -1, resultsOf).map(({ kind }) => kind);
    expect(kinds).not.toContain('news');
    expect(kinds.filter((kind) => kind === 'article')).toHaveLength(day.news.length);
    expect(kinds).toContain('square_off_others');
  });

  it('are dated by the market: the square-off at 15:12 and 15:25', () => {
    const day = newDay();
    day.skipTo(day.inputs.plan.steps, 0);
    const timeOf = (kind: string) => dueEvents(day, -1, resultsOf).find((one) => one.kind === kind)!.marketTime;
    expect(timeOf('pre_open')).toBe('2026-11-23T09:00:00+05:30');
    expect(timeOf('square_off_auctioned').slice(0, 14)).toBe('2026-11-23T15:');
    expect(timeOf('pay_out').slice(0, 16)).toBe('2026-11-23T15:30');
    for (const { marketDay, marketDate } of dueEvents(day, -1, resultsOf))
      expect([marketDay, marketDate]).toEqual([1, '2026-11-23']);
  });

  it('have an article of a company a fixed number of steps after participants read its news, with the same figures', () => {
    const day = newDay(1, 900);
    const seen: (readonly [kind: string, step: number, news: object])[] = [];
    for (let since = -1; !day.isOver; day.skipTo(day.step + 1, 0)) {
      for (const event of dueEvents(day, since, resultsOf))
        if (event.kind === 'news' || event.kind === 'article') seen.push([event.kind, day.step, event.news]);
      since = day.step;
    }
    expect(day.news.length).toBeGreaterThan(0);
    for (const { step, instrument, about, bps, figure } of day.news) {
      const news = { code: issuers[instrument]!.code, about, bps, figure };
      expect(seen).toContainEqual(['news', step, news]);
      expect(seen).toContainEqual(['article', step + ARTICLE_AFTER_STEPS, news]);
    }
  });

  it('ask what a company publishes where the article is of its results, and nowhere else', async () => {
    const day = newDay(1, 60, '2027-01-12');
    day.skipTo(day.inputs.plan.steps, 0);
    const articles = dueEvents(day, -1, resultsOf).filter((event) => event.kind === 'article');
    expect(articles.some(({ results }) => results)).toBe(true);
    for (const { news, results } of articles) {
      const of = day.news.find(({ instrument }) => issuers[instrument]!.code === news.code)!;
      expect(await results?.()).toEqual(of.results && (await resultsOf(news.code, of.results)));
    }
  });
});
