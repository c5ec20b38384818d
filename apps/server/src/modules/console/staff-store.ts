import { hash } from 'node:crypto';
import { expectRecord } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { Staff } from './types.ts';

/**
 * SQL of who works here, and of their sessions. It is the server's: the back office's own role sees no hash
 * and no session.
 */

export const isStaffed = async (db: Queryable): Promise<boolean> =>
  (await db.query('console.is_staffed', 'SELECT FROM console.staff LIMIT 1')).length > 0;

/** Adds those who begin, unless the back office has a person. Answers whether they were added. */
export async function addFirstStaff(
  tx: Tx,
  people: readonly { readonly number: string; readonly name: string; readonly passwordHash: string }[],
  at: number,
): Promise<boolean> {
  for (const { number, name, passwordHash } of people)
    expectRecord(tx, 'staff.account', { id: number, name, password: hash('sha256', passwordHash), at });
  const [row] = await tx.query<{ added: boolean }>(
    'console.add_first_staff',
    'SELECT console.add_first_staff($1, $2, $3, $4) AS added',
    [people.map(({ number }) => number), people.map(({ name }) => name), people.map((one) => one.passwordHash), at],
  );
  return row?.added === true;
}

export async function byName(db: Queryable, name: string) {
  const [found] = await db.query<Staff & { readonly passwordHash: string }>(
    'console.staff_by_name',
    'SELECT number, name, password_hash FROM console.staff WHERE name = $1',
    [name],
  );
  return found;
}

export function insertSession(tx: Tx, { tokenHash, staff, at }: { tokenHash: Buffer; staff: string; at: number }) {
  expectRecord(tx, 'staff.session', { id: hash('sha256', tokenHash), staff, at });
  return tx.query('console.open_session', 'SELECT console.open_session($1, $2, $3)', [tokenHash, staff, at]);
}

export type StaffSession = Staff & {
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly endedAt: number | undefined;
};

export async function findSession(db: Queryable, tokenHash: Buffer): Promise<StaffSession | undefined> {
  const rows = await db.query<StaffSession>(
    'console.session_of',
    `SELECT t.number, t.name, s.created_at, s.last_seen_at, s.ended_at
     FROM console.session s JOIN console.staff t ON t.number = s.staff WHERE s.token_hash = $1`,
    [tokenHash],
  );
  return rows[0];
}

export const markSessionSeen = (db: Queryable, tokenHash: Buffer, at: number) =>
  db.query(
    'console.seen',
    'UPDATE console.session SET last_seen_at = greatest(last_seen_at, $2) WHERE token_hash = $1 AND ended_at IS NULL',
    [tokenHash, at],
  );

export function endSession(tx: Tx, tokenHash: Buffer, at: number) {
  expectRecord(tx, 'staff.session', { id: hash('sha256', tokenHash), ended: at });
  return tx.query(
    'console.end_session',
    'UPDATE console.session SET ended_at = $2 WHERE token_hash = $1 AND ended_at IS NULL',
    [tokenHash, at],
  );
}

/** Forgets sessions that can no longer be used or asked about. */
export const forgetOld = (db: Queryable, before: number) =>
  db.query('console.forget_sessions', 'DELETE FROM console.session WHERE last_seen_at < $1', [before]);

/** Whether a person has signed in with this browser since then. */
export async function isDeviceOf(db: Queryable, staff: string, tokenHash: Buffer, since: number): Promise<boolean> {
  const rows = await db.query(
    'console.is_device_of',
    'SELECT FROM console.device WHERE token_hash = $2 AND staff = $1 AND used_at > $3',
    [staff, tokenHash, since],
  );
  return rows.length > 0;
}

export function keepDevice(tx: Tx, { tokenHash, staff, at }: { tokenHash: Buffer; staff: string; at: number }) {
  expectRecord(tx, 'staff.device', { id: hash('sha256', tokenHash), staff });
  return tx.query(
    'console.keep_device',
    `INSERT INTO console.device (token_hash, staff, used_at) VALUES ($1, $2, $3)
     ON CONFLICT (token_hash) DO UPDATE SET used_at = excluded.used_at WHERE device.staff = excluded.staff`,
    [tokenHash, staff, at],
  );
}

/** Forgets a person's browsers that were not used since, and all but the newest. */
export function forgetDevices(tx: Tx, staff: string, { before, keep }: { before: number; keep: number }) {
  expectRecord(tx, 'staff.device', { staff, gone: true }, { isMany: true });
  return tx.query(
    'console.forget_devices',
    `DELETE FROM console.device WHERE staff = $1 AND (used_at <= $2 OR token_hash NOT IN
       (SELECT d.token_hash FROM console.device d WHERE d.staff = $1 ORDER BY d.used_at DESC LIMIT $3))`,
    [staff, before, keep],
  );
}
