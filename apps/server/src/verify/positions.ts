import { afterChanges } from '@khara/broker';
import { actionById, dayBeforeEx } from '#modules/market/index.ts';
import { adjustmentOf } from '#modules/corporate/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check, type Finding } from './finding.ts';

const PAGE = 1000;

type PositionFill = {
  readonly positionId: bigint;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly valuePaise: bigint;
  readonly chargedPaise: bigint;
  readonly onDate: string;
};

type Adjusted = {
  readonly positionId: bigint;
  readonly added: number;
  readonly paise: bigint;
  readonly onDate: string;
};

/**
 * What intraday positions cost: their fills, one after the other, and what corporate actions adjusted between
 * them, leave what is held at the cost, and with the charges of opening it, that they say. Where shares
 * became the other product the sums of positions alone are checked. Delivery shares have lots (`verifyLots`).
 * What a position says of its newest day is what its fills of that day say.
 */
export const verifyPositions: Check = async (tx) => {
  const days = finding('position_days');
  for (const { id } of await tx.query<{ id: bigint }>('verify.position_days', DAYS))
    days.add(`position ${id} says otherwise what its newest day bought and sold`);
  const cost = finding('position_cost');
  for (let after = 0n; ;) {
    const positions = await tx.query<{
      readonly id: bigint;
      readonly costPaise: bigint;
      readonly buyChargesPaise: bigint;
    }>(
      'verify.positions',
      `SELECT p.id, p.cost_paise, p.buy_charges_paise FROM trading.position p WHERE p.id > $1 AND p.product = 'intraday'
         AND NOT EXISTS (SELECT FROM trading.product_change c WHERE p.id IN (c.from_position, c.to_position)) ORDER BY p.id LIMIT $2`,
      [after, PAGE],
    );
    const last = positions.at(-1);
    if (!last) return [cost.end(), days.end(), await adjustments(tx)];
    const ids = positions.map(({ id }) => id);
    const [fills, adjusted] = [await readFills(tx, ids), await adjustedOf(tx, ids)];
    for (const said of positions) {
      const { id } = said;
      // An action comes before anything trades on its day.
      const changes = [...(adjusted.get(id) ?? []), ...(fills.get(id) ?? [])].toSorted((a, b) =>
        a.onDate < b.onDate ? -1 : Number(a.onDate > b.onDate),
      );
      const made = afterChanges(changes);
      if (made.costPaise !== said.costPaise)
        cost.add(`position ${id} says it cost ${said.costPaise}, its fills make ${made.costPaise}`);
      if (made.buyChargesPaise !== said.buyChargesPaise)
        cost.add(
          `position ${id} says ${said.buyChargesPaise} was charged to open it, its fills ${made.buyChargesPaise}`,
        );
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
async function readFills(
  tx: Queryable,
  positions: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly PositionFill[]>> {
  const rows = await tx.query<PositionFill>(
    'verify.fills_of_positions',
    `SELECT position_id, side, quantity, value_paise, brokerage_paise + stt_paise + exchange_paise + sebi_paise + stamp_paise + gst_paise + dp_paise AS charged_paise,
       to_char(market_date, 'YYYY-MM-DD') AS on_date FROM trading.fill WHERE position_id = ANY ($1::bigint[]) ORDER BY market_day, trade_no`,
    [positions],
  );
  return Map.groupBy(rows, ({ positionId }) => positionId);
}

async function adjustedOf(
  tx: Queryable,
  positions: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly Adjusted[]>> {
  const rows = await tx.query<Adjusted>(
    'verify.adjusted_positions',
    `SELECT a.position_id, a.added, a.paise, to_char(c.ex_date, 'YYYY-MM-DD') AS on_date
     FROM trading.position_adjustment a JOIN market.corporate_action c ON c.id = a.action_id
     WHERE a.position_id = ANY ($1::bigint[]) ORDER BY c.ex_date`,
    [positions],
  );
  return Map.groupBy(rows, ({ positionId }) => positionId);
}

/** Each intraday position that was left over an ex-date is adjusted by what the action's terms say, and no other is. */
async function adjustments(tx: Queryable): Promise<Finding> {
  const found = finding('position_adjustments');
  const rows = await tx.query<{
    readonly actionId: string;
    readonly positionId: bigint;
    /** Shares before the ex-date, by fills, changes of product and earlier actions. */
    readonly wasLeft: number;
    /** Shares, those added and paise, of its owner; null where nothing is written. */
    readonly said: string | undefined;
  }>('verify.position_adjustments', LEFT_OVER);
  for (const [actionId, positions] of Map.groupBy(rows, ({ actionId: id }) => id)) {
    const action = await actionById(tx, actionId);
    const day = action && (await dayBeforeEx(tx, action));
    for (const { positionId: id, wasLeft: left, said } of positions) {
      const { added, paise } = action && day && left !== 0 ? adjustmentOf(left, action, day) : { added: 0, paise: 0n };
      const made = left === 0 ? undefined : `${left} ${added} ${paise}`;
      if (said !== made)
        found.add(`${actionId} adjusted position ${id} by ${said ?? 'nothing'}, its terms make ${made ?? 'nothing'}`);
    }
  }
  return found.end();
}

const LEFT_OVER = `
  WITH action AS (
    SELECT c.id, c.code, c.ex_date, c.applied_ms IS NOT NULL AS applied FROM market.corporate_action c
    WHERE c.applied_ms IS NOT NULL OR EXISTS (SELECT FROM trading.position_adjustment a WHERE a.action_id = c.id)
  ), moved AS MATERIALIZED (
    SELECT f.position_id, f.code, f.market_date AS on_date, CASE f.side WHEN 'buy' THEN f.quantity ELSE -f.quantity END AS shares
    FROM trading.fill f WHERE f.product = 'intraday'
    UNION ALL
    SELECT CASE c.product WHEN 'intraday' THEN c.to_position ELSE c.from_position END, c.code, c.market_date,
      CASE c.product WHEN 'intraday' THEN c.quantity ELSE -c.quantity END FROM trading.product_change c
    UNION ALL
    SELECT a.position_id, c.code, c.ex_date, a.added FROM trading.position_adjustment a JOIN action c ON c.id = a.action_id
  ), left_over AS (
    SELECT c.id AS action_id, c.applied, m.position_id, sum(m.shares)::integer AS quantity FROM action c
    JOIN moved m ON m.code = c.code AND m.on_date < c.ex_date
    GROUP BY c.id, c.applied, m.position_id HAVING sum(m.shares) <> 0
  )
  SELECT action_id, position_id, coalesce(l.quantity, 0) AS was_left,
    CASE WHEN a.user_id IS NOT NULL THEN concat_ws(' ', a.quantity, a.added, a.paise,
      CASE WHEN NOT EXISTS (SELECT FROM trading.position p WHERE p.id = a.position_id AND p.user_id = a.user_id) THEN a.user_id END) END AS said
  FROM left_over l FULL JOIN trading.position_adjustment a USING (action_id, position_id)
  WHERE l.applied IS NOT FALSE OR a.user_id IS NOT NULL
  ORDER BY action_id, position_id`;
