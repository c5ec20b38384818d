import { offerCharges } from '@khara/charges';
import type { Data } from '@khara/contract';
import { mulDiv, paise, percent, rupees } from '@khara/money';

export type Offering = Data<'newStocks'>['list'][number];
export type Application = Data<'subscriptions'>['list'][number];
export type Kind = Offering['kind'];

/** The kinds that the new-stock pages show; blocks have pages of their own. */
export const NEW_STOCK_KINDS = ['ipo', 'offline_placement', 'private_placement'] as const satisfies readonly Kind[];
export type NewStockKind = (typeof NEW_STOCK_KINDS)[number];

/** In the order of an offering's life. */
export const LIFE = [
  'coming_soon',
  'in_progress',
  'allotting',
  'pending_listing',
  'listed_today',
  'listed',
] as const satisfies readonly Offering['state'][];

export const OFFERING_TONES = {
  coming_soon: 'neutral',
  in_progress: 'accent',
  allotting: 'gold',
  pending_listing: 'gold',
  listed_today: 'up',
  listed: 'neutral',
  withdrawn: 'warn',
  lapsed: 'warn',
} as const satisfies Record<Offering['state'], string>;

export const APPLICATION_TONES = {
  subscribed: 'accent',
  winning_lots: 'gold',
  failed_lots: 'neutral',
  signed: 'up',
  lapsed: 'warn',
  cancelled: 'neutral',
} as const satisfies Record<Application['state'], string>;

/** A list is asked again this often while something on it can change by itself, and while nothing can. */
export const LIVE_MS = 4000;
export const QUIET_MS = 30_000;

export const isOpen = ({ state }: Pick<Offering, 'state'>): boolean => state === 'in_progress';
/** Until it is on the exchange something happens without the reader. */
export const isMoving = ({ state }: Pick<Offering, 'state'>): boolean =>
  state === 'in_progress' || state === 'allotting' || state === 'coming_soon';
export const isPlacement = ({ kind }: Pick<Offering, 'kind'>): boolean =>
  kind === 'offline_placement' || kind === 'private_placement';

/**
 * What lots cost in rupees with their statutory charges, these, and what of it is blocked at once (a part,
 * rounded up to the paisa). Undefined while the terms are locked.
 */
export function subscriptionCost(
  { requiredAmount, upfrontRate, chargesOn }: Pick<Offering, 'requiredAmount' | 'upfrontRate' | 'chargesOn'>,
  lots: number,
): { readonly amount: string; readonly charges: string; readonly blocked: string } | undefined {
  const lot = requiredAmount === null ? undefined : paise(requiredAmount);
  const rate = paise(upfrontRate); // hundredths of a per cent
  if (lot === undefined || rate === undefined) return undefined;
  const price = lot * BigInt(lots);
  const charges = chargesOn === null ? 0n : offerCharges(chargesOn, price).total;
  const amount = price + charges;
  return { amount: rupees(amount), charges: rupees(charges), blocked: rupees(mulDiv(amount, rate, 10_000n, 'ceil')) };
}

/** What a share has gained since it was issued, in per cent. */
export function sinceIssue({
  marketPrice,
  discountedPrice,
}: Pick<Offering, 'marketPrice' | 'discountedPrice'>): string | undefined {
  const now = marketPrice === null ? undefined : paise(marketPrice);
  const paid = discountedPrice === null ? undefined : paise(discountedPrice);
  return now === undefined || !paid ? undefined : percent(now - paid, paid);
}

/** A difference from the buyer's side: a discount of 2.20 stands 2.20 per cent under the market. */
export const underMarket = (discount: string | null): string | null => {
  if (discount === null || /^0(\.0+)?$/.test(discount)) return discount;
  return discount.startsWith('-') ? discount.slice(1) : `-${discount}`;
};

/** Lots that a full book of these shares has. */
export const offeredLots = ({
  offeredShares,
  sharesPerLot,
}: Pick<Offering, 'offeredShares' | 'sharesPerLot'>): number => Math.floor(offeredShares / sharesPerLot);

/** "9f3c41d06be27a95c84e…5d10a81e" */
export const shortHash = (hash: string): string => `${hash.slice(0, 20)}…${hash.slice(-8)}`;

/** A price band in whole rupees without the empty paise: "325", but "325.50" as it is. */
export const shortBand = (band: readonly [string, string]): readonly [string, string] =>
  band.every((price) => price.endsWith('.00')) ? [band[0].slice(0, -3), band[1].slice(0, -3)] : band;
