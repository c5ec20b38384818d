import { hash } from 'node:crypto';

/** Bytes that SHA-256 hashes at a time. */
const BLOCK = 64;

/**
 * HMAC-SHA-256 (RFC 2104) of texts by one key of a block at most, in hex. Every order waits for six of these, and
 * `createHmac` sets up its key for each text anew: it takes three times as long.
 */
export function keyedHash(key: Uint8Array): (text: string) => string {
  const inner = padded(key, 0x36);
  const outer = Buffer.concat([padded(key, 0x5c), Buffer.alloc(32)]);
  return (text) => {
    outer.write(hash('sha256', Buffer.concat([inner, Buffer.from(text)]), 'hex'), BLOCK, 'hex');
    return hash('sha256', outer, 'hex');
  };
}

function padded(key: Uint8Array, padding: number): Uint8Array {
  if (key.length > BLOCK) throw new RangeError(`a key of ${key.length} bytes is longer than a block`);
  return Buffer.alloc(BLOCK, padding).map((byte, at) => byte ^ (key[at] ?? 0));
}
