import type { Db, Queryable } from '#src/ports/database.ts';
import type { Frontier } from './frontier-store.ts';

/* SQL of who runs the market, where several servers may. What they may write is the frontier's epoch to say. */

/** Who runs the market, and how long it has not said so, by the database's clock. */
export type Tenure = {
  readonly epoch: number;
  /** Undefined where the market was taken over by a server that runs alone. */
  readonly holder: { readonly node: string; readonly address: string; readonly silentMs: number } | undefined;
};

/** Undefined before the first market day. */
export async function readTenure(db: Queryable): Promise<Tenure | undefined> {
  const [row] = await db.query<{
    epoch: number;
    node: string | undefined;
    address: string | undefined;
    silentMs: number | undefined;
  }>(
    'market.read_tenure',
    `SELECT f.epoch, t.node, t.address, (extract(epoch FROM clock_timestamp() - t.beat_at) * 1000)::double precision AS "silentMs"
     FROM market.frontier f LEFT JOIN market.tenure t ON t.epoch = f.epoch`,
  );
  if (!row) return undefined;
  const { epoch, node, address, silentMs } = row;
  return { epoch, holder: node === undefined ? undefined : { node, address: address!, silentMs: silentMs! } };
}

/**
 * Takes the market over from the server of an epoch; undefined when another one was first. What that server has under
 * way is done before, or never will be.
 */
export const beginTenure = (
  db: Db,
  by: {
    readonly after: number;
    readonly node: string;
    readonly address: string;
  },
): Promise<Frontier | undefined> =>
  db.transaction(async (tx) => {
    const [row] = await tx.query<Frontier>(
      'market.begin_tenure',
      `UPDATE market.frontier SET epoch = epoch + 1 WHERE epoch = $1 RETURNING market_day, step, settled_event, epoch`,
      [by.after],
    );
    if (!row) return undefined;
    await tx.query(
      'market.note_tenure',
      `INSERT INTO market.tenure (epoch, node, address, beat_at) VALUES ($1, $2, $3, clock_timestamp())
       ON CONFLICT (is_only_row) DO UPDATE SET epoch = $1, node = $2, address = $3, beat_at = clock_timestamp()`,
      [row.epoch, by.node, by.address],
    );
    return row;
  });

/**
 * Says that the server of this epoch lives, without waiting for the disk or a standby: a beat that is lost is followed
 * by the next. False when another one runs the market.
 */
export const beat = (db: Db, epoch: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [, rows] = await Promise.all([
      tx.query('market.beat_lightly', "SELECT set_config('synchronous_commit', 'off', true)"),
      tx.query('market.beat', 'UPDATE market.tenure SET beat_at = clock_timestamp() WHERE epoch = $1 RETURNING epoch', [
        epoch,
      ]),
    ]);
    return rows.length > 0;
  });

/** What the connections of a server are called at the database, by which another one ends them. */
export const connectionName = (node: string): string => `khara ${node}`.slice(0, 63); // PostgreSQL keeps no more

/** The same, while a connection keeps locks of users between its transactions: also of a server that goes on. */
export const KEEPS_LOCKS = 'khara orders';

/**
 * Ends what the server before had at the database, which may stand still and give nothing back: connections that keep
 * locks of users. Of a `node` that is silent also those that are in a transaction or have locks, and that of the lock
 * of who runs the market: its rows and members would stay locked as long as it stands. What was under way is kept or
 * not, as when it ends.
 */
export async function endHolder(db: Queryable, node?: string): Promise<void> {
  await db.query(
    'market.end_holder',
    `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a
     WHERE a.usename = current_user AND a.datname = current_database() AND a.pid <> pg_backend_pid()
       AND (a.application_name = '${KEEPS_LOCKS}'
            OR a.application_name = $1
              AND (a.state IS DISTINCT FROM 'idle' OR EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid AND l.locktype = 'advisory'))
            OR $1 IS NOT NULL AND EXISTS (SELECT FROM pg_locks l
                       WHERE l.pid = a.pid AND l.locktype = 'advisory' AND l.classid = 7367 AND l.objid = 0 AND l.granted))`,
    [node === undefined ? undefined : connectionName(node)],
  );
}
