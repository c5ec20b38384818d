import { type Trade, type TradesPack, unpackTrades } from '@khara/market-day';
import type { Queryable, Tx } from '#src/ports/database.ts';

/** Keeps trades of a market day, over what stands there from the first of them on; of one that has closed they stay. */
export async function keepTrades(tx: Tx, marketDay: number, packs: readonly TradesPack[]): Promise<void> {
  if (packs.length === 0) return;
  const firsts = packs.map(({ fromNo }) => fromNo);
  await Promise.all([
    tx.query(
      'market.drop_trades_from',
      `DELETE FROM market.trades WHERE market_day >= $1 AND (market_day > $1 OR to_no >= $2)
         AND NOT EXISTS (SELECT FROM market.day d WHERE d.market_day >= $1 AND d.closed_ms IS NOT NULL)`,
      [marketDay, Math.min(...firsts)],
    ),
    tx.query(
      'market.keep_trades',
      `INSERT INTO market.trades (market_day, from_no, to_no, packed)
       SELECT $1::integer, p.* FROM unnest($2::integer[], $3::integer[], $4::bytea[]) AS p ON CONFLICT DO NOTHING`,
      [marketDay, firsts, packs.map(({ toNo }) => toNo), packs.map(({ packed }) => packed)],
    ),
  ]);
}

/** The number of the last trade of a market day that is stored; 0 when none is. */
export async function storedTradesUpTo(db: Queryable, marketDay: number): Promise<number> {
  const [row] = await db.query<{ toNo: number }>(
    'market.stored_trades',
    'SELECT coalesce(max(to_no), 0) AS to_no FROM market.trades WHERE market_day = $1',
    [marketDay],
  );
  return row!.toNo; // an aggregate answers a row
}

/** Drops the trades of all days before one. */
export const dropTrades = (tx: Tx, beforeMarketDay: number): Promise<unknown> =>
  tx.query('market.drop_trades', 'DELETE FROM market.trades WHERE market_day < $1', [beforeMarketDay]);

/** A trade of a market day by its number; undefined when it is not stored yet (up to half a minute) or not any more. */
export async function findTrade(db: Queryable, marketDate: string, tradeNo: number): Promise<Trade | undefined> {
  const [row] = await db.query<{ packed: Uint8Array }>(
    'market.trade_of',
    `SELECT t.packed FROM market.trades t JOIN market.day d USING (market_day)
     WHERE d.market_date = $1 AND t.from_no <= $2 AND t.to_no >= $2`,
    [marketDate, tradeNo],
  );
  if (row) for (const trade of unpackTrades(row.packed)) if (trade.tradeNo === tradeNo) return trade;
  return undefined;
}
