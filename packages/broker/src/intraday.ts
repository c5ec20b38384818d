import { coveringMargin, type MarginBasis } from '@khara/rules';
import { max, min } from '@khara/money';
import { isOpenState, orderValue, type Order } from './order.ts';
import { chargesOfFill } from './billing.ts';

/*
 * Money of intraday positions. Each order that opens one holds its margin and its charges in account 105
 * (`marginPaise` of the order); what its fills opened stays held there, also when the order has ended, until
 * the position is closed. So the margin of a position is spread over the holds of the orders of its account
 * and share, and this file decides what of them is needed, and what may go.
 */

/** The orders of one account and share, and its position. */
export type Intraday = {
  /** Those that still hold something, and those that can still fill; by id. */
  readonly orders: readonly Order[];
  /** Below zero: short. */
  readonly quantity: number;
  /** What the open shares were bought or sold for. */
  readonly costPaise: bigint;
  /** Of the share on the market date. */
  readonly basis: MarginBasis;
};

/**
 * What an order still needs for itself: margin and charges of the part that would open a position. Orders
 * that can still fill, by id.
 */
function needs({ orders, quantity, basis }: Intraday): ReadonlyMap<bigint, bigint> {
  const closable = { buy: Math.max(0, -quantity), sell: Math.max(0, quantity) };
  const needed = new Map<bigint, bigint>();
  for (const order of orders) {
    if (!isOpenState(order.state)) continue;
    const rest = order.quantity - order.filled;
    const closes = Math.min(rest, closable[order.side]);
    closable[order.side] -= closes;
    needed.set(order.id, rest > closes ? neededFor(order, rest - closes, basis) : 0n);
  }
  return needed;
}

function neededFor(order: Order, opens: number, basis: MarginBasis): bigint {
  const rest = orderValue(order.quantity - order.filled, order.pricePaise);
  const charges = chargesOfFill(order, order.filledPaise, order.filledPaise + rest).total;
  const quantity = order.side === 'buy' ? opens : -opens;
  return coveringMargin({ quantity, valuePaise: orderValue(opens, order.pricePaise) }, basis) + charges;
}

export type Piece = { readonly order: Order; readonly paise: bigint };

/**
 * What of the holds is not needed by orders that can still fill, nor by the position: hold by hold, ended orders first.
 */
export const excess = (intraday: Intraday): readonly Piece[] => taking(intraday, marginPool(intraday).free);

/**
 * What stands behind the position, and not behind the order itself that holds it. Of that, what an order
 * lacks that was to close a position and would now open one (another order closed it first) is not free
 * either. `most` may be taken when a loss needs it: a paisa a share stays behind for an open position, and
 * two for what such an order may open, so that there is always a hold on which to book the next fill.
 */
function marginPool(intraday: Intraday): {
  readonly pieces: readonly Piece[];
  readonly free: bigint;
  readonly most: bigint;
} {
  const needed = needs(intraday);
  const pieces = intraday.orders
    .toSorted((a, b) => Number(isOpenState(a.state)) - Number(isOpenState(b.state)))
    .map((order) => ({ order, paise: max(0n, order.marginPaise - (needed.get(order.id) ?? 0n)) }));
  const pool = pieces.reduce((total, { paise }) => total + paise, 0n);
  const { quantity, costPaise } = intraday;
  const open = BigInt(Math.abs(quantity));
  const covering = coveringMargin({ quantity, valuePaise: costPaise }, intraday.basis);
  const lacking = intraday.orders.filter((order) => (needed.get(order.id) ?? 0n) > order.marginPaise);
  const lack = lacking.reduce((total, order) => total + needed.get(order.id)! - order.marginPaise, 0n);
  const mayOpen = lacking.reduce((total, { quantity, filled }) => total + BigInt(quantity - filled), 0n);
  return {
    pieces,
    free: max(0n, pool - max(covering, open) - max(lack, 2n * mayOpen)),
    most: max(0n, pool - open - 2n * mayOpen),
  };
}

/** So much out of what stands behind the position, hold by hold; where that is not enough, out of whatever is held. */
function taking(intraday: Intraday, paise: bigint): readonly Piece[] {
  const pieces: Piece[] = [];
  let left = paise;
  for (const piece of [
    ...marginPool(intraday).pieces,
    ...intraday.orders.map((order) => ({ order, paise: order.marginPaise })),
  ]) {
    const taken = pieces.find(({ order }) => order.id === piece.order.id);
    const part = min(left, piece.paise - (taken?.paise ?? 0n));
    if (part <= 0n) continue;
    if (taken) pieces.splice(pieces.indexOf(taken), 1);
    pieces.push({ order: piece.order, paise: part + (taken?.paise ?? 0n) });
    left -= part;
  }
  return pieces;
}

export type FillMoney = {
  /** Out of the margin: the first piece pays, the others are released before it. */
  readonly pieces: readonly Piece[];
  /** Of a loss that neither margin nor available money covers: the platform's. */
  readonly absorbedPaise: bigint;
};

/**
 * What a fill takes out of the margin, `intraday` being as the fill leaves it. A fill costs its charges and
 * its loss, or brings its gain. The margin that is no longer needed pays first, then what is available, then
 * the rest of the position's margin, then the platform: no user ever owes. A paisa a share stays behind while
 * a position is open, so that there is always a hold to book the next fill on.
 */
export function fillMoney(
  intraday: Intraday,
  { grossPaise, chargesPaise, availablePaise }: { grossPaise: bigint; chargesPaise: bigint; availablePaise: bigint },
): FillMoney {
  const { free, most } = marginPool(intraday);
  const cost = chargesPaise - grossPaise;
  let taken = max(1n, free);
  const missing = max(0n, cost - taken - availablePaise);
  const more = max(0n, min(missing, most - taken));
  taken += more;
  return { pieces: taking(intraday, taken), absorbedPaise: missing - more };
}
