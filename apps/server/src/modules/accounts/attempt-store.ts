import type { Queryable } from '#src/ports/database.ts';
import { DAY_MS, MINUTE_MS } from '@khara/rules';

/**
 * Counts failed attempts under a key, so that guessing is slow and a stranger's guessing locks no owner out.
 * An attempt is counted before it is made and taken back when it succeeds: attempts that run at the same time
 * count too.
 */
export type AttemptLimit =
  /** Attempts in a window that starts with the first. */
  | { readonly kind: 'window'; readonly max: number; readonly windowMs: number }
  /** After this number of failures, 1, 2, 4 … 60 s between tries; forgotten a day after the last. */
  | { readonly kind: 'slower'; readonly free: number };

/**
 * Limits of failed sign-ins: of one network, of one phone from devices it does not know, and of one
 * known device.
 */
export const ATTEMPT_LIMITS = {
  network: { kind: 'window', max: 30, windowMs: 15 * MINUTE_MS },
  unknownDevice: { kind: 'slower', free: 5 },
  knownDevice: { kind: 'window', max: 10, windowMs: 15 * MINUTE_MS },
  /** Codes of invitation that no member has, of one network. */
  invitations: { kind: 'window', max: 20, windowMs: 60 * MINUTE_MS },
  registrations: { kind: 'window', max: 5, windowMs: 60 * MINUTE_MS },
  /** In a school: a class sits in one network, and several may follow each other. */
  classRegistrations: { kind: 'window', max: 100, windowMs: 60 * MINUTE_MS },
  secondFactor: { kind: 'window', max: 10, windowMs: 15 * MINUTE_MS },
  oldPassword: { kind: 'window', max: 10, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, AttemptLimit>;

/** Takes one attempt from a limit. Answers 0, or the ms after which the next may be made. */
export async function takeAttempt(db: Queryable, key: string, limit: AttemptLimit, now: number): Promise<number> {
  return limit.kind === 'window' ? takeOfWindow(db, key, limit, now) : takeSlower(db, key, limit.free, now);
}

/** A window that begins further ahead than it is long was written by no server: it is over. */
async function takeOfWindow(
  db: Queryable,
  key: string,
  { max, windowMs }: { readonly max: number; readonly windowMs: number },
  now: number,
): Promise<number> {
  const taken = await db.query(
    'accounts.take_attempt_of_window',
    `INSERT INTO accounts.attempts AS t (key, failures, since, last_at, next_at) VALUES ($1, 1, $2, $2, 0)
     ON CONFLICT (key) DO UPDATE SET
       failures = CASE WHEN t.since NOT BETWEEN $2::bigint - $3::bigint + 1 AND $2::bigint + $3::bigint - 1 THEN 1 ELSE t.failures + 1 END,
       since = CASE WHEN t.since NOT BETWEEN $2::bigint - $3::bigint + 1 AND $2::bigint + $3::bigint - 1 THEN $2 ELSE t.since END,
       last_at = $2
     WHERE t.failures < $4 OR t.since NOT BETWEEN $2::bigint - $3::bigint + 1 AND $2::bigint + $3::bigint - 1
     RETURNING failures`,
    [key, now, windowMs, max],
  );
  if (taken.length > 0) return 0;
  const [row] = await db.query<{ since: bigint }>(
    'accounts.window_of_attempts',
    'SELECT since FROM accounts.attempts WHERE key = $1',
    [key],
  );
  return Math.max(1000, Number(row?.since ?? BigInt(now)) + windowMs - now);
}

async function takeSlower(db: Queryable, key: string, free: number, now: number): Promise<number> {
  // The n-th failure is followed by a wait: none before the fifth, then 1, 2, 4 … seconds, at most 60. A longer one, or
  // a count that no guesser reaches, was written by no server, and locks no member out.
  const taken = await db.query(
    'accounts.take_try_slower',
    `INSERT INTO accounts.attempts AS t (key, failures, since, last_at, next_at) VALUES ($1, 1, $2, $2, 0)
     ON CONFLICT (key) DO UPDATE SET
       failures = CASE WHEN t.last_at NOT BETWEEN $2::bigint - $4::bigint + 1 AND $2::bigint + $4::bigint - 1 THEN 1 ELSE least(t.failures, 1000) + 1 END,
       last_at = $2,
       next_at = CASE
         WHEN t.last_at NOT BETWEEN $2::bigint - $4::bigint + 1 AND $2::bigint + $4::bigint - 1 OR t.failures < $3::integer - 1 THEN 0
         ELSE $2 + least(60, power(2, least(t.failures - $3::integer + 1, 6)))::bigint * 1000
       END
     WHERE t.next_at <= $2 OR t.next_at > $2::bigint + 60000
     RETURNING failures`,
    [key, now, free, DAY_MS],
  );
  if (taken.length > 0) return 0;
  const [row] = await db.query<{ nextAt: number }>(
    'accounts.next_attempt',
    'SELECT next_at FROM accounts.attempts WHERE key = $1',
    [key],
  );
  return Math.max(1000, Number(row?.nextAt ?? BigInt(now)) - now);
}

/** Gives back the one try that was taken: it did not fail. */
export async function giveBackAttempt(db: Queryable, key: string): Promise<void> {
  await db.query(
    'accounts.give_back_attempt',
    'UPDATE accounts.attempts SET failures = greatest(failures, 1) - 1 WHERE key = $1',
    [key],
  );
}

/** Forgets a key's failures: its owner has shown that they know the secret. */
export async function forgetAttempts(db: Queryable, key: string): Promise<void> {
  await db.query('accounts.forget_attempts', 'DELETE FROM accounts.attempts WHERE key = $1', [key]);
}

/** Removes the counters that nothing was counted under since an instant. */
export async function tidyTries(db: Queryable, before: number): Promise<void> {
  await db.query('accounts.purge_attempts', 'DELETE FROM accounts.attempts WHERE last_at < $1', [before]);
}
