import { balancesOf, CODES, userOwner } from '#modules/ledger/index.ts';
import { max } from '@khara/money';
import type { Queryable } from '#src/ports/database.ts';
import { nextTradingDay } from '@khara/rules';

/**
 * Money of the day's sales that buys nothing before the next trading day: see saleMoney of packages/rules, and
 * trading.unusable_sale_money, which counts it. The database refuses an order that would use it
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

/** Rupees that are free, and what of them an order may use now; the rest of them from `usableOn` on. In paise. */
export type UsableMoney = {
  readonly availablePaise: bigint;
  readonly usablePaise: bigint;
  readonly usableOn: string;
};

export async function usableMoney(db: Queryable, userId: string, marketDate: string): Promise<UsableMoney> {
  const [balances, kept] = await Promise.all([
    balancesOf(db, userOwner(userId)),
    saleMoneyKept(db, userId, marketDate),
  ]);
  const availablePaise = balances.find(({ asset, code }) => asset === 'INR' && code === CODES.available)?.amount ?? 0n;
  return { availablePaise, usablePaise: max(0n, availablePaise - kept.paise), usableOn: kept.usableOn };
}
