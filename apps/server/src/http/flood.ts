import type { FastifyInstance } from 'fastify';
import { networkOf } from '#modules/accounts/index.ts';
import { TryLater } from '../try-later.ts';

/**
 * Requests that one network (IPv4 /24, IPv6 /56) may send in a window: far above what a household or an office does, far below what a flood needs.
 * A short window, so that whoever ran into it is served again within seconds.
 */
export const FLOOD = { requests: 2000, windowMs: 4000 } as const;

/** Networks counted at once; more than these in four seconds is a flood from everywhere, which counting cannot stop, and must not fill the memory. */
const MOST_NETWORKS = 200_000;

/**
 * Answers 429 to networks that flood. Counted here and not by @fastify/rate-limit, whose awaits took an eighth of a small call (bench/http.ts): one window
 * for all, begun anew by the clock.
 */
export function refuseFloods(app: FastifyInstance): void {
  const counts = new Map<string, number>();
  let endsAt = 0;
  app.addHook('onRequest', (request, _reply, next) => {
    const now = performance.now();
    if (now >= endsAt || counts.size > MOST_NETWORKS) {
      counts.clear();
      endsAt = now + FLOOD.windowMs;
    }
    const network = quickNetworkOf(request.ip);
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    if (count <= FLOOD.requests) return next();
    next(new TryLater(429, 'too_many_requests', Math.ceil((endsAt - now) / 1000)));
  });
}

/** `networkOf` for every request: most addresses are plain IPv4, whose network is what stands before the last dot. */
function quickNetworkOf(address: string): string {
  return address.includes(':') ? networkOf(address) : address.slice(0, address.lastIndexOf('.'));
}
