import type { Offering } from './offering.ts';

/**
 * Why this number of lots cannot be applied for, as the specification's messages name it (reasons of the contract);
 * undefined when they can.
 */
type LotsProblem = 'lots_required' | 'lots_invalid' | 'lots_above_maximum' | 'lots_below_minimum';

type Limits = Pick<Offering, 'minimumSubscription' | 'subscriptionCeiling' | 'fixedSubscriptionQuantity'>;

export function lotsProblem(text: string, limits: Limits): LotsProblem | undefined {
  const typed = text.trim();
  if (typed === '') return 'lots_required';
  if (!/^\d{1,9}$/.test(typed)) return 'lots_invalid';
  const lots = Number(typed);
  if (lots === 0) return 'lots_invalid'; // as the server says
  if (lots > limits.subscriptionCeiling) return 'lots_above_maximum';
  if (lots < limits.minimumSubscription) return 'lots_below_minimum';
  const fixed = limits.fixedSubscriptionQuantity;
  return fixed !== null && lots !== fixed ? 'lots_invalid' : undefined;
}

/** The number of lots one key further, kept within what can be applied for. */
export function stepLots(text: string, direction: 1 | -1, limits: Limits): string {
  const lots = /^\d{1,9}$/.test(text.trim()) ? Number(text) + direction : limits.minimumSubscription;
  return String(Math.max(limits.minimumSubscription, Math.min(limits.subscriptionCeiling, lots)));
}
