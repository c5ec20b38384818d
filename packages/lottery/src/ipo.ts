import { mulDiv } from '@khara/money';

/** Rs 2 lakh: the most a retail investor may apply for in all. Source: docs/sources.md I2. */
export const RETAIL_LIMIT_PAISE = 20_000_000n;
/** Rs 10 lakh: the boundary between small and big non-institutional investors. Source: docs/sources.md I7. */
const SMALL_NII_LIMIT_PAISE = 100_000_000n;
/** Rs 5 lakh: the most a UPI mandate may block for an application. Source: docs/sources.md U1. */
const UPI_LIMIT_PAISE = 50_000_000n;
const SME_MINIMUM_LOTS = 2;

export type InvestorCategory = 'RII' | 'sNII' | 'bNII';

export type IpoApplication = {
  readonly amountPaise: bigint;
  readonly category: InvestorCategory;
  readonly upiAllowed: boolean;
  /** Lots that stay within the retail limit at this price. */
  readonly maxRetailLots: number;
};

/** What an application for `lots` at a price amounts to. Source: docs/sources.md I2, I7, U1. */
export function ipoApplication(bid: { lots: number; lotSize: number; pricePaise: bigint }): IpoApplication {
  const lotPaise = BigInt(bid.lotSize) * bid.pricePaise;
  const amountPaise = BigInt(bid.lots) * lotPaise;
  return {
    amountPaise,
    category: investorCategory(amountPaise),
    upiAllowed: amountPaise <= UPI_LIMIT_PAISE,
    maxRetailLots: Number(mulDiv(RETAIL_LIMIT_PAISE, 1n, lotPaise, 'floor')),
  };
}

function investorCategory(amountPaise: bigint): InvestorCategory {
  if (amountPaise <= RETAIL_LIMIT_PAISE) return 'RII';
  return amountPaise <= SMALL_NII_LIMIT_PAISE ? 'sNII' : 'bNII';
}

export type BlockedMoney = {
  readonly blockedPaise: bigint;
  /** Taken at allotment, at the issue price. */
  readonly debitedPaise: bigint;
  readonly releasedPaise: bigint;
};

/**
 * Money of an application from blocking, at the bid or cap price, to allotment. Nothing is paid before it is allotted.
 */
export function blockAndRelease(bid: {
  lots: number;
  lotsAllotted: number;
  lotSize: number;
  blockedPricePaise: bigint;
  issuePricePaise: bigint;
}): BlockedMoney {
  const blockedPaise = BigInt(bid.lots * bid.lotSize) * bid.blockedPricePaise;
  const debitedPaise = BigInt(bid.lotsAllotted * bid.lotSize) * bid.issuePricePaise;
  return { blockedPaise, debitedPaise, releasedPaise: blockedPaise - debitedPaise };
}

export type SmeApplication = {
  readonly amountPaise: bigint;
  readonly eligible: boolean;
  readonly cutOffAllowed: false;
};

/** An SME application: at least two lots and more than Rs 2 lakh; no cut-off bids. Source: docs/sources.md I10. */
export function smeApplication(bid: { lots: number; lotSize: number; pricePaise: bigint }): SmeApplication {
  const amountPaise = BigInt(bid.lots * bid.lotSize) * bid.pricePaise;
  const eligible = bid.lots >= SME_MINIMUM_LOTS && amountPaise > RETAIL_LIMIT_PAISE;
  return { amountPaise, eligible, cutOffAllowed: false };
}
