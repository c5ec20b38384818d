import { describe, expect, it } from 'vitest';
import type { DayFigures, FinishedMarketDay } from '#modules/market/index.ts';
import { dayReport } from './day-report.ts';

/** A share that closed at `closePrice`, after 100.00 the day before. */
const share = (code: string, closePrice: number, more: Partial<DayFigures> = {}): DayFigures => ({
  instrument: { code, kind: 'share', asset: `EQ:${code}`, tick: 5, tradable: true },
  openPrice: 100_00,
  highPrice: 200_00,
  lowPrice: 50_00,
  closePrice,
  previousClose: 100_00,
  volume: 10,
  valuePaise: 1_000_00n,
  isListed: false,
  ...more,
});
const index = (closePrice: number, previousClose: number | undefined = 20_000_00): DayFigures => ({
  ...share('KHARA50', closePrice, { previousClose }),
  instrument: { code: 'KHARA50', kind: 'index', asset: '', tick: 5, tradable: false },
});
const day = (figures: readonly DayFigures[]): FinishedMarketDay => ({
  marketDate: '2026-11-23',
  closedAt: 1_795_000_000_000,
  figures,
  exToday: [],
  announced: [],
});
const notesOf = (figures: readonly DayFigures[]) =>
  dayReport(day(figures))
    .slice(1)
    .map(({ id }) => id);
const titleOf = (lead: DayFigures) => dayReport(day([lead]))[0]!.texts.en.title;

describe('the report of a market day', () => {
  it('is one article in four languages, which names its shares, and the same for the same day', () => {
    const figures = [index(20_100_00), share('AAA', 101_00), share('BBB', 99_00), share('CCC', 100_00)];
    const [report, ...notes] = dayReport(day(figures));
    expect(notes).toEqual([]);
    expect(report).toMatchObject({ id: 'report-2026-11-23', category: 'market', source: 'simulation' });
    expect(report!.codes.toSorted()).toEqual(['AAA', 'BBB', 'CCC']);
    expect(Object.keys(report!.texts)).toEqual(['en', 'hi', 'zh-Hant', 'zh-Hans']);
    expect(new Set(Object.values(report!.texts).map(({ title }) => title)).size).toBe(4);
    expect(report!.texts.en.body).toContain('+1.00');
    expect(report!.texts.en.body).toContain('−1.00');
    expect(dayReport(day(figures))).toEqual([report]);
  });

  it('has in its title whether the lead index rose or fell, and neither on the very first day', () => {
    const [up, down] = [titleOf(index(20_200_00)), titleOf(index(19_800_00))];
    expect(up).toContain('1.00');
    expect(down).toContain('1.00');
    expect(down).not.toContain('-1.00');
    expect(up).not.toBe(down);
    expect(titleOf({ ...index(20_000_00), previousClose: undefined })).not.toContain('%');
  });

  it('notes a company that moved by 4 per cent, and none that moved less or was not traded', () => {
    expect(
      notesOf([share('JUST', 104_00), share('LESS', 103_99), share('DOWN', 96_00), share('DOWNLESS', 96_01)]),
    ).toEqual(['move-2026-11-23-just', 'move-2026-11-23-down']);
    expect(
      notesOf([share('UNTRADED', 120_00, { volume: 0 }), share('NEW', 120_00, { previousClose: undefined })]),
    ).toEqual([]);
  });

  it('notes the two that rose most and the two that fell most, below the report', () => {
    const figures = [105, 108, 106, 93, 91, 94].map((rupees) => share(`S${rupees}`, rupees * 100));
    expect(notesOf(figures)).toEqual([108, 106, 91, 93].map((rupees) => `move-2026-11-23-s${rupees}`));
    const [report, ...notes] = dayReport(day(figures));
    for (const note of notes) expect(note.at).toBeLessThan(report!.at);
  });
});
