export type * from './types.ts';
export { createSessionMarket, restoreSessionMarket, MARKET_VERSION } from './market/market.ts';
export {
  ARTICLE_AFTER_STEPS,
  drawResults,
  newsOfDay,
  type CompanyNews,
  type NewsKind,
  type ResultsDraw,
} from './participants/news.ts';
export { protectedPrice } from './market/protected-price.ts';
