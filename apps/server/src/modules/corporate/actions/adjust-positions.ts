import { adjusted, type Position } from '@khara/broker';
import { dayBeforeEx, type CorporateAction, type DayBeforeEx } from '#modules/market/index.ts';
import { notifyAll } from '#modules/notices/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import {
  announcePositions,
  lockUsers,
  ownPositions,
  type SignedPosition,
  writePositions,
} from '#modules/orders/index.ts';
import { adjustmentOf } from './adjustment.ts';
import { maxHeld } from './entries.ts';
import { adjustedNotice } from './notices.ts';

type AdjustDeps = Pick<Deps, 'db' | 'clock' | 'pushes' | 'log'>;

/** Positions in one transaction. */
const BATCH_SIZE = 200;

/**
 * Adjusts the intraday positions in a share that were left over its ex-date, before anything trades on it. Safe to
 * repeat, also in the middle: each is adjusted once. A share that never had a price has no positions.
 */
export async function adjustPositions(deps: AdjustDeps, action: CorporateAction, asset: string): Promise<void> {
  const day = await dayBeforeEx(deps.db, action);
  if (!day) return;
  let after: bigint | undefined = 0n;
  while (after !== undefined) after = await adjustSome(deps, action, asset, { ...day, after });
}

/** Adjusts the next positions in order; answers the last of them when there may be more. */
async function adjustSome(
  deps: AdjustDeps,
  action: CorporateAction,
  asset: string,
  day: DayBeforeEx & { readonly after: bigint },
): Promise<bigint | undefined> {
  const at = deps.clock.now();
  const { positions, next, sent } = await deps.db.transaction(async (tx) => {
    const { positions, next } = await positionsOver(tx, action, asset, day.after);
    const changed = positions.map((position) => {
      const adjustment = adjustmentOf(position.quantity, action, day);
      return { position, ...adjustment, after: adjusted(position, adjustment) };
    });
    if (changed.length === 0) return { positions, next, sent: [] };
    const [sent] = await Promise.all([
      notifyAll(
        tx,
        changed.filter(({ added, paise }) => added !== 0 || paise !== 0n).map((one) => adjustedNotice(one, action, at)),
      ),
      writePositions(
        tx,
        changed.map(({ after }) => after),
      ),
      tx.query(
        'orders.note_adjustments',
        `INSERT INTO trading.position_adjustment (action_id, position_id, user_id, quantity, added, paise, at_ms)
         SELECT $1, u.position_id, u.user_id, u.quantity, u.added, u.paise, $2
         FROM unnest($3::bigint[], $4::text[], $5::integer[], $6::integer[], $7::bigint[])
           AS u (position_id, user_id, quantity, added, paise)`,
        [
          action.id,
          at,
          positions.map(({ id }) => id),
          positions.map(({ userId }) => userId),
          positions.map(({ quantity }) => quantity),
          changed.map(({ added }) => added),
          changed.map(({ paise }) => paise),
        ],
      ),
    ]);
    return { positions, next, sent };
  });
  announcePositions(deps, positions, { at, changed: 'adjusted' }, sent);
  return next;
}

/** The next positions that the action has not adjusted yet; nothing else of their members moves until the commit. */
async function positionsOver(
  tx: Tx,
  action: CorporateAction,
  asset: string,
  after: bigint,
): Promise<{ readonly positions: readonly Position[]; readonly next: bigint | undefined }> {
  const some = await tx.query<{ id: bigint; userId: string }>(
    'orders.next_positions_over',
    `SELECT p.id, p.user_id FROM trading.position p
     WHERE p.asset = $1 AND p.state = 'in_position' AND p.product = 'intraday' AND p.market_date < $3
       AND NOT EXISTS (SELECT FROM trading.position_adjustment a WHERE a.action_id = $2 AND a.position_id = p.id)
       AND abs(p.quantity::bigint) <= $5 AND p.id > $6
     ORDER BY p.id LIMIT $4`,
    [asset, action.id, action.exDate, BATCH_SIZE, maxHeld(action), after],
  );
  const next = some.length < BATCH_SIZE ? undefined : some.at(-1)?.id;
  if (some.length === 0) return { positions: [], next };
  await lockUsers(
    tx,
    some.map(({ userId }) => userId),
  );
  const rows = await tx.query<SignedPosition>(
    'orders.positions_over',
    `SELECT p.* FROM trading.position p WHERE p.id = ANY ($1::bigint[]) AND p.state = 'in_position' ORDER BY p.id FOR NO KEY UPDATE`,
    [some.map(({ id }) => id)],
  );
  return { positions: ownPositions(tx, rows), next };
}
