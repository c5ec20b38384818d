import { dividendHandlers } from './actions/dividend-handlers.ts';
import { holderOfferHandlers } from './offers/take-offer.ts';

/** Calls about what companies decide for their holders. */
export const handlers = { ...dividendHandlers, ...holderOfferHandlers };
