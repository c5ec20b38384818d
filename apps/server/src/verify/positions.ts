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
 * What intraday positions cost: their fills, one after the other, leave what is held at the cost that they say. Where
 * shares became the other product the sums of positions alone are checked. Delivery shares have lots (`verifyLots`).
 */
export const verifyPositions: Check = async (tx) => {
  const cost = finding('position_cost');
  for (let after = 0n; ;) {
    const positions = await tx.query<PositionRow>(
      'verify.positions',
      `SELECT p.id, p.cost_paise FROM trading.position p WHERE p.id > $1 AND p.product = 'intraday'
         AND NOT EXISTS (SELECT FROM trading.product_change c WHERE p.id IN (c.from_position, c.to_position)) ORDER BY p.id LIMIT $2`,
      [after, PAGE],
    );
    const last = positions.at(-1);
    if (!last) return [cost.end()];
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

/** In the order in which they were traded: of one commit, numbers do not say it. */
async function fillsOf(tx: Queryable, positions: readonly bigint[]): Promise<ReadonlyMap<bigint, readonly FillRow[]>> {
  const rows = await tx.query<FillRow>(
    'verify.fills_of_positions',
    `SELECT position_id, side, quantity, value_paise FROM trading.fill WHERE position_id = ANY ($1::bigint[]) ORDER BY market_day, trade_no`,
    [positions],
  );
  return Map.groupBy(rows, ({ position_id }) => position_id);
}
