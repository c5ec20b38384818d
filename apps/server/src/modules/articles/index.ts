/** Articles: what the market's people wrote, and what its simulation reports. */
export { handlers } from './handlers.ts';
export { readArticleFiles, seedArticles, takeArticleDown } from './seed.ts';
export { companyNews, newsId } from './company-news.ts';
export { writeDayReports } from './write-reports.ts';
export {
  ARTICLES,
  dropArticles,
  hasArticle,
  publishDecided as publishDecidedArticle,
  writeArticle,
  type DecidedArticle,
} from './store.ts';
