import type { Data } from '@khara/contract';
import type { IconName } from '#ui/icons.tsx';

export type RechargeOrder = Data<'submitRecharge'>;
export type RechargeStatus = RechargeOrder['status'];

export const isWaiting = (order: RechargeOrder): boolean => order.status === 'in_transfer';

/** Tag and icon of a state; the word beside them says it too. */
export const STATUS_LOOK = {
  in_transfer: { tone: 'accent', icon: 'clock' },
  passed: { tone: 'up', icon: 'check' },
  failed: { tone: 'down', icon: 'close' },
  revoked: { tone: 'neutral', icon: 'minus' },
} as const satisfies Record<RechargeStatus, { tone: string; icon: IconName }>;

const REASONS = ['reversed', 'rail_refused', 'expired', 'declined'] as const;
/** The key of a reason's text. */
export const reasonKey = (reason: string): (typeof REASONS)[number] | 'other' =>
  REASONS.find((known) => known === reason) ?? 'other';
