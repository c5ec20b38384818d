import { assert } from '@khara/market-day';
import type { Charges } from '@khara/charges';
import { max, min } from '@khara/money';
import { orderValue, type Order } from './order.ts';
import { addCharges, addDp, chargesOfFill, dpOfSales, neededForRest } from './billing.ts';
import { afterFill, grossProfit, newPosition, type FillOfPosition, type Position } from './position.ts';
import { fillMoney } from './intraday.ts';
import type { ChangeOf } from './order-changes.ts';
import { outstandingShares } from './net-dues.ts';
import { releasePiece } from './release-margin.ts';
import type { Step, WorkingSet } from './working-set.ts';

/** A fill: its charges, its money or its margin, the position that it changes, what of it will settle. */
export function settleFill(
  set: WorkingSet,
  order: Order,
  event: ChangeOf<'filled'>,
  step: Pick<Step, 'marketTime' | 'details'>,
): void {
  const { batch } = set;
  const { quantity, tradeNo, pricePaise, aggressor, phase = 'continuous' } = event;
  const remaining = order.quantity - order.filled - quantity;
  assert(remaining >= 0, `order ${order.id}: ${quantity} filled of ${order.quantity - order.filled}`);
  const valuePaise = orderValue(quantity, pricePaise);
  const filledPaise = order.filledPaise + valuePaise;
  const { userId, asset, code, side, product } = order;
  const own = chargesOfFill(order, order.filledPaise, filledPaise);
  const charges = side === 'sell' && product === 'delivery' ? addDp(own, takeDp(set, order, valuePaise, own)) : own;

  const unsettled = unsettledShares(order, quantity);
  const now = { quantity, valuePaise, charges, unsettled, at: batch.at, marketDate: batch.marketDate };
  const held = set.position(order);
  const grossPaise = product === 'intraday' && held ? grossProfit(held, side, now) : 0n;
  const position = fillPosition(set, order, now);
  const trade = { tradeNo, quantity, valuePaise, charges };
  const frozen: Partial<Order> =
    product === 'intraday'
      ? {}
      : side === 'buy'
        ? buyFill(set, order, { ...trade, remaining, filledPaise })
        : sellFill(set, order, trade);
  const filled = set.advance(
    order,
    {
      ...frozen,
      state: remaining === 0 ? 'complete' : 'open',
      filled: order.filled + quantity,
      filledPaise,
      charges: addCharges(order.charges, charges),
    },
    { ...step, step: 'filled', quantity, pricePaise },
  );
  if (product === 'intraday') marginFill(set, filled, { tradeNo, charges, grossPaise, event: event.eventNo });
  set.addFill({
    id: set.nextFillId(order.id),
    orderId: order.id,
    positionId: position.id,
    userId,
    asset,
    code,
    side,
    product,
    quantity,
    pricePaise,
    valuePaise,
    charges,
    aggressor,
    phase,
    at: batch.at,
    marketDate: batch.marketDate,
    marketTime: step.marketTime,
    marketDay: batch.marketDay,
    tradeNo,
  });
}

type Trade = {
  readonly tradeNo: number;
  readonly quantity: number;
  readonly valuePaise: bigint;
  readonly charges: Charges;
};

/** A fill of a delivery buy takes its cost out of what is frozen; what the rest does not need goes back. */
function buyFill(
  set: WorkingSet,
  order: Order,
  { remaining, filledPaise, ...trade }: Trade & { readonly remaining: number; readonly filledPaise: bigint },
): Partial<Order> {
  const { tradeNo, quantity, valuePaise, charges } = trade;
  const frozenPaise = neededForRest(order, remaining, filledPaise);
  const releasedPaise = order.frozenPaise - valuePaise - charges.total - frozenPaise;
  assert(releasedPaise >= 0n, `order ${order.id}: what was frozen does not cover trade ${tradeNo}`);
  set.move({ kind: 'buy_fill', order, ...trade, releasedPaise });
  const { settlesOn } = set;
  set.changeDues(order, (dues) => {
    const same = dues.find((due) => due.settlesOn === settlesOn);
    const fresh = { userId: order.userId, asset: order.asset, settlesOn, sold: 0, settled: 0, noted: 0 };
    return [...dues.filter((due) => due !== same), { ...(same ?? fresh), bought: (same?.bought ?? 0) + quantity }];
  });
  return { frozenPaise };
}

/** Of the shares that a fill takes out of a delivery sale, those that have not settled: settled ones go first. */
const unsettledShares = ({ frozenShares, frozenUnsettled }: Order, quantity: number): number =>
  Math.max(0, frozenUnsettled - (frozenShares - quantity));

/**
 * A fill of a delivery sale takes shares that are frozen: settled ones first, then the oldest of the unsettled ones.
 */
function sellFill(set: WorkingSet, order: Order, trade: Trade): Partial<Order> {
  const frozenShares = order.frozenShares - trade.quantity;
  assert(frozenShares >= 0, `order ${order.id}: more shares were sold than frozen`);
  let unsettled = unsettledShares(order, trade.quantity);
  const frozenUnsettled = order.frozenUnsettled - unsettled;
  set.move({ kind: 'sell_fill', order, ...trade });
  if (unsettled > 0) {
    set.changeDues(order, (dues) => {
      const after = dues.map((due) => {
        const sold = Math.min(unsettled, outstandingShares(due));
        unsettled -= sold;
        return sold === 0 ? due : { ...due, sold: due.sold + sold };
      });
      if (unsettled > 0) set.noteUnheld(order.id); // a due that another hand changed counts as not there
      return after;
    });
  }
  return { frozenShares, frozenUnsettled };
}

/**
 * The DP charge of the day's sales, as far as it is not taken yet. It comes out of the proceeds: what one
 * fill cannot bear is taken with the day's next one, so that a small sale never takes money that the seller
 * may not have.
 */
function takeDp(set: WorkingSet, order: Order, valuePaise: bigint, own: Charges): bigint {
  const day = set.dpOfDay(order);
  const soldPaise = day.soldPaise + valuePaise;
  const due = dpOfSales(set.batch.marketDate, soldPaise) - day.dpPaise;
  const taken = min(due, max(0n, valuePaise - own.total));
  set.putDpOfDay({ ...day, soldPaise, dpPaise: day.dpPaise + taken });
  return taken;
}

/**
 * The position after a fill. Delivery shares were frozen for their sale, so they were there: where the position that
 * says so was changed by another hand, and counts as not there, the sale is settled all the same, and no other waits.
 */
function fillPosition(set: WorkingSet, order: Order, now: FillOfPosition): Position {
  const { userId, asset, code, product, side } = order;
  const first = { ...now, side: product === 'delivery' ? ('buy' as const) : side };
  const held = set.position(order) ?? newPosition({ id: set.nextPositionId(), userId, asset, code, product }, first);
  const isUnheld = product === 'delivery' && side === 'sell' && held.quantity < now.quantity;
  if (isUnheld) set.noteUnheld(order.id);
  const before = isUnheld ? { ...held, quantity: now.quantity } : held;
  const after = afterFill(before, side, now);
  set.putPosition(order, after);
  return after;
}

/** Settles a fill of an intraday order against the margin, the order being as the fill left it. */
function marginFill(
  set: WorkingSet,
  order: Order,
  fill: {
    readonly tradeNo: number;
    readonly charges: Charges;
    readonly grossPaise: bigint;
    readonly event: number;
  },
): void {
  const { tradeNo, charges, grossPaise } = fill;
  const { pieces, absorbedPaise } = fillMoney(set.intraday(order), {
    grossPaise,
    chargesPaise: charges.total,
    availablePaise: set.available(order.userId),
  });
  const [paying, ...released] = pieces;
  assert(paying, `order ${order.id}: an intraday fill finds no margin`);
  for (const piece of released) releasePiece(set, piece, fill.event);
  const of = set.order(paying.order.id);
  set.replace({ ...of, marginPaise: of.marginPaise - paying.paise });
  set.move({ kind: 'margin', order, of, tradeNo, capturedPaise: paying.paise, grossPaise, charges, absorbedPaise });
}
