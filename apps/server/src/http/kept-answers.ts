import type { FastifyInstance } from 'fastify';

/**
 * Answers of these routes are the same for all until the server ends: each is made once. Asked for again and
 * again, a document of all calls would hold the one thread that the market runs on.
 *
 * A page is made anew: what the policy allows it goes with it.
 */
export function keepAnswers(scope: FastifyInstance): void {
  const kept = new Map<string, { readonly type: string; readonly body: Buffer }>();
  scope.addHook('onRequest', (request, reply, next) => {
    const known = request.method === 'GET' ? kept.get(pathOf(request.url)) : undefined;
    if (known) void reply.type(known.type).send(known.body);
    else next();
  });
  scope.addHook('onSend', (request, reply, body, next) => {
    const type = String(reply.getHeader('content-type'));
    const isText = typeof body === 'string' || Buffer.isBuffer(body);
    if (!isText || request.method !== 'GET' || reply.statusCode !== 200 || type.startsWith('text/html'))
      return next(null, body);
    const path = pathOf(request.url);
    const { body: bytes } = kept.get(path) ?? { body: Buffer.from(body) };
    kept.set(path, { type, body: bytes });
    next(null, bytes);
  });
}

/** What stands behind the path changes no such answer. */
const pathOf = (url: string): string => url.split('?', 1)[0]!;
