import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Gauge, Histogram, Registry } from 'prom-client';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Deps } from '#src/kernel/deps.ts';
import { registerFigures, type Figure } from './figures.ts';
import { failRequest } from './errors.ts';
import { requestCall } from './request-log.ts';
import type { ServerState } from './state.ts';

/** What stands in the way of serving, by its name in the answer. */
type Obstacle = { readonly status: string; readonly [detail: string]: unknown };
type Check = () => Promise<Obstacle | undefined> | Obstacle | undefined;

/** Servers whose clocks differ by more would disagree on the time of orders, and on codes of authenticators. */
const MAX_SKEW_MS = 250;

/**
 * What a proxy writes of the caller. Members come through one, what watches the server does not: so these answers stay
 * inside also where the proxy's own rules do not stop them.
 */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const;
const INSIDE = {
  logLevel: 'warn' as const,
  onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
    FORWARDED.some((name) => name in request.headers)
      ? failRequest(request, reply, { status: 404, reason: 'not_found' })
      : undefined,
};

type HealthDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * GET /livez: 200 as long as this process answers at all; who gets nothing restarts it. GET /readyz: 200 when
 * it can serve and what must happen by itself does: the database takes writes, its clock agrees, the market moves,
 * jobs are done; 503 names what does not. GET /healthz: 200 when it can serve, 503 before and while it drains, and
 * when the database does not answer; of market and jobs it says nothing, so that who balances load does not
 * turn all requests away for them.
 */
export function reportHealth(app: FastifyInstance, deps: HealthDeps, state: ServerState): void {
  const report = (url: string, checks: readonly Check[]) =>
    app.get(url, INSIDE, async (_request, reply) => {
      void reply.header('cache-control', 'no-store');
      for (const check of checks) {
        const obstacle = await check();
        if (obstacle) return reply.code(503).header('retry-after', '2').send(obstacle);
      }
      return { status: 'ok' };
    });
  const open: Check = () => {
    if (state.draining) return { status: 'draining' };
    return state.ready ? undefined : { status: 'starting' };
  };
  const database: Check = async () => {
    try {
      const [row] = await deps.db.query<{ readOnly: string }>(
        'health.ping',
        "SELECT current_setting('transaction_read_only') AS read_only",
      );
      return row?.readOnly === 'on' ? { status: 'database_read_only' } : undefined;
    } catch {
      return { status: 'database_away' };
    }
  };
  const clock: Check = async () => {
    const skew = await clockSkewMs(deps).catch(() => undefined);
    if (skew === undefined || Math.abs(skew) <= MAX_SKEW_MS) return undefined;
    return { status: 'clock_differs', milliseconds: skew };
  };
  const market: Check = () => (state.marketStandsStill() ? { status: 'market_stands_still' } : undefined);
  const jobs: Check = () => {
    const failing = state.failingJobs();
    return failing.length > 0 ? { status: 'jobs_fail', jobs: failing } : undefined;
  };
  // A bus that is away is no obstacle: what has to arrive is read from the database.
  report('/livez', []);
  report('/healthz', [open, database]);
  report('/readyz', [open, database, clock, market, jobs]);
}

/**
 * The least by which the database's clock is ahead of ours, in ms; negative where it is behind. What may be the time
 * of the question's way is left out.
 */
async function clockSkewMs({ db, clock }: HealthDeps): Promise<number | undefined> {
  const sentAt = clock.now();
  const [row] = await db.query<{ at: number | undefined }>(
    'health.clock',
    'SELECT round(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at_ms',
  );
  const receivedAt = clock.now();
  const at = row?.at;
  if (at === undefined) return undefined;
  return at > receivedAt ? at - receivedAt : Math.min(0, at - sentAt);
}

/** What the server says of itself at /readyz, as figures that alerts watch. */
export const figuresOfState = (state: ServerState): readonly Figure[] => [
  {
    name: 'khara_market_stands_still',
    help: 'Whether prices do not move although they should.',
    read: () => (state.marketStandsStill() ? 1 : 0),
  },
  {
    name: 'khara_jobs_failing',
    help: 'Queues and loops that failed at their last turn.',
    read: () => state.failingJobs().length,
  },
  {
    name: 'khara_money_stopped',
    help: 'Whether calls that move money are refused, until two people have recorded a cause.',
    read: () => (state.moneyStopped() === undefined ? 0 : 1),
  },
];

/** What waits is counted up to here: more is as bad. */
const MAX_COUNTED = 100_000;
/** How often the delay of the event loop is sampled: what the sampler itself waits is no delay. */
const RESOLUTION_MS = 20;

/**
 * GET /metrics: Prometheus text. Figures of the database are asked for when they are read, and missing while
 * it is away.
 */
export function reportMetrics(app: FastifyInstance, deps: HealthDeps, figures: readonly Figure[] = []): void {
  const registry = new Registry();
  registerFigures(registry, figures);
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
  const unapplied = new Gauge({
    name: 'khara_journal_unapplied',
    help: 'Commands of the journal that the market has not applied.',
    registers: [registry],
  });
  const skew = new Gauge({
    name: 'khara_clock_skew_ms',
    help: "How far the database's clock is ahead of this server's, beyond the time of the question's way.",
    registers: [registry],
  });
  const behind = new Gauge({
    name: 'khara_replica_lag_bytes',
    help: 'What the database has written and a standby has not kept, by its replication slot.',
    labelNames: ['slot'],
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
  const findSeries = (call: string, status: number) => {
    const key = `${call} ${status}`;
    let found = series.get(key);
    if (!found) series.set(key, (found = durations.labels(call, String(status))));
    return found;
  };
  app.addHook('onResponse', (request, reply, next) => {
    const call = requestCall(request);
    if (call) findSeries(call, reply.statusCode).observe(reply.elapsedTime / 1000);
    next();
  });

  app.get('/metrics', INSIDE, async (_request, reply) => {
    lag.set(Math.max(0, delay.max / 1e9 - RESOLUTION_MS / 1000));
    delay.reset();
    await Promise.all([readLedger(), readClock(), readStandbys()]);
    void reply.header('content-type', registry.contentType).header('cache-control', 'no-store');
    return registry.metrics();
  });

  async function readClock(): Promise<void> {
    const read = await clockSkewMs(deps).catch(() => undefined);
    if (read === undefined) skew.reset();
    else skew.set(read);
  }

  async function readStandbys(): Promise<void> {
    behind.reset(); // a standby may be gone
    try {
      for (const { slot, bytes } of await deps.db.query<{ slot: string; bytes: number }>(
        'metrics.standbys',
        // What statistics say of standbys is for administrators; slots, which Patroni gives each of them, are for all.
        `SELECT slot_name::text AS slot, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 AS bytes
         FROM pg_replication_slots WHERE slot_type = 'physical' AND restart_lsn IS NOT NULL`,
      ))
        behind.set({ slot }, bytes);
    } catch {
      // No figure says so.
    }
  }

  async function readLedger(): Promise<void> {
    try {
      const [row] = await deps.db.query<{ entries: bigint; unsealed: bigint; unapplied: bigint }>(
        'metrics.ledger',
        // By the ends of indexes: counting would grow with the ledger, until no figure came at all.
        `SELECT coalesce((SELECT idx * 256 + octet_length(hashes) / 32 FROM ledger.tile WHERE level = 0 ORDER BY idx DESC LIMIT 1), 0) + unsealed AS entries, unsealed, unapplied
         FROM (SELECT count(*) AS unsealed FROM (SELECT FROM ledger.unsealed LIMIT ${MAX_COUNTED}) u) w,
           (SELECT count(*) AS unapplied FROM (SELECT FROM trading.journal_command WHERE applied_step IS NULL LIMIT ${MAX_COUNTED}) c) j`,
      );
      entries.set(Number(row?.entries ?? 0n));
      unsealed.set(Number(row?.unsealed ?? 0n));
      unapplied.set(Number(row?.unapplied ?? 0n));
    } catch {
      entries.reset();
      unsealed.reset();
      unapplied.reset();
    }
  }
}
