import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import type { JobData } from '#src/ports/job-queue.ts';
import { openJobQueue, type JobHandlers, type RunningQueue } from './job-queue.ts';
import { DATABASE_FILES } from './build-database.ts';
import { queueSchema } from './queue-schema.ts';

const database = useTestDatabase();
const POLL = { timeout: 60_000, interval: 50 };
const open: RunningQueue[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((queue) => queue.stop()));
});

async function openQueue(): Promise<RunningQueue> {
  const queue = await openJobQueue({ connection: database.connection('khara_job'), onError: () => undefined });
  open.push(queue);
  return queue;
}
/** Handlers that note what they were asked for; `withdrawal_payout` by the test. */
function handlers(done: string[], payout: (data: JobData['withdrawal_payout']) => Promise<void>): JobHandlers {
  const note = (name: string) => async (data: object) => void done.push(`${name} ${Object.values(data).join(' ')}`);
  return {
    rail_report: note('rail_report'),
    recharge_expiry: note('recharge_expiry'),
    withdrawal_decision: note('withdrawal_decision'),
    withdrawal_payout: payout,
    appeal_deadline: note('appeal_deadline'),
    credit_recovery: note('credit_recovery'),
    lesson_reminder: note('lesson_reminder'),
  };
}

describe('the queue of jobs', () => {
  it('says when it cannot be read any more, as with a password that is no good', async () => {
    const queue = await openQueue();
    await queue.work(handlers([], async () => undefined));
    expect(queue.isFailing()).toBe(false);
    await database.admin.query('test.hide', 'ALTER SCHEMA pgboss RENAME TO pgboss_away');
    try {
      await vi.waitFor(() => expect(queue.isFailing()).toBe(true), POLL);
    } finally {
      await database.admin.query('test.show', 'ALTER SCHEMA pgboss_away RENAME TO pgboss');
    }
  });

  it('has the tables that its library would make', async () => {
    const ours = await readFile(path.join(DATABASE_FILES, 'schema/90-pgboss.sql'), 'utf8');
    expect(ours, 'npm run db:pgboss').toBe(queueSchema());
  });

  it(
    'does what a transaction asked for when that commits, not what was rolled back, and not before its time',
    { timeout: 90_000 },
    async () => {
      const queue = await openQueue();
      const done: string[] = [];
      await queue.work(handlers(done, async () => undefined));
      await database.app
        .transaction(async (tx) => {
          await queue.send(tx, 'withdrawal_decision', { orderNumber: 'rolled back' });
          throw new Error('no');
        })
        .catch(() => undefined);
      const started = Date.now();
      await database.app.transaction(async (tx) => {
        await queue.send(tx, 'withdrawal_decision', { orderNumber: 'later' }, started + 1500);
        await queue.send(tx, 'withdrawal_decision', { orderNumber: 'now' });
        await queue.send(tx, 'appeal_deadline', { appealId: 'in three days' }, started + 72 * 3_600_000);
      });
      await vi.waitFor(() => expect(done).toEqual(['withdrawal_decision now', 'withdrawal_decision later']), POLL);
      expect(Date.now()).toBeGreaterThanOrEqual(started + 1500);
    },
  );

  it('tries again what failed, alone of its batch, and goes on after a restart', { timeout: 90_000 }, async () => {
    const first = await openQueue();
    const done: string[] = [];
    await database.app.transaction(async (tx) => {
      for (const orderNumber of ['a', 'bad', 'c']) await first.send(tx, 'withdrawal_payout', { orderNumber });
    });
    let tries = 0;
    const payout = async ({ orderNumber }: JobData['withdrawal_payout']) => {
      if (orderNumber === 'bad' && ++tries < 2) throw new Error('not now');
      done.push(orderNumber);
    };
    await first.work(handlers(done, payout));
    await vi.waitFor(() => expect(done.toSorted()).toEqual(['a', 'c']), POLL);
    await first.stop();
    const second = await openQueue();
    await second.work(handlers(done, payout));
    await vi.waitFor(() => expect(done.toSorted()).toEqual(['a', 'bad', 'c']), POLL);
    expect(tries).toBe(2);
  });
});
