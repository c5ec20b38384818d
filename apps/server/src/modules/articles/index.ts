/** Articles: what the market's people wrote, and what its simulation reports. */
export { handlers } from './handlers.ts';
export { readArticleFiles, seedArticles } from './seed.ts';
export { companyNews, newsId } from './company-news.ts';
export { writeDayReports } from './write-reports.ts';
export { ARTICLES, drop as dropArticles, has as hasArticle, write as writeArticle } from './store.ts';
