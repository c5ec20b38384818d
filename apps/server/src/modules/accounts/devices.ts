import { isAsRecorded } from '#modules/ledger/index.ts';
import { notify, type SentNotice } from '#modules/notices/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Guest } from '#src/kernel/call-handler.ts';
import { hashToken } from './sessions.ts';
import * as deviceStore from './device-store.ts';
import type { MemberAccount } from './member-store.ts';

/** The page where sessions, passkeys and the second factor are. */
export const SECURITY_PAGE = '/pages/personal/security/index';

/** The device's value, if it got it when it signed in to this account. */
export async function deviceKnownTo(
  deps: Pick<Deps, 'db' | 'log'>,
  member: MemberAccount | undefined,
  device: string | undefined,
): Promise<string | undefined> {
  if (device === undefined || device === '' || device.length > 100) return undefined;
  // Asked for an unknown phone too, so that both take the same time.
  const hash = hashToken(device);
  const known = await deviceStore.isDeviceOf(deps.db, member?.id ?? '', hash);
  if (!known || !member) return undefined;
  const id = deviceStore.deviceId(member.id, hash);
  return (await isAsRecorded(deps, deviceStore.DEVICES, id)) ? device : undefined;
}

/** Tells the owner of a sign-in from a device that the account did not know. */
export const notifyOfNewDevice = (
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  userId: string,
  { address }: Guest,
): Promise<SentNotice> =>
  notify(tx, {
    userId,
    category: 'system',
    key: 'newDevice',
    params: { address },
    link: SECURITY_PAGE,
    at: clock.now(),
  });
