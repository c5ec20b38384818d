/** The primary market: issues with their lottery, placements, blocks. docs/offerings.md. */
export { chargesOf } from './charges.ts';
export { drawFacts, listFacts, openOf } from './facts.ts';
export { handlers } from './handlers.ts';
export { withOfferings } from './day-moments.ts';
export { createListings } from './listings.ts';
export { createOffering, offeringChoices, proposeOffering, type OfferingTerms } from './propose.ts';
export { withdrawOffering } from './release-all.ts';
export type { OfferingRow } from './rows.ts';
export { runOfferings } from './run.ts';
export { OFFERINGS } from './store.ts';
export { createSubscriptions } from './subscriptions.ts';
