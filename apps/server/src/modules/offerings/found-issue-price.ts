import { foundPrice } from '@khara/offerings';
import type { OfferingRow } from './offering-rows.ts';

/** The issue price that a closed book found, in paise, before the retail discount; undefined where there is no book. */
export function foundIssuePrice({
  floor_paise: floor,
  cap_paise: cap,
  lots,
  shares_per_lot: sharesPerLot,
  offered_shares: offeredShares,
}: OfferingRow): bigint | undefined {
  if (floor === null || cap === null) return undefined;
  const askedShares = Number(lots) * sharesPerLot;
  return BigInt(foundPrice({ floorPrice: Number(floor), capPrice: Number(cap), offeredShares, askedShares }));
}
