/* What notes of orders are made of. The app reads these without the schemas. */

/** Why an order was placed. None is better than another. */
export const ORDER_REASONS = ['news', 'chart', 'value', 'tip', 'feeling', 'practice', 'plan', 'money'] as const;
export type OrderReason = (typeof ORDER_REASONS)[number];
/** The most characters of a note, and of a tag; the most tags of an order. */
export const MAX_NOTE = 500;
export const MAX_TAG = 24;
export const MAX_TAGS = 5;

/**
 * What became of a stop and a target that were planned with an order, by the shares that it opened. `open`: not all are
 * closed. `target`: closed at the target or better. `stop`: closed at the stop, give or take a tenth of the way to it.
 * `within`: no target was planned, and the stop was not reached. `early`: closed before the target. `beyond`: more was
 * lost than planned. `late`: the plan was written after the first share was closed.
 */
export const PLAN_OUTCOMES = ['open', 'target', 'stop', 'within', 'early', 'beyond', 'late'] as const;
export type PlanOutcome = (typeof PLAN_OUTCOMES)[number];
/** Those that kept the plan. */
export const PLAN_KEPT = ['target', 'stop', 'within'] as const satisfies readonly PlanOutcome[];
