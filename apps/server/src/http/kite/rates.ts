import { LRUCache } from 'lru-cache';
import { createBuckets } from '#src/kernel/buckets.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { Failure } from './failure.ts';

/** Calls that share a limit: how many at once, and how many a second. */
const LIMITS = {
  orders: { atOnce: 10, perSecond: 10 },
  quotes: { atOnce: 3, perSecond: 1 },
  histories: { atOnce: 10, perSecond: 3 },
  others: { atOnce: 10, perSecond: 10 },
} as const;
export type RateName = keyof typeof LIMITS;
/** New orders of a key in one market day. */
const MAX_ORDERS_OF_DAY = 5_000;
const MAX_KEYS = 50_000;

/**
 * Counts what each key sends. What is too much is refused before anything of it is read. In a stepped market a second
 * is none of the market's, so that only the orders of a day are counted.
 */
export function createRates({ clock, config }: Pick<Deps, 'clock' | 'config'>) {
  const isStepped = config.MARKET_PROFILE === 'stepped';
  const buckets = {
    orders: createBuckets(clock, LIMITS.orders),
    quotes: createBuckets(clock, LIMITS.quotes),
    histories: createBuckets(clock, LIMITS.histories),
    others: createBuckets(clock, LIMITS.others),
  };
  const orders = new LRUCache<string, { readonly day: string; count: number }>({ max: MAX_KEYS });
  return {
    take(keyId: string, name: RateName, count: number): void {
      if (!isStepped && !buckets[name].take(keyId, count))
        throw tooMany(`Too many requests: at most ${LIMITS[name].perSecond} a second`);
    },
    takeOrder(keyId: string, marketDate: string): void {
      const known = orders.get(keyId);
      const day = known?.day === marketDate ? known : { day: marketDate, count: 0 };
      if (day.count >= MAX_ORDERS_OF_DAY) throw tooMany(`At most ${MAX_ORDERS_OF_DAY} orders a market day`);
      day.count += 1;
      orders.set(keyId, day);
    },
  };
}

export const tooMany = (message: string): Failure =>
  new Failure('NetworkException', message, { status: 429, reason: 'too_many_requests', afterSeconds: 1 });
