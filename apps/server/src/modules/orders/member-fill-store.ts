import type { LogNames, MemberFill } from '@khara/market-day';
import { asPrice } from '@khara/money';
import type { Queryable } from '#src/ports/database.ts';
import type { FillRow } from './rows.ts';
import { ownFills } from './signed-row-store.ts';

/** All fills of members on a market day, under the names of its order log, by account, share, side and price. */
export async function memberFills(
  db: Queryable,
  { marketDay, names }: { readonly marketDay: number; readonly names: LogNames },
): Promise<readonly MemberFill[]> {
  const rows = await db.query<FillRow & { readonly accountKey: number }>(
    'orders.member_fills',
    `SELECT f.*, o.account_key FROM trading.fill f JOIN trading."order" o ON o.id = f.order_id
     WHERE f.market_day = $1 ORDER BY o.account_key, f.code, f.side, f.price_paise`,
    [marketDay],
  );
  const same = Map.groupBy(ownFills(db.ownKeys(), rows), ({ accountKey, code, side, pricePaise }) =>
    [accountKey, code, side, pricePaise].join(' '),
  );
  return [...same.values()].map((some) => {
    const { accountKey, code, side, pricePaise } = some[0]!; // each group has one
    return {
      code,
      who: names.account(accountKey),
      side,
      price: asPrice(pricePaise),
      quantity: some.reduce((sum, { quantity }) => sum + quantity, 0),
    };
  });
}
