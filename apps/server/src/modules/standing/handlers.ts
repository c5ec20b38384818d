import { triggerHandlers } from './triggers/set-trigger.ts';
import { createBasketHandlers } from './baskets/handlers.ts';
import type { OrderRuns } from './baskets/order-runs.ts';

/** Calls about what waits for a price or a date; `runs` sends orders that are sent together. */
export const createStandingHandlers = (runs: OrderRuns) => ({ ...triggerHandlers, ...createBasketHandlers(runs) });
