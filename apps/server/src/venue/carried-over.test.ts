import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { openTrading, type Trading } from '#test/trading.ts';

const PRICES = `UPDATE market.day SET participants = jsonb_set(participants, '{stocks,AAMRAI,value}', '50000000')
  WHERE market_day = (SELECT max(market_day) FROM market.day WHERE closed_ms IS NOT NULL)`;
const CLOSE = `UPDATE market.candle_day SET close_paise = close_paise + 5
  WHERE code = 'AAMRAI' AND market_date = (SELECT max(market_date) FROM market.day WHERE closed_ms IS NOT NULL)`;
const OPTIONS = { daySeconds: '12', seed: 'carried over' };
const dayOf = ({ venue }: Trading) => venue.day.inputs.marketDay;

describe.each([
  ['reference values', PRICES],
  ['a close', CLOSE],
])('a market of which %s were changed between two days', (_what, change) => {
  const database = useTestDatabase({ provesBooks: false });
  const errors: string[] = [];
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, OPTIONS);
    trading.deps.log.error = ((said: unknown) => errors.push(String(said))) as never; // one of its overloads
    await trading.stepUntil(() => trading.venue.day.closing !== undefined);
    await trading.venue.stop();
    await database.admin.query('test.open', 'ALTER TABLE market.day DISABLE TRIGGER USER');
    await database.admin.query('test.open_candles', 'ALTER TABLE market.candle_day DISABLE TRIGGER USER');
    await database.admin.query('test.change', change);
  });

  it('does not open again: it says so once, and stands still', async () => {
    const day = dayOf(trading);
    for (let time = 0; time < 5; time += 1) await trading.venue.step();
    expect(dayOf(trading)).toBe(day);
    expect(
      errors.filter((said) => said.startsWith('The market does not open: closes or reference values')),
    ).toHaveLength(1);
    const days = await database.admin.query('test.days', 'SELECT FROM market.day');
    expect(days).toHaveLength(1);
  });

  it('does not start in the middle of the next day either', async () => {
    await database.admin.query(
      'test.next',
      `INSERT INTO market.day SELECT (jsonb_populate_record(d, jsonb_build_object('market_day', 1, 'market_date', d.market_date + 1, 'closed_ms', NULL))).* FROM market.day d`,
    );
    await expect(openTrading(database.app, OPTIONS)).rejects.toThrow(
      'The market does not open: closes or reference values',
    );
    await database.admin.query('test.undo', 'DELETE FROM market.day WHERE market_day = 1');
  });
});
