import { max, min, mulDiv } from '@khara/money';
import { coveringMargin, intradayMargin, type MarginBasis } from '@khara/rules';
import { chargesOfFill, neededForRest, orderCharges } from './billing.ts';
import { type Share, type Terms, toMarginBasis } from './order-checks.ts';
import { type Order, orderValue } from './order.ts';

/**
 * What is held for an order of these terms: all that a delivery buy can cost; of an intraday order its charges and
 * the margin: by the rate at the highest price that it is likely to see (a sale may fill above its limit), and no
 * less than the way from its worst price to the far limit of the band. A delivery sale holds its shares.
 */
export function heldFor(
  terms: Pick<Terms, 'side' | 'product' | 'quantity'>,
  share: Share,
  { marketDate, pricePaise }: { readonly marketDate: string; readonly pricePaise: bigint },
): { readonly freezePaise: bigint; readonly chargesPaise: bigint } {
  const { side, product, quantity } = terms;
  const order = { side, product, asset: share.instrument.asset, marketDate, pricePaise };
  if (product === 'delivery') return { freezePaise: neededForRest(order, quantity, 0n), chargesPaise: 0n };
  const value = largestValue(terms, share, pricePaise);
  const opened = { quantity: side === 'buy' ? quantity : -quantity, valuePaise: orderValue(quantity, pricePaise) };
  return {
    freezePaise: max(intradayMargin(value, share.marginBps), coveringMargin(opened, toMarginBasis(share))),
    chargesPaise: orderCharges(order, value).total,
  };
}

/** What an order holds when some of its shares close a position: that part of an intraday order holds no margin. */
export function neededFor(
  terms: Pick<Terms, 'side' | 'product' | 'quantity'>,
  share: Share,
  of: { readonly marketDate: string; readonly pricePaise: bigint; readonly closable: number },
): bigint {
  const held = heldFor(terms, share, of);
  if (terms.product === 'delivery') return held.freezePaise;
  const opens = Math.max(0, terms.quantity - of.closable);
  if (opens === 0) return 0n;
  return mulDiv(held.freezePaise, BigInt(opens), BigInt(terms.quantity), 'ceil') + held.chargesPaise;
}

/** The most that an order is likely to be worth: a sale may fill above its limit. */
export const largestValue = (
  { side, quantity }: Pick<Terms, 'side' | 'quantity'>,
  { quote }: Pick<Share, 'quote'>,
  pricePaise: bigint,
): bigint => orderValue(quantity, side === 'sell' ? max(pricePaise, BigInt(quote.lastPrice)) : pricePaise);

/**
 * What an open order must hold beyond what it has until the exchange has changed it, in paise; below zero it has more.
 * It may still fill on the old terms, then on the new ones. Of an intraday order only what opens a position needs
 * margin: `opens` shares of the new rest, and `opensNow` of the old.
 */
export function moreForChange(
  order: Order,
  {
    quantity,
    pricePaise,
    basis,
    opens,
    opensNow,
  }: {
    readonly quantity: number;
    readonly pricePaise: bigint;
    readonly basis: MarginBasis;
    readonly opens: number;
    readonly opensNow: number;
  },
): bigint {
  const [old, rest] = [order.quantity - order.filled, quantity - order.filled];
  const before = orderValue(old, order.pricePaise);
  const both =
    orderValue(Math.min(old, rest), max(order.pricePaise, pricePaise)) +
    orderValue(Math.max(0, rest - old), pricePaise);
  const value = max(before, both);
  const charges = chargesOfFill(order, order.filledPaise, order.filledPaise + value).total;
  if (order.product === 'delivery') return value + charges - order.frozenPaise;
  if (opens === 0) return 0n;
  const marginAt = (shares: number, price: bigint) =>
    coveringMargin({ quantity: order.side === 'buy' ? shares : -shares, valuePaise: orderValue(shares, price) }, basis);
  // What its fills opened so far stands behind the position.
  const own = opensNow === 0 ? 0n : min(order.marginPaise, marginAt(opensNow, order.pricePaise) + charges);
  return max(marginAt(opens, order.pricePaise), marginAt(opens, pricePaise)) + charges - own;
}
