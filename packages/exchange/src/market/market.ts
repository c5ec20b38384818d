import type { Market, MarketSpec } from '../types.ts';

/** The market of one day, before its first step. */
export function createMarket(_spec: MarketSpec): Market {
  throw new Error('the market is not built yet');
}

/** The market as it was when `bytes` was taken; `spec` must be the one it was created with. */
export function restoreMarket(_spec: MarketSpec, _bytes: Uint8Array): Market {
  throw new Error('the market is not built yet');
}
