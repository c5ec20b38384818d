import { costAfterFills } from '#modules/orders/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check } from './finding.ts';

const PAGE = 1000;

type PositionRow = {
  readonly id: bigint;
  readonly product: 'delivery' | 'intraday';
  readonly quantity: number;
  readonly cost_paise: bigint;
  readonly buy_charges_paise: bigint;
  readonly bought_quantity: bigint;
  readonly bought_paise: bigint;
  readonly sold_quantity: bigint;
  readonly sold_paise: bigint;
  readonly realised_paise: bigint;
  readonly charges_paise: bigint;
  /** A demerger took a part of its cost. */
  readonly is_demerged: boolean;
};

type FillRow = {
  readonly position_id: bigint;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly value_paise: bigint;
};

/**
 * What a position cost and gained. Its fills, one after the other, leave what is held at the cost that it
 * says; and what was gained is what was sold for, less what was bought for, but for the cost of what is still
 * held. Where shares or cost came and went otherwise (an allotment, a bonus, a split, a demerger) the second holds
 * alone.
 */
export const verifyPositions: Check = async (tx) => {
  const cost = finding('position_cost');
  for (let after = 0n; ;) {
    const positions = await tx.query<PositionRow>(
      'verify.positions',
      `SELECT id, product, quantity, cost_paise, buy_charges_paise, bought_quantity, bought_paise, sold_quantity, sold_paise, realised_paise, charges_paise,
         EXISTS (SELECT FROM trading.demerged_holding h WHERE h.position_id = trading.position.id) AS is_demerged
       FROM trading.position WHERE id > $1 ORDER BY id LIMIT $2`,
      [after, PAGE],
    );
    const last = positions.at(-1);
    if (!last) return [cost.end()];
    const fills = await fillsOf(
      tx,
      positions.map(({ id }) => id),
    );
    for (const position of positions) {
      const wrong = wrongWith(position, fills.get(position.id) ?? []);
      if (wrong !== undefined) cost.add(`position ${position.id} ${wrong}`);
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

function wrongWith(position: PositionRow, fills: readonly FillRow[]): string | undefined {
  const { quantity, cost_paise: cost, bought_paise: bought, sold_paise: sold } = position;
  const held = quantity < 0 ? -cost : cost;
  const gained = sold - bought - position.charges_paise + position.buy_charges_paise + held;
  if (gained !== position.realised_paise) return `says ${position.realised_paise} were gained, it is ${gained}`;
  const ofFills = (side: FillRow['side']) =>
    fills.filter((fill) => fill.side === side).reduce((sum, fill) => sum + BigInt(fill.quantity), 0n);
  const isOfFills =
    ofFills('buy') === position.bought_quantity && BigInt(quantity) === ofFills('buy') - ofFills('sell');
  if (!isOfFills || position.is_demerged) return undefined;
  const made = costAfterFills(
    position.product,
    fills.map(({ side, quantity: shares, value_paise: valuePaise }) => ({ side, quantity: shares, valuePaise })),
  );
  return made === cost ? undefined : `says it cost ${cost}, its fills make ${made}`;
}
