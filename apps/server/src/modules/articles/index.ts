/** Articles: what the market's people wrote, and what its simulation reports. */
export { handlers } from './handlers.ts';
export { readArticleFiles, seedArticles, type SeedArticle } from './seed.ts';
export { companyNews, newsId } from './company-news.ts';
export { dayReport } from './day-report.ts';
export { writeDayReports } from './write-reports.ts';
export { ARTICLES, drop as dropArticles, has as hasArticle, write as writeArticle, type NewArticle } from './store.ts';
