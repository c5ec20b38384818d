/** Articles: what the market's people wrote, and what its simulation reports. */
export { handlers } from './handlers.ts';
export { readArticleFiles, seedArticles, takeArticleDown } from './seed.ts';
export { companyNews, newsId } from './company-news.ts';
export { writeDayReports } from './write-reports.ts';
export {
  ARTICLES,
  drop as dropArticles,
  has as hasArticle,
  publishDecided as publishDecidedArticle,
  write as writeArticle,
  type DecidedArticle,
} from './store.ts';
