/** The market as a module: quotes, candles, watchlists, and what of the running market is durable. */
export { MarketTakenOver, moveFrontier, takeOver } from './frontier.ts';
export * from './day-store.ts';
