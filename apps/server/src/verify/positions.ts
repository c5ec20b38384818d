import { costAfterFills } from '#modules/orders/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check } from './finding.ts';

const PAGE = 1000;

type PositionRow = { readonly id: bigint; readonly cost_paise: bigint };

type FillRow = {
  readonly position_id: bigint;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly value_paise: bigint;
};

/**
 * What intraday positions cost: their fills, one after the other, leave what is held at the cost that they
 * say. Where shares became the other product the sums of positions alone are checked. Delivery shares have
 * lots (`verifyLots`). What a position says of its newest day is what its fills of that day say.
 */
export const verifyPositions: Check = async (tx) => {
  const days = finding('position_days');
  for (const { id } of await tx.query<{ id: bigint }>('verify.position_days', DAYS))
    days.add(`position ${id} says otherwise what its newest day bought and sold`);
  const cost = finding('position_cost');
  for (let after = 0n; ;) {
    const positions = await tx.query<PositionRow>(
      'verify.positions',
      `SELECT p.id, p.cost_paise FROM trading.position p WHERE p.id > $1 AND p.product = 'intraday'
         AND NOT EXISTS (SELECT FROM trading.product_change c WHERE p.id IN (c.from_position, c.to_position)) ORDER BY p.id LIMIT $2`,
      [after, PAGE],
    );
    const last = positions.at(-1);
    if (!last) return [cost.end(), days.end()];
    const fills = await fillsOf(
      tx,
      positions.map(({ id }) => id),
    );
    for (const { id, cost_paise: said } of positions) {
      const made = costAfterFills(
        (fills.get(id) ?? []).map(({ side, quantity, value_paise: valuePaise }) => ({ side, quantity, valuePaise })),
      );
      if (made !== said) cost.add(`position ${id} says it cost ${said}, its fills make ${made}`);
    }
    after = last.id;
  }
};

/** Of shares that an action or an offering gave there is no fill: their position may be older than its first one. */
const DAYS = `
  WITH day AS (
    SELECT f.position_id, f.market_date, min(f.at_ms) AS first_ms, max(f.at_ms) FILTER (WHERE f.side = 'sell') AS sold_ms,
      coalesce(sum(f.quantity) FILTER (WHERE f.side = 'buy'), 0) AS bought, coalesce(sum(f.value_paise) FILTER (WHERE f.side = 'buy'), 0) AS bought_paise,
      coalesce(sum(f.quantity) FILTER (WHERE f.side = 'sell'), 0) AS sold, coalesce(sum(f.value_paise) FILTER (WHERE f.side = 'sell'), 0) AS sold_paise,
      row_number() OVER (PARTITION BY f.position_id ORDER BY f.market_date DESC) AS place,
      min(min(f.at_ms)) OVER (PARTITION BY f.position_id) AS began_ms,
      max(max(f.at_ms) FILTER (WHERE f.side = 'sell')) OVER (PARTITION BY f.position_id) AS last_sell_ms
    FROM trading.fill f GROUP BY f.position_id, f.market_date
  )
  SELECT p.id FROM trading.position p JOIN day d ON d.position_id = p.id AND d.place = 1
  LEFT JOIN LATERAL (SELECT f.side, f.at_ms, f.code FROM trading.fill f WHERE f.position_id = p.id ORDER BY f.market_day, f.trade_no LIMIT 1) f ON true
  WHERE NOT EXISTS (SELECT FROM trading.product_change c WHERE p.id IN (c.from_position, c.to_position)) AND (
    (p.market_date, p.day_bought_quantity::numeric, p.day_bought_paise::numeric, p.day_sold_quantity::numeric, p.day_sold_paise::numeric)
      IS DISTINCT FROM (d.market_date, d.bought::numeric, d.bought_paise::numeric, d.sold::numeric, d.sold_paise::numeric)
    OR p.code <> f.code OR p.day_sold_unsettled NOT BETWEEN 0 AND d.sold
    OR p.product = 'delivery' AND (p.first_buy_ms > d.began_ms OR coalesce(p.last_sell_ms, 0) < d.last_sell_ms)
    OR p.product = 'intraday' AND (p.first_buy_ms, p.short_first) IS DISTINCT FROM (f.at_ms, f.side = 'sell'))`;

/** In the order in which they were traded: of one commit, numbers do not say it. */
async function fillsOf(tx: Queryable, positions: readonly bigint[]): Promise<ReadonlyMap<bigint, readonly FillRow[]>> {
  const rows = await tx.query<FillRow>(
    'verify.fills_of_positions',
    `SELECT position_id, side, quantity, value_paise FROM trading.fill WHERE position_id = ANY ($1::bigint[]) ORDER BY market_day, trade_no`,
    [positions],
  );
  return Map.groupBy(rows, ({ position_id }) => position_id);
}
