/** The market as a module: quotes, candles, watchlists, and what of the running market is durable. */
export { moveFrontier } from './frontier.ts';
