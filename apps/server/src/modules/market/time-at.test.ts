import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';

const database = useTestDatabase({ provesBooks: false, per: 'test' });

const SECOND = 1_000;
const BEGAN = Date.UTC(2026, 10, 28, 3);

/** A day of 900 s for 7 hours and a quarter, which begins at its opening if it is the first. */
async function begin(day: number, date: string, at: number, { profile = 'compressed', firstStep = 0 } = {}) {
  await database.admin.query('test.close', 'UPDATE market.day SET closed_ms = $1 WHERE closed_ms IS NULL', [at]);
  await database.admin.query(
    'test.day',
    `INSERT INTO market.day (market_day, market_date, profile, steps, first_step, seed_hash, began_ms)
     VALUES ($1, $2, $3, 3600, $4, '', $5)`,
    [day, date, profile, firstStep, at],
  );
}
const timeAt = async (at: number): Promise<string> =>
  (await database.app.query<{ time: string }>('test.time_at', 'SELECT market.time_at($1) AS time', [at]))[0]!.time;

describe('the market time at an instant that is over', () => {
  it('is that of the market day which ran then, as far as it had come', async () => {
    await begin(0, '2026-11-25', BEGAN, { firstStep: 600 });
    await begin(1, '2026-11-26', BEGAN + 800 * SECOND);
    expect(await timeAt(BEGAN)).toBe('2026-11-25T09:57:30+05:30');
    expect(await timeAt(BEGAN + 300 * SECOND)).toBe('2026-11-25T12:22:30+05:30');
    expect(await timeAt(BEGAN + 800 * SECOND)).toBe('2026-11-26T08:45:00+05:30');
  });

  it('stays in its day where the next one began late', async () => {
    await begin(0, '2026-11-25', BEGAN);
    await begin(1, '2026-11-26', BEGAN + 36_000 * SECOND);
    expect(await timeAt(BEGAN + 35_000 * SECOND)).toBe('2026-11-25T16:00:00+05:30');
  });

  it('stands while the server stood, and goes on from there', async () => {
    await begin(0, '2026-11-25', BEGAN);
    // 100 s in, which is step 400, the server ended; it went on an hour later.
    const on = BEGAN + 3_700 * SECOND;
    await database.app.query('test.pace', 'INSERT INTO market.pace VALUES (0, 400, $1)', [on]);
    expect(await timeAt(BEGAN + 60 * SECOND)).toBe('2026-11-25T09:14:00+05:30');
    expect(await timeAt(BEGAN + 1_000 * SECOND)).toBe('2026-11-25T09:33:20+05:30');
    expect(await timeAt(on)).toBe('2026-11-25T09:33:20+05:30');
    expect(await timeAt(on + 60 * SECOND)).toBe('2026-11-25T10:02:20+05:30');
  });

  it('is India’s time in the profile of real hours, and before there was a market', async () => {
    expect(await timeAt(BEGAN)).toBe('2026-11-28T08:30:00+05:30');
    await begin(0, '2026-11-27', BEGAN, { profile: 'nse' });
    expect(await timeAt(BEGAN + 90 * SECOND)).toBe('2026-11-28T08:31:30+05:30');
  });
});
