import { suspendShare, whyNotSuspended } from '#modules/orders/index.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { toOutcome, type Action } from './action.ts';

export const shareSuspend: Action = {
  termsOf: () => ({}),
  subjectOf(deps, subject) {
    const reason = whyNotSuspended(deps, subject);
    return reason ? refuse(reason, { field: 'subject' }) : done(subject);
  },
  execute: async (tx, deps, { id, subject }) =>
    toOutcome(await suspendShare(tx, deps, { code: subject, requestId: String(id) })),
};
