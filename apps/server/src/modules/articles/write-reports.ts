import { readFigures, finishedDays } from '#modules/market/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { dayReport, reportId } from './day-report.ts';
import * as store from './store.ts';

/** Market days whose reports are kept. */
const KEPT_DAYS = 60;
/** After a pause, days further back than this are not reported any more. */
const CAUGHT_UP_DAYS = 3;

/**
 * Writes the reports of days that have ended, each once, oldest first, and drops those that are too old.
 * Answers how many days it wrote.
 */
export async function writeDayReports({ db, market }: Pick<Deps, 'db' | 'market'>): Promise<number> {
  const newest = await finishedDays(db, CAUGHT_UP_DAYS);
  const written = await store.idsAmong(
    db,
    newest.map(({ date }) => reportId(date)),
  );
  const due = newest.filter(({ date }) => !written.has(reportId(date))).reverse();
  for (const day of due) {
    const articles = dayReport(await readFigures(db, market, day));
    await db.transaction(async (tx) => {
      for (const article of articles) await store.writeArticle(tx, article);
      await store.dropReports(tx, KEPT_DAYS);
    });
  }
  return due.length;
}
