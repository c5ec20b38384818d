/**
 * SQL of what members sign in and confirm with, and of how long a reset keeps money from leaving. Instants
 * are ms.
 */
import { hash } from 'node:crypto';
import { changeRecorded, findRecord, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/**
 * By what a member signs in and confirms, with the key of a practice account's device, from when on money may
 * leave, by whose code the member came, and when the account is to be erased: the log answers for it.
 */
export const SECRETS: RecordedTable = {
  type: 'account.secrets',
  table: 'accounts.member',
  id: 'id',
  member: 'id',
  columns: [
    't.number',
    't.phone',
    't.password_hash',
    't.transaction_password_hash',
    't.transaction_password_is_default',
    't.transaction_password_set_at',
    't.withdrawals_from',
    't.invited_by',
    't.erases_at',
    't.created_at',
    "encode(t.device_key, 'hex')",
    't.device_signed_in_at',
  ],
};

/** Lets no other transaction change a member, or sign them in, until the commit. */
export async function holdMember(
  tx: Tx,
  id: string,
): Promise<{ readonly passwordHash: string | undefined } | undefined> {
  const rows = await tx.query<{ passwordHash: string | undefined }>(
    'accounts.hold_member',
    'SELECT password_hash FROM accounts.member WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  );
  return rows[0];
}

/** Replaces the login password only if it still is the one that was checked. */
export async function replacePassword(
  tx: Tx,
  change: { readonly memberId: string; readonly checked: string | undefined; readonly hash: string },
): Promise<boolean> {
  return changeRecorded(tx, SECRETS, { id: change.memberId, act: 'login_password' }, async () => {
    const rows = await tx.query(
      'accounts.replace_password',
      'UPDATE accounts.member SET password_hash = $3 WHERE id = $1 AND password_hash = $2 RETURNING id',
      [change.memberId, change.checked ?? null, change.hash],
    );
    return rows.length > 0;
  });
}

/** Replaces the login password whatever it was, and keeps money from leaving for a while. */
export async function resetPassword(
  tx: Tx,
  change: { readonly memberId: string; readonly hash: string; readonly withdrawalsFrom: number },
): Promise<void> {
  await changeRecorded(tx, SECRETS, { id: change.memberId, act: 'login_password_reset' }, async () => {
    await tx.query(
      'accounts.reset_password',
      `UPDATE accounts.member SET password_hash = $2, withdrawals_from = greatest(withdrawals_from, $3) WHERE id = $1`,
      [change.memberId, change.hash, change.withdrawalsFrom],
    );
    return true;
  });
}

/** Replaces the transaction password only if it still is the one that was checked. */
export async function replaceTransactionPassword(
  tx: Tx,
  change: {
    readonly memberId: string;
    readonly checked: string | undefined;
    readonly hash: string;
    readonly now: number;
  },
): Promise<boolean> {
  return changeRecorded(tx, SECRETS, { id: change.memberId, act: 'transaction_password' }, async () => {
    const rows = await tx.query(
      'accounts.replace_transaction_password',
      `UPDATE accounts.member SET transaction_password_hash = $3, transaction_password_is_default = false,
         transaction_password_set_at = $4 WHERE id = $1 AND transaction_password_hash = $2 RETURNING id`,
      [change.memberId, change.checked ?? null, change.hash, change.now],
    );
    return rows.length > 0;
  });
}

/** Replaces the transaction password whatever it was, and keeps money from leaving for a while. */
export async function resetTransactionPassword(
  tx: Tx,
  change: { readonly memberId: string; readonly hash: string; readonly withdrawalsFrom: number; readonly now: number },
): Promise<void> {
  await changeRecorded(tx, SECRETS, { id: change.memberId, act: 'transaction_password_reset' }, async () => {
    await tx.query(
      'accounts.reset_transaction_password',
      `UPDATE accounts.member SET transaction_password_hash = $2, transaction_password_is_default = false,
         transaction_password_set_at = $4, withdrawals_from = greatest(withdrawals_from, $3) WHERE id = $1`,
      [change.memberId, change.hash, change.withdrawalsFrom, change.now],
    );
    return true;
  });
}

/**
 * Notes that the device of a practice account signs in. Answers false where it is another account's, or where the log
 * has an answer to this challenge.
 */
export async function noteDeviceSignIn(
  tx: Tx,
  use: { readonly memberId: string; readonly deviceKey: Uint8Array; readonly challenge?: string; readonly now: number },
): Promise<boolean> {
  const ref = use.challenge === undefined ? undefined : `challenge ${hash('sha256', use.challenge)}`;
  if (ref !== undefined && (await findRecord(tx, SECRETS.type, ref))) return false;
  const noted = { id: use.memberId, act: 'device_signed_in', ...(ref === undefined ? {} : { ref }) };
  return changeRecorded(tx, SECRETS, noted, async () => {
    const rows = await tx.query(
      'accounts.note_device_sign_in',
      'UPDATE accounts.member SET device_signed_in_at = $3 WHERE id = $1 AND device_key = $2 RETURNING id',
      [use.memberId, use.deviceKey, use.now],
    );
    return rows.length > 0;
  });
}

/** Gives a practice account another device. Answers false where it has a phone by now. */
export async function replaceDeviceKey(
  tx: Tx,
  to: { readonly memberId: string; readonly deviceKey: Uint8Array; readonly now: number },
): Promise<boolean> {
  return changeRecorded(tx, SECRETS, { id: to.memberId, act: 'device_moved' }, async () => {
    const rows = await tx.query(
      'accounts.replace_device_key',
      `UPDATE accounts.member SET device_key = $2, device_signed_in_at = $3
       WHERE id = $1 AND device_key IS NOT NULL RETURNING id`,
      [to.memberId, to.deviceKey, to.now],
    );
    return rows.length > 0;
  });
}

export type KeptWith = {
  readonly memberId: string;
  /** Which the device has shown that it has. */
  readonly deviceKey: Uint8Array;
  readonly phone: string;
  readonly passwordHash: string;
  readonly transactionPasswordHash: string;
  readonly invitedBy: string | undefined;
  readonly now: number;
};

/** Makes a practice account of a device one of a phone and passwords. Answers false where it is none of that device. */
export async function keepWithPhone(tx: Tx, kept: KeptWith): Promise<boolean> {
  return changeRecorded(tx, SECRETS, { id: kept.memberId, act: 'kept_with_phone' }, async () => {
    const rows = await tx.query(
      'accounts.keep_with_phone',
      `UPDATE accounts.member SET phone = $2, password_hash = $3, transaction_password_hash = $4, invited_by = $5,
         transaction_password_set_at = $6, device_key = NULL, device_signed_in_at = NULL
       WHERE id = $1 AND device_key = $7 RETURNING id`,
      [
        kept.memberId,
        kept.phone,
        kept.passwordHash,
        kept.transactionPasswordHash,
        kept.invitedBy ?? null,
        kept.now,
        kept.deviceKey,
      ],
    );
    return rows.length > 0;
  });
}

/** Members whose wait after a reset ended in a span of time, and who have no notice of it yet. */
export async function waitedUntil(
  db: Queryable,
  span: { readonly since: number; readonly until: number },
): Promise<readonly { readonly id: string; readonly withdrawalsFrom: number }[]> {
  const rows = await db.query<{ id: string; withdrawalsFrom: bigint }>(
    'accounts.waited_until',
    `SELECT id, withdrawals_from FROM accounts.member m
     WHERE withdrawals_from > greatest($1::bigint, 0) AND withdrawals_from <= $2 AND erased_at IS NULL AND NOT EXISTS
       (SELECT FROM notices.notice n WHERE n.member_id = m.id AND n.about = 'withdrawal-hold:' || m.withdrawals_from)`,
    [span.since, span.until],
  );
  return rows.map(({ id, withdrawalsFrom: from }) => ({ id, withdrawalsFrom: Number(from) }));
}
