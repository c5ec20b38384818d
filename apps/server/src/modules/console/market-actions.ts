import { createOffering, proposeOffering, withdrawOffering, type OfferingTerms } from '#modules/offerings/index.ts';
import { suspendShare, whyNotSuspended } from '#modules/orders/index.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { offeringToWithdraw } from './store.ts';
import { whyUnfit } from './unfit.ts';
import { toOutcome, withNotices, type Action } from './action.ts';

/** What a page of an issue shows together: its name in each language, and below it what the company does. */
const readTogether = ({ issue }: OfferingTerms) =>
  Object.values(issue?.names ?? {}).map((title) => ({ title, story: issue?.story }));

/** What is offered and traded in the market. */
export const marketActions = {
  /** A new offering gets its id here, by the rules of the calendar. */
  'offering.create': {
    termsOf: ({ offering }) => offering && { offering },
    async subjectOf({ db, market, offerings }, _subject, { offering }) {
      const proposed = await proposeOffering(db, { market, offerings }, offering);
      if (proposed.refused !== undefined) return proposed;
      return whyUnfit(readTogether(offering), 'payload') ?? done(proposed.value.planned.id);
    },
    async execute(tx, deps, { terms: { offering } }) {
      const { market, offerings } = deps;
      const created = await createOffering(tx, { market, offerings }, offering);
      return created.refused === undefined ? withNotices(deps) : { failure: created.refused };
    },
  } satisfies Action<{ readonly offering: OfferingTerms }>,
  'offering.withdraw': {
    termsOf: () => ({}),
    async subjectOf({ backOffice, clock }, subject) {
      const offering = await offeringToWithdraw(backOffice, subject);
      if (!offering) return refuse('not_found', { field: 'subject' });
      const { state, closesAt } = offering;
      const isOpen =
        ['coming_soon', 'in_progress'].includes(state) && (closesAt === undefined || closesAt > clock.now());
      return isOpen ? done(subject) : refuse('offering_not_open', { field: 'subject' });
    },
    async execute(tx, deps, { subject, reason }) {
      const withdrawn = await withdrawOffering(tx, deps, subject, reason);
      return withdrawn.refused === undefined ? withNotices(deps) : { failure: withdrawn.refused };
    },
  } satisfies Action,
  'share.suspend': {
    termsOf: () => ({}),
    subjectOf(deps, subject) {
      const reason = whyNotSuspended(deps, subject);
      return reason ? refuse(reason, { field: 'subject' }) : done(subject);
    },
    execute: async (tx, deps, { id, subject }) =>
      toOutcome(await suspendShare(tx, deps, { code: subject, requestId: String(id) })),
  } satisfies Action,
};
