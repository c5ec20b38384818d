import { setTimeout as rest } from 'node:timers/promises';
import type { Queryable } from '#src/ports/database.ts';
import { DAY_MS, MINUTE_MS } from '@khara/rules';

/** Wrong transaction passwords in a window that pause it. */
export const MAX_WRONG = 5;
const WINDOW_MS = 15 * MINUTE_MS;
/**
 * The first pause; each further one is twice as long, up to a day: 35 attempts on the first day, 5 a day afterwards.
 */
const FIRST_PAUSE_MS = 15 * MINUTE_MS;
/** Time without a pause after which the next one is short again, if the password was known in between. */
const FORGIVEN_MS = 7 * DAY_MS;
/**
 * How long an attempt waits for five that are under way, and how often it looks: one that a process left
 * behind when it ended never decides.
 */
const TIMEOUT_MS = 5000;
const LOOK_AGAIN_MS = 25;

export type PasswordAttempt =
  | { readonly kind: 'taken'; readonly number: number }
  | { readonly kind: 'paused'; readonly until: number };

/**
 * Counts an attempt before it is made, so that attempts at the same time count too. While five are under way,
 * which may all be right, the sixth waits for them: a member who sends many orders at once under the right
 * password does not meet a pause.
 */
export async function takeAttempt(db: Queryable, memberId: string, now: number): Promise<PasswordAttempt> {
  for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
    const taken = await tryOrPause(db, memberId, now);
    if (taken.kind !== 'underway') return taken;
    if (waitedMs >= TIMEOUT_MS) return { kind: 'paused', until: now + 1000 };
    await rest(LOOK_AGAIN_MS);
  }
}

/**
 * A pause that is longer than the longest, or a window that begins further ahead than it is long, was written by no
 * server: it locks no member out.
 */
async function tryOrPause(
  db: Queryable,
  memberId: string,
  now: number,
): Promise<PasswordAttempt | { readonly kind: 'underway' }> {
  const [taken] = await db.query<{ failures: number }>(
    'accounts.take_transaction_password_attempt',
    `INSERT INTO accounts.transaction_password_attempts AS t (member_id, failures, since) VALUES ($1, 1, $2)
     ON CONFLICT (member_id) DO UPDATE SET
       failures = CASE WHEN t.since NOT BETWEEN $2::bigint - $3::bigint + 1 AND $2::bigint + $3::bigint - 1 THEN 1 ELSE t.failures + 1 END,
       since = CASE WHEN t.since NOT BETWEEN $2::bigint - $3::bigint + 1 AND $2::bigint + $3::bigint - 1 THEN $2 ELSE t.since END
     WHERE (t.paused_until <= $2 OR t.paused_until > $2::bigint + $5::bigint) AND (t.failures < $4 OR t.since NOT BETWEEN $2::bigint - $3::bigint + 1 AND $2::bigint + $3::bigint - 1)
     RETURNING failures`,
    [memberId, now, WINDOW_MS, MAX_WRONG, DAY_MS],
  );
  if (taken) return { kind: 'taken', number: taken.failures };
  const [row] = await db.query<{ pausedUntil: number }>(
    'accounts.transaction_password_pause',
    'SELECT paused_until FROM accounts.transaction_password_attempts WHERE member_id = $1',
    [memberId],
  );
  const until = Number(row?.pausedUntil ?? 0n);
  return until > now && until <= now + DAY_MS ? { kind: 'paused', until } : { kind: 'underway' };
}

/** The try was not made after all: it is none. */
export async function giveBack(db: Queryable, memberId: string): Promise<void> {
  await db.query(
    'accounts.give_back_transaction_password_attempt',
    'UPDATE accounts.transaction_password_attempts SET failures = greatest(failures, 1) - 1 WHERE member_id = $1',
    [memberId],
  );
}

/** The last try of a window was wrong: pauses. Answers until when. */
export async function pausePassword(db: Queryable, memberId: string, now: number): Promise<number> {
  const [row] = await db.query<{ pausedUntil: number }>(
    'accounts.pause_transaction_password',
    `UPDATE accounts.transaction_password_attempts SET
       failures = 0,
       pauses = least(pauses, 1000) + 1,
       paused_until = $2 + least($4, $3 * power(2, least(pauses, 10))::bigint)
     WHERE member_id = $1 RETURNING paused_until`,
    [memberId, now, FIRST_PAUSE_MS, DAY_MS],
  );
  return Number(row?.pausedUntil ?? 0n);
}

/** The owner has shown otherwise who they are: the pause ends. */
export async function endPause(db: Queryable, memberId: string): Promise<void> {
  await db.query(
    'accounts.end_transaction_password_pause',
    'UPDATE accounts.transaction_password_attempts SET failures = 0, paused_until = 0 WHERE member_id = $1',
    [memberId],
  );
}

/**
 * The try was right. Earlier pauses stay counted for a week: a guesser in a stolen session must not profit
 * from its owner's correct entries.
 */
export async function forgiveFailures(db: Queryable, memberId: string, now: number): Promise<void> {
  await db.query(
    'accounts.forgive_transaction_password',
    `UPDATE accounts.transaction_password_attempts SET failures = 0,
       pauses = CASE WHEN paused_until NOT BETWEEN $2::bigint - $3::bigint + 1 AND $2::bigint + $4::bigint THEN 0 ELSE pauses END WHERE member_id = $1`,
    [memberId, now, FORGIVEN_MS, DAY_MS],
  );
}
