import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { verifyDays } from '#src/verify/days.ts';
import { openTrading, type Trading } from '#test/trading.ts';
import { memoryBus } from '#src/adapters/bus/memory-bus.ts';
import { Follower } from './follower.ts';

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

describe('a market with rows of a day that are there before it closes', () => {
  const database = useTestDatabase({ provesBooks: false });

  it('writes its own over them, and goes on', async () => {
    const trading = await openTrading(database.app, OPTIONS);
    const first = dayOf(trading);
    const [running] = await database.admin.query<{ marketDate: string }>(
      'test.running',
      'SELECT market_date FROM market.day ORDER BY market_day DESC LIMIT 1',
    );
    const { marketDate } = running!;
    for (const [code, days] of [
      ['AAMRAI', 0],
      ['NOBODY', 0],
      ['AAMRAI', 1],
    ] as const)
      await database.admin.query(
        'test.plant_candle',
        `INSERT INTO market.candle_day (code, market_date, open_paise, high_paise, low_paise, last_paise, close_paise, volume, value_paise, tick_paise)
         VALUES ($1, $2::date + $3::integer, 1, 1, 1, 1, 1, 1, 1, 5)`,
        [code, marketDate, days],
      );
    await database.admin.query(
      'test.plant_margins',
      `INSERT INTO market.margin SELECT (jsonb_populate_record(m, jsonb_build_object('market_date', m.market_date + d, 'daily_variance', 1))).*
       FROM market.margin m, generate_series(1, 5) d WHERE m.market_date = $1`,
      [marketDate],
    );
    await database.admin.query(
      'test.plant_trades',
      `INSERT INTO market.trades (market_day, from_no, to_no, packed)
       SELECT x.day, n.no, n.no, '' FROM generate_series($1::integer, $1 + 1) x (day), generate_series(1, 3000) n (no) ON CONFLICT DO NOTHING`,
      [first],
    );
    await trading.stepUntil(() => dayOf(trading) >= first + 2);
    await trading.venue.stop();
    const found = await verifyDays(database.admin, testDeps().keys);
    // What is not written over is named: margins of the Saturday and the Sunday between the first days.
    expect(found.filter(({ violations }) => violations > 0)).toMatchObject([
      { name: 'day_margins', violations: 2, sample: expect.stringContaining('is no such day') as string },
    ]);
  });
});

describe('a market day that runs, and of which something was changed', () => {
  const database = useTestDatabase({ provesBooks: false });
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, OPTIONS);
    await trading.venue.stop();
  });

  const byHand = (sql: string) => database.admin.query(`test.by_hand.${randomUUID()}`, sql);
  const withChanged = async (table: string, set: string, work: () => Promise<void>) => {
    await byHand(`CREATE TABLE kept AS SELECT * FROM ${table}`);
    await byHand(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await byHand(`UPDATE ${table} SET ${set}`);
    await work().finally(async () => {
      const columns = [...set.matchAll(/(\w+) =/g)].map(([, column]) => `${column} = k.${column}`);
      const isSame = `to_jsonb(t) ->> 'code' IS NOT DISTINCT FROM to_jsonb(k) ->> 'code'`;
      await byHand(`UPDATE ${table} t SET ${columns.join()} FROM kept k WHERE ${isSame}`);
      await byHand('DROP TABLE kept');
    });
  };
  const opens = () => openTrading(database.app, OPTIONS);
  const isFollowed = () => {
    const { deps, universe } = trading;
    const { config, clock, keys, log } = deps;
    const parts = { config, db: database.app, clock, installSecret: keys.installSecret, universe, log };
    return Follower.open({ ...parts, bus: memoryBus(log) });
  };

  it.each([
    ['other margins', 'market.margin', 'var_bps = 1, elm_bps = 1, least_bps = 1, rate_bps = 2'],
    ['other suspended shares', 'market.day', `suspended = '{AAMRAI}'`],
    ['another length', 'market.day', 'steps = steps + 1'],
    ['another seed', 'market.day', 'seed_hash = sha256(seed_hash)'],
    ['other shares', 'market.day', 'universe = substring(universe FROM 1 FOR 100)'],
  ])('by which it has %s, is gone on with by no server, and followed by none', async (wrong, table, set) => {
    const said = new RegExp(`^The market does not open: 2\\S+ goes by ${wrong} than .* run npm run verify`);
    await withChanged(table, set, async () => {
      await expect(opens()).rejects.toThrow(said);
      await expect(isFollowed()).rejects.toThrow(said);
    });
  });

  it('is not begun again by another version either', async () => {
    await withChanged('market.day', `suspended = '{AAMRAI}', engine = 'another'`, () =>
      expect(opens()).rejects.toThrow('goes by other suspended shares'),
    );
  });

  it('is gone on with and followed as it was', async () => {
    const follower = await isFollowed();
    await follower?.stop();
    const { venue } = await opens();
    await venue.stop();
    expect(follower).toBeDefined();
  });
});
