import type { SystemEndReason } from '@khara/market-day';
import type { Queryable } from '#src/ports/database.ts';
import type { Keys } from '#src/security/keys.ts';
import { NEWEST } from '#src/kernel/page.ts';
import { PLACED_COMMAND } from './journal.ts';
import { isOwnApplied, signCommands, type PlacedRow } from './signed-commands.ts';

/*
 * Which open orders the exchange has, by their commands, and the system's ends of them. A row alone says nothing, and a
 * command that no server wrote no more.
 */

/** What commands that a server wrote say of an order that a server took. */
type Standing = {
  /** The market date of its row. */
  readonly date: string;
  readonly isEnding: boolean;
  readonly hasEnded: boolean;
};

/** Of orders that a server took. */
async function readStandings(
  db: Queryable,
  ids: readonly bigint[],
  keys: Pick<Keys, 'installSecret'> = db.ownKeys(),
): Promise<ReadonlyMap<bigint, Standing>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<PlacedRow & { readonly ofOrder: bigint; readonly date: string }>(
    'orders.standings',
    `SELECT o.id AS of_order, o.market_date AS date, k.* FROM trading."order" o
     CROSS JOIN LATERAL (SELECT ${PLACED_COMMAND} FROM trading.command c
       WHERE c.order_id = o.id AND c.kind IN ('place', 'expire') OFFSET 0) k
     WHERE o.id = ANY ($1::bigint[])`,
    [ids],
  );
  const own = Map.groupBy(
    rows.filter((row) => isOwnApplied(keys, row)),
    ({ ofOrder }) => ofOrder,
  );
  return new Map(
    [...own].flatMap(([id, commands]) => {
      const ends = commands.filter(({ kind }) => kind === 'expire');
      const place = commands.find(({ kind }) => kind === 'place');
      const hasEnded = ends.some(({ appliedStep }) => appliedStep !== undefined);
      return place ? [[id, { date: place.date, isEnding: ends.length > 0, hasEnded }] as const] : [];
    }),
  );
}

/**
 * Of open orders those that the exchange may still have on a market date. No server took the others, or their day or
 * they themselves have ended: they were written by hand, and nothing waits for them.
 */
export async function ordersAtExchange(
  db: Queryable,
  ids: readonly bigint[],
  marketDate: string,
): Promise<ReadonlySet<bigint>> {
  const standings = await readStandings(db, ids);
  return new Set([...standings].flatMap(([id, { date, hasEnded }]) => (date < marketDate || hasEnded ? [] : id)));
}

/** Of orders that may wait for a pre-open those that no server has given to the exchange. */
export async function ordersNotPlaced<O extends { readonly id: bigint }>(
  db: Queryable,
  orders: readonly O[],
  keys?: Pick<Keys, 'installSecret'>,
): Promise<readonly O[]> {
  const ids = orders.map(({ id }) => id);
  const standings = await readStandings(db, ids, keys);
  return orders.filter(({ id }) => !standings.has(id));
}

const PAGE = 20;

/** The number by which the exchange knows a member, by the newest order of theirs that a server took. */
export async function readAccountKey(db: Queryable, userId: string): Promise<number | undefined> {
  for (let before = NEWEST; ;) {
    const rows = await db.query<PlacedRow & { readonly ofOrder: bigint }>(
      'orders.newest_placed',
      `SELECT o.id AS of_order, k.* FROM (
         SELECT * FROM trading."order" x WHERE x.user_id = $1 AND x.id < $2 ORDER BY x.id DESC LIMIT $3) o
       LEFT JOIN LATERAL (SELECT ${PLACED_COMMAND} FROM trading.command c
         WHERE c.order_id = o.id AND c.kind = 'place' OFFSET 0) k ON true ORDER BY o.id DESC`,
      [userId, before, PAGE],
    );
    const own = rows.find((row) => row.kind === 'place' && isOwnApplied(db.ownKeys(), row));
    if (own?.kind === 'place') return own.accountKey;
    const last = rows.at(-1);
    if (!last) return undefined;
    before = last.ofOrder;
  }
}

/** Journals that orders end, each once, and answers the commands' numbers. One that no server took is left as it is. */
export async function journalEnds(
  tx: Queryable,
  orders: readonly { readonly id: bigint }[],
  { reason, at }: { readonly reason: SystemEndReason; readonly at: number },
): Promise<readonly bigint[]> {
  const standings = await readStandings(
    tx,
    orders.map(({ id }) => id),
  );
  const ids = [...standings].flatMap(([id, { isEnding }]) => (isEnding ? [] : id));
  if (ids.length === 0) return [];
  return signCommands(
    tx,
    await tx.query<{ seq: bigint }>(
      'orders.journal_ends',
      `INSERT INTO trading.journal_command (kind, order_id, accepted_ms, reason)
       SELECT 'expire', i.id, $2, $3 FROM unnest($1::bigint[]) AS i (id) ORDER BY i.id RETURNING seq`,
      [ids, at, reason],
    ),
  );
}
