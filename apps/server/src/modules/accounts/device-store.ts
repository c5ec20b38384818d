/** SQL of the devices a member has signed in from. */
import { recordRemoval, recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/** Devices that an account knows, each by its member and the hash of its value: the log answers for them. */
export const DEVICES: RecordedTable = {
  type: 'account.device',
  table: "(SELECT d.*, d.member_id || ' ' || encode(d.hash, 'hex') AS id FROM accounts.device d)",
  id: 'id',
  by: "t.member_id = split_part($1, ' ', 1) AND t.hash = decode(split_part($1, ' ', 2), 'hex')",
  member: 'member_id',
  columns: ["encode(t.hash, 'hex')"],
};

export const deviceId = (memberId: string, hash: Uint8Array): string =>
  `${memberId} ${Buffer.from(hash).toString('hex')}`;

export async function isDeviceOf(db: Queryable, memberId: string, hash: Uint8Array): Promise<boolean> {
  const rows = await db.query('accounts.device_of', 'SELECT FROM accounts.device WHERE member_id = $1 AND hash = $2', [
    memberId,
    hash,
  ]);
  return rows.length > 0;
}

/** Remembers a device, and forgets all but the newest `keep` of its member. */
export async function rememberDevice(
  tx: Tx,
  device: { readonly memberId: string; readonly hash: Uint8Array; readonly now: number; readonly keep: number },
): Promise<void> {
  const { memberId, hash, now, keep } = device;
  const [row] = await tx.query<{ isNew: boolean }>(
    'accounts.remember_device',
    `INSERT INTO accounts.device (member_id, hash, last_used_at) VALUES ($1, $2, $3)
     ON CONFLICT (member_id, hash) DO UPDATE SET last_used_at = $3 RETURNING xmax = 0 AS is_new`,
    [memberId, hash, now],
  );
  if (row?.isNew) await recordRow(tx, DEVICES, deviceId(memberId, hash), 'known');
  const forgotten = await tx.query<{ hash: Uint8Array }>(
    'accounts.forget_old_devices',
    `DELETE FROM accounts.device WHERE member_id = $1 AND hash NOT IN
       (SELECT hash FROM accounts.device WHERE member_id = $1 ORDER BY last_used_at DESC LIMIT $2) RETURNING hash`,
    [memberId, keep],
  );
  for (const old of forgotten) await recordRemoval(tx, DEVICES, { id: deviceId(memberId, old.hash), member: memberId });
}
