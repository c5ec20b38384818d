import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { hmac } from '@noble/hashes/hmac.js';
import type { Day } from '@khara/rules';

/** SHA-256 over the parts one after the other, text as UTF-8. */
export function hashParts(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  const hash = sha256.create();
  for (const part of parts) hash.update(typeof part === 'string' ? utf8ToBytes(part) : part);
  return hash.digest();
}

/** The same, hexadecimal. */
export const sha256Hex = (...parts: readonly (Uint8Array | string)[]): string => bytesToHex(hashParts(...parts));

/**
 * A number below `whole` that the seed of a day gives to a question, for what the day decides beside its
 * trades. Without the seed nothing says which. `whole` is at most 2^24.
 */
export function drawChance(seed: Uint8Array, question: string, whole: number): number {
  const bytes = hashParts('khara/chance/1', seed, question);
  return Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0) % BigInt(whole));
}

/**
 * Seed of a market day's simulated participants: 32 bytes that cannot be foreseen without the secret, and that the
 * secret always gives again.
 */
export const daySeed = (secret: Uint8Array, marketDay: number, marketDate: Day): Uint8Array =>
  hmac(sha256, secret, utf8ToBytes(`khara/market-day/1\n${marketDay}\n${marketDate}`));

/** Seed of the past of a market that begins on a date, by the same secret. */
export const historySeed = (secret: Uint8Array, firstMarketDate: Day): Uint8Array =>
  hmac(sha256, secret, utf8ToBytes(`khara/history/1\n${firstMarketDate}`));
