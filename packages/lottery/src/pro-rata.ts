import { mulDiv } from '@khara/money';
import { hex } from '@khara/proof';
import { applicationLeaf, sortedList, type Application } from './draw.ts';

/** Everything that a placement's allotment depends on. */
export interface ProRataOffer {
  readonly shares: number;
  readonly sharesPerLot: number;
}

/**
 * Shares a placement out in proportion, in whole lots: each application gets the whole lots of its part, and the lots left go to the largest remainders.
 * Equal remainders go by the hash of the application, which holds the applicant's own random request id: neither the order of arrival nor whoever runs the
 * server decides. Everyone gets what they asked for when there is enough. Shares by application id, in the order of the sorted list.
 */
export function allotProRata(
  offer: ProRataOffer,
  applications: readonly Application[],
): { readonly mode: 'full_allotment' | 'pro_rata'; readonly allotted: ReadonlyMap<string, number> } {
  const list = sortedList(applications);
  const { sharesPerLot } = offer;
  const offered = BigInt((offer.shares - (offer.shares % sharesPerLot)) / sharesPerLot);
  const asked = list.reduce((sum, { lots }) => sum + BigInt(lots), 0n);
  if (asked <= offered) {
    return {
      mode: 'full_allotment',
      allotted: new Map(list.map(({ applicationId, lots }) => [applicationId, lots * sharesPerLot])),
    };
  }
  const parts = list.map((application) => {
    const whole = mulDiv(offered, BigInt(application.lots), asked, 'floor');
    return { application, whole: Number(whole), rest: offered * BigInt(application.lots) - whole * asked };
  });
  let left = Number(offered) - parts.reduce((sum, { whole }) => sum + whole, 0);
  const byRest = parts
    .map((part) => ({ part, leaf: hex(applicationLeaf(part.application)) }))
    .sort((a, b) => (a.part.rest === b.part.rest ? (a.leaf < b.leaf ? -1 : 1) : a.part.rest > b.part.rest ? -1 : 1));
  const more = new Set<string>();
  for (const { part } of byRest) {
    if (left === 0) break;
    // A remainder of nothing is no claim; there are fewer lots left than remainders.
    more.add(part.application.applicationId);
    left -= 1;
  }
  return {
    mode: 'pro_rata',
    allotted: new Map(
      parts.map(({ application: { applicationId }, whole }) => [
        applicationId,
        (whole + (more.has(applicationId) ? 1 : 0)) * sharesPerLot,
      ]),
    ),
  };
}
