import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#src/config.ts';
import { isLoopback } from '#src/kernel/loopback.ts';
import { failRequest } from './errors.ts';
import { DATA_HEADERS } from './headers.ts';
import { believesHost } from './hosts.ts';
import { isDoorPath } from './kite/door-host.ts';

/**
 * A browser that has been here by https uses nothing else for two years, below this name either. It means
 * nothing, and is not sent, by plain HTTP.
 */
const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains';
/**
 * What people open in a browser; everything else is called by programs, which must not be led on to where
 * they did not mean to go.
 */
const PAGES = /^\/(h5|console|docs)?(\/(?!api)|$|\?)|^\/(robots\.txt|favicon\.ico|\.well-known\/security\.txt)$/;
/**
 * What watches over the server asks from beside it, by whatever name. Through a proxy there is no answer: health.ts.
 */
const WATCHED = new Set(['/healthz', '/livez', '/readyz', '/metrics']);
const OFFICE = /^\/console(\/|\?|$)/;

/**
 * What holds for every answer before anything looks at the request: the headers that keep browsers from
 * making something else of it (a page's own come after and replace them), and who may come in at all. With
 * `TLS=proxy` whatever did not come encrypted is turned away, sockets too: pages are sent to https, calls
 * refused. A host that is not believed is refused (hosts.ts). With `CONSOLE_HOST` the back office is at that
 * name and nowhere else, so that browsers keep its pages and the app's apart; with `LAN` on this machine
 * alone. With `KITE_HOST` there is nothing but the door for programs at that name.
 */
export function enforceHttps(app: FastifyInstance, config: Config): void {
  const hasProxies = config.TRUSTED_PROXIES.length > 0;
  const { TLS, CONSOLE_HOST, KITE_HOST, LAN } = config;
  const isBelieved = believesHost(config);
  app.addHook('onRequest', (request, reply, next) => {
    // A connection that has closed meanwhile has no address any more, and no reader of an answer. One that
    // has been asked for its address keeps it.
    if (request.socket.remoteAddress === undefined) return void reply.hijack();
    reply.headers(DATA_HEADERS);
    const isWatched = WATCHED.has(request.routeOptions.url ?? '');
    if (!isWatched && !isBelieved(request)) {
      return void failRequest(request, reply, { status: 421, reason: 'unknown_host' });
    }
    if (hasProxies && request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT);
    else if (TLS === 'proxy' && !isWatched) return void turnAway(request, reply);
    // The back office of a house is opened on its computer alone: its passwords would cross the network in the clear.
    if (LAN === 'on' && OFFICE.test(request.url) && !isLoopback(request.ip)) {
      return void failRequest(request, reply, { status: 404, reason: 'not_found' });
    }
    if (CONSOLE_HOST !== undefined && !isWatched && isWrongHost(request, CONSOLE_HOST)) {
      return void failRequest(request, reply, { status: 404, reason: 'not_found' });
    }
    if (KITE_HOST !== undefined && isAt(request, KITE_HOST) && !isOfDoor(request) && !isWatched) {
      return void failRequest(request, reply, { status: 404, reason: 'not_found' });
    }
    next();
  });
}

/** A call of the door, or its ticker, which is a WebSocket at the root. */
const isOfDoor = ({ url, headers }: FastifyRequest): boolean =>
  isDoorPath(url) || (headers.upgrade?.toLowerCase() === 'websocket' && /^\/(\?|$)/.test(url));

function turnAway(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isPage = request.method === 'GET' && PAGES.test(request.url) && request.headers.upgrade === undefined;
  if (isPage) return reply.redirect(`https://${request.host}${request.url}`, 308);
  return failRequest(request, reply, { status: 403, reason: 'https_required' });
}

const isAt = (request: FastifyRequest, host: string): boolean => request.hostname.toLowerCase() === host.toLowerCase();

const isWrongHost = (request: FastifyRequest, office: string): boolean =>
  OFFICE.test(request.url) !== isAt(request, office);
