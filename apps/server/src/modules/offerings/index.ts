/** Offerings: issues with their lottery, placements, blocks. docs/offerings.md. */
export { offeringCharges } from './offering-charges.ts';
export { openApplications } from './change-application.ts';
export { sealedDraw, sealedList, toOpenOffering } from './sealed-terms.ts';
export { handlers } from './handlers.ts';
export { withOfferings } from './offering-commands.ts';
export { createListings } from './listing-store.ts';
export { createOffering, offeringChoices, proposeOffering, type OfferingTerms } from './propose-offering.ts';
export { withdrawOffering } from './release-applications.ts';
export type { Offering } from './offering.ts';
export { advanceOfferings } from './advance-offerings.ts';
export { allotShares } from './allot-shares.ts';
export { wrongInOffering } from './asked-list.ts';
export { listAmounts } from './application-rules.ts';
export { ACCESS, APPLICATIONS, OFFERINGS, offeringById, readUnpaid } from './offering-store.ts';
export { remarksOfOfferings } from './remarks.ts';
