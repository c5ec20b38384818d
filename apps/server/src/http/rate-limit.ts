import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '#modules/accounts/index.ts';
import { TryLater } from '#src/kernel/try-later.ts';

/**
 * Requests that one network (IPv4 /24, IPv6 /56) may send in a window: far above what a household or an
 * office does, far below what a flood needs. A short window, so that a caller who ran into it is served again
 * within seconds.
 */
export const REQUEST_LIMITS = { requests: 2000, windowMs: 4000 } as const;

/** Networks counted at once; the one unseen for longest makes room. */
const MOST_NETWORKS = 200_000;

/** Answers 429 to networks that flood the routes registered after it. */
export async function limitRequests(app: FastifyInstance): Promise<void> {
  const silent = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
  await app.register(rateLimit, {
    max: REQUEST_LIMITS.requests,
    timeWindow: REQUEST_LIMITS.windowMs,
    cache: MOST_NETWORKS,
    keyGenerator: (request) => quickNetworkOf(request.ip),
    errorResponseBuilder: (_request, { ttl }) => new TryLater(429, 'too_many_requests', Math.ceil(ttl / 1000)),
    addHeaders: { ...silent, 'retry-after': false }, // the error's own answer has it
    addHeadersOnExceeding: silent,
  });
}

/** `networkOf` for every request: most addresses are plain IPv4, whose network is what stands before the last dot. */
function quickNetworkOf(address: string): string {
  return address.includes(':') ? networkOf(address) : address.slice(0, address.lastIndexOf('.'));
}
