/** SQL of the devices a member has signed in from. */
import type { Queryable } from '#src/ports/database.ts';

export async function isDeviceOf(db: Queryable, memberId: string, hash: Uint8Array): Promise<boolean> {
  const rows = await db.query('accounts.device_of', 'select from accounts.device where member_id = $1 and hash = $2', [
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
    `insert into accounts.device (member_id, hash, last_used_at) values ($1, $2, $3)
     on conflict (member_id, hash) do update set last_used_at = $3`,
    [device.memberId, device.hash, device.now],
  );
  await db.query(
    'accounts.forget_old_devices',
    `delete from accounts.device where member_id = $1 and hash not in
       (select hash from accounts.device where member_id = $1 order by last_used_at desc limit $2)`,
    [device.memberId, device.keep],
  );
}
