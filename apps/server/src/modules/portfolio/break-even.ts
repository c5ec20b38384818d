import { PLAN, type Position, type Product, securityKind } from '@khara/broker';
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
