import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import { baseAddress } from '@khara/contract/base-address';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';

/** Headers of an answer that is data, never a page: nothing may be kept of it, loaded from it, guessed into it, or framed around it. */
export const DATA_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
} as const;

/** For routes that serve pages: scripts, styles, fonts and data from here only, nothing inline. */
export async function protectPages(app: FastifyInstance): Promise<void> {
  const sources = new WeakMap<IncomingMessage, string>();
  // helmet writes past the reply, whose headers would win.
  app.addHook('onRequest', (request, reply, next) => {
    sources.set(request.raw, sourcesOf(request));
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
    // front-door.ts sends it with every answer that goes out encrypted.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  });
}

/** A name or an address, and a port: what a policy can name as a source, and nothing that could end it. */
const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Where a page asks and listens, by the name under which it was asked for: the API may be at a name of its own, and Safari 15 does not count a socket of the same
 * origin as 'self'. The name is what the caller says it is, and the answer binds nobody but the caller.
 */
function sourcesOf({ protocol, host }: FastifyRequest): string {
  if (!HOST.test(host)) return "'self'";
  const api = new URL(baseAddress(new URL(`${protocol}://${host}`))).origin;
  return `${api} ${api.replace(/^http/, 'ws')}`;
}

/** Web origins that may call from elsewhere. Without any, a preflight finds nothing and the browser refuses by itself. */
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
