import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, Registry } from 'prom-client';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Deps } from '#src/kernel/deps.ts';
import { callOf } from './request-log.ts';
import type { ServerState } from './state.ts';

/** What stands in the way of serving, by its name in the answer; undefined of nothing. */
type Obstacle = 'starting' | 'draining' | 'database_away' | 'database_read_only' | 'market_stands_still' | 'jobs_fail';

/**
 * GET /livez: 200 as long as this process answers at all; who gets nothing restarts it. GET /readyz: 200 when
 * it can serve and what must happen by itself does: the database takes writes, the market moves, jobs are
 * done; 503 names what does not. GET /healthz: 200 when it can serve, 503 before and while it drains, and
 * when the database does not answer; of market and jobs it says nothing, so that who balances load does not
 * turn all requests away for them.
 */
export function reportHealth(app: FastifyInstance, deps: Deps, state: ServerState): void {
  const report = (url: string, look: () => Promise<{ status: Obstacle; [detail: string]: unknown } | undefined>) =>
    app.get(url, { logLevel: 'warn' }, async (_request, reply) => {
      void reply.header('cache-control', 'no-store');
      const obstacle = await look();
      if (!obstacle) return { status: 'ok' };
      return reply.code(503).header('retry-after', '2').send(obstacle);
    });
  const whetherOpen = () => {
    if (!state.ready || state.draining) return { status: state.draining ? 'draining' : 'starting' } as const;
    return undefined;
  };
  const whetherDatabase = async () => {
    try {
      const [row] = await deps.db.query<{ read_only: string }>(
        'health.ping',
        "SELECT current_setting('transaction_read_only') AS read_only",
      );
      return row?.read_only === 'on' ? ({ status: 'database_read_only' } as const) : undefined;
    } catch {
      return { status: 'database_away' } as const;
    }
  };
  const whetherMoving = () => {
    if (state.marketStandsStill()) return { status: 'market_stands_still' } as const;
    const jobs = state.failingJobs();
    return jobs.length > 0 ? ({ status: 'jobs_fail', jobs } as const) : undefined;
  };
  report('/livez', async () => undefined);
  report('/healthz', async () => whetherOpen() ?? whetherDatabase());
  report('/readyz', async () => whetherOpen() ?? (await whetherDatabase()) ?? whetherMoving());
}

/** What waits is counted up to here: more is as bad. */
const MOST_COUNTED = 100_000;
/** How often the delay of the event loop is sampled: what the sampler itself waits is no delay. */
const RESOLUTION_MS = 20;

/** A figure of some part of the server, read when it is asked for. */
export type Figure = { readonly name: string; readonly help: string; readonly read: () => number };

/**
 * GET /metrics: Prometheus text. Figures of the database are asked for when they are read, and missing while
 * it is away.
 */
export function reportMetrics(app: FastifyInstance, deps: Deps, figures: readonly Figure[] = []): void {
  const registry = new Registry();
  for (const { name, help, read } of figures) {
    const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(read()) });
  }
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  app.addHook('onClose', async () => void delay.disable());

  const lag = new Gauge({
    name: 'khara_event_loop_lag_seconds',
    help: 'Longest delay of the event loop since the last reading.',
    registers: [registry],
  });
  const entries = new Gauge({
    name: 'khara_ledger_entries_total',
    help: 'Entries and records of the ledger: those that have their place in the log, and those that wait for it.',
    registers: [registry],
  });
  const unsealed = new Gauge({
    name: 'khara_unsealed',
    help: 'Entries and records that wait for their place in the tree.',
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'khara_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['call', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  // Finding a series by its labels costs more than counting in it.
  const series = new Map<string, ReturnType<typeof durations.labels>>();
  const seriesOf = (call: string, status: number) => {
    const key = `${call} ${status}`;
    let found = series.get(key);
    if (!found) series.set(key, (found = durations.labels(call, String(status))));
    return found;
  };
  app.addHook('onResponse', (request, reply, next) => {
    const call = callOf(request);
    if (call) seriesOf(call, reply.statusCode).observe(reply.elapsedTime / 1000);
    next();
  });

  app.get('/metrics', { logLevel: 'warn' }, async (_request, reply) => {
    lag.set(Math.max(0, delay.max / 1e9 - RESOLUTION_MS / 1000));
    delay.reset();
    await readLedger();
    void reply.header('content-type', registry.contentType).header('cache-control', 'no-store');
    return registry.metrics();
  });

  async function readLedger(): Promise<void> {
    try {
      const [row] = await deps.db.query<{ entries: bigint; unsealed: bigint }>(
        'metrics.ledger',
        // By the ends of indexes: counting would grow with the ledger, until no figure came at all.
        `SELECT coalesce((SELECT idx * 256 + octet_length(hashes) / 32 FROM ledger.tile WHERE level = 0 ORDER BY idx DESC LIMIT 1), 0) + unsealed AS entries, unsealed
         FROM (SELECT count(*) AS unsealed FROM (SELECT FROM ledger.unsealed LIMIT ${MOST_COUNTED}) u) w`,
      );
      entries.set(Number(row?.entries ?? 0n));
      unsealed.set(Number(row?.unsealed ?? 0n));
    } catch {
      entries.reset();
      unsealed.reset();
    }
  }
}
