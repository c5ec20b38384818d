import { createHash } from 'node:crypto';
import type pg from 'pg';
import { PgBoss, type Job } from 'pg-boss';
import type { Tx } from '#src/ports/database.ts';
import type { JobData, JobName, JobQueue } from '#src/ports/job-queue.ts';

/** What is done for each job. Each is safe to run twice, and to be cut off anywhere. */
export type JobHandlers = { readonly [N in JobName]: (data: JobData[N]) => Promise<void> };

export type RunningQueue = JobQueue & {
  /** Begins to do what is due. Answers when the queue is being watched. */
  work(handlers: JobHandlers): Promise<void>;
  /** Whether it could not be read lately: then nothing that is due happens. */
  isFailing(): boolean;
  /** What is under way is waited for; what is due stays due. */
  stop(): Promise<void>;
};

/**
 * How often each queue is looked at, in seconds: what a member waits for often, what happens in hours or days rarely.
 */
const LOOKS_EVERY: Readonly<Record<JobName, number>> = {
  rail_report: 0.5,
  withdrawal_decision: 0.5,
  withdrawal_payout: 0.5,
  recharge_expiry: 5,
  appeal_deadline: 10,
  credit_recovery: 5,
  lesson_reminder: 10,
};
const QUEUES = Object.keys(LOOKS_EVERY) as JobName[]; // its keys are the names

/**
 * Each queue is looked at within this time, and reports a failure. Without a report for this time it can be
 * read again.
 */
const FAILING_MS = 15_000;

const BATCH_SIZE = 20;
/** How often jobs are looked for that were cut off with their server. */
const LOOKS_AFTER_SECONDS = 10;
/**
 * A job is tried again until it succeeds: the first time after a second, then at growing intervals of a
 * minute at most. One without a report for ten seconds was cut off, and is due again.
 */
const QUEUE = {
  policy: 'standard',
  retryLimit: 1_000_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 10,
  retentionSeconds: 60 * 86_400,
  deleteAfterSeconds: 86_400,
} as const;

/**
 * The queue of jobs on pg-boss, as khara_job. Its tables are there (database/schema/90-pgboss.sql): it may
 * make none. A job is written by the transaction that asks for it, on the server's own connection.
 */
export async function openJobQueue({
  connection,
  onError,
}: {
  readonly connection: pg.ClientConfig;
  readonly onError: (error: Error) => void;
}): Promise<RunningQueue> {
  const boss = new PgBoss({
    ...asOptions(connection),
    application_name: 'khara jobs',
    max: 2,
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: LOOKS_AFTER_SECONDS,
    monitorIntervalSeconds: LOOKS_AFTER_SECONDS,
  });
  const tell = onceAMinute(onError);
  let failedAt = Number.NEGATIVE_INFINITY;
  boss.on('error', (error) => {
    failedAt = performance.now();
    tell(error);
  });
  await boss.start();
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const name of QUEUES) if (!known.has(name)) await boss.createQueue(name, QUEUE);

  return {
    async send(tx, name, data, at) {
      await boss.send(name, data, {
        db: inside(tx),
        ...(at !== undefined && { startAfter: new Date(at) }),
      });
    },
    async work(handlers) {
      for (const name of QUEUES) await watch(name, { boss, handlers, onError: tell });
    },
    isFailing: () => performance.now() - failedAt < FAILING_MS,
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** A database that is away for a minute would fill the log: each message is logged once in a while. */
function onceAMinute(onError: (error: Error) => void): (error: Error) => void {
  const loggedAt = new Map<string, number>();
  return (error) => {
    const now = performance.now();
    if (now - (loggedAt.get(error.message) ?? Number.NEGATIVE_INFINITY) < 60_000) return;
    loggedAt.set(error.message, now);
    onError(error);
  };
}

type WatchDeps = { readonly boss: PgBoss; readonly handlers: JobHandlers; readonly onError: (error: Error) => void };

/** One job that fails is tried again by itself; the others of its batch are done. */
async function watch<N extends JobName>(name: N, { boss, handlers, onError }: WatchDeps): Promise<void> {
  const options = { pollingIntervalSeconds: LOOKS_EVERY[name], batchSize: BATCH_SIZE } as const;
  await boss.work(name, options, async (jobs: Job<JobData[N]>[]) => {
    for (const job of jobs) {
      try {
        await handlers[name](job.data);
        await boss.complete(name, job.id);
      } catch (error) {
        const why = error instanceof Error ? error : new Error(String(error));
        onError(new Error(`Job ${name} failed, and is tried again`, { cause: why }));
        await boss.fail(name, job.id, { message: why.message });
      }
    }
  });
}

/** A transaction as pg-boss wants its database. Its statements have no names, so each is known by its text. */
const inside = (tx: Tx) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({
    rows: [...(await tx.query(statementName(text), text, values))],
  }),
});
const statementName = (text: string): string => `jobs.${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;

/** pg-boss knows fewer settings than pg, and wants each to be there or absent. */
function asOptions({ host, port, database, user, password, ssl, stream }: pg.ClientConfig) {
  return {
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
    ...(database !== undefined && { database }),
    ...(user !== undefined && { user }),
    ...(typeof password === 'string' && { password }),
    ...(ssl !== undefined && { ssl }),
    ...(stream !== undefined && { stream }), // it hands on what it does not know
  };
}
