import type { OrderReason } from '@khara/contract';
import { isRecorded, recordRemoval, recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import { sqlArray } from '#src/kernel/sql-array.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/* SQL of what members write about their own orders. Each statement names the member. */

/** What a member planned and when, why, and in which words: the log answers for it. */
export const ORDER_NOTES: RecordedTable = {
  type: 'order.note',
  table: 'trading.order_note',
  id: 'order_id',
  member: 'user_id',
  columns: ['t.reason', 't.stop_paise', 't.target_paise', 't.planned_ms', 't.text', 't.tags', 't.changed_ms'],
};

/** What a note says. */
export type NoteText = {
  readonly reason: OrderReason | undefined;
  readonly stopPaise: bigint | undefined;
  readonly targetPaise: bigint | undefined;
  readonly text: string | undefined;
  readonly tags: readonly string[];
};

export type OrderNote = NoteText & {
  /** Real ms at which the plan was written or last changed; undefined without one. */
  readonly plannedAt: number | undefined;
  readonly changedAt: number;
};

/** Tags of an order `o` with its note `n`: the note's, and the mark of the program that placed it. */
export const NOTE_TAGS_SQL = `array(SELECT DISTINCT t FROM unnest(n.tags || lower(o.program_tag)) AS t WHERE t <> '' ORDER BY t)`;

const COLUMNS = 'n.reason, n.stop_paise, n.target_paise, n.planned_ms, n.text, n.tags, n.changed_ms';

export async function findNote(db: Queryable, userId: string, orderId: bigint): Promise<OrderNote | undefined> {
  const [row] = await db.query<OrderNote>(
    'orders.find_note',
    `SELECT ${COLUMNS} FROM trading.order_note n WHERE n.order_id = $2 AND n.user_id = $1`,
    [userId, orderId],
  );
  return row;
}

/** In the place of what was there. A plan that stays as its member wrote it keeps its instant. */
export async function keepNote(
  tx: Tx,
  { userId, orderId, now }: { readonly userId: string; readonly orderId: bigint; readonly now: number },
  note: NoteText,
): Promise<OrderNote> {
  const { reason, stopPaise, targetPaise, text, tags } = note;
  const planned = stopPaise === undefined && targetPaise === undefined ? null : now;
  const isOwn = await isRecorded(tx, ORDER_NOTES, orderId);
  const [row] = await tx.query<OrderNote>(
    'orders.keep_note',
    `INSERT INTO trading.order_note AS n (order_id, user_id, reason, stop_paise, target_paise, planned_ms, text, tags, changed_ms)
     VALUES ($2, $1, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (order_id) DO UPDATE SET reason = excluded.reason, text = excluded.text, tags = excluded.tags,
       planned_ms = CASE WHEN NOT $10 OR (n.stop_paise, n.target_paise) IS DISTINCT FROM (excluded.stop_paise, excluded.target_paise)
         THEN excluded.planned_ms ELSE n.planned_ms END,
       stop_paise = excluded.stop_paise, target_paise = excluded.target_paise, changed_ms = excluded.changed_ms
     RETURNING ${COLUMNS}`,
    [
      userId,
      orderId,
      reason ?? null,
      stopPaise ?? null,
      targetPaise ?? null,
      planned,
      text ?? null,
      sqlArray('text', tags),
      now,
      isOwn,
    ],
  );
  await recordRow(tx, ORDER_NOTES, orderId, 'written');
  return row!;
}

export async function deleteNote(tx: Tx, userId: string, orderId: bigint): Promise<void> {
  const rows = await tx.query(
    'orders.delete_note',
    'DELETE FROM trading.order_note WHERE order_id = $2 AND user_id = $1 RETURNING order_id',
    [userId, orderId],
  );
  if (rows.length > 0) await recordRemoval(tx, ORDER_NOTES, { id: String(orderId), member: userId });
}
