import { announce, notify } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { JobData } from '#src/ports/job-queue.ts';
import { DAY_MS } from '@khara/rules';

/** Real ms after the lesson. What was learnt is asked for again when half of it is forgotten, and once later. */
const AFTER_MS = { weeks: 21 * DAY_MS, months: 91 * DAY_MS } as const;

/** A member who took the lesson asks to be reminded. A repeat on one day is one reminder. */
export async function askForReminders(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  userId: string,
): Promise<void> {
  const askedAt = clock.now();
  await db.transaction((tx) =>
    jobs.send(tx, 'lesson_reminder', { userId, askedAt, when: 'weeks' }, askedAt + AFTER_MS.weeks),
  );
}

/** Sends a reminder that is due, and asks for the next one. */
export async function remind(
  deps: Pick<Deps, 'db' | 'jobs' | 'clock' | 'pushes'>,
  { userId, askedAt, when }: JobData['lesson_reminder'],
): Promise<void> {
  const { db, jobs, clock } = deps;
  const at = clock.now();
  if (at < askedAt + AFTER_MS[when]) return; // early: a clock was set back
  const sent = await db.transaction(async (tx) => {
    const written = await notify(tx, {
      userId,
      category: 'system',
      key: when === 'weeks' ? 'lessonWeeks' : 'lessonMonths',
      link: '/pages/lesson/index',
      about: `lesson:${Math.floor(askedAt / DAY_MS)} ${when}`,
      at,
    });
    // With the notice that is written for the first time, so that a repeat of the job asks for no second one.
    if (written && when === 'weeks')
      await jobs.send(tx, 'lesson_reminder', { userId, askedAt, when: 'months' }, askedAt + AFTER_MS.months);
    return written;
  });
  announce(deps, sent);
}
