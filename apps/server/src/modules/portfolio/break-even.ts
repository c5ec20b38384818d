import { orderCharges, orderValue, PLAN, type Position, type Product, securityKind } from '@khara/broker';
import { breakEvenFromCost } from '@khara/charges';

export type BreakEvenTerms = {
  /** Chooses the rates of the sale. */
  readonly marketDate: string;
  readonly tick: number;
  readonly product: Product;
  readonly asset: string;
};

/** What a position has cost, with the charges of what is still held. */
export const openCost = (position: Pick<Position, 'quantity' | 'costPaise' | 'buyChargesPaise'>) => ({
  quantity: position.quantity,
  costPaise: position.costPaise + position.buyChargesPaise,
});

/**
 * The lowest price on the tick, in paise, at which selling all of these shares loses nothing after all charges, the DP
 * charge of a first sale of the day among them.
 */
export const breakEven = (held: BreakEvenTerms & { readonly quantity: number; readonly costPaise: bigint }): bigint =>
  breakEvenFromCost({
    plan: PLAN,
    day: held.marketDate,
    product: held.product,
    ...securityKind(held.asset),
    quantity: held.quantity,
    costPaise: held.costPaise,
    tickPaise: BigInt(held.tick),
    ...(held.product === 'delivery' && { dp: { soldEarlierTodayPaise: 0n } }),
  });

/** The highest price on the tick at which buying back costs no more than the sale brought. */
export function highestBuyBack(sold: BreakEvenTerms & { quantity: number; proceedsPaise: bigint }): bigint {
  const { product, asset, marketDate, quantity, proceedsPaise } = sold;
  const tick = BigInt(sold.tick);
  const costs = (price: bigint): bigint => {
    const value = orderValue(quantity, price);
    return value + orderCharges({ side: 'buy', product, asset, marketDate }, value).total;
  };
  return largest(proceedsPaise / BigInt(quantity) / tick, (price) => costs(price * tick) <= proceedsPaise) * tick;
}

/** The largest number up to `most` that passes, by halving: what a number needs grows with it. */
export function largest(most: bigint, passes: (number: bigint) => boolean): bigint {
  let [low, high] = [0n, most];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (passes(middle)) low = middle;
    else high = middle - 1n;
  }
  return low;
}
