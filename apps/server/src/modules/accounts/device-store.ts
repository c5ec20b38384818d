/** SQL of the devices a member has signed in from. */
import type { Queryable } from '#src/ports/database.ts';

export async function isDeviceOf(db: Queryable, memberId: string, hash: Uint8Array): Promise<boolean> {
  const rows = await db.query('accounts.device_of', 'SELECT FROM accounts.device WHERE member_id = $1 AND hash = $2', [
    memberId,
    hash,
  ]);
  return rows.length > 0;
}

/** Remembers a device, and forgets all but the newest `keep` of its member. */
export async function rememberDevice(
  db: Queryable,
  device: { readonly memberId: string; readonly hash: Uint8Array; readonly now: number; readonly keep: number },
): Promise<void> {
  await db.query(
    'accounts.remember_device',
    `INSERT INTO accounts.device (member_id, hash, last_used_at) VALUES ($1, $2, $3)
     ON CONFLICT (member_id, hash) DO UPDATE SET last_used_at = $3`,
    [device.memberId, device.hash, device.now],
  );
  await db.query(
    'accounts.forget_old_devices',
    `DELETE FROM accounts.device WHERE member_id = $1 AND hash NOT IN
       (SELECT hash FROM accounts.device WHERE member_id = $1 ORDER BY last_used_at DESC LIMIT $2)`,
    [device.memberId, device.keep],
  );
}
