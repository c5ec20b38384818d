import { hash } from 'node:crypto';

/**
 * SHA-256 of what a request asks, which distinguishes a repeat of its requestId from another request: fields
 * sorted by name, amounts in minor units, without `requestId`, `time`, `r` and any password. Each name and
 * value stands behind its length in bytes, as `lp` of packages/proof writes it; by OpenSSL, since every order
 * waits for it.
 */
export function requestHash(fields: Readonly<Record<string, string | number | bigint | undefined>>): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const name of Object.keys(fields).sort()) {
    if (fields[name] === undefined) continue;
    for (const text of [name, String(fields[name])]) {
      const bytes = Buffer.from(text);
      const length = Buffer.allocUnsafe(4);
      length.writeUInt32BE(bytes.length);
      parts.push(length, bytes);
    }
  }
  return hash('sha256', Buffer.concat(parts), 'buffer');
}
