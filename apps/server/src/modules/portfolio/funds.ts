import { saleMoneyKept } from './store.ts';
import { readBalances, CODES, userOwner } from '#modules/ledger/index.ts';
import { max } from '@khara/money';
import type { Queryable } from '#src/ports/database.ts';

/** Rupees that are free, and what of them an order may use now; the rest of them from `usableOn` on. In paise. */
export type UsableMoney = {
  readonly availablePaise: bigint;
  readonly usablePaise: bigint;
  readonly usableOn: string;
};

export async function usableMoney(db: Queryable, userId: string, marketDate: string): Promise<UsableMoney> {
  const [balances, kept] = await Promise.all([
    readBalances(db, userOwner(userId)),
    saleMoneyKept(db, userId, marketDate),
  ]);
  const availablePaise = balances.find(({ asset, code }) => asset === 'INR' && code === CODES.available)?.amount ?? 0n;
  return { availablePaise, usablePaise: max(0n, availablePaise - kept.paise), usableOn: kept.usableOn };
}
