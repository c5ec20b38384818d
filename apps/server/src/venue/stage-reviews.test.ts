import { readUniverse } from '@khara/universe/node';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { reviewed } from './stage-reviews.ts';

const { issuers } = readUniverse();
const CALM = 'ACHALGARH';
const DATES = ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-30', '2026-12-01', '2026-12-02'] as const;

describe('the review of stages from what is stored', () => {
  const database = useTestDatabase({ per: 'test' });

  /** Six closed market days of one share. */
  async function closeAt(closes: readonly number[]): Promise<void> {
    for (const [day, close] of closes.entries()) {
      await database.admin.query(
        'test.day',
        `INSERT INTO market.day (market_day, market_date, profile, steps, first_step, seed_hash, began_ms, closed_ms)
         VALUES ($1, $2, 'compressed', 100, 0, '\\x00', 0, 1)`,
        [day, DATES[day]],
      );
      await database.admin.query(
        'test.candle',
        `INSERT INTO market.candle_day (code, market_date, close_paise, volume, value_paise, tick_paise, close_from)
         VALUES ($1, $2, $3, 0, 0, 1, 'previous_close')`,
        [CALM, DATES[day], close],
      );
    }
  }
  const stageAfter = async () => {
    const ended = { marketDate: DATES[5], issuers };
    const next = await reviewed(database.app, issuers, { marketDay: 6, marketDate: '2026-12-03', ended });
    return next.find(({ code }) => code === CALM)?.surveillance?.stage ?? null;
  };

  it('puts a share that rose by a quarter in five days under surveillance', async () => {
    await closeAt([10_000, 10_000, 10_000, 11_000, 12_000, 12_500]);
    expect(await stageAfter()).toBe('asm_short_1');
  });

  it('reads closes on the other side of a split', async () => {
    await closeAt([10_000, 10_000, 10_000, 5_000, 5_000, 5_000]);
    await database.admin.query('test.ex_date', 'INSERT INTO market.ex_date VALUES ($1, 0)', [DATES[3]]);
    await database.admin.query(
      'test.split',
      `INSERT INTO market.corporate_action (id, code, kind, ex_date, announced_on, announced_ms, first, second)
       VALUES ('split', $1, 'split', $2, $3, 0, 10, 5)`,
      [CALM, DATES[3], DATES[0]],
    );
    expect(await stageAfter()).toBeNull();
  });
});
