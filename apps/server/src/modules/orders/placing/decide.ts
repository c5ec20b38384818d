import type { AccountState, MoneyState } from '#modules/ledger/index.ts';
import type { NewOrder, Placement } from './place-store.ts';

/** What decides about a new order, read under its user's lock. */
export type Standing = {
  /** How the same request was answered before. */
  readonly earlier: Placement | undefined;
  /** The square-off of its share has begun, and it is an intraday order of that day. */
  readonly isCutOff: boolean;
  /** Of the money, or of a sale's shares, what may not be used: the day's sale money, shares that are locked in. */
  readonly kept: bigint;
  /** Shares of an intraday order that would open a position. */
  readonly opening: number;
  /** Number of the user in the ledger; undefined for one who never had anything. */
  readonly person: number | undefined;
  readonly assetNumber: number | undefined;
  /** Undefined: there is no such account yet. */
  readonly money: MoneyState | undefined;
  readonly free: AccountState | undefined;
  readonly unsettled: AccountState | undefined;
};

export type OrderRefusal = 'mis_cutoff_passed' | 'insufficient_funds' | 'insufficient_holdings' | 'shares_locked_in';

/** Refused, or taken: then the most that it may have to hold, in paise or (a delivery sale) in shares. */
export type Decision =
  | { readonly refusal: OrderRefusal; readonly held?: undefined }
  | { readonly refusal?: undefined; readonly held: bigint };

/**
 * Whether an order can be paid for. A delivery buy needs all it can cost, a delivery sale its shares, settled or not.
 * An intraday order needs the margin of the part that would open a position, and its charges.
 */
export function decide(order: NewOrder, standing: Standing): Decision {
  if (standing.isCutOff) return { refusal: 'mis_cutoff_passed' };
  const { kept } = standing;
  const held = heldFor(order, standing);
  if (held === 0n) return { held };
  if (isDeliverySale(order)) {
    const shares = (standing.free?.balance ?? 0n) + (standing.unsettled?.balance ?? 0n);
    if (shares - held >= kept) return { held };
    return { refusal: kept > 0n ? 'shares_locked_in' : 'insufficient_holdings' };
  }
  return (standing.money?.balance ?? 0n) - held >= kept ? { held } : { refusal: 'insufficient_funds' };
}

function heldFor({ terms, freezePaise, chargesPaise }: NewOrder, { opening }: Standing): bigint {
  const quantity = BigInt(terms.quantity);
  if (terms.product === 'delivery') return terms.side === 'buy' ? freezePaise : quantity;
  if (opening === 0) return 0n;
  return (freezePaise * BigInt(opening) + quantity - 1n) / quantity + chargesPaise;
}

export const isDeliverySale = ({ terms }: Pick<NewOrder, 'terms'>): boolean =>
  terms.product === 'delivery' && terms.side === 'sell';
