import assert from 'node:assert/strict';
import type { Tx } from '#src/db.ts';
import type { SettlementBatch } from '#src/ports.ts';

/**
 * Makes durable that everything up to the batch's frontier is settled; to be the first statement of the settling transaction. Answers the number of the
 * last member's event of this market day that was settled before: events up to it are in the books already (a commit whose answer was lost is sent again).
 */
export async function moveFrontier(tx: Tx, batch: SettlementBatch): Promise<number> {
  const rows = await tx.query<{ before: number }>(
    'market.move_frontier',
    `WITH earlier AS MATERIALIZED (SELECT market_day, settled_event FROM market.frontier FOR NO KEY UPDATE)
     UPDATE market.frontier f SET step = greatest(f.step, $2), settled_event = greatest(f.settled_event, $3)
     FROM earlier WHERE f.market_day = $1 RETURNING earlier.settled_event AS before`,
    [batch.marketDay, batch.frontierStep, batch.events.at(-1)?.eventNo ?? 0],
  );
  const before = rows[0]?.before;
  assert(before !== undefined, `day ${batch.marketDay} is settled while another one runs`);
  return before;
}
