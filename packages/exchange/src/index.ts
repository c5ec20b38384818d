export type * from './types.ts';
export { createMarket, restoreMarket } from './market/market.ts';
export { protectedPrice } from './market/protected-price.ts';
