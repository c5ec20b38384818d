import type { JournalledCommand, NewsEvent } from '@khara/market-day';
import { companyNews, hasArticle, newsId, writeArticle } from '#modules/articles/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { isNewsHeard, journalNews } from '#modules/orders/index.ts';

/**
 * Journals that the simulated participants hear news of a company. What the news is, the seed of the day has
 * decided. Members read of it some steps later, by `publishArticle`: makers have had their chance by then.
 * Safe to repeat: what was journalled is not journalled again.
 */
export async function hearNews(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { code, about, bps }: NewsEvent,
  marketDate: string,
): Promise<readonly JournalledCommand[]> {
  const articleId = newsId(marketDate, code);
  const seq = await db.transaction((tx) => journalNews(tx, { articleId, code, about, bps, at: clock.now() }));
  return seq === undefined ? [] : [{ seq: Number(seq), kind: 'news', articleId, code, about, bps }];
}

/**
 * The article of news that participants have heard comes out; of news that they have not heard there is none.
 * It is no command. Safe to repeat.
 */
export function publishArticle(
  { db, market, clock }: Pick<Deps, 'db' | 'market' | 'clock'>,
  news: NewsEvent,
  marketDate: string,
): Promise<readonly []> {
  const at = clock.now();
  const instrument = market.instrument(news.code);
  if (!instrument) throw new Error(`news of ${news.code}, which is not in the universe`);
  return db.transaction(async (tx) => {
    const articleId = newsId(marketDate, news.code);
    if (!(await isNewsHeard(tx, articleId)) || (await hasArticle(tx, articleId))) return [];
    await writeArticle(tx, companyNews(instrument, news, { marketDate, at }));
    return [];
  });
}
