import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findOver } from '#modules/programs/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { MarketFeed } from '#src/ports/market.ts';
import type { Program } from '#src/ports/programs.ts';
import { isOurs } from '../../socket.ts';
import type { SocketHub } from '../../socket-hub.ts';
import { failedGuess } from '../caller.ts';
import { hasDoor, isAtDoor } from '../door-host.ts';
import { Failure, noSuchPath, sendFailure } from '../failure.ts';
import { fieldsIn, textIn } from '../fields.ts';
import { tooMany } from '../rates.ts';
import { SOCKETS_OF_KEY, Ticker } from './ticker.ts';

type TickerDeps = Pick<Deps, 'config' | 'market' | 'clock' | 'db' | 'programs'>;

/**
 * The ticker for programs, fed by the market and by the orders that the hub hands on. Undefined: the door is closed.
 */
export function createTicker(deps: TickerDeps, feed: MarketFeed, hub: SocketHub): Ticker | undefined {
  if (!hasDoor(deps.config)) return undefined;
  const { market, clock } = deps;
  return new Ticker({
    market,
    feed,
    clock,
    listen: (userId, listener) => hub.listen(userId, listener),
    overOf: (held) => findOver(deps, held),
  });
}

/**
 * Lets programs in at the ticker: a WebSocket at `/`, where a browser without one is sent to the app. Key and
 * token are in the query, as clients of the Kite Connect v3 API send them; the log never has a query. `scope` is
 * that of the app's sockets.
 */
export function serveTicker(scope: FastifyInstance, deps: TickerDeps, ticker: Ticker): void {
  const { PUBLIC_ORIGINS: origins } = deps.config;
  const entered = new WeakMap<FastifyRequest, { readonly program: Program; readonly token: string }>();
  scope.addHook('preClose', () => ticker.close());

  async function enter(request: FastifyRequest): Promise<void> {
    if (!isAtDoor(deps.config, request)) throw noSuchPath();
    if (!isOurs(request, origins)) throw new Failure('PermissionException', 'This page may not open the ticker');
    const fields = fieldsIn(request.query);
    const [keyId, token] = [textIn(fields, 'api_key'), textIn(fields, 'access_token')];
    const found =
      keyId !== undefined && token !== undefined
        ? await deps.programs.find(keyId, token, request.ip)
        : ({ kind: 'unknown' } as const);
    if (found.kind === 'too_many') throw tooMany('Too many tokens of this key');
    if (found.kind === 'unknown' || found.kind === 'assistant' || found.kind === 'paused')
      return failedGuess(deps, request, 'Incorrect `api_key` or `access_token`.');
    if (found.kind === 'elsewhere')
      throw new Failure('PermissionException', 'This key may not be used from this address');
    request.userId = found.program.member.userId;
    if (ticker.isFull(found.program.keyId)) throw tooMany(`At most ${SOCKETS_OF_KEY} sockets a key`);
    entered.set(request, { program: found.program, token: token! }); // one was found by it
  }

  scope.get(
    '/',
    {
      websocket: true,
      constraints: { upgrade: 'websocket' },
      onRequest: async (request, reply) => {
        try {
          await enter(request);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          request.refused = error.reason ?? error.name;
          return sendFailure(reply, error);
        }
        return undefined;
      },
    },
    (socket, request) => ticker.accept(socket, request.raw.socket, entered.get(request)!), // it came through onRequest
  );
}
