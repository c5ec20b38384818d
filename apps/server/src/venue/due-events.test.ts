import { describe, expect, it } from 'vitest';
import { planOf, TradingDay } from '@khara/market-day';
import { readUniverse } from '@khara/universe/node';
import { dueEvents } from './due-events.ts';

const { issuers } = readUniverse();
const newDay = (seed = 1) =>
  new TradingDay(
    {
      marketDay: 1,
      marketDate: '2026-11-23',
      firstStep: 0,
      before: new Map(),
      participants: undefined,
      plan: planOf('compressed', 60),
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
      stepwise.push(...dueEvents(day, since));
      since = day.step;
    }
    stepwise.push(...dueEvents(day, since));
    const kinds = stepwise.map((moment) => (moment as { kind: string }).kind);
    expect(kinds.filter((kind) => kind !== 'news' && kind !== 'article')).toEqual([
      'block_window',
      'offers',
      'pre_open',
      'block_window',
      'square_off_auctioned',
      'square_off_others',
    ]);
    expect(kinds.filter((kind) => kind === 'news')).toHaveLength(day.news.length);
    expect(kinds.filter((kind) => kind === 'article')).toHaveLength(day.news.length);
    expect(dueEvents(day, day.step)).toEqual([]);
  });

  it('of a pause to the end of the day have no news any more, but articles and the square-off', () => {
    const day = newDay();
    day.skipTo(day.inputs.plan.steps, 0);
    const kinds = dueEvents(day, -1).map(({ kind }) => kind);
    expect(kinds).not.toContain('news');
    expect(kinds.filter((kind) => kind === 'article')).toHaveLength(day.news.length);
    expect(kinds).toContain('square_off_others');
  });

  it('are dated by the market: the square-off at 15:12 and 15:25', () => {
    const day = newDay();
    day.skipTo(day.inputs.plan.steps, 0);
    const timeOf = (kind: string) => dueEvents(day, -1).find((one) => one.kind === kind)!.marketTime;
    expect(timeOf('pre_open')).toBe('2026-11-23T09:00:00+05:30');
    expect(timeOf('square_off_auctioned').slice(0, 14)).toBe('2026-11-23T15:');
  });
});
