import { createPrivateKey, createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';
import { hex, type Sha256, type Signer } from '@khara/proof';
import type { NodeKey } from '#src/security/keys.ts';

/* Ed25519 and SHA-256 by OpenSSL, and not by packages/proof: a tenth and half of the time, and orders wait for them. */

/** What stands before an Ed25519 seed in PKCS #8 (RFC 8410, 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
/** What stands before an Ed25519 key in SubjectPublicKeyInfo (RFC 8410, 4). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

export const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer');

/** Signs by a server's key. */
export function signerWith(node: NodeKey): Signer {
  const signer = signers.get(node) ?? openSigner(node);
  signers.set(node, signer);
  return signer;
}
const signers = new WeakMap<NodeKey, Signer>();

function openSigner({ publicKey, secretSeed }: NodeKey): Signer {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, secretSeed]), format: 'der', type: 'pkcs8' });
  return {
    publicKey,
    sign: (bytes) => sign(undefined, bytes, key),
    sha256,
  };
}

/** Whether a key signed bytes. The keys of servers are few. */
export function isSignature(signature: Uint8Array, bytes: Uint8Array, publicKey: Uint8Array): boolean {
  const name = hex(publicKey);
  const key =
    opened.get(name) ?? createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
  if (opened.size > 1000) opened.clear();
  opened.set(name, key);
  return verify(undefined, bytes, key, signature);
}
const opened = new Map<string, KeyObject>();
