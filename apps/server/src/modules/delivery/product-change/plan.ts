import {
  type Due,
  excess,
  type Intraday,
  isOpenState,
  newPosition,
  onDay,
  orderCharges,
  orderValue,
  type Piece,
  type Position,
  type Product,
} from '@khara/broker';
import { coveringMargin, intradayMargin } from '@khara/rules';
import { max, mulDiv } from '@khara/money';

/*
 * Shares of the day that become the other product (decision 14): pure. Amounts are paise, quantities shares.
 */

/** A member's shares of one code as they stand, and what is known of the market. */
export type ChangeFacts = {
  /** What the shares are to be. */
  readonly product: Product;
  readonly delivery: Position | undefined;
  readonly position: Position | undefined;
  /** Orders of the intraday position with its margin. */
  readonly intraday: Intraday;
  /** Of the delivery shares, those that settle with today's purchases, and all in account 122. */
  readonly dueToday: number;
  readonly unsettled: number;
  readonly lastPaise: bigint;
  readonly marketDate: string;
};

/**
 * Shares that may become `product`: those bought today that are still there and that no open order sells. Sales of the
 * day take the oldest shares first. Of a short position, and of one that an earlier day left, none.
 */
export function convertibleShares(facts: ChangeFacts): number {
  const { product, marketDate, position } = facts;
  // To an intraday position that an earlier day left nothing comes either: it would count as one of today.
  if (position && isLeftOver(position, marketDate)) return 0;
  if (product === 'intraday') {
    const bought = facts.delivery ? onDay(facts.delivery, marketDate).dayBoughtQuantity : 0;
    return Math.max(0, Math.min(facts.dueToday, facts.unsettled, bought));
  }
  if (!position || position.quantity <= 0) return 0;
  const selling = facts.intraday.orders
    .filter(({ state, side }) => side === 'sell' && isOpenState(state))
    .reduce((sum, order) => sum + order.quantity - order.filled, 0);
  return Math.max(0, position.quantity - selling);
}

/** Whether some of a position is of an earlier day. */
function isLeftOver(position: Position, marketDate: string): boolean {
  const { quantity, dayBoughtQuantity, daySoldQuantity } = onDay(position, marketDate);
  return quantity !== dayBoughtQuantity - daySoldQuantity;
}

/** What a change moves. */
export type ChangePlan = {
  readonly quantity: number;
  /** What the shares cost: of delivery at the day's average price, of intraday at the position's. */
  readonly valuePaise: bigint;
  /** Charges of buying them, which go with them. */
  readonly chargesPaise: bigint;
  /** What delivery costs over intraday, until the contract note. */
  readonly estimatedPaise: bigint;
  /** Margin to hold for them; with what they have lost, so that no loss is passed on. */
  readonly marginPaise: bigint;
  /** Margin of the position that is not needed any more. */
  readonly releases: readonly Piece[];
  readonly comesBackPaise: bigint;
  readonly neededPaise: bigint;
  readonly from: Position;
};

/** What becoming `product` moves of `shares`, at least one and at most the convertible ones. */
export function planChange(facts: ChangeFacts, quantity: number): ChangePlan {
  const { product, marketDate } = facts;
  const from = product === 'intraday' ? facts.delivery : facts.position;
  if (!from) throw new Error('there is no position to change');
  const held = onDay(from, marketDate);
  const n = BigInt(quantity);
  if (product === 'intraday') {
    const ofDay = (paise: bigint) => mulDiv(paise, n, BigInt(held.dayBoughtQuantity), 'half_up');
    const [valuePaise, chargesPaise] = [ofDay(held.dayBoughtPaise), ofDay(held.dayBuyChargesPaise)];
    const { basis } = facts.intraday;
    const marginPaise = max(
      intradayMargin(valuePaise, basis.rateBps) + max(0n, valuePaise - orderValue(quantity, facts.lastPaise)),
      coveringMargin({ quantity, valuePaise }, basis),
    );
    const releases: readonly Piece[] = [];
    const moved = { quantity, valuePaise, chargesPaise, estimatedPaise: 0n, marginPaise, releases, from };
    return { ...moved, comesBackPaise: valuePaise, neededPaise: marginPaise };
  }
  const ofHeld = (paise: bigint) => mulDiv(paise, n, BigInt(held.quantity), 'half_up');
  const [valuePaise, chargesPaise] = [ofHeld(held.costPaise), ofHeld(held.buyChargesPaise)];
  const costs = (as: Product) =>
    orderCharges({ side: 'buy', product: as, asset: from.asset, marketDate }, valuePaise).total;
  const estimatedPaise = max(0n, costs('delivery') - costs('intraday'));
  const left = { quantity: held.quantity - quantity, costPaise: held.costPaise - valuePaise };
  const releases = excess({ ...facts.intraday, ...left });
  const moved = { quantity, valuePaise, chargesPaise, estimatedPaise, marginPaise: 0n, releases, from };
  const comesBackPaise = releases.reduce((sum, { paise }) => sum + paise, 0n);
  return { ...moved, comesBackPaise, neededPaise: valuePaise + estimatedPaise };
}

export type ChangedPositions = { readonly from: Position; readonly to: Position };

/**
 * The two positions after a change. The shares count as bought in the one and not in the other, at what they cost and
 * with the charges of buying them. Nothing is realised by it.
 */
export function changedPositions(
  facts: ChangeFacts,
  { quantity, valuePaise, chargesPaise, estimatedPaise, from }: ChangePlan,
  { at, nextPositionId }: { readonly at: number; readonly nextPositionId: () => bigint },
): ChangedPositions {
  const { product, marketDate } = facts;
  const { userId, asset, code } = from;
  const other = product === 'intraday' ? facts.position : facts.delivery;
  const opening = { quantity, valuePaise, charges: { total: 0n }, at, marketDate, side: 'buy' } as const;
  const to = onDay(other ?? newPosition({ id: nextPositionId(), userId, asset, code, product }, opening), marketDate);
  const before = onDay(from, marketDate);
  const charged = chargesPaise + estimatedPaise;
  return {
    from: withBought(before, -quantity, -valuePaise, -chargesPaise, at),
    to: withBought(to, quantity, valuePaise, charged, at),
  };
}

/** A position with shares of the day more or, below zero, less. */
function withBought(
  position: Position,
  quantity: number,
  valuePaise: bigint,
  chargesPaise: bigint,
  at: number,
): Position {
  const isIntraday = position.product === 'intraday';
  const left = position.quantity + quantity;
  return {
    ...position,
    quantity: left,
    costPaise: isIntraday ? position.costPaise + valuePaise : 0n,
    buyChargesPaise: isIntraday ? position.buyChargesPaise + chargesPaise : 0n,
    boughtQuantity: position.boughtQuantity + quantity,
    boughtPaise: position.boughtPaise + valuePaise,
    chargesPaise: position.chargesPaise + chargesPaise,
    dayBoughtQuantity: position.dayBoughtQuantity + quantity,
    dayBoughtPaise: position.dayBoughtPaise + valuePaise,
    dayChargesPaise: position.dayChargesPaise + chargesPaise,
    dayBuyChargesPaise: position.dayBuyChargesPaise + chargesPaise,
    ...(left === 0 && { lastSellAt: at }),
  };
}

/** What settles today's purchases after the change: shares that became intraday are gone like sold ones. */
export function changedDue(due: Due, product: Product, quantity: number): Due {
  return product === 'delivery' ? { ...due, bought: due.bought + quantity } : { ...due, sold: due.sold + quantity };
}
