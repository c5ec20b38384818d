/** Watching: alerts at prices, lists of shares, drawings on their charts, and what lies ahead of them. */
export { adjustAlerts, endAlerts } from './alert-store.ts';
export { watchAlerts } from './alerts.ts';
export { createWatchingHandlers } from './handlers.ts';
