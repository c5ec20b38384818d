import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyDays } from './days.ts';
import { useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { openTrading } from '#test/trading.ts';

describe('closed market days', () => {
  const database = useTestDatabase();
  let dates: readonly string[] = [];
  beforeAll(async () => {
    const trading = await openTrading(database.app, { daySeconds: '12', seed: 'verify days' });
    const today = () => trading.deps.market.now().marketDate;
    const passed = [today()];
    const member = trading.member();
    await member.deposit(20_00_000_00n);
    await member.buy({ code: 'AAMRAI', quantity: 20 });
    while (passed.length < 4) {
      const date = passed.at(-1);
      await trading.stepUntil(() => today() !== date);
      passed.push(today());
    }
    dates = passed.slice(0, 3);
  });
  it('are what the log says of them', async () => {
    const findings = await verifyDays(database.admin, testDeps().keys);
    expect(findings.filter(({ violations }) => violations > 0)).toEqual([]);
    expect(findings.map(({ name }) => name)).toEqual([
      'day_trades',
      'day_candles',
      'day_minutes',
      'day_orders',
      'day_fills',
      'day_triggers',
      'day_margin_calls',
      'day_head',
      'day_carried',
      'day_closes',
      'day_margins',
      'day_stages',
      'day_inputs',
      'trade_for_trade_days',
      'snapshots_signed',
    ]);
    const [{ days } = { days: 0n }] = await database.admin.query<{ days: bigint }>(
      'test.days',
      'SELECT count(DISTINCT market_day) AS days FROM market.trades JOIN market.day USING (market_day) WHERE closed_ms IS NOT NULL',
    );
    expect(days).toBe(3n); // each has trades to be compared with
  });

  const traded = `code = 'AAMRAI' AND market_date =`;
  it.each<[what: string, sql: string, day: number, found: string]>([
    ['a close', `UPDATE market.candle_day SET close_paise = close_paise + tick_paise WHERE ${traded}`, 1, 'day_closes'],
    [
      'the newest close',
      `UPDATE market.candle_day SET close_paise = high_paise + tick_paise WHERE ${traded}`,
      2,
      'day_candles',
    ],
    [
      'a margin',
      `UPDATE market.margin SET elm_bps = elm_bps + 100, rate_bps = greatest(least_bps, var_bps + elm_bps + 100) WHERE code = 'ALANKRITI' AND market_date =`,
      2,
      'day_margins',
    ],
    ['a high', `UPDATE market.candle_day SET high_paise = high_paise + tick_paise WHERE ${traded}`, 1, 'day_candles'],
    ['a volume', `UPDATE market.candle_day SET volume = volume + 1 WHERE ${traded}`, 0, 'day_candles'],
    [
      'trades that are gone',
      `DELETE FROM market.trades t USING market.day d WHERE t.market_day = d.market_day AND from_no = 1 AND market_date =`,
      1,
      'day_trades',
    ],
    [
      'a candle of a day to come',
      `INSERT INTO market.candle_day SELECT (jsonb_populate_record(c, '{"market_date": "2199-12-30"}')).*
       FROM market.candle_day c WHERE ${traded}`,
      1,
      'day_candles',
    ],
    [
      'a margin of a day to come',
      `INSERT INTO market.margin SELECT (jsonb_populate_record(m, '{"market_date": "2199-12-30"}')).*
       FROM market.margin m WHERE code = 'AAMRAI' AND market_date =`,
      1,
      'day_margins',
    ],
    [
      'trades of a day to come',
      `INSERT INTO market.trades SELECT 9999, from_no, to_no, packed FROM market.trades JOIN market.day d USING (market_day)
       WHERE d.market_date =`,
      1,
      'day_trades',
    ],
    [
      'a share noted as trade-for-trade on a day to come',
      `INSERT INTO trading.trade_for_trade (code, market_date) SELECT 'AAMRAI', $1::date + 100000 WHERE $1::date =`,
      1,
      'trade_for_trade_days',
    ],
  ])('%s changed afterwards is found', async (_what, sql, day, found) => {
    const names = await database.admin
      .transaction(async (tx) => {
        for (const table of ['candle_day', 'trades'])
          await tx.query(`test.open.${table}`, `ALTER TABLE market.${table} DISABLE TRIGGER USER`);
        await tx.query(`test.tamper.${randomUUID()}`, `${sql} $1`, [dates[day]]);
        throw Object.assign(new Error('undone'), { seen: await verifyDays(tx, testDeps().keys) });
      })
      .catch(({ seen }: { seen?: Awaited<ReturnType<typeof verifyDays>> }) => seen);
    expect(names?.filter(({ violations }) => violations > 0).map(({ name }) => name)).toContain(found);
  });
});
