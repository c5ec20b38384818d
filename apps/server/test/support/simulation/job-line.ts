import type { Db, Queryable } from '#src/ports/database.ts';
import type { Clock } from '#src/kernel/clock.ts';
import type { JobData, JobName, JobQueue } from '#src/ports/job-queue.ts';

/** A job that waits: its name says what its data is. */
export type WaitingJob = { readonly id: bigint; readonly name: JobName; readonly data: JobData[JobName] };

/**
 * What keeps the jobs of a simulation; they come and go with the transaction that asks for them, as in the real queue.
 */
export async function makeJobLine(admin: Db): Promise<void> {
  await admin.query('sim.job_schema', 'CREATE SCHEMA sim');
  await admin.query(
    'sim.job_table',
    'CREATE TABLE sim.job (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, data jsonb NOT NULL, at bigint NOT NULL)',
  );
  await admin.query('sim.job_use', 'GRANT USAGE ON SCHEMA sim TO khara_app');
  await admin.query('sim.job_rights', 'GRANT SELECT, INSERT, DELETE ON sim.job TO khara_app');
}

export const jobLine = (clock: Clock): JobQueue => ({
  send: async (tx, name, data, at = clock.now()) => {
    await tx.query('sim.send_job', 'INSERT INTO sim.job (name, data, at) VALUES ($1, $2::jsonb, $3)', [
      name,
      JSON.stringify(data),
      at,
    ]);
  },
});

/** Jobs whose time has come, in the order in which they were asked for. */
export const dueJobs = (db: Queryable, now: number): Promise<readonly WaitingJob[]> =>
  db.query<WaitingJob>('sim.due_jobs', 'SELECT id, name, data FROM sim.job WHERE at <= $1 ORDER BY id', [now]);

export const endJob = (db: Queryable, id: bigint): Promise<unknown> =>
  db.query('sim.end_job', 'DELETE FROM sim.job WHERE id = $1', [id]);
