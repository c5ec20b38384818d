import type { Queryable } from '#src/ports/database.ts';
import { nextTradingDay } from '@khara/rules';

/**
 * Money of the day's delivery sales that buys nothing yet: 80 % of their value may be used at once, the rest
 * from the next trading day. Source: docs/sources.md M1. The database refuses an order that would use it
 * (trading.leave_sale_money); withdrawable is another matter (ledger.saleProceeds).
 */
export type SaleMoneyKept = { readonly paise: bigint; readonly usableOn: string };

export async function saleMoneyKept(db: Queryable, userId: string, marketDate: string): Promise<SaleMoneyKept> {
  const [row] = await db.query<{ kept: bigint }>(
    'orders.sale_money_kept',
    'SELECT trading.sale_money_kept($1, $2) AS kept',
    [userId, marketDate],
  );
  return { paise: row?.kept ?? 0n, usableOn: nextTradingDay(marketDate) };
}
