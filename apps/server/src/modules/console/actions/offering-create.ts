import { createOffering, proposeOffering, type OfferingTerms } from '#modules/offerings/index.ts';
import { done } from '#src/kernel/result.ts';
import { whyUnfit } from '../unfit.ts';
import { withNotices, type Action } from './action.ts';

/** What a page of an issue shows together: its name in each language, and below it what the company does. */
const readTogether = ({ issue }: OfferingTerms) =>
  Object.values(issue?.names ?? {}).map((title) => ({ title, story: issue?.story }));

/** A new offering gets its id here, by the rules of the calendar. */
export const offeringCreate: Action<{ readonly offering: OfferingTerms }> = {
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
};
