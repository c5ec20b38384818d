import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { findApi } from '#src/security/api-origin.ts';
import type { Config } from '#src/config.ts';
import { readOrigin } from './hosts.ts';

/**
 * Headers of an answer that is data, never a page: nothing may be kept of it, loaded from it, guessed into
 * it, or framed around it.
 */
export const DATA_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
} as const;

/**
 * For routes that serve pages: scripts, styles and fonts from here only, data from the page's API besides,
 * nothing inline.
 */
export async function protectPages(app: FastifyInstance, config: Pick<Config, 'API_ORIGIN'>): Promise<void> {
  const sources = new WeakMap<IncomingMessage, string>();
  // helmet writes past the reply, whose headers would win.
  app.addHook('onRequest', (request, reply, next) => {
    sources.set(request.raw, connectSources(request, config));
    void reply.removeHeader('content-security-policy');
    next();
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", (request) => sources.get(request) ?? "'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // https-policy.ts sends it with every answer that goes out encrypted.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  });
}

/**
 * Where a page asks and listens, by the name under which it was asked for: the API may be at a name of its
 * own, and Safari 15 does not count a socket of the same origin as 'self'. The name is what the caller says
 * it is, and the answer binds the caller only.
 */
function connectSources(request: FastifyRequest, { API_ORIGIN }: Pick<Config, 'API_ORIGIN'>): string {
  const page = readOrigin(request);
  if (!page) return "'self'";
  const api = findApi(API_ORIGIN, page)?.origin ?? page.origin;
  return `${api} ${api.replace(/^http/, 'ws')}`;
}

/**
 * Web origins that may call from elsewhere. Without any, a preflight finds nothing and the browser refuses by itself.
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    credentials: false,
    methods: ['GET', 'POST'],
    allowedHeaders: ['token', 'lang', 'device', 'content-type'],
    exposedHeaders: ['retry-after', 'content-disposition'],
    maxAge: 600,
  });
}
