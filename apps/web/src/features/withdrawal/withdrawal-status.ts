import type { Data } from '@khara/contract';
import type { IconName } from '#ui/icons.tsx';

export type WithdrawalOrder = Data<'withdrawals'>['list'][number];
export type WithdrawalStatus = WithdrawalOrder['status'];

/** A paid one may still be brought back by the bank, and is followed for as long as that takes in the sandbox. */
export const isUnderWay = ({ status }: Pick<WithdrawalOrder, 'status'>): boolean =>
  status === 'in_transfer' || status === 'passed';

/** Tag and icon of a state; the word beside them says it too. */
export const STATUS_LOOK = {
  in_transfer: { tone: 'accent', icon: 'clock' },
  passed: { tone: 'accent', icon: 'clock' },
  paid: { tone: 'up', icon: 'check' },
  failed: { tone: 'down', icon: 'close' },
  revoked: { tone: 'neutral', icon: 'minus' },
} as const satisfies Record<WithdrawalStatus, { tone: string; icon: IconName }>;

const REASONS = ['payout_returned', 'name_mismatch', 'rail_refused', 'declined', 'debt_open'] as const;
/** The key of a reason's text. */
export const reasonKey = (reason: string): (typeof REASONS)[number] | 'other' =>
  REASONS.find((known) => known === reason) ?? 'other';

/** Reasons that the credit score has a rule for. */
export const lowersScore = ({ reason }: Pick<WithdrawalOrder, 'reason'>): boolean =>
  reason === 'payout_returned' || reason === 'name_mismatch';

export type Step = { readonly status: WithdrawalStatus; readonly at: number | undefined };

const USUAL = ['in_transfer', 'passed', 'paid'] as const;

/** What happened, with its instant, and what is still to come of one that is under way; newest first. */
export function withdrawalSteps({ status, timeline }: Pick<WithdrawalOrder, 'status' | 'timeline'>): readonly Step[] {
  const happened = timeline.map((step): Step => ({ status: step.status, at: step.at }));
  const ahead = isUnderWay({ status })
    ? USUAL.filter((usual) => !timeline.some((step) => step.status === usual)).map((usual): Step => ({
        status: usual,
        at: undefined,
      }))
    : [];
  return [...happened, ...ahead].toReversed();
}
