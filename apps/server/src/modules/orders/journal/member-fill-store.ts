import type { LogNames, MemberFill } from '@khara/market-day';
import { asPrice } from '@khara/money';
import type { Queryable } from '#src/ports/database.ts';

/** All fills of members on a market day, under the names of its order log. */
export async function memberFills(
  db: Queryable,
  { marketDay, names }: { readonly marketDay: number; readonly names: LogNames },
): Promise<readonly MemberFill[]> {
  const rows = await db.query<{
    accountKey: number;
    code: string;
    side: 'buy' | 'sell';
    pricePaise: bigint;
    quantity: bigint;
  }>(
    'orders.member_fills',
    `SELECT o.account_key, f.code, f.side, f.price_paise, sum(f.quantity) AS quantity
     FROM trading.fill f JOIN trading."order" o ON o.id = f.order_id
     WHERE f.market_day = $1 GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    [marketDay],
  );
  return rows.map(({ accountKey: account, code, side, pricePaise: price, quantity }) => ({
    code,
    who: names.account(account),
    side,
    price: asPrice(price),
    quantity: Number(quantity),
  }));
}
