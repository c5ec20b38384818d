import { foundPrice } from '@khara/offerings';
import type { Offering } from './offering.ts';

/** The issue price that a closed book found, in paise, before the retail discount; undefined where there is no book. */
export function foundIssuePrice({
  floorPaise: floor,
  capPaise: cap,
  lots,
  sharesPerLot,
  offeredShares,
}: Offering): bigint | undefined {
  if (floor === undefined || cap === undefined) return undefined;
  const askedShares = Number(lots) * sharesPerLot;
  return BigInt(foundPrice({ floorPrice: Number(floor), capPrice: Number(cap), offeredShares, askedShares }));
}
