import type { CallName } from '@khara/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * One line per request: which call, how it ended and why it was refused, how long it took, who asked. Never
 * the payload, the query, a token or an address: a payload holds passwords, and an address is personal data
 * that this line does not need.
 */
export function logRequests(app: FastifyInstance): void {
  // A logger of its own for each request would cost more than the line: the few lines that a request writes
  // name it themselves.
  app.setChildLoggerFactory((logger) => logger);
  app.decorateRequest('call', undefined);
  app.decorateRequest('userId', undefined);
  app.decorateRequest('refused', undefined);
  app.addHook('onResponse', (request, reply, next) => {
    request.log.info(
      {
        reqId: request.id,
        call: requestCall(request) ?? request.routeOptions.url ?? 'unknown path',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.userId,
        refused: request.refused,
      },
      'answered',
    );
    next();
  });
}

/**
 * The call that a request is of, answered by it or turned away before; undefined of what is none. A request's
 * route is described anew each time it is asked for.
 */
export const requestCall = (request: FastifyRequest): CallName | undefined =>
  request.call ?? request.routeOptions.config.call;
