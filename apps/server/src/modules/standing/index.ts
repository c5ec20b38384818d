/** What waits for a price or a date: triggers, baskets and regular purchases. */
export { adjustBaskets, askAboutBaskets } from './baskets/adjust-baskets.ts';
export { BASKETS } from './baskets/basket-store.ts';
export { createBasketHandlers } from './baskets/handlers.ts';
export { createPlacing, OrderRuns } from './baskets/order-runs.ts';
export { REGULAR_PURCHASES } from './baskets/regular-store.ts';
export { ORDER_RUNS } from './baskets/run-store.ts';
export { adjustTriggers } from './triggers/adjust-triggers.ts';
export { endTriggersForAction, expireTriggers, tendTriggers } from './triggers/end-triggers.ts';
export { FiredTriggers, withWaiting } from './triggers/fired-triggers.ts';
export { termsHash } from './triggers/price-trigger.ts';
export { triggerHandlers } from './triggers/set-trigger.ts';
export { TRIGGERS } from './triggers/trigger-store.ts';
