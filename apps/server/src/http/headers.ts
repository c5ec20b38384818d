import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Headers of an answer that is data, never a page: nothing may be kept of it, loaded from it, guessed into it, or framed around it. */
export const DATA_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** For routes that answer data. helmet builds all of its middleware anew for each request, which for these calls would cost more than the call. */
export function protectData(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(DATA_HEADERS);
    next();
  });
}

/** For routes that serve pages: scripts, styles, fonts and data from here only, nothing inline. */
export async function protectPages(app: FastifyInstance): Promise<void> {
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
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // The product runs on plain HTTP on a desk or in a LAN; whoever puts TLS before it sets this there.
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
