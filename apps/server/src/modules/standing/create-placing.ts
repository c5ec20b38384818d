import type { Deps } from '#src/kernel/deps.ts';
import type { OrderMatching } from '#src/ports/exchange.ts';
import { type Desk, OrderDesk } from '#modules/placing/index.ts';
import { OrderRuns } from './baskets/order-runs.ts';

/** Where orders are placed, and what sends several of them; the desk is here where the market runs here. */
export function createPlacing(deps: Deps & { readonly venue: OrderMatching }): {
  readonly desk: OrderDesk;
  readonly runs: OrderRuns;
};
export function createPlacing(deps: Deps, desk: Desk): { readonly desk: Desk; readonly runs: OrderRuns };
export function createPlacing(deps: Deps, remote?: Desk) {
  // Without another's desk the first signature was called.
  const desk = remote ?? new OrderDesk(deps as Deps & { readonly venue: OrderMatching });
  return { desk, runs: new OrderRuns({ ...deps, desk }) };
}
