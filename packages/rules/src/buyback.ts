import { mulDiv } from '@khara/money';
import { nextRegularDay } from './calendar.ts';
import type { Day } from './days.ts';
import { dividendTds } from './corporate-actions.ts';

/* A buyback by tender offer: the company buys shares of its holders at one price, in proportion to what they hold. */

export type BuybackDates = {
  /** The ex-date: the holder at the end of the day before is entitled. */
  readonly recordOn: Day;
  /** First and last day on which shares are tendered. */
  readonly opensOn: Day;
  readonly closesOn: Day;
  /** Accepted shares are paid for before this day trades, and the others are free again. */
  readonly settledOn: Day;
};

/** Market days from the record date to the opening, of the window, and from its end to the payment. Source: A7. */
const DAYS = { toOpening: 2, open: 5, toPayment: 3 } as const;

export function buybackDates(exDate: Day): BuybackDates {
  const after = (day: Day, count: number): Day => (count === 0 ? day : after(nextRegularDay(day), count - 1));
  const opensOn = after(exDate, DAYS.toOpening);
  const closesOn = after(opensOn, DAYS.open - 1);
  return { recordOn: exDate, opensOn, closesOn, settledOn: after(closesOn, DAYS.toPayment) };
}

/**
 * The most that the shares of a small shareholder are worth on the record date, in paise. Source: docs/sources.md A7.
 */
export const SMALL_HOLDING_PAISE = 2_00_000_00n;

export type HolderCategory = 'small' | 'general';

/** By the close before the ex-date. */
export const holderCategory = (held: number, close: number): HolderCategory =>
  BigInt(held) * BigInt(close) <= SMALL_HOLDING_PAISE ? 'small' : 'general';

/** What a company buys, and what all holders of a category have and do. */
export type BuybackTerms = {
  /** Shares that it buys. */
  readonly shares: number;
  /** Shares that small shareholders have, and all others. */
  readonly held: Readonly<Record<HolderCategory, number>>;
};

/** Shares that are reserved for a category: for small holders 15 %, or more where they hold more. Source: A7. */
export function reservedFor(category: HolderCategory, { shares, held }: BuybackTerms): number {
  const byHolding = mulDiv(BigInt(shares), BigInt(held.small), BigInt(held.small + held.general), 'floor');
  const small = Math.max(Math.ceil((shares * 15) / 100), Number(byHolding));
  return category === 'small' ? small : shares - small;
}

/** Shares of a holding that are surely bought if they are tendered: whole ones, never more than are held. */
export const buybackEntitlement = (held: number, category: HolderCategory, terms: BuybackTerms): number =>
  Math.min(
    held,
    Number(
      mulDiv(BigInt(held), BigInt(reservedFor(category, terms)), BigInt(Math.max(1, terms.held[category])), 'floor'),
    ),
  );

/** What a category tendered: within what its holders are entitled to, and beyond. */
export type Tendered = {
  readonly entitled: number;
  readonly additional: number;
};

/** Of the shares tendered beyond entitlements, how many of how many are bought. */
export type AcceptedPart = {
  readonly accepted: number;
  readonly of: number;
};

/**
 * How much of what was tendered beyond entitlements is bought, by category. What its own holders did not tender comes
 * first; what a category leaves is for the other. Source: docs/sources.md A7.
 */
export function acceptTenders(
  terms: BuybackTerms,
  tendered: Readonly<Record<HolderCategory, Tendered>>,
): Readonly<Record<HolderCategory, AcceptedPart>> {
  const own = (category: HolderCategory) => {
    const left = Math.max(0, reservedFor(category, terms) - tendered[category].entitled);
    const taken = Math.min(left, tendered[category].additional);
    return { taken, left: left - taken, wanted: tendered[category].additional - taken };
  };
  const [small, general] = [own('small'), own('general')];
  return {
    small: { accepted: small.taken + Math.min(general.left, small.wanted), of: tendered.small.additional },
    general: { accepted: general.taken + Math.min(small.left, general.wanted), of: tendered.general.additional },
  };
}

/** Shares of a tender that are bought: the entitlement in full, of the rest its part, whole shares. */
export function acceptedShares(tender: Tendered, { accepted, of }: AcceptedPart): number {
  if (tender.additional === 0 || of === 0) return tender.entitled;
  return tender.entitled + Number(mulDiv(BigInt(tender.additional), BigInt(accepted), BigInt(of), 'floor'));
}

/** How the money of a buyback is taxed, by the day on which it is paid. Source: docs/sources.md A8. */
export type BuybackTax =
  /** The company has paid: nothing of it is taxed. */
  | 'company'
  /** All of it counts as a dividend, and what the shares cost is a capital loss. */
  | 'dividend'
  /** Like a sale. */
  | 'capital_gains';

export const buybackTax = (day: Day): BuybackTax =>
  day < '2024-10-01' ? 'company' : day < '2026-04-01' ? 'dividend' : 'capital_gains';

/** What a holder is paid. Tax is deducted at source only where the money counts as a dividend. */
export function buybackPayment(payment: {
  readonly shares: number;
  readonly pricePaise: bigint;
  readonly paidThisYearPaise: bigint;
  readonly day: Day;
}): { readonly grossPaise: bigint; readonly tdsPaise: bigint } {
  const grossPaise = BigInt(payment.shares) * payment.pricePaise;
  const isDividend = buybackTax(payment.day) === 'dividend';
  return { grossPaise, tdsPaise: isDividend ? dividendTds({ ...payment, grossPaise }) : 0n };
}
