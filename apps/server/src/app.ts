import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import formbody from '@fastify/formbody';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Deps } from '#src/kernel/deps.ts';
import type { Handlers } from '#src/kernel/call-handler.ts';
import { serveAuthority } from '#src/http/authority-page.ts';
import type { Lan } from '#src/ports/lan.ts';
import { routeCalls } from '#src/http/calls.ts';
import { answerErrors, failRequest } from '#src/http/errors.ts';
import { limitBytes, limitRequests } from '#src/http/rate-limit.ts';
import { enforceHttps } from '#src/http/https-policy.ts';
import { allowOrigins } from '#src/http/headers.ts';
import type { Figure } from '#src/http/figures.ts';
import { figuresOfState, reportHealth, reportMetrics } from '#src/http/health.ts';
import { createDoor } from '#src/http/kite/caller.ts';
import { serveDoor, tellPrograms } from '#src/http/kite/door.ts';
import { serveMcp } from '#src/http/mcp/mcp.ts';
import { serveManual } from '#src/http/manual.ts';
import { answerBrokenRequests, answerExpectations } from '#src/http/broken-requests.ts';
import { acceptBodies } from '#src/http/bodies.ts';
import { servePapers } from '#src/http/papers.ts';
import { logRequests } from '#src/http/request-log.ts';
import { newServerState, type ServerState } from '#src/http/state.ts';
import { trustedProxies } from '#src/http/trusted-proxies.ts';
import { serveFiles, serveWeb, type KeptFiles, type WebFiles } from '#src/http/web-files.ts';
import { serveWellKnown } from '#src/http/well-known.ts';

const BODY_LIMIT_BYTES = 1_048_576;

export type AppOptions = {
  readonly state?: ServerState;
  readonly web?: WebFiles | undefined;
  readonly keptFiles?: KeptFiles | undefined;
  /** The back office's pages. */
  readonly console?: WebFiles | undefined;
  /** The network of the house, where phones of it come in. */
  readonly lan?: Lan | undefined;
  /** Further routes that answer data: those of the back office. */
  readonly data?: (app: FastifyInstance) => void;
  /** Routes of parts that are no calls, such as the socket. */
  readonly more?: (app: FastifyInstance) => void | Promise<void>;
  /** Figures of such parts, for /metrics. */
  readonly figures?: readonly Figure[];
};

/** A path may be one thing to a browser and another to a WebSocket. */
const BY_UPGRADE = {
  name: 'upgrade',
  deriveConstraint: ({ headers }: IncomingMessage): string => headers.upgrade?.toLowerCase() ?? '',
  storage() {
    const handlers = new Map<unknown, never>();
    return {
      get: (upgrade: unknown) => handlers.get(upgrade) ?? null,
      set: (upgrade: unknown, handler: never) => void handlers.set(upgrade, handler),
    };
  },
};

/**
 * The HTTP application: every call of the table, the web app, the manual, health and figures. Listening is
 * the caller's; tests inject requests.
 */
export async function buildApp(
  deps: Deps,
  handlers: Partial<Handlers>,
  { state = newServerState(), web, keptFiles, console, lan, data: moreData, more, figures }: AppOptions = {},
): Promise<FastifyInstance> {
  const { config } = deps;
  const told = { config, tellMarketTime: () => app.tellMarketTime?.() };
  const app: FastifyInstance = fastify({
    loggerInstance: deps.log as FastifyBaseLogger, // pino's own type, of which Fastify asks less
    logController: new LogController({ disableRequestLogging: true }), // http/request-log.ts writes our own line
    genReqId: requestIds(),
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? trustedProxies(config.TRUSTED_PROXIES) : false,
    bodyLimit: BODY_LIMIT_BYTES,
    exposeHeadRoutes: false,
    // Slow clients: the headers within 10 s (below), the whole request within 30 s, then silence for at most a minute.
    requestTimeout: 30_000,
    keepAliveTimeout: 60_000,
    connectionTimeout: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 128, constraints: { upgrade: BY_UPGRADE } },
    clientErrorHandler: answerBrokenRequests(told),
    http: { requireHostHeader: false }, // one without a host gets the envelope of an unknown one
    frameworkErrors: (_error, request, reply) => void failRequest(request, reply, { status: 404, reason: 'not_found' }),
  });
  app.server.headersTimeout = 10_000;
  answerExpectations(app.server, told);

  tellPrograms(app, deps);
  answerErrors(app);
  logRequests(app);
  enforceHttps(app, config);
  // A stepped market serves programs of this machine alone, as fast as it can.
  if (config.MARKET_PROFILE !== 'stepped') {
    await limitRequests(app);
    limitBytes(app);
  }
  await allowOrigins(app, config.PUBLIC_ORIGINS);
  reportMetrics(app, deps, [...figuresOfState(state), ...(figures ?? [])]);
  await app.register(async (data) => {
    await data.register(formbody);
    acceptBodies(data);
    reportHealth(data, deps, state);
    await routeCalls(data, deps, handlers, state);
    moreData?.(data);
  });
  const door = createDoor(deps, handlers, state);
  await serveDoor(app, door);
  await serveMcp(app, door);
  await serveWeb(app, web, config, keptFiles);
  await serveFiles(app, console, '/console');
  await serveManual(app, config);
  serveWellKnown(app, deps);
  await servePapers(app, config);
  if (lan) serveAuthority(app, lan);
  await more?.(app);
  return app;
}

/** Ids of requests: unlike across restarts, and cheap. */
function requestIds(): () => string {
  const start = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${start}-${(count++).toString(36)}`;
}
