import type { JournalledCommand, NewsEvent } from '@khara/market-day';
import { companyNews, hasArticle, newsId, writeArticle } from '#modules/articles/index.ts';
import { notifyOfResults } from '#modules/corporate/index.ts';
import { announce } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { isNewsHeard, journalNews } from '#modules/orders/index.ts';
import type { ScheduledEvent } from '#src/ports/exchange.ts';

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

type Article = Pick<Extract<ScheduledEvent, { readonly kind: 'article' }>, 'news' | 'results' | 'marketDate'>;

/**
 * The article of news that participants have heard comes out, and of results a notice for those whom they
 * concern; of news that they have not heard there is none. It is no command. Safe to repeat.
 */
export async function publishArticle(
  { db, market, clock, pushes }: Pick<Deps, 'db' | 'market' | 'clock' | 'pushes'>,
  { news, results, marketDate }: Article,
): Promise<readonly []> {
  const at = clock.now();
  const instrument = market.instrument(news.code);
  if (!instrument) throw new Error(`news of ${news.code}, which is not in the universe`);
  const articleId = newsId(marketDate, news.code);
  if (!(await isNewsHeard(db, articleId)) || (await hasArticle(db, articleId))) return [];
  const told = await results?.();
  const sent = await db.transaction(async (tx) => {
    await writeArticle(tx, companyNews(instrument, news, { marketDate, at, results: told }));
    return told ? await notifyOfResults(tx, news.code, { results: told, articleId, at }) : [];
  });
  announce({ pushes }, ...sent);
  return [];
}
