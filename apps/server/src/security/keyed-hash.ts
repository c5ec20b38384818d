import { hash, timingSafeEqual } from 'node:crypto';
import { memoize } from '#src/kernel/memoize.ts';

/**
 * SHA-256 by OpenSSL of bytes, part by part. By way of a text: asked for bytes, `hash` makes an object of its own for
 * them, which takes longer than hashing what an order hashes.
 */
export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  return Buffer.from(hash('sha256', bytes, 'latin1'), 'latin1');
}

/** Bytes that SHA-256 hashes at a time. */
const BLOCK = 64;
/** Bytes of UTF-8 at most, for each 16 bits of a text. */
const MAX_BYTES = 3;

/**
 * HMAC-SHA-256 (RFC 2104) of texts by one key of a block at most. Every order waits for nine of these, and
 * `createHmac` sets up its key for each text anew: it takes three times as long.
 */
export function keyedHash(key: Uint8Array): (text: string) => Buffer {
  let inner = Buffer.concat([padded(key, 0x36), Buffer.alloc(1024)]);
  const outer = Buffer.concat([padded(key, 0x5c), Buffer.alloc(32)]);
  return (text) => {
    const most = BLOCK + MAX_BYTES * text.length;
    if (most > inner.length) inner = Buffer.concat([inner.subarray(0, BLOCK)], 2 * most);
    const end = BLOCK + inner.write(text, BLOCK);
    outer.write(hash('sha256', inner.subarray(0, end), 'latin1'), BLOCK, 'latin1');
    return sha256(outer);
  };
}

function padded(key: Uint8Array, padding: number): Uint8Array {
  if (key.length > BLOCK) throw new RangeError(`a key of ${key.length} bytes is longer than a block`);
  return Buffer.alloc(BLOCK, padding).map((byte, at) => byte ^ (key[at] ?? 0));
}

/** Half of SHA-256: each order keeps five, and only a server can tell whether one that was guessed is right. */
const CODE_BYTES = 16;

/**
 * Authentication codes for one purpose, by a key that the database does not have: a server knows by them what a server
 * of its installation wrote.
 */
export function createCodes(purpose: string) {
  const hashes = memoize((installSecret: Uint8Array) => keyedHash(keyedHash(installSecret)(purpose)));
  const codeOf = (installSecret: Uint8Array, text: string): Uint8Array =>
    hashes(installSecret)(text).subarray(0, CODE_BYTES);
  return {
    codeOf,
    isOwn: (installSecret: Uint8Array, text: string, code: Uint8Array | undefined): boolean =>
      code?.length === CODE_BYTES && timingSafeEqual(codeOf(installSecret, text), code),
  };
}
