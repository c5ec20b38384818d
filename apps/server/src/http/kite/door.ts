import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { DatabaseAway } from '#src/ports/database.ts';
import { TryLater } from '#src/kernel/try-later.ts';
import { debtIn, readStop } from '#modules/ledger/index.ts';
import { refuseDebtor } from '#modules/wallet/index.ts';
import { acceptBodies } from '../bodies.ts';
import { moneyStopped } from '../envelope.ts';
import { routeAlerts } from './alert-routes.ts';
import type { Door } from './caller.ts';
import { routeCharges } from './charge-routes.ts';
import { hasDoor, isAtDoor, isOfProgram } from './door-host.ts';
import { Failure, noSuchPath, notOffered, refusedAs, sendFailure, sendJson, wrongField } from './failure.ts';
import { routeMarket, sendCsv } from './market-routes.ts';
import { clockText } from './market-words.ts';
import { routeOrders } from './order-routes.ts';
import { routePortfolio } from './portfolio-routes.ts';
import { routeTriggers } from './trigger-routes.ts';
import { routeUser } from './user-routes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether a program asks, which reads refusals in the words of its door. */
    isOfProgram?: (request: FastifyRequest) => boolean;
    /** The market's time in a program's words. */
    tellMarketTime?: () => string;
  }
}

/** What holds for every answer under the door's name, that of a path which there is not too. */
export function tellPrograms(app: FastifyInstance, { config, market }: Pick<Door['deps'], 'config' | 'market'>): void {
  app.decorate('isOfProgram', (request: FastifyRequest) => isOfProgram(config, request));
  const tellMarketTime = () => clockText(market.now().marketTime);
  app.decorate('tellMarketTime', tellMarketTime);
  app.addHook('onRequest', (request, reply, next) => {
    if (isAtDoor(config, request)) void reply.header('x-simulated', '1');
    if (isOfProgram(config, request)) void reply.header('x-market-time', tellMarketTime());
    next();
  });
}

/**
 * The door for programs, at the root of the origin: clients of the Kite Connect v3 API know no other place.
 * Each call is answered by the handlers of the app's own calls (docs/decisions/0029-door-for-programs.md).
 */
export async function serveDoor(app: FastifyInstance, door: Door): Promise<void> {
  const { config } = door.deps;
  if (!hasDoor(config)) return;
  await app.register(async (scope) => {
    await scope.register(formbody);
    acceptBodies(scope);
    scope.addHook('onRequest', (request, _reply, next) => {
      next(isAtDoor(config, request) ? undefined : noSuchPath());
    });
    answerFailures(scope);
    routeDoor(scope, door);
  });
}

/** All routes of the door. */
export function routeDoor(scope: FastifyInstance, door: Door): void {
  routeUser(scope, door);
  routeOrders(scope, door);
  routePortfolio(scope, door);
  routeMarket(scope, door);
  routeCharges(scope, door);
  routeTriggers(scope, door);
  routeAlerts(scope, door);
  routeNotOffered(scope, door);
}

function answerFailures(scope: FastifyInstance): void {
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = toFailure(error);
    request.refused = failure.reason ?? failure.name;
    if (failure.status === 500) request.log.error({ reqId: request.id, err: error }, 'defect');
    return sendFailure(reply, failure);
  });
}

function toFailure(error: FastifyError | Error): Failure {
  if (error instanceof Failure) return error;
  const away = 'The server cannot answer now: try again';
  if (error instanceof TryLater) {
    const { status, reason, afterSeconds } = error;
    return new Failure('NetworkException', away, { status, reason, afterSeconds });
  }
  if (error instanceof DatabaseAway)
    return new Failure('NetworkException', away, { reason: 'maintenance', afterSeconds: 2 });
  const stopped = readStop(error);
  if (stopped) return new Failure('NetworkException', moneyStopped('en', stopped).msg, { reason: 'maintenance' });
  const debt = debtIn(error);
  if (debt) return refusedAs(refuseDebtor(debt));
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status < 500)
    return new Failure('InputException', 'The request cannot be read', { status: status === 413 ? 413 : 400 });
  return new Failure('GeneralException', 'Something went wrong here');
}

const MF_COLUMNS =
  'tradingsymbol,amc,name,purchase_allowed,redemption_allowed,minimum_purchase_amount,purchase_amount_multiplier,minimum_additional_purchase_amount,minimum_redemption_quantity,redemption_quantity_multiplier,dividend_type,scheme_type,plan,settlement_type,last_price,last_price_date';

/** What others offer and Khara does not: lists of it are empty, and nothing is taken. */
function routeNotOffered(scope: FastifyInstance, door: Door): void {
  const groups = [
    {
      what: 'mutual funds',
      lists: ['/mf/orders', '/mf/sips', '/mf/holdings'],
      items: ['/mf/orders/:id', '/mf/sips/:id'],
    },
  ];
  const reads = { scope: 'read', rate: 'others' } as const;
  const writes = { scope: 'trade', rate: 'orders' } as const;
  for (const { what, lists, items } of groups) {
    for (const url of lists) {
      scope.get(url, async (request, reply) => {
        await door.open(request, reads);
        return sendJson(reply, { status: 'success', data: [] });
      });
    }
    for (const url of items) {
      scope.route({
        method: 'GET',
        url,
        handler: async (request) => {
          await door.open(request, reads);
          throw wrongField('id', `There is none of this number: Khara does not offer ${what}`);
        },
      });
    }
    scope.route({
      method: ['POST', 'PUT', 'DELETE'],
      url: `${lists[0]!.split('/').slice(0, 2).join('/')}/*`,
      handler: async (request) => {
        await door.open(request, writes);
        throw notOffered(what);
      },
    });
  }
  scope.get('/mf/instruments', async (request, reply) => {
    await door.open(request, reads);
    return sendCsv(request, reply, MF_COLUMNS);
  });
}
