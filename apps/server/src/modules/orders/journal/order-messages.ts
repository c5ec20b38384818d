import type { Queryable } from '#src/ports/database.ts';

/** A message about an order that was accepted: it was placed, changed or cancelled. */
export type OrderMessage = { readonly seq: bigint; readonly userId: string; readonly at: number };

/** Messages after the one with number `seq`, in their order. */
export async function orderMessages(db: Queryable, seq: bigint, limit: number): Promise<readonly OrderMessage[]> {
  const rows = await db.query<{ seq: bigint; user_id: string; accepted_ms: bigint }>(
    'orders.messages',
    `select c.seq, o.user_id, c.accepted_ms from trading.command c join trading."order" o on o.id = c.order_id
     where c.seq > $1 order by c.seq limit $2`,
    [seq, limit],
  );
  return rows.map((row) => ({ seq: row.seq, userId: row.user_id, at: Number(row.accepted_ms) }));
}

/** Number of the newest message; 0 before the first. */
export async function newestOrderMessage(db: Queryable): Promise<bigint> {
  const [row] = await db.query<{ seq: bigint }>(
    'orders.newest_message',
    'select coalesce(max(seq), 0) as seq from trading.command',
  );
  return row?.seq ?? 0n;
}
