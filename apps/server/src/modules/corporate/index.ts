/** What companies decide for their holders: dividends, splits, demergers, rights issues, buybacks. */
export { adjustmentOf } from './actions/adjustment.ts';
export { dividendHandlers } from './actions/dividend-handlers.ts';
export { applyActions } from './actions/apply.ts';
export { payDividends } from './actions/pay-dividends.ts';
export { payParts } from './actions/pay-parts.ts';
export { scheduleActions } from './actions/schedule.ts';
export { warnOwners } from './offers/offer-notices.ts';
export { OFFER_APPLICATIONS } from './offers/offer-store.ts';
export { settleOffers } from './offers/settle-offers.ts';
export { holderOfferHandlers } from './offers/take-offer.ts';
export { watchCircuits } from './share-notices/circuit-notices.ts';
export { notifyOfResults } from './share-notices/results-notices.ts';
export { notifyOfStages } from './share-notices/stage-notices.ts';
