import { hash } from 'node:crypto';
import { DAY_PAPERS, type Body, type Data, type FileAnswer, type RefusalsOf } from '@khara/contract';
import { paperDates, listPapers, paperText } from '#modules/market/index.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';

/** As many dates are offered as order logs are kept. */
const MAX_DATES = 400;

/** The papers of a closed market day, of the newest without a date. Refuses no_day_papers. */
async function dayPapers(
  { db, market }: Pick<Deps, 'db' | 'market'>,
  { marketDate }: Body<'dayPapers'>,
): Promise<Result<Data<'dayPapers'>, RefusalsOf<'dayPapers'>>> {
  const days = [...(await paperDates(db, MAX_DATES))];
  const date = marketDate ?? days[0];
  const running = market.now().marketDate;
  if (date === undefined) return done({ marketDate: null, papers: [], days, running });
  const lines = await listPapers(db, date);
  if (lines.length < DAY_PAPERS.length) return refuse('no_day_papers', { field: 'marketDate' });
  const papers = lines.toSorted((a, b) => DAY_PAPERS.indexOf(a.paper) - DAY_PAPERS.indexOf(b.paper));
  return done({ marketDate: date, papers, days, running });
}

/**
 * One paper as a file. Caches keep what was asked for by its SHA-256. Refuses no_day_papers, also of another version.
 */
async function dayPaper(
  { db }: Pick<Deps, 'db'>,
  { marketDate, paper, version }: Body<'dayPaper'>,
): Promise<Result<FileAnswer, RefusalsOf<'dayPaper'>>> {
  const csv = await paperText(db, marketDate, paper);
  if (csv === undefined) return refuse('no_day_papers', { field: 'marketDate' });
  const isLasting = version !== undefined;
  if (isLasting && version !== hash('sha256', csv)) return refuse('no_day_papers', { field: 'version' });
  return done({
    name: `khara-${paper.replaceAll('_', '-')}-${marketDate}.csv`,
    type: 'text/csv; charset=utf-8',
    bytes: Buffer.from(csv),
    isLasting,
  });
}

export const dayPaperHandlers = {
  dayPapers: (deps, _caller, body) => dayPapers(deps, body),
  dayPaper: (deps, _caller, body) => dayPaper(deps, body),
} satisfies HandlersFor<'dayPapers' | 'dayPaper'>;
