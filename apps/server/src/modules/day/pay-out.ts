import type { Deps } from '#src/kernel/deps.ts';
import type { ScheduledEvent } from '#src/ports/exchange.ts';
import { settleDues } from '#modules/settlement/index.ts';
import { noteShortDeliveries } from '#modules/delivery/index.ts';

/**
 * At 15:30: what sellers do not deliver is noted, and what was bought on earlier days and is due comes. Safe to repeat.
 */
export async function payOut(
  deps: Omit<Deps, 'venue'>,
  event: Extract<ScheduledEvent, { readonly kind: 'pay_out' }>,
): Promise<void> {
  await noteShortDeliveries(deps, event);
  await settleDues(deps, event);
}
