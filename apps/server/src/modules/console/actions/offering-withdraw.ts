import { withdrawOffering } from '#modules/offerings/index.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { withNotices, type Action } from './action.ts';

export const offeringWithdraw: Action = {
  termsOf: () => ({}),
  async subjectOf({ backOffice, clock }, subject) {
    const [offering] = await backOffice.query<{ state: string; closesAt: number | undefined }>(
      'console.offering_to_withdraw',
      'SELECT state, closes_ms FROM console.offering_line WHERE id = $1',
      [subject],
    );
    if (!offering) return refuse('not_found', { field: 'subject' });
    const { state, closesAt } = offering;
    const isOpen = ['coming_soon', 'in_progress'].includes(state) && (closesAt === undefined || closesAt > clock.now());
    return isOpen ? done(subject) : refuse('offering_not_open', { field: 'subject' });
  },
  async execute(tx, deps, { subject, reason }) {
    const withdrawn = await withdrawOffering(tx, deps, subject, reason);
    return withdrawn.refused === undefined ? withNotices(deps) : { failure: withdrawn.refused };
  },
};
