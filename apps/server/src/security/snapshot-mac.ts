import { createHmac, timingSafeEqual } from 'node:crypto';
import { lengthPrefixed } from './length-prefixed.ts';
import type { Keys } from './keys.ts';

/** What a snapshot of the running market day says. */
export type SnapshotSaid = {
  readonly marketDay: number;
  readonly step: number;
  readonly index: number;
  readonly eventNo: number;
  readonly exchange: Uint8Array;
  readonly tape: Uint8Array;
  readonly sessions: Uint8Array;
};

/**
 * The authentication code of a snapshot, by a key that the database does not have: a market day goes on from no other
 * bytes than those that a server took.
 */
export function macOfSnapshot({ installSecret }: Pick<Keys, 'installSecret'>, said: SnapshotSaid): Uint8Array {
  const { marketDay, step, index, eventNo, exchange, tape, sessions } = said;
  const mac = createHmac('sha256', createHmac('sha256', installSecret).update('khara/snapshot/1').digest());
  mac.update(lengthPrefixed([marketDay, step, index, eventNo].map(String)));
  for (const bytes of [exchange, tape, sessions]) mac.update(lengthPrefixed([String(bytes.length)])).update(bytes);
  return mac.digest();
}

export const isOwnSnapshot = (keys: Pick<Keys, 'installSecret'>, said: SnapshotSaid, mac: Uint8Array): boolean =>
  mac.length === 32 && timingSafeEqual(macOfSnapshot(keys, said), mac);
