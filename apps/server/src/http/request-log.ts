import { calls, type CallName } from '@khara/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** For this long answers of one call to one reader that went well are one line, and one that counts the others. */
const WINDOW_MS = 10_000;

type Others = { readonly call: string; readonly userId: string | undefined; count: number; slowestMs: number };

/**
 * Lines of requests: which call, how it ended and why it was refused, how long it took, who asked. Never the
 * payload, the query, a token or an address: a payload holds passwords, and an address is personal data that
 * these lines do not need. Each refusal and each error has a line, and each call that moves money in or out.
 * Of others that went well the first of a reader has one, and those that follow within seconds are counted.
 */
export function logRequests(app: FastifyInstance): void {
  // A logger of its own for each request would cost more than the line: the few lines that a request writes
  // name it themselves.
  app.setChildLoggerFactory((logger) => logger);
  app.decorateRequest('call', undefined);
  app.decorateRequest('userId', undefined);
  app.decorateRequest('refused', undefined);

  const others = new Map<string, Others>();
  const sayOthers = (): void => {
    for (const { count, ...rest } of others.values()) if (count > 0) app.log.info({ ...rest, count }, 'answered more');
    others.clear();
  };
  const timer = setInterval(sayOthers, WINDOW_MS).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    sayOthers();
    done();
  });
  app.addHook('onResponse', (request, reply, next) => {
    const name = requestCall(request);
    const call = name ?? request.routeOptions.url ?? 'unknown path';
    const { userId, refused } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    if (refused === undefined && reply.statusCode < 400 && !isOfMoney(name)) {
      const key = `${call} ${userId}`;
      const known = others.get(key);
      if (known) {
        known.count += 1;
        known.slowestMs = Math.max(known.slowestMs, ms);
        return next();
      }
      others.set(key, { call, userId, count: 0, slowestMs: 0 });
    }
    request.log.info({ reqId: request.id, call, status: reply.statusCode, ms, userId, refused }, 'answered');
    next();
  });
}

/** An order has its own history and receipt. */
const isOfMoney = (name: CallName | undefined): boolean =>
  name !== undefined && calls[name].movesMoney && !calls[name].path.startsWith('/app/order/');

/**
 * The call that a request made, whether its handler answered or it was turned away before; undefined where it made
 * none. Fastify describes a request's route anew each time it is asked for.
 */
export const requestCall = (request: FastifyRequest): CallName | undefined =>
  request.call ?? request.routeOptions.config.call;
