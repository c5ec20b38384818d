import type { Charges } from '@khara/charges';
import { mulDiv } from '@khara/money';
import { refuse, type Refused } from '#src/kernel/result.ts';
import { offeredLots } from './present-offering.ts';
import { offeringCharges } from './offering-charges.ts';
import type { Offering } from './offering.ts';

type LotsRefusal = 'lots_invalid' | 'lots_above_maximum' | 'lots_below_minimum';

/**
 * Why this number of lots cannot be applied for, in this order: not the fixed quantity, above the ceiling,
 * below the minimum.
 */
export function whyNotLots(
  offering: Pick<Offering, 'minLots' | 'maxLots'>,
  lots: number,
): Refused<LotsRefusal> | undefined {
  const { minLots: minimum, maxLots: maximum } = offering;
  if (lots > maximum) return refuse('lots_above_maximum', { field: 'lots', details: { maximum } });
  if (lots < minimum) return refuse('lots_below_minimum', { field: 'lots', details: { minimum } });
  if (minimum === maximum && lots !== minimum) return refuse('lots_invalid', { field: 'lots' });
  return undefined;
}

/**
 * What an application for `lots` amounts to, its charges, and what of both is blocked at once, rounded
 * up to the paisa.
 */
export function listAmounts(
  offering: Pick<Offering, 'kind' | 'opensMarket' | 'pricePaise' | 'sharesPerLot' | 'upfrontBps'>,
  lots: number,
): { readonly amountPaise: bigint; readonly charges: Pick<Charges, 'total' | 'stt'>; readonly holdPaise: bigint } {
  const amountPaise = offering.pricePaise * BigInt(lots * offering.sharesPerLot);
  const charges = offeringCharges(offering, amountPaise);
  const holdPaise = mulDiv(amountPaise + charges.total, BigInt(offering.upfrontBps), 10_000n, 'ceil');
  return { amountPaise, charges, holdPaise };
}

/** Lots of a block not taken yet. */
export const lotsLeft = (offering: Offering): number => offeredLots(offering) - Number(offering.lots);
