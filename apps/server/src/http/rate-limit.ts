import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { toNetwork } from '#modules/accounts/index.ts';
import { TryLater } from '#src/kernel/try-later.ts';

/**
 * Requests that one network (IPv4 /24, IPv6 /56) may send in a window: far above what a household or an
 * office does, far below what a flood needs. A short window, so that a caller who ran into it is served again
 * within seconds.
 */
export const REQUEST_LIMITS = { requests: 2000, windowMs: 4000 } as const;

/**
 * Bytes of large answers that a network may be sent at once, and each second from then on. Requests alone would let one
 * caller fill the line with the list of a draw (1.5 MB) or a day's log (0.3 MB), at no cost of its own. A class room
 * that opens the same day at once fits several times.
 */
export const BYTE_LIMITS = { burst: 64_000_000, perSecond: 8_000_000 } as const;
/** What a browser keeps once it has it. */
const APP_FILE = /^\/(?:h5|console)\//;
/** Smaller answers are counted as requests are. */
const LARGE_BYTES = 32_768;

/** Networks counted at once; the one unseen for longest makes room. */
const MAX_NETWORKS = 200_000;

/** Answers 429 to networks that flood the routes registered after it. */
export async function limitRequests(app: FastifyInstance): Promise<void> {
  const silent = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
  await app.register(rateLimit, {
    max: REQUEST_LIMITS.requests,
    timeWindow: REQUEST_LIMITS.windowMs,
    cache: MAX_NETWORKS,
    keyGenerator: (request) => quickNetwork(request.ip),
    errorResponseBuilder: (_request, { ttl }) => new TryLater(429, 'too_many_requests', Math.ceil(ttl / 1000)),
    addHeaders: { ...silent, 'retry-after': false }, // the error's own answer has it
    addHeadersOnExceeding: silent,
  });
}

/** Answers 429 to networks that have been sent too much, until their allowance has grown again. */
export function limitBytes(
  app: FastifyInstance,
  limits: Readonly<Record<keyof typeof BYTE_LIMITS, number>> = BYTE_LIMITS,
): void {
  /** What is left of each network's allowance, and since when; the one that was sent something last stands last. */
  const left = new Map<string, { readonly bytes: number; readonly at: number }>();
  const bytesLeft = (network: string): number => {
    const known = left.get(network);
    if (!known) return limits.burst;
    return Math.min(limits.burst, known.bytes + ((performance.now() - known.at) * limits.perSecond) / 1000);
  };
  app.addHook('onRequest', (request, _reply, next) => {
    const bytes = left.size === 0 ? limits.burst : bytesLeft(quickNetwork(request.ip));
    next(bytes < 0 ? new TryLater(429, 'too_many_requests', Math.ceil(-bytes / limits.perSecond)) : undefined);
  });
  app.addHook('onResponse', (request, reply, next) => {
    const bytes = Number(reply.getHeader('content-length') ?? 0);
    if (bytes >= LARGE_BYTES && !APP_FILE.test(request.url)) {
      const network = quickNetwork(request.ip);
      const now = { bytes: bytesLeft(network) - bytes, at: performance.now() };
      left.delete(network);
      left.set(network, now);
      if (left.size > MAX_NETWORKS) left.delete(left.keys().next().value!);
    }
    next();
  });
}

/** `toNetwork` for every request: most addresses are plain IPv4, whose network is what stands before the last dot. */
function quickNetwork(address: string): string {
  return address.includes(':') ? toNetwork(address) : address.slice(0, address.lastIndexOf('.'));
}
