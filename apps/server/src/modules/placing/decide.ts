import type { OwnLimitRefusal } from '@khara/contract';
import type { NewOrder } from './new-order.ts';
import type { Standing } from './place-store.ts';

/** A limit of the member, or that of losses that the platform bears. */
export type Stop = OwnLimitRefusal | 'intraday_paused';

export type OrderRefusal =
  | 'mis_cutoff_passed'
  | 'square_off_under_way'
  | Stop
  | 'debt_open'
  | 'insufficient_funds'
  | 'insufficient_holdings'
  | 'shares_locked_in'
  | 'not_received';

/** Refused, or taken: then the most that it may have to hold, in paise or (a delivery sale) in shares. */
export type Decision =
  | { readonly refusal: OrderRefusal; readonly held?: undefined }
  | { readonly refusal?: undefined; readonly held: bigint };

/**
 * Whether an order can be placed. `stop` is the limit that stops it. A member who owes opens and buys
 * nothing. The rest is whether it can be paid for. A delivery buy needs all it can cost, a delivery sale its
 * shares, settled or not. An intraday order needs the margin of the part that would open a position, and its
 * charges.
 */
export function decide(order: NewOrder, standing: Standing, stop?: Stop): Decision {
  if (standing.isCutOff) return { refusal: 'mis_cutoff_passed' };
  if (standing.isClosing) return { refusal: 'square_off_under_way' };
  if (stop !== undefined) return { refusal: stop };
  const { kept } = standing;
  const held = heldFor(order, standing);
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

function heldFor({ terms, freezePaise, chargesPaise }: NewOrder, { opening }: Standing): bigint {
  const quantity = BigInt(terms.quantity);
  if (terms.product === 'delivery') return terms.side === 'buy' ? freezePaise : quantity;
  if (opening === 0) return 0n;
  return (freezePaise * BigInt(opening) + quantity - 1n) / quantity + chargesPaise;
}

const isDeliverySale = ({ terms }: Pick<NewOrder, 'terms'>): boolean =>
  terms.product === 'delivery' && terms.side === 'sell';
