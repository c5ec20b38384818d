import { hashParts } from './sha256.ts';

/**
 * A number below `whole` that the seed of a day gives to a question, for what the day decides beside its
 * trades. Without the seed nothing says which. `whole` is at most 2^24.
 */
export function drawChance(seed: Uint8Array, question: string, whole: number): number {
  const bytes = hashParts('khara/chance/1', seed, question);
  return Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0) % BigInt(whole));
}
