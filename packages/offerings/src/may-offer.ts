import type { Day, SurveillanceStage } from '@khara/rules';
import { isCompany, type Issuer } from '@khara/universe';
import { monthsAfter } from './lock-in.ts';

/**
 * Months after its listing before which a company's shares are not offered: until then all holders from before it are
 * locked in (SEBI ICDR 2018, regulations 16 and 17).
 */
const LISTED_MONTHS = 6;

/**
 * Whether shares of an issuer may be offered outside the book on a market date: those of a company that has been listed
 * for half a year and trades as all do, in single shares and under no surveillance. Never units or entitlements.
 */
export const mayOffer = (
  issuer: Issuer,
  on: { readonly day: Day; readonly series: string; readonly stage: SurveillanceStage | undefined },
): boolean =>
  isCompany(issuer) &&
  !issuer.suspended &&
  issuer.lotSize === 1 &&
  on.series === 'EQ' &&
  on.stage === undefined &&
  monthsAfter(issuer.listedOn, LISTED_MONTHS) <= on.day;
