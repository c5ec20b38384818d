import type { Queryable } from '#src/ports/database.ts';

/* The lock under which everything of a user's money and shares moves, until the transaction ends: trading.lock_user. */

const LOCK = 'pg_advisory_xact_lock(7365, u.lock)';

/** Locks users, in the order in which all locks of users are taken. */
export const lockUsers = (tx: Queryable, users: readonly string[]): Promise<unknown> =>
  tx.query(
    'orders.lock_users',
    `SELECT ${LOCK} FROM (
       SELECT DISTINCT hashtext('u:' || x.id) AS lock FROM unnest($1::text[]) AS x (id) ORDER BY 1) u`,
    [users],
  );

/** Locks the users of these orders. */
export const lockOrderUsers = (tx: Queryable, orderIds: readonly bigint[]): Promise<unknown> =>
  tx.query(
    'orders.lock_users_of',
    `SELECT ${LOCK} FROM (
       SELECT DISTINCT hashtext('u:' || o.user_id) AS lock FROM trading."order" o WHERE o.id = ANY ($1::bigint[]) ORDER BY 1) u`,
    [orderIds],
  );
