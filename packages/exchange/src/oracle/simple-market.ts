import { createSessionMarket, restoreSessionMarket } from '../market/market.ts';
import type { Market, MarketSpec, SessionMarket } from '../types.ts';

/** A market for tests that give only simple commands. */
export const createMarket = (spec: MarketSpec): Market => simple(createSessionMarket(spec));

export const restoreMarket = (spec: MarketSpec, bytes: Uint8Array): Market => simple(restoreSessionMarket(spec, bytes));

/** A boundary: who can give only the commands of a `Market` meets only its events. */
const simple = (market: SessionMarket): Market => market as Market;
