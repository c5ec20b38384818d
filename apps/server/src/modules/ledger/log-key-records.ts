import { readNodeKey, readRotation, type VerifyKey } from '@khara/proof';
import { LRUCache } from 'lru-cache';
import { memoize } from '#src/kernel/memoize.ts';

/**
 * Reads the records that the log's key signs, each text once: checking a signature takes milliseconds, the sealer asks
 * every time that something waits, and so does each device that follows the log.
 */
export const checkedUnder = memoize((_log: VerifyKey) => ({
  rotation: onceEach(readRotation),
  certify: onceEach((json) => readNodeKey('certify', json)),
  retire: onceEach((json) => readNodeKey('retire', json)),
}));

function onceEach<T>(read: (json: string) => T): (json: string) => T {
  const kept = new LRUCache<string, { readonly said: T }>({
    max: 1_000,
    memoMethod: (json) => ({ said: read(json) }),
  });
  return (json) => kept.memo(json).said;
}
