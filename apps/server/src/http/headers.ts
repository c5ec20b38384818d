import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Headers of an answer that is data, never a page: nothing may be kept of it, loaded from it, guessed into it, or framed around it. */
export const DATA_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
} as const;

/** For routes that serve pages: scripts, styles, fonts and data from here only, nothing inline. */
export async function protectPages(app: FastifyInstance): Promise<void> {
  // helmet writes past the reply, whose headers would win.
  app.addHook('onRequest', (_request, reply, next) => {
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
        // Browsers of 2021 and older do not count a socket of the same origin as 'self'.
        connectSrc: ["'self'", 'ws:', 'wss:'],
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
