/** Limits that members set for themselves (docs/decisions/0025-members-limit-themselves.md). */
export { carryLimits, isLimited } from './carry-limits.ts';
export { OWN_LIMITS, type OwnLimitsJson, readGrantUses, toOwnLimits, readOwnLimits } from './limits-store.ts';
export type { OwnLimits } from './limits.ts';
export { ownLimitHandlers } from './own-limits.ts';
export { asStop, stopIn, stopOfOrder, stoppedBy, stoppedPurchase, withinLimits } from './stopped.ts';
