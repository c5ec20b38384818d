import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 over the parts one after the other, text as UTF-8. */
export function hashParts(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  const hash = sha256.create();
  for (const part of parts) hash.update(typeof part === 'string' ? utf8ToBytes(part) : part);
  return hash.digest();
}

/** The same, hexadecimal. */
export const sha256Hex = (...parts: readonly (Uint8Array | string)[]): string => bytesToHex(hashParts(...parts));
