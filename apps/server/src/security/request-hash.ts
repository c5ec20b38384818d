import { sha256 } from './keyed-hash.ts';
import { lengthPrefixed } from './length-prefixed.ts';

/**
 * SHA-256 of what a request asks, which distinguishes a repeat of its requestId from another request: fields
 * sorted by name, amounts in minor units, without `requestId`, `time`, `r` and any password.
 */
export function requestHash(fields: Readonly<Record<string, string | number | bigint | undefined>>): Uint8Array {
  const texts: string[] = [];
  for (const name of Object.keys(fields).sort()) {
    if (fields[name] !== undefined) texts.push(name, String(fields[name]));
  }
  return sha256(lengthPrefixed(texts));
}
