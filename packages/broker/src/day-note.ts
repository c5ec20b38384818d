import { contractNote, type ContractNote, type NoteLine, type NoteOrder } from '@khara/charges';
import { min } from '@khara/money';
import { dpOfSales, PLAN, securityKind } from './billing.ts';
import type { Product, Side } from './order.ts';

/** What an order was filled for on its day, and the DP charge that its fills paid. */
export type OrderOfDay = {
  readonly code: string;
  readonly asset: string;
  readonly side: Side;
  readonly product: Product;
  readonly quantity: bigint;
  readonly paise: bigint;
  readonly dp: bigint;
  readonly tradeForTrade: boolean;
};

/** Shares that became the other product on the day, and what they cost: below zero where they became intraday. */
export type ChangeOfDay = {
  readonly code: string;
  readonly quantity: bigint;
  readonly paise: bigint;
  readonly estimated: bigint;
};

/**
 * The final charges of a member's market date. Of the DP charge a sale whose proceeds could not bear it paid less, and
 * that stays so.
 */
export function makeNote(
  marketDate: string,
  rows: readonly OrderOfDay[],
  changes: readonly ChangeOfDay[],
): ContractNote {
  const orders = rows.map(
    ({ code, asset, side, product, quantity, paise, tradeForTrade: isTradeForTrade }): NoteOrder => ({
      code,
      ...securityKind(asset),
      side,
      product,
      quantity: Number(quantity),
      valuePaise: paise,
      isTradeForTrade,
    }),
  );
  const dpTaken = (code: string) => rows.reduce((sum, row) => sum + (row.code === code ? row.dp : 0n), 0n);
  const toDelivery = new Map(
    changes.map(({ code, quantity, paise: valuePaise }) => [code, { quantity: Number(quantity), valuePaise }]),
  );
  return contractNote(
    { plan: PLAN, day: marketDate },
    orders,
    ({ code, valuePaise }) => min(dpOfSales(marketDate, valuePaise), dpTaken(code)),
    toDelivery,
  );
}

/** Shares that lines of a note bring, by code: 0 of a delivery share of which they bring none. */
export function deliveredShares(lines: readonly NoteLine[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const { code, product, delivered } of lines) {
    if (product !== 'delivery') continue;
    shares.set(code, (shares.get(code) ?? 0) + (delivered?.side === 'buy' ? delivered.quantity : 0));
  }
  return shares;
}
