import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { sameBytes, type Signer, type VerifySignature } from '@khara/proof';
import { memoize } from '#src/kernel/memoize.ts';
import { sha256 } from '#src/security/keyed-hash.ts';
import type { NodeKey } from '#src/security/keys.ts';

/* Ed25519 by OpenSSL, and not by packages/proof: a tenth of the time, and orders wait for it. */

/** What stands before an Ed25519 seed in PKCS #8 (RFC 8410, 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
/** What stands before an Ed25519 key in SubjectPublicKeyInfo (RFC 8410, 4). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** Signs by a server's key. */
export const signerWith = memoize(({ publicKey, secretSeed }: NodeKey): Signer => {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, secretSeed]), format: 'der', type: 'pkcs8' });
  return {
    publicKey,
    sign: (bytes) => sign(undefined, bytes, key),
    sha256,
  };
});

/**
 * Checks signatures of this key, whichever one they name. Records of one transaction follow one another and have one
 * signature: the newest that was right is not computed again.
 */
export function signatureCheck(publicKey: Uint8Array): VerifySignature {
  let key: KeyObject | undefined;
  let right: { readonly signature: Uint8Array; readonly bytes: Uint8Array } | undefined;
  return (signature, bytes) => {
    if (right && sameBytes(right.signature, signature) && sameBytes(right.bytes, bytes)) return true;
    key ??= createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
    if (!verify(undefined, bytes, key, signature)) return false;
    right = { signature, bytes };
    return true;
  };
}
