import { createPublicKey, verify } from 'node:crypto';
import type { Body } from '@khara/contract';
import { deviceKeyMessage } from '@khara/rules';
import type { Deps } from '#src/kernel/deps.ts';
import { keepChallenge, newChallenge, takeChallengeText } from './challenges.ts';
import { hashToken } from './sessions.ts';

/** A challenge for the key of a device is of no page and no member: a passkey's is always of a page. */
const OF_A_DEVICE = { memberId: undefined, origin: '' };
/** Of the point as X9.62 writes it: a byte that says so, then x and y. */
const COORDINATE_BYTES = 32;

export async function giveDeviceChallenge(deps: Deps): Promise<string> {
  const challenge = Buffer.from(newChallenge(deps, OF_A_DEVICE)).toString('base64url');
  await keepChallenge(deps, challenge, OF_A_DEVICE);
  return challenge;
}

/** The key of a device as an account knows it, and the challenge that showed who has it; a token answers none. */
export type ProvedDevice = { readonly deviceKey: Uint8Array; readonly challenge?: string };

/**
 * Which device calls: by a signature of its key over a challenge of ours, which is used up, or by its token. Undefined
 * for neither.
 */
export async function proveDevice(
  deps: Deps,
  { publicKey, challenge, signature, deviceToken }: Body<'practiceSignIn'>,
): Promise<ProvedDevice | undefined> {
  if (deviceToken !== undefined) return { deviceKey: hashToken(deviceToken) };
  if (publicKey === undefined || challenge === undefined || signature === undefined) return undefined;
  const taken = await takeChallengeText(deps, challenge);
  if (!taken || taken.memberId !== undefined || taken.origin !== OF_A_DEVICE.origin) return undefined;
  const point = Buffer.from(publicKey, 'base64url');
  return isSignedBy(point, challenge, Buffer.from(signature, 'base64url'))
    ? { deviceKey: point, challenge }
    : undefined;
}

/** False also for a point off the curve. */
function isSignedBy(point: Buffer, challenge: string, signature: Buffer): boolean {
  if (point[0] !== 4) return false;
  const x = point.subarray(1, 1 + COORDINATE_BYTES).toString('base64url');
  const y = point.subarray(1 + COORDINATE_BYTES).toString('base64url');
  try {
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return verify('sha256', Buffer.from(deviceKeyMessage(challenge)), { key, dsaEncoding: 'ieee-p1363' }, signature);
  } catch {
    return false;
  }
}
