export type * from './types.ts';
export {
  createMarket,
  createSessionMarket,
  restoreMarket,
  restoreSessionMarket,
  MARKET_VERSION,
} from './market/market.ts';
export { protectedPrice } from './market/protected-price.ts';
