import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { networkOf } from '#modules/accounts/index.ts';
import { TryLater } from '../try-later.ts';

/**
 * Requests that one network (IPv4 /24, IPv6 /56) may send in a window: far above what a household or an office does, far below what a flood needs.
 * A short window, so that whoever ran into it is served again within seconds.
 */
export const FLOOD = { requests: 2000, windowMs: 4000 } as const;

/** Answers 429 to networks that flood. */
export async function refuseFloods(app: FastifyInstance): Promise<void> {
  const networks = new LRUCache<string, string>({ max: 10_000 });
  await app.register(rateLimit, {
    global: true,
    max: FLOOD.requests,
    timeWindow: FLOOD.windowMs,
    cache: 10_000,
    hook: 'onRequest',
    keyGenerator: (request) => {
      const { ip } = request;
      let network = networks.get(ip);
      if (network === undefined) networks.set(ip, (network = networkOf(ip)));
      return network;
    },
    // The limits are no secret, but a header on every answer costs more than it tells.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': false,
    },
    errorResponseBuilder: (_request, { ttl }) =>
      new TryLater(429, 'too_many_requests', Math.max(1, Math.ceil(ttl / 1000))),
  });
}
