import { companyNews, newsId, writeArticle } from '#modules/articles/index.ts';
import type { Deps } from '#src/deps.ts';
import type { CompanyNewsNow, JournalledCommand } from '#src/ports.ts';
import { journalNews } from './moments-store.ts';

/**
 * An article of the simulation about a company comes out, and the same transaction journals that its participants read it: neither is there without the other.
 * What the news is, the seed of the day has decided. Safe to repeat: what was published is not published again.
 */
export function publishNews(
  { db, market, clock }: Pick<Deps, 'db' | 'market' | 'clock'>,
  news: CompanyNewsNow,
  marketDate: string,
): Promise<readonly JournalledCommand[]> {
  const at = clock.now();
  const instrument = market.instrument(news.code);
  if (!instrument) throw new Error(`news of ${news.code}, which is not in the universe`);
  return db.transaction(async (tx) => {
    const { code, about, bps } = news;
    const articleId = newsId(marketDate, code);
    const seq = await journalNews(tx, { articleId, code, about, bps, at });
    if (seq === undefined) return [];
    await writeArticle(tx, companyNews(instrument, news, { marketDate, at }));
    return [{ seq: Number(seq), kind: 'news', articleId, code, about, bps }];
  });
}
