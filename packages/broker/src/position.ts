import { mulDiv } from '@khara/money';
import type { Charges } from '@khara/charges';
import type { Product, Side } from './order.ts';

/**
 * Shares of one account, share and product from the first fill until none is left; delivery shares that are sold and
 * bought back on one day are one position.
 *
 * - `costPaise`: what the shares of an intraday position were bought for, without charges, of a short one what they
 *   were sold for: the average since it was opened. Delivery shares have lots, which say what they cost: it is 0.
 * - `buyChargesPaise`: charges of the fills that opened what is still held; 0 for delivery.
 * - `chargesPaise`: all charges of the position so far, what the wire calls `fee`: final up to the newest
 *   contract note.
 * - `adjusted…`: what corporate actions added to an intraday position that was left over their ex-dates: shares, and
 *   what they add to its result. Of a short one below zero.
 * - `day…`: the same of the market date of its newest fill, from which today's profit is made.
 */
export type Position = {
  readonly id: bigint;
  readonly userId: string;
  readonly asset: string;
  readonly code: string;
  readonly product: Product;
  /** Whether its first fill was a sale. */
  readonly shortFirst: boolean;
  /** Below zero: a short position, intraday only. */
  readonly quantity: number;
  readonly costPaise: bigint;
  readonly buyChargesPaise: bigint;
  readonly boughtQuantity: number;
  readonly boughtPaise: bigint;
  readonly soldQuantity: number;
  readonly soldPaise: bigint;
  readonly chargesPaise: bigint;
  readonly firstBuyAt: number;
  readonly lastSellAt: number | undefined;
  readonly marketDate: string;
  readonly dayBoughtQuantity: number;
  readonly dayBoughtPaise: bigint;
  readonly daySoldQuantity: number;
  readonly daySoldPaise: bigint;
  /** Of what was sold, shares that had not settled. */
  readonly daySoldUnsettled: number;
  readonly dayChargesPaise: bigint;
  readonly dayBuyChargesPaise: bigint;
  readonly adjustedQuantity: number;
  readonly adjustedPaise: bigint;
};

/**
 * A position with what its shares cost and its charges of buying, whatever its product (trading.position_now), and what
 * of its shares is in open sell orders or not yet settled.
 */
export type PositionView = Position & {
  readonly state: 'in_position' | 'historical' | 'expired';
  readonly firstBuyTime: string;
  readonly selling: number;
  readonly unsettled: number;
  /** Locked in, and the first market date on which some of it may be sold. */
  readonly locked: number;
  readonly lockedUntil: string | null;
  /** Kept as margin for it. */
  readonly marginPaise: bigint;
};

/**
 * What a position has realised: its sales and what corporate actions brought, less what the shares that are gone were
 * bought for, less all charges but those of buying what is held.
 */
export const realisedResult = ({
  quantity,
  costPaise,
  buyChargesPaise,
  boughtPaise,
  soldPaise,
  chargesPaise,
  adjustedPaise,
}: Position): bigint =>
  soldPaise - boughtPaise + adjustedPaise - chargesPaise + buyChargesPaise + (quantity < 0 ? -costPaise : costPaise);

export type FillOfPosition = {
  readonly quantity: number;
  readonly valuePaise: bigint;
  readonly charges: Pick<Charges, 'total'>;
  /** Shares of a delivery sale that have not settled. */
  readonly unsettled?: number;
  readonly at: number;
  readonly marketDate: string;
};

/** What of a position its profit of a market date is made of. */
export type DayPosition = Pick<
  Position,
  | 'code'
  | 'shortFirst'
  | 'quantity'
  | 'marketDate'
  | 'dayBoughtQuantity'
  | 'dayBoughtPaise'
  | 'daySoldQuantity'
  | 'daySoldPaise'
>;

/** A position before its first fill. */
export const newPosition = (
  of: Pick<Position, 'id' | 'userId' | 'asset' | 'code' | 'product'>,
  fill: FillOfPosition & { readonly side: Side },
): Position => ({
  ...of,
  shortFirst: fill.side === 'sell',
  quantity: 0,
  costPaise: 0n,
  buyChargesPaise: 0n,
  boughtQuantity: 0,
  boughtPaise: 0n,
  soldQuantity: 0,
  soldPaise: 0n,
  chargesPaise: 0n,
  firstBuyAt: fill.at,
  lastSellAt: undefined,
  marketDate: fill.marketDate,
  ...NOTHING_TODAY,
  adjustedQuantity: 0,
  adjustedPaise: 0n,
});

const NOTHING_TODAY = {
  dayBoughtQuantity: 0,
  dayBoughtPaise: 0n,
  daySoldQuantity: 0,
  daySoldPaise: 0n,
  daySoldUnsettled: 0,
  dayChargesPaise: 0n,
  dayBuyChargesPaise: 0n,
};

/** The position on a market date: one of an earlier day has traded nothing today. */
export const onDay = <Of extends DayPosition>(position: Of, marketDate: string): Of =>
  position.marketDate === marketDate ? position : { ...position, marketDate, ...NOTHING_TODAY };

/**
 * A position after a fill. Buying adds to a long position and closes a short one, selling the other way
 * round; what closes an intraday position takes its part of cost and charges, half up, and the last of it takes
 * everything. A fill that goes through zero closes and opens in one. Throws when a delivery sale is of more than is
 * held: its shares were frozen, so that is our defect.
 */
export function afterFill(before: Position, side: Side, fill: FillOfPosition): Position {
  const position = onDay(before, fill.marketDate);
  const sign = side === 'buy' ? 1 : -1;
  const { held, closes } = closing(position, side, fill);
  const quantity = position.quantity + sign * fill.quantity;
  if (quantity < 0 && position.product === 'delivery') {
    throw new Error(`position ${position.id}: ${fill.quantity} sold of ${position.quantity}`);
  }
  const { total } = fill.charges;
  const bought = side === 'buy';
  return {
    ...position,
    quantity,
    ...(position.product === 'intraday' && costAfter(position, fill, { held, closes })),
    chargesPaise: position.chargesPaise + total,
    dayChargesPaise: position.dayChargesPaise + total,
    ...(bought
      ? {
          boughtQuantity: position.boughtQuantity + fill.quantity,
          boughtPaise: position.boughtPaise + fill.valuePaise,
          dayBoughtQuantity: position.dayBoughtQuantity + fill.quantity,
          dayBoughtPaise: position.dayBoughtPaise + fill.valuePaise,
          dayBuyChargesPaise: position.dayBuyChargesPaise + total,
        }
      : {
          soldQuantity: position.soldQuantity + fill.quantity,
          soldPaise: position.soldPaise + fill.valuePaise,
          daySoldQuantity: position.daySoldQuantity + fill.quantity,
          daySoldPaise: position.daySoldPaise + fill.valuePaise,
          daySoldUnsettled: position.daySoldUnsettled + (fill.unsettled ?? 0),
        }),
    lastSellAt: closes > 0 ? fill.at : position.lastSellAt,
  };
}

/** Shares that are held, whichever way, and those of a fill that close them. */
function closing({ quantity }: Position, side: Side, fill: Pick<FillOfPosition, 'quantity'>) {
  const held = Math.abs(quantity);
  return { held, closes: quantity < 0 === (side === 'buy') ? Math.min(held, fill.quantity) : 0 };
}

/** One price a fill, so its value divides exactly; its charges may not. */
const closedPart = ({ quantity, valuePaise }: Pick<FillOfPosition, 'quantity' | 'valuePaise'>, closes: number) =>
  (valuePaise / BigInt(quantity)) * BigInt(closes);

function costAfter(
  { costPaise, buyChargesPaise }: Position,
  fill: FillOfPosition,
  { held, closes }: { readonly held: number; readonly closes: number },
): Pick<Position, 'costPaise' | 'buyChargesPaise'> {
  const { quantity, valuePaise, charges } = fill;
  return {
    costPaise: costPaise - share(costPaise, closes, held) + valuePaise - closedPart(fill, closes),
    buyChargesPaise:
      buyChargesPaise - share(buyChargesPaise, closes, held) + charges.total - share(charges.total, closes, quantity),
  };
}

/** The part of an amount that belongs to `shares` of `whole` shares, half up. */
const share = (amount: bigint, shares: number, whole: number): bigint =>
  shares === 0 ? 0n : mulDiv(amount, BigInt(shares), BigInt(whole), 'half_up');

/** What a corporate action adds to an open intraday position; of a short one neither is above zero. */
export type Adjustment = {
  readonly added: number;
  /** What it adds to the result. */
  readonly paise: bigint;
};

/**
 * An open intraday position with what a corporate action added: more shares for what they cost, and money off that.
 * The cost can fall below zero, as that of a short position does whose price rose far over what it was sold for.
 */
export const adjusted = (position: Position, { added, paise }: Adjustment): Position => ({
  ...position,
  quantity: position.quantity + added,
  costPaise: position.costPaise + (position.quantity < 0 ? paise : -paise),
  adjustedQuantity: position.adjustedQuantity + added,
  adjustedPaise: position.adjustedPaise + paise,
});

/** Of a fill, `chargedPaise` is all that it was charged. */
type Change =
  | Adjustment
  | (Pick<FillOfPosition, 'quantity' | 'valuePaise'> & { readonly side: Side; readonly chargedPaise: bigint });

/** An intraday position after these fills and adjustments, oldest first. */
export function afterChanges(changes: readonly Change[]): Pick<Position, 'quantity' | 'costPaise' | 'buyChargesPaise'> {
  const none = { id: 0n, userId: '', asset: '', code: '', product: 'intraday' } as const;
  let position: Position | undefined;
  for (const change of changes) {
    if ('added' in change) {
      position = position && adjusted(position, change);
      continue;
    }
    const { side, quantity, valuePaise, chargedPaise } = change;
    const fill = { quantity, valuePaise, charges: { total: chargedPaise }, at: 0, marketDate: '' };
    position = afterFill(position ?? newPosition(none, { ...fill, side }), side, fill);
  }
  const { quantity = 0, costPaise = 0n, buyChargesPaise = 0n } = position ?? {};
  return { quantity, costPaise, buyChargesPaise };
}

/** What closing shares of an intraday position at a fill's price gained, before all charges; negative for a loss. */
export function grossProfit(
  before: Position,
  side: Side,
  fill: Pick<FillOfPosition, 'quantity' | 'valuePaise'>,
): bigint {
  const { held, closes } = closing(before, side, fill);
  const gained = closedPart(fill, closes) - share(before.costPaise, closes, held);
  return side === 'sell' ? gained : -gained;
}

/**
 * Market value of what is held, less what it was bought for; of a short position, what it was sold for less
 * what it would cost to buy back. Charges are apart: they are `fee`.
 */
export const unrealisedResult = (position: Pick<Position, 'quantity' | 'costPaise'>, lastPaise: bigint): bigint =>
  BigInt(position.quantity) * lastPaise + (position.quantity < 0 ? position.costPaise : -position.costPaise);

/**
 * Today's profit, without charges: what is held now at the last price and what was sold today, less what was
 * held when the day began at the previous close and what was bought today. `base` is what that began with,
 * for the percentage.
 */
export function todayProfit(
  position: DayPosition,
  today: { readonly marketDate: string; readonly lastPaise: bigint; readonly previousClosePaise: bigint },
): { readonly profit: bigint; readonly base: bigint } {
  const { quantity, dayBoughtQuantity, dayBoughtPaise, daySoldQuantity, daySoldPaise } = onDay(
    position,
    today.marketDate,
  );
  const heldAtOpen = BigInt(quantity - dayBoughtQuantity + daySoldQuantity) * today.previousClosePaise;
  const profit = BigInt(quantity) * today.lastPaise + daySoldPaise - heldAtOpen - dayBoughtPaise;
  // A short position began with what it was sold for.
  const base = position.shortFirst ? -heldAtOpen + daySoldPaise : heldAtOpen + dayBoughtPaise;
  return { profit, base };
}

/** Average price of `shares`, half up to the paisa. Zero shares have none. */
export const averagePrice = (valuePaise: bigint, quantity: number): bigint | undefined =>
  quantity === 0 ? undefined : mulDiv(valuePaise, 1n, BigInt(quantity), 'half_up');
