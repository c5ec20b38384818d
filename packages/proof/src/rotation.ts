import { ed25519 } from '@noble/curves/ed25519.js';
import { concat, hex, lp, raw, sameBytes } from './bytes.ts';
import { derivePublicKey } from './checkpoint.ts';
import { type VerifyKey } from './note.ts';
import { bytesIn, parseFields } from './signed-text.ts';

/**
 * The log's key gives way to another one. The old key signs it, so that a device that has pinned that one can
 * follow; the new key signs it too, so that no other key can claim to have come before it. The record of type
 * `key.rotate` has this as its text.
 */
export type KeyRotation = {
  readonly name: string;
  readonly oldKey: Uint8Array;
  readonly newKey: Uint8Array;
  readonly byOld: Uint8Array;
  readonly byNew: Uint8Array;
};

/** What both keys sign. */
const rotationBytes = ({ name, oldKey, newKey }: Pick<KeyRotation, 'name' | 'oldKey' | 'newKey'>): Uint8Array =>
  concat(lp('khara/key.rotate/1'), lp(name), raw(oldKey, 32), raw(newKey, 32));

/** The text of the record. The same two keys give the same text. */
export function signRotation(name: string, oldSeed: Uint8Array, newSeed: Uint8Array): string {
  const [oldKey, newKey] = [derivePublicKey(oldSeed), derivePublicKey(newSeed)];
  const bytes = rotationBytes({ name, oldKey, newKey });
  return JSON.stringify({
    name,
    oldKey: hex(oldKey),
    newKey: hex(newKey),
    byOld: hex(ed25519.sign(bytes, oldSeed)),
    byNew: hex(ed25519.sign(bytes, newSeed)),
  });
}

/** Undefined when the text is no rotation, or not signed by both keys. */
export function readRotation(json: string): KeyRotation | undefined {
  const read = parseFields(json);
  const name = read?.['name'];
  const [oldKey, newKey] = [bytesIn(read?.['oldKey'], 32), bytesIn(read?.['newKey'], 32)];
  const [byOld, byNew] = [bytesIn(read?.['byOld'], 64), bytesIn(read?.['byNew'], 64)];
  if (typeof name !== 'string' || !oldKey || !newKey || !byOld || !byNew) return undefined;
  const rotation = { name, oldKey, newKey, byOld, byNew };
  const signed = rotationBytes(rotation);
  const isValid =
    ed25519.verify(rotation.byOld, signed, rotation.oldKey, { zip215: false }) &&
    ed25519.verify(rotation.byNew, signed, rotation.newKey, { zip215: false });
  return isValid ? rotation : undefined;
}

/**
 * The keys that follow `pinned`, the newest last and the pinned one first, as far as rotations lead from one
 * to the next. Rotations that do not hang together with it are passed over.
 */
export function keysAfter(pinned: VerifyKey, rotations: readonly KeyRotation[]): readonly VerifyKey[] {
  const keys = [pinned];
  for (let last = pinned; ;) {
    const next = rotations.find((one) => one.name === pinned.name && sameBytes(one.oldKey, last.publicKey));
    // A key that was given up does not return: it would lead in a circle.
    if (!next || keys.some(({ publicKey }) => sameBytes(publicKey, next.newKey))) return keys;
    last = { name: pinned.name, publicKey: next.newKey };
    keys.push(last);
  }
}

/** The keys that led to `current`, the oldest first and the current one last. */
export function keysBefore(current: VerifyKey, rotations: readonly KeyRotation[]): readonly VerifyKey[] {
  const keys = [current];
  for (let first = current; ;) {
    const before = rotations.find((one) => one.name === current.name && sameBytes(one.newKey, first.publicKey));
    if (!before || keys.some(({ publicKey }) => sameBytes(publicKey, before.oldKey))) return keys;
    first = { name: current.name, publicKey: before.oldKey };
    keys.unshift(first);
  }
}
