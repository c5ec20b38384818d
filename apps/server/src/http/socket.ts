import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toNetwork } from '#modules/accounts/index.ts';
import { readLanguage } from './language.ts';
import type { SocketHub } from './socket-hub.ts';

/** No message of any client is longer: a program names 3,000 instruments in one. */
const MESSAGE_BYTES = 65_536;

/**
 * GET /ws: the socket of the call contract. A page of another origin may not open it, unless it is one of
 * `publicOrigins`; what is no browser sends no origin and proves nothing by it. `lang` in the query chooses
 * the language of the label. `more` adds sockets of another kind.
 */
export async function serveSocket(
  app: FastifyInstance,
  hub: SocketHub,
  publicOrigins: readonly string[],
  more?: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(websocket, {
      options: { maxPayload: MESSAGE_BYTES, perMessageDeflate: false, clientTracking: false },
      preClose: () => hub.close(),
      // A message that is too long, a broken frame or line: the hub closes the socket, and the log has
      // nothing to say of it.
      errorHandler: () => undefined,
    });
    scope.get(
      '/ws',
      {
        websocket: true,
        onRequest: async (request, reply) => {
          if (!isOurs(request, publicOrigins)) return reply.code(403).send();
          if (!request.ws) return reply.code(426).header('upgrade', 'websocket').send();
          return undefined;
        },
      },
      (socket, request) => {
        const { lang } = request.query as { lang?: string }; // the query parser gives texts
        hub.accept(socket, request.raw.socket, toNetwork(request.ip), readLanguage(lang));
      },
    );
    more?.(scope);
  });
}

/** Whether a page of ours opens it, or a client that is not a browser. */
export function isOurs({ headers, host }: FastifyRequest, publicOrigins: readonly string[]): boolean {
  const { origin } = headers;
  if (origin === undefined || publicOrigins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
