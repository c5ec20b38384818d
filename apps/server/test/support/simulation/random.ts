import { createHash } from 'node:crypto';
import type { Random } from '#src/kernel/random.ts';

/** Everything by chance, from one seed: the same seed gives the same. */
export function seeded(seed: string): Random & {
  /** A whole number below `limit`. */
  below(limit: number): number;
  /** A request's number, as a browser makes it. */
  requestId(): string;
  pick<T>(items: readonly T[]): T;
} {
  let blockCount = 0;
  const block = (): Buffer => createHash('sha256').update(`${seed}:${blockCount++}`).digest();
  const below = (limit: number): number => block().readUIntBE(0, 6) % limit;
  return {
    bytes: (length) => {
      const blocks: Buffer[] = [];
      for (let have = 0; have < length; have += 32) blocks.push(block());
      return new Uint8Array(Buffer.concat(blocks).subarray(0, length));
    },
    below,
    requestId: () => {
      const hex = block().toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    },
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('Nothing to choose from');
      return item;
    },
  };
}
