import { mulDiv } from '@khara/money';
import type { Charges } from '@khara/charges';

/**
 * Shares of one account, share and product from the first fill until none is left. Average cost: a sale takes its part of the cost of
 * all shares held. (FIFO lots, which tax asks for, can be had from the fills.)
 *
 * - `costPaise`: what the shares still held were bought for, without charges.
 * - `buyChargesPaise`: charges of buying the shares still held.
 * - `realisedPaise`: of what has been sold: its value, less its cost, less the charges of buying and of selling it. When the position is
 *   closed this is the sum of its sales less the sum of its purchases less all its charges, to the paisa.
 * - `chargesPaise`: all charges of the position so far, what the wire calls `fee`.
 * - `day…`: the same of the market date of its newest fill, from which today's profit is made.
 */
export type Position = {
  readonly id: bigint;
  readonly userId: string;
  readonly asset: string;
  readonly code: string;
  readonly quantity: number;
  readonly costPaise: bigint;
  readonly buyChargesPaise: bigint;
  readonly boughtQuantity: number;
  readonly boughtPaise: bigint;
  readonly soldQuantity: number;
  readonly soldPaise: bigint;
  readonly realisedPaise: bigint;
  readonly chargesPaise: bigint;
  readonly firstBuyAt: number;
  readonly lastSellAt: number | undefined;
  readonly marketDate: string;
  readonly dayBoughtQuantity: number;
  readonly dayBoughtPaise: bigint;
  readonly daySoldQuantity: number;
  readonly daySoldPaise: bigint;
};

export type FillOfPosition = {
  readonly quantity: number;
  readonly valuePaise: bigint;
  readonly charges: Charges;
  readonly at: number;
  readonly marketDate: string;
};

/** A position before its first fill. */
export const newPosition = (
  of: Pick<Position, 'id' | 'userId' | 'asset' | 'code'>,
  fill: FillOfPosition,
): Position => ({
  ...of,
  quantity: 0,
  costPaise: 0n,
  buyChargesPaise: 0n,
  boughtQuantity: 0,
  boughtPaise: 0n,
  soldQuantity: 0,
  soldPaise: 0n,
  realisedPaise: 0n,
  chargesPaise: 0n,
  firstBuyAt: fill.at,
  lastSellAt: undefined,
  marketDate: fill.marketDate,
  ...NOTHING_TODAY,
});

const NOTHING_TODAY = { dayBoughtQuantity: 0, dayBoughtPaise: 0n, daySoldQuantity: 0, daySoldPaise: 0n };

const onDay = (position: Position, marketDate: string): Position =>
  position.marketDate === marketDate ? position : { ...position, marketDate, ...NOTHING_TODAY };

export function afterBuy(before: Position, fill: FillOfPosition): Position {
  const position = onDay(before, fill.marketDate);
  return {
    ...position,
    quantity: position.quantity + fill.quantity,
    costPaise: position.costPaise + fill.valuePaise,
    buyChargesPaise: position.buyChargesPaise + fill.charges.total,
    boughtQuantity: position.boughtQuantity + fill.quantity,
    boughtPaise: position.boughtPaise + fill.valuePaise,
    chargesPaise: position.chargesPaise + fill.charges.total,
    dayBoughtQuantity: position.dayBoughtQuantity + fill.quantity,
    dayBoughtPaise: position.dayBoughtPaise + fill.valuePaise,
  };
}

/** Throws when it would sell more than is held: the shares of a sale were frozen, so that is our defect. */
export function afterSell(before: Position, fill: FillOfPosition): Position {
  const position = onDay(before, fill.marketDate);
  if (fill.quantity > position.quantity) {
    throw new Error(`position ${position.id}: ${fill.quantity} sold of ${position.quantity}`);
  }
  // Half up; the remainder stays with the shares still held, and the last sale takes everything.
  const part = (whole: bigint) => mulDiv(whole, BigInt(fill.quantity), BigInt(position.quantity), 'half_up');
  const cost = part(position.costPaise);
  const buyCharges = part(position.buyChargesPaise);
  return {
    ...position,
    quantity: position.quantity - fill.quantity,
    costPaise: position.costPaise - cost,
    buyChargesPaise: position.buyChargesPaise - buyCharges,
    soldQuantity: position.soldQuantity + fill.quantity,
    soldPaise: position.soldPaise + fill.valuePaise,
    realisedPaise: position.realisedPaise + fill.valuePaise - cost - buyCharges - fill.charges.total,
    chargesPaise: position.chargesPaise + fill.charges.total,
    lastSellAt: fill.at,
    daySoldQuantity: position.daySoldQuantity + fill.quantity,
    daySoldPaise: position.daySoldPaise + fill.valuePaise,
  };
}

/** Market value of what is held, less what it was bought for. Charges are apart: they are `fee`. */
export const unrealised = (position: Pick<Position, 'quantity' | 'costPaise'>, lastPaise: bigint): bigint =>
  BigInt(position.quantity) * lastPaise - position.costPaise;

/**
 * Today's profit, without charges: what is held now at the last price and what was sold today, less what was held when the day began
 * at the previous close and what was bought today. `base` is what that began with, for the percentage.
 */
export function todayProfit(
  position: Position,
  today: { readonly marketDate: string; readonly lastPaise: bigint; readonly previousClosePaise: bigint },
): { readonly profit: bigint; readonly base: bigint } {
  const { quantity, dayBoughtQuantity, dayBoughtPaise, daySoldQuantity, daySoldPaise } = onDay(
    position,
    today.marketDate,
  );
  const heldAtOpen = BigInt(quantity - dayBoughtQuantity + daySoldQuantity) * today.previousClosePaise;
  const base = heldAtOpen + dayBoughtPaise;
  return { profit: BigInt(quantity) * today.lastPaise + daySoldPaise - base, base };
}

/** Average price of so many shares, half up to the paisa. Zero shares have none. */
export const averagePrice = (valuePaise: bigint, quantity: number): bigint | undefined =>
  quantity === 0 ? undefined : mulDiv(valuePaise, 1n, BigInt(quantity), 'half_up');
