import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';

const MAX_BUCKETS = 50_000;

/** Counts by name what fills again with time: how many at once, and how many a second. */
export function createBuckets(
  clock: Clock,
  { atOnce, perSecond }: { readonly atOnce: number; readonly perSecond: number },
) {
  const buckets = new LRUCache<string, { left: number; at: number }>({ max: MAX_BUCKETS });
  return {
    /** Whether there were as many left. */
    take(name: string, count = 1): boolean {
      const now = clock.now();
      const bucket = buckets.get(name) ?? { left: atOnce, at: now };
      bucket.left = Math.min(atOnce, bucket.left + ((now - bucket.at) * perSecond) / 1000);
      bucket.at = now;
      buckets.set(name, bucket);
      if (bucket.left < count) return false;
      bucket.left -= count;
      return true;
    },
  };
}
