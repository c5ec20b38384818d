import { type Change, createAdjuster } from '../baskets/adjust-baskets.ts';
import { pageOfTriggers } from './end-triggers.ts';
import { legConditions, type Leg, type Legs, type PriceTrigger } from './price-trigger.ts';
import { notifyAll, type NoticeToSend, type SentNotice } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import * as store from './trigger-store.ts';

/**
 * With a split, a bonus or rights the triggers that wait change as the share does: prices to the nearest tick,
 * quantity to the whole shares that its holder has then. Their owners get a notice. Written with the note
 * that the action was applied, so that it happens once.
 */
export async function adjustTriggers(
  tx: Tx,
  { market, clock }: Pick<Deps, 'market' | 'clock'>,
  change: Change,
): Promise<readonly SentNotice[]> {
  const tick = market.instrument(change.code)?.tick ?? 1;
  const adjust = createAdjuster({ market }, change);
  const at = clock.now();
  const notices: NoticeToSend[] = [];
  for (const trigger of await store.triggersBefore(tx, change.code, change.exDate)) {
    const adjusted = { ...trigger, ...adjustedTerms(trigger, adjust, tick) };
    await store.changeTerms(tx, trigger.id, adjusted, {
      at,
      armedDay: change.day.marketDay,
      armedStep: 0,
    });
    notices.push({
      userId: trigger.userId,
      category: 'transaction',
      key: 'triggerAdjusted',
      params: { code: trigger.code, quantity: adjusted.quantity, before: trigger.quantity },
      link: pageOfTriggers(trigger.id),
      about: `trigger:${trigger.id} ${change.id}`,
      at,
    });
  }
  return notifyAll(tx, notices);
}

/** Terms that mean the same of the share after the action. */
function adjustedTerms(
  { side, quantity, legs }: Pick<PriceTrigger, 'side' | 'quantity' | 'legs'>,
  adjust: ReturnType<typeof createAdjuster>,
  tick: number,
): { readonly quantity: number; readonly legs: Legs } {
  const adjustLeg = ({ triggerPaise, limitPaise }: Leg): Leg => ({
    triggerPaise: adjust.price(triggerPaise),
    limitPaise: adjust.price(limitPaise),
  });
  const moved = legConditions({ side, legs }).map((condition) => [condition, adjustLeg(legs[condition]!)] as const);
  const after: Legs = Object.fromEntries(moved);
  const { below, above } = after;
  // Two triggers that were a tick apart stay apart.
  const apart =
    below && above && above.triggerPaise <= below.triggerPaise
      ? { below, above: { ...above, triggerPaise: below.triggerPaise + BigInt(tick) } }
      : after;
  return { quantity: adjust.quantity(quantity, side), legs: apart };
}
