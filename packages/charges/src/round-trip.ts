import { mulDiv } from '@khara/money';
import {
  chargesFor,
  noteCharges,
  withDp,
  type Charges,
  type DematSale,
  type Leg,
  type Security,
  type Terms,
} from './charges.ts';
import { dpCharge, type DematHolder, type Product } from './plans.ts';

/** A purchase and the sale of the same shares. */
export type RoundTrip = Terms &
  Security & {
    readonly product: Product;
    readonly quantity: number;
    readonly buyPricePaise: bigint;
    readonly sellPricePaise: bigint;
    readonly holder?: DematHolder;
  };

/**
 * Charges of a round trip as a public calculator shows them: both legs rounded together, the DP charge of a
 * delivery sale included.
 */
export function roundTripCharges(trip: RoundTrip): Charges {
  const { product, day, plan, isFund, isEntitlement, holder = 'standard' } = trip;
  const shares = BigInt(trip.quantity);
  const sellValuePaise = shares * trip.sellPricePaise;
  const legs: readonly Leg[] = [
    { side: 'buy', product, isFund, isEntitlement, valuePaise: shares * trip.buyPricePaise },
    { side: 'sell', product, isFund, isEntitlement, valuePaise: sellValuePaise },
  ];
  const dp = product === 'delivery' ? dpCharge({ plan, day, holder, valuePaise: sellValuePaise }) : 0n;
  return withDp(noteCharges(trip, legs), dp);
}

/** Points the price must move to pay the charges without DP: total / quantity, half up to the paisa. */
export const breakEvenPoints = (charges: Charges, quantity: number): bigint =>
  mulDiv(charges.total - charges.dp, 1n, BigInt(quantity), 'half_up');

/**
 * Lowest sell price on the tick grid at which the round trip does not lose after all charges, as a calculator
 * previews it.
 */
export function breakEvenSell(trip: Omit<RoundTrip, 'sellPricePaise'> & { readonly tickPaise: bigint }): bigint {
  const shares = BigInt(trip.quantity);
  return leastPrice(trip, (sellPricePaise) => {
    return shares * trip.buyPricePaise + roundTripCharges({ ...trip, sellPricePaise }).total;
  });
}

/**
 * Lowest sell price on the tick grid that brings back what a position has cost, its buying charges included,
 * after the charges of the sale as they will be booked: on the sale alone. It can differ by a tick from
 * `breakEvenSell`, which rounds both legs together.
 */
export function breakEvenFromCost(
  position: Terms &
    Security & {
      readonly product: Product;
      readonly quantity: number;
      readonly costPaise: bigint;
      readonly tickPaise: bigint;
      readonly dp?: DematSale;
    },
): bigint {
  const shares = BigInt(position.quantity);
  return leastPrice(position, (sellPricePaise) => {
    const sale = { ...position, side: 'sell', valuePaise: shares * sellPricePaise } as const;
    return position.costPaise + chargesFor(sale).total;
  });
}

/**
 * The least price on the grid with price x quantity >= needed(price). `needed` never falls as the price
 * rises, so climbing from zero to what the last price needs cannot jump over the least solution, and stops
 * since charges are a small part of a value.
 */
function leastPrice(grid: { quantity: number; tickPaise: bigint }, needed: (pricePaise: bigint) => bigint): bigint {
  const { quantity, tickPaise } = grid;
  if (quantity <= 0 || tickPaise <= 0n) throw new RangeError('charges: a break-even needs shares and a tick');
  let price = 0n;
  for (;;) {
    const next = mulDiv(needed(price), 1n, BigInt(quantity) * tickPaise, 'ceil') * tickPaise;
    if (next <= price) return price;
    price = next;
  }
}
