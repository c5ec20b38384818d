import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Figure } from '#src/http/figures.ts';
import { figuresOfState, reportHealth, reportMetrics } from '#src/http/health.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Bus } from '#src/ports/bus.ts';
import { busFigure } from './bus-figure.ts';
import type { Common } from './start-common.ts';

/** Serves health and figures alone, for a role without pages. `more` adds what other servers ask. Answers its port. */
export async function serveHealth(
  { deps: { config, log }, room, state, shutdown }: Pick<Common, 'deps' | 'room' | 'state' | 'shutdown'>,
  deps: Pick<Deps, 'db' | 'clock'>,
  {
    bus,
    figures = [],
    more,
  }: {
    readonly bus: Bus;
    readonly figures?: readonly Figure[];
    readonly more?: (app: FastifyInstance) => Promise<void>;
  },
): Promise<number> {
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger, // pino's own type, of which Fastify asks less
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  reportMetrics(app, deps, [...figuresOfState(state), busFigure(bus), ...figures]);
  reportHealth(app, deps, state);
  await more?.(app);
  await app.ready();
  await room.close();
  await app.listen({ host: config.HOST, port: room.port, listenTextResolver: () => 'listening' });
  shutdown.add('http', () => app.close());
  state.ready = true;
  return room.port;
}
