import type { Queryable } from '#src/ports/database.ts';

/** A message about an order that was accepted: it was placed, changed or cancelled. */
export type OrderMessage = { readonly seq: bigint; readonly userId: string; readonly at: number };

/** Messages after the one with number `seq`, in their order. */
export async function orderMessages(db: Queryable, seq: bigint, limit: number): Promise<readonly OrderMessage[]> {
  const rows = await db.query<{ seq: bigint; userId: string; acceptedAt: number }>(
    'orders.messages',
    `SELECT c.seq, o.user_id, c.accepted_ms FROM trading.command c JOIN trading."order" o ON o.id = c.order_id
     WHERE c.seq > $1 ORDER BY c.seq LIMIT $2`,
    [seq, limit],
  );
  return rows.map((row) => ({ seq: row.seq, userId: row.userId, at: row.acceptedAt }));
}

/** Number of the newest message; 0 before the first. */
export async function newestOrderMessage(db: Queryable): Promise<bigint> {
  const [row] = await db.query<{ seq: bigint }>(
    'orders.newest_message',
    // Of each table the end of its key: the view of both would be read whole.
    `SELECT greatest((SELECT max(id) FROM trading."order"), (SELECT max(seq) FROM trading.journal_command), 0) AS seq`,
  );
  return row?.seq ?? 0n;
}
