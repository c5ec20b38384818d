import { DAY_MS } from '@khara/rules';
import { describe, expect, it } from 'vitest';
import type { JobData } from '#src/ports/job-queue.ts';
import { useTestDatabase } from '#test/database.ts';
import { TestClock, testDeps } from '#test/deps.ts';
import { askForReminders, remind } from './remind.ts';

describe('reminders of the lesson', () => {
  const database = useTestDatabase();

  /** A member's jobs as the queue has them, with a clock that is moved by hand. */
  function open(userId: string) {
    const clock = new TestClock();
    const base = testDeps({ db: database.app, clock });
    const due: { readonly at: number; readonly data: JobData['lesson_reminder'] }[] = [];
    const jobs: typeof base.jobs = {
      send: async (_tx, name, data, at) => {
        expect(name).toBe('lesson_reminder');
        due.push({ at: at!, data: data as JobData['lesson_reminder'] }); // just looked at
      },
    };
    const deps = { ...base, jobs, clock };
    const pass = (days: number) => clock.advance(days * DAY_MS);
    const work = () => Promise.all(due.filter(({ at }) => at <= clock.now()).map(({ data }) => remind(deps, data)));
    const notices = async () =>
      (
        await database.app.query<{ key: string }>(
          'test.notices',
          'SELECT key FROM notices.notice WHERE member_id = $1 ORDER BY id',
          [userId],
        )
      ).map(({ key }) => key);
    return { deps, due, pass, work, notices };
  }

  it('come after 21 days and after three months, each once', async () => {
    const { deps, pass, work, notices } = open('lesson-1');
    await askForReminders(deps, 'lesson-1');
    pass(20);
    await work();
    expect(await notices()).toEqual([]);
    pass(1);
    await work();
    await work();
    expect(await notices()).toEqual(['lessonWeeks']);
    pass(70);
    await work();
    await work();
    expect(await notices()).toEqual(['lessonWeeks', 'lessonMonths']);
  });

  it('asked for twice on one day are the same ones', async () => {
    const { deps, pass, work, notices } = open('lesson-2');
    await askForReminders(deps, 'lesson-2');
    await askForReminders(deps, 'lesson-2');
    pass(21);
    await work();
    pass(70);
    await work();
    expect(await notices()).toEqual(['lessonWeeks', 'lessonMonths']);
  });
});
