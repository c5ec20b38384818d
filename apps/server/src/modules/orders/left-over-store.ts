import { afterChanges, type Fill } from '@khara/broker';
import type { Queryable } from '#src/ports/database.ts';
import { ownPositions, type SignedPosition } from './position-store.ts';
import { type FillRow, toFill } from './rows.ts';
import { type MovedShares, ownFills, ownOf, SIGNED_CHANGES } from './signed-row-store.ts';
import type { Signed } from '#src/security/row-mac.ts';

/* Intraday positions that a day left: what their shares cost as another day began, or at each close. */

type Change = {
  readonly positionId: bigint;
  readonly side: 'buy' | 'sell' | undefined;
  readonly quantity: number;
  readonly paise: bigint;
  readonly marketDate: string;
};

/**
 * Fills, changes of product and corporate actions of intraday positions, in their order. What becomes
 * delivery takes its part of the cost, and realises nothing. An action comes before anything trades on its
 * day.
 */
async function changesByPosition(db: Queryable, positions: readonly bigint[]) {
  const { own, moved } = await ownOfPositions(db, positions);
  return Map.groupBy(
    await db.query<Change>(
      'orders.changes_of_intraday',
      `SELECT x.position_id, x.side, x.quantity, x.paise, x.market_date FROM (
         SELECT * FROM unnest($3::bigint[], $4::text[], $5::int[], $6::bigint[], $7::date[], $8::text[], $9::bigint[])
           AS f (position_id, side, quantity, paise, market_date, market_time, trade_no)
         UNION ALL
         SELECT c.to_position, 'buy', c.quantity, c.value_paise, c.market_date, c.market_time, NULL FROM trading.product_change c
         WHERE c.to_position = ANY ($1::bigint[]) AND c.id = ANY ($2::bigint[])
         UNION ALL
         SELECT c.from_position, 'sell', c.quantity, 0, c.market_date, c.market_time, NULL FROM trading.product_change c
         WHERE c.from_position = ANY ($1::bigint[]) AND c.id = ANY ($2::bigint[])
         UNION ALL
         SELECT a.position_id, NULL, a.added, a.paise, c.ex_date, '', NULL FROM trading.position_adjustment a
         JOIN market.corporate_action c ON c.id = a.action_id WHERE a.position_id = ANY ($1::bigint[])
       ) x ORDER BY x.market_date, x.market_time, x.trade_no`,
      [
        positions,
        moved.map(({ id }) => id),
        own.map(({ positionId }) => positionId),
        own.map(({ side }) => side),
        own.map(({ quantity }) => quantity),
        own.map(({ valuePaise }) => valuePaise),
        own.map(({ marketDate }) => marketDate),
        own.map(({ marketTime }) => marketTime),
        own.map(({ tradeNo }) => tradeNo),
      ],
    ),
    ({ positionId }) => positionId,
  );
}

/** Fills of positions, and changes of product from them and to them. */
export async function ownOfPositions(
  db: Queryable,
  positions: readonly bigint[],
): Promise<{ readonly own: readonly Fill[]; readonly moved: readonly (MovedShares & { readonly at: number })[] }> {
  const [fills, moved] = await Promise.all([
    db.query<FillRow>(
      'orders.fills_of_positions',
      'SELECT * FROM trading.fill WHERE position_id = ANY ($1::bigint[])',
      [positions],
    ),
    db.query<Signed<MovedShares & { readonly at: number }>>(
      'orders.moved_of_positions',
      'SELECT * FROM trading.product_change WHERE to_position = ANY ($1::bigint[]) OR from_position = ANY ($1::bigint[])',
      [positions],
    ),
  ]);
  return { own: ownFills(db.ownKeys(), fills).map(toFill), moved: ownOf(db, SIGNED_CHANGES, moved) };
}

const positionAfter = (changes: readonly Change[]) =>
  afterChanges(
    changes.map(({ side, quantity, paise }) =>
      side === undefined ? { added: quantity, paise } : { side, quantity, valuePaise: paise, chargedPaise: 0n },
    ),
  );

/** What intraday positions cost as a market date began, before its first trade, by their ids. */
export async function costsAsDayBegan(
  db: Queryable,
  positions: readonly bigint[],
  marketDate: string,
): Promise<ReadonlyMap<bigint, bigint>> {
  if (positions.length === 0) return new Map();
  const changes = await changesByPosition(db, positions);
  const isBefore = (change: Change) =>
    change.marketDate < marketDate || (change.side === undefined && change.marketDate === marketDate);
  return new Map([...changes].map(([id, all]) => [id, positionAfter(all.filter(isBefore)).costPaise]));
}

/** Shares of an intraday position that were left at the closes from a market date on, until another one. */
export type LeftOver = {
  readonly code: string;
  readonly from: string;
  /** Undefined while nothing has changed them. */
  readonly until: string | undefined;
  /** Below zero: short. */
  readonly quantity: number;
  readonly costPaise: bigint;
};

/** All that was left of a member's intraday positions when a day was over. */
export async function listLeftOver(db: Queryable, userId: string): Promise<readonly LeftOver[]> {
  const rows = await db.query<SignedPosition>(
    'orders.left_over_positions',
    `SELECT p.* FROM trading.position p JOIN market.day d ON d.market_date = p.market_date
     WHERE p.user_id = $1 AND p.product = 'intraday'
       AND (p.state = 'in_position' AND d.closed_ms IS NOT NULL
         OR EXISTS (SELECT FROM trading.fill f WHERE f.position_id = p.id AND f.market_date < p.market_date)
         OR EXISTS (SELECT FROM trading.product_change c
                    WHERE c.user_id = p.user_id AND c.to_position = p.id AND c.market_date < p.market_date))`,
    [userId],
  );
  const positions = ownPositions(db, rows);
  if (positions.length === 0) return [];
  const changes = await changesByPosition(
    db,
    positions.map(({ id }) => id),
  );
  return positions.flatMap(({ id, code }) => {
    const all = changes.get(id) ?? [];
    const dates = [...new Set(all.map(({ marketDate }) => marketDate))];
    return dates
      .map((from, at) => ({
        code,
        from,
        until: dates[at + 1],
        ...positionAfter(all.filter(({ marketDate }) => marketDate <= from)),
      }))
      .filter(({ quantity }) => quantity !== 0);
  });
}
