import type { Position, PositionView } from '@khara/broker';
import { changeOrInsert, columnValues } from '#src/kernel/sql-rows.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { Signed } from '#src/security/row-mac.ts';
import { POSITION_COLUMNS, type PositionRow, toPosition } from './rows.ts';
import { ownOf, signedBy, SIGNED_POSITIONS } from './signed-row-store.ts';

/* Positions that a server wrote. One that was planted, or changed by another hand, is as if it were not there. */

/** A position as it is written, with whether the system closed it. */
export type WrittenPosition = Position & { readonly squaredOff?: boolean };

export type SignedPosition = Signed<PositionRow> & { readonly state: PositionView['state'] };

const toWritten = (row: SignedPosition): WrittenPosition => ({
  ...toPosition(row),
  ...(row.state === 'expired' && { squaredOff: true }),
});

export const ownPositions = (db: Queryable, rows: readonly SignedPosition[]): readonly WrittenPosition[] =>
  ownOf(db, SIGNED_POSITIONS, rows).map(toWritten);

export const writePositions = async (tx: Tx, positions: readonly WrittenPosition[]): Promise<void> => {
  if (positions.length === 0) return;
  await tx.query(
    'orders.write_positions',
    WRITE_POSITIONS,
    columnValues(POSITION_COLUMNS, signedBy(tx, SIGNED_POSITIONS, positions)),
  );
};

const WRITE_POSITIONS = changeOrInsert('trading.position', POSITION_COLUMNS, ['id']);

/** Changes positions, each by what it is. Their users are locked. */
export async function changePositions(
  tx: Tx,
  changes: ReadonlyMap<bigint, (position: Position) => Position>,
): Promise<void> {
  if (changes.size === 0) return;
  const rows = await tx.query<SignedPosition>(
    'orders.positions_to_change',
    'SELECT p.* FROM trading.position p WHERE p.id = ANY ($1::bigint[]) ORDER BY p.id FOR NO KEY UPDATE',
    [[...changes.keys()]],
  );
  const own = ownPositions(tx, rows);
  await writePositions(
    tx,
    own.map((position) => ({ ...position, ...changes.get(position.id)!(position) })), // each was asked for
  );
}

/** Numbers for positions that come to be. */
export const takePositionNumbers = async (tx: Tx, count: number): Promise<readonly bigint[]> =>
  count === 0
    ? []
    : (
        await tx.query<{ id: bigint }>(
          'orders.settle_ids',
          'SELECT trading.next_number() AS id FROM generate_series(1, $1)',
          [count],
        )
      ).map(({ id }) => id);

/** A member's delivery positions in a share: the one that is held, and those that a market date closed. */
export const readDelivery = async (
  tx: Tx,
  { userId, asset, marketDate }: { readonly userId: string; readonly asset: string; readonly marketDate?: string },
): Promise<readonly WrittenPosition[]> =>
  ownPositions(
    tx,
    await tx.query<SignedPosition>(
      'orders.delivery_positions',
      `SELECT p.* FROM trading.position p
       WHERE p.user_id = $1 AND p.asset = $2 AND p.product = 'delivery' AND (p.state = 'in_position' OR p.market_date = $3::date)
       ORDER BY p.state = 'in_position' DESC, p.id`,
      [userId, asset, marketDate ?? null],
    ),
  );

/** A position with what counts of its share on its market date. */
export type CountedPosition = Position & { readonly isTradeForTrade: boolean };

/** A position that counts for what its member may do on a market date. */
export type PositionOfDay = WrittenPosition & CountedPosition;

/**
 * Positions of members by which it is decided what they may do on a market date: those that traded on it, and those of
 * intraday orders that are open; of a member who has set limits, or with `all`, all that are held. Each half by its own
 * index.
 */
export async function readPositionsOfDay(
  db: Queryable,
  users: readonly string[],
  marketDate: string,
  { all = false }: { readonly all?: boolean } = {},
): Promise<readonly PositionOfDay[]> {
  if (users.length === 0) return [];
  const rows = await db.query<SignedPosition & { readonly isTradeForTrade: boolean }>(
    'orders.positions_of_day',
    `SELECT p.*, EXISTS (SELECT FROM trading.trade_for_trade t WHERE t.market_date = p.market_date AND t.code = p.code) AS is_trade_for_trade
     FROM unnest($1::text[]) AS u (id)
     CROSS JOIN LATERAL (
       SELECT h.* FROM trading.position h WHERE h.user_id = u.id AND h.state = 'in_position'
         AND ($3 OR h.market_date = $2 OR h.product = 'intraday' OR EXISTS (SELECT FROM trading.own_limit l WHERE l.user_id = u.id))
       UNION ALL
       SELECT c.* FROM trading.position c WHERE c.user_id = u.id AND c.state <> 'in_position' AND c.market_date = $2 OFFSET 0
     ) p`,
    [[...new Set(users)], marketDate, all],
  );
  return ownOf(db, SIGNED_POSITIONS, rows).map((row) => ({
    ...toWritten(row),
    isTradeForTrade: row.isTradeForTrade,
  }));
}
