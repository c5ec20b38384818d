import type { OwnLimitRefusal } from '@khara/contract';
import type { OrderTerms } from './order.ts';

/** What an order asks for, and the most that it may cost in paise. */
export type PricedOrder = Pick<OrderTerms, 'side' | 'product' | 'quantity'> & {
  /** Of a delivery buy all it can cost; of an intraday order the margin of all of it, without its charges. */
  readonly freezePaise: bigint;
  readonly chargesPaise: bigint;
  /** A sale takes shares that have arrived alone: of a share that trades trade-for-trade. */
  readonly receivedOnly?: boolean | undefined;
  /** Of an intraday order: shares that the position may have with it (`mostOpen`). Undefined: any number. */
  readonly mostOpen?: number | undefined;
};

/** What its account has. */
export type AccountStanding = {
  /** The square-off of its share has begun, and it is an intraday order of that day. */
  readonly isCutOff: boolean;
  /** The system closes the position in its share. */
  readonly isClosing: boolean;
  /** Of the money, or of a sale's shares, what may not be used: the day's sale money, shares that are locked in. */
  readonly kept: bigint;
  /** Shares of an intraday order that would open a position. */
  readonly opening: number;
  /** Shares of the position on the side of an intraday order, with its other open orders: see `exposedShares`. */
  readonly exposed: number;
  /** What the platform has borne for the user is not paid back. */
  readonly owes: boolean;
  /** Available money, free shares and unsettled ones; undefined: it never had any. */
  readonly money?: Balance | undefined;
  readonly free?: Balance | undefined;
  readonly unsettled?: Balance | undefined;
};

type Balance = { readonly balance: bigint };

/** A limit of the member, or that of losses that the platform bears. */
export type Stop = OwnLimitRefusal | 'intraday_paused';

export type AccountRefusal =
  | 'mis_cutoff_passed'
  | 'square_off_under_way'
  | Stop
  | 'position_above_turnover'
  | 'debt_open'
  | 'insufficient_funds'
  | 'insufficient_holdings'
  | 'shares_locked_in'
  | 'not_received';

/** Refused, or taken: then the most that it may have to hold, in paise or (a delivery sale) in shares. */
export type Decision =
  | { readonly refusal: AccountRefusal; readonly held?: undefined }
  | { readonly refusal?: undefined; readonly held: bigint };

/**
 * Whether an order can be placed. `stop` is the limit that stops it. A member who owes opens and buys
 * nothing. The rest is whether it can be paid for. A delivery buy needs all it can cost, a delivery sale its
 * shares, settled or not. An intraday order needs the margin of the part that would open a position, and its
 * charges.
 */
export function decide(order: PricedOrder, standing: AccountStanding, stop?: Stop): Decision {
  if (standing.isCutOff) return { refusal: 'mis_cutoff_passed' };
  if (standing.isClosing) return { refusal: 'square_off_under_way' };
  if (stop !== undefined) return { refusal: stop };
  if (isAboveTurnover(order, standing)) return { refusal: 'position_above_turnover' };
  const { kept } = standing;
  const held = neededBy(order, standing);
  if (held === 0n) return { held };
  if (isDeliverySale(order)) {
    const free = standing.free?.balance ?? 0n;
    const shares = free + (standing.unsettled?.balance ?? 0n);
    if (shares - held >= kept) return order.receivedOnly && held > free ? { refusal: 'not_received' } : { held };
    return { refusal: kept > 0n ? 'shares_locked_in' : 'insufficient_holdings' };
  }
  if (standing.owes) return { refusal: 'debt_open' };
  return (standing.money?.balance ?? 0n) - held >= kept ? { held } : { refusal: 'insufficient_funds' };
}

/** Whether an intraday order would make its position larger than a day can close. */
export const isAboveTurnover = (
  { quantity, mostOpen }: Pick<PricedOrder, 'quantity' | 'mostOpen'>,
  { opening, exposed }: Pick<AccountStanding, 'opening' | 'exposed'>,
): boolean => opening > 0 && mostOpen !== undefined && exposed + quantity > mostOpen;

function neededBy(order: PricedOrder, { opening }: AccountStanding): bigint {
  const { freezePaise, chargesPaise } = order;
  const quantity = BigInt(order.quantity);
  if (order.product === 'delivery') return order.side === 'buy' ? freezePaise : quantity;
  if (opening === 0) return 0n;
  return (freezePaise * BigInt(opening) + quantity - 1n) / quantity + chargesPaise;
}

const isDeliverySale = ({ product, side }: PricedOrder): boolean => product === 'delivery' && side === 'sell';
