import type { CreditEvent } from '@khara/credit';
import type { Queryable } from '#src/ports/database.ts';

/** The module's SQL, and nothing but SQL. It reads what other modules write, and counts. */

export type Checkpoint = { readonly size: bigint; readonly root: Uint8Array; readonly at: number };

/** Undefined before the first one. */
export async function newestCheckpoint(db: Queryable): Promise<Checkpoint | undefined> {
  const [row] = await db.query<Checkpoint>(
    'certificate.checkpoint',
    'SELECT size, root, at_ms FROM ledger.checkpoint ORDER BY size DESC, at_ms DESC LIMIT 1',
  );
  return row;
}

/** SHA-256 of the running market day's seed. */
export async function seedHashOfDay(db: Queryable): Promise<Uint8Array | undefined> {
  const [row] = await db.query<{ seedHash: Uint8Array }>(
    'certificate.seed_hash',
    'SELECT seed_hash FROM market.day ORDER BY market_day DESC LIMIT 1',
  );
  return row?.seedHash;
}

export type WaitingWithdrawals = {
  readonly waiting: bigint;
  readonly medianAgeMs: number | undefined;
  readonly oldestAgeMs: number | undefined;
};

/** Withdrawals that were asked for and have not been paid, and for how long. */
export async function waitingWithdrawals(db: Queryable, now: number): Promise<WaitingWithdrawals> {
  const [row] = await db.query<WaitingWithdrawals>(
    'certificate.waiting',
    `SELECT count(*) AS waiting, CASE WHEN count(*) > 0 THEN greatest($1 - percentile_disc(0.5) WITHIN GROUP (ORDER BY at), 0) END AS "medianAgeMs",
       CASE WHEN count(*) > 0 THEN greatest($1 - min(at), 0) END AS "oldestAgeMs"
     FROM wallet.withdrawal WHERE status IN ('in_transfer', 'passed')`,
    [BigInt(now)],
  );
  return row!; // a count is always one row
}

/** Events of the credit score that are in force, of all members: without them no account is below the threshold. */
export const eventsInForce = (db: Queryable, now: number) =>
  db.query<CreditEvent & { readonly memberId: string }>(
    'certificate.events',
    `SELECT id, member_id, rule, points, at, expires_at FROM credit.event WHERE ended_at IS NULL AND expires_at > $1 ORDER BY member_id`,
    [now],
  );

/** Accounts whose withdrawals wait because their transaction password was reset. */
export async function waitingAfterReset(db: Queryable, now: number): Promise<number> {
  const [row] = await db.query<{ accounts: bigint }>(
    'certificate.after_reset',
    'SELECT count(*) AS accounts FROM accounts.member WHERE withdrawals_from > $1',
    [now],
  );
  return Number(row?.accounts ?? 0n);
}

export const stopsOfBooks = (db: Queryable) =>
  db.query<{ readonly checkName: string; readonly at: number; readonly resumedAt: number | undefined }>(
    'certificate.stops',
    'SELECT check_name, at_ms, resumed_ms FROM ledger.books_stop ORDER BY at_ms DESC LIMIT 10',
  );
