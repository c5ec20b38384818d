import { hash, lp } from '@khara/proof';

/**
 * SHA-256 of what a request asks, by which a repeat of its requestId is told from another request: fields sorted by name, amounts in minor
 * units, without `requestId`, `time`, `r` and any password.
 */
export function requestHash(fields: Readonly<Record<string, string | number | bigint | undefined>>): Uint8Array {
  const names = Object.keys(fields).sort();
  return hash(...names.flatMap((name) => (fields[name] === undefined ? [] : [lp(name), lp(String(fields[name]))])));
}
