import { refuse, type Refused } from '#src/kernel/result.ts';
import { anyClaimsForItself, anyClaimsTooMuch } from './claims.ts';
import { anyMentionsPaymentDetails } from './payment-detail-filter.ts';

export type TextFault = 'pay_to_details' | 'claims_too_much';

/** Why texts of the back office cannot be published; undefined when they can. `field` is the one that they came in. */
export function whyUnfit(texts: unknown, field: string): Refused<TextFault> | undefined {
  if (anyMentionsPaymentDetails(texts)) return refuse('pay_to_details', { field });
  return anyClaimsTooMuch(texts) ? refuse('claims_too_much', { field }) : undefined;
}

/**
 * The same of an article, which teaches: it may name registered brokers, and what fraud promises. For Khara
 * itself it claims nothing.
 */
export function whyUnfitArticle(texts: unknown, field: string): Refused<TextFault> | undefined {
  if (anyMentionsPaymentDetails(texts)) return refuse('pay_to_details', { field });
  return anyClaimsForItself(texts) ? refuse('claims_too_much', { field }) : undefined;
}
