import { createHistory, historyDays } from '@khara/history';
import { readUniverse } from '@khara/universe/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/adapters/postgres.ts';
import { sandboxRail } from '#src/adapters/sandbox-rail.ts';
import { listJobs, listMarketJobs, listSessionJobs, watchBooks } from '#src/jobs/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Db } from '#src/ports/database.ts';
import { cloneRow } from '#test/clone-row.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { SIGNS } from '#test/deps.ts';
import { openTrading, type Trading } from '#test/trading.ts';
import { listening, readsWhole, type Heard } from '#test/whole-reads.ts';

/** Orders of days that are over, with what is as old: what a loop or a start does may not grow with them. */
const OLD = 20_000;
/** Rows of old tables that one turn may read: some of the running day, and none of the old ones. */
const MAX_READ = 1_000;
/** What grows with every order, or with every member and day. */
const GROWS = ['trading."order"', 'trading.journal_command', 'notices.notice', 'accounts.session'];
const WORK = 'a turn';
/** Once a day, and by its name it reads everything. */
const READS_ALL = new Set(['all of the books']);

const { issuers, indices } = readUniverse();

describe('with twenty thousand orders of days that are over', () => {
  let database: TestDatabase;
  let trading: Trading;

  beforeAll(async () => {
    database = await createTestDatabase();
    trading = await openTrading(database.app);
    const member = await trading.registered();
    await member.deposit(20_00_000_00n);
    await member.buy({ code: 'AAMRAI', quantity: 3 });
    const rests = await member.buy({ code: 'AAMRAI', quantity: 2, price: trading.inside('AAMRAI') });
    await member.cancel(rests.id);
    await trading.venue.step();
    await database.app.query(
      'test.session',
      `INSERT INTO accounts.session (id, member_id, token_hash, user_agent, address, created_at, last_seen_at)
       VALUES ('session', $1, sha256('token'), 'test', '127.0.0.1', 1, 1)`,
      [member.userId],
    );
    await database.app.query(
      'test.notice',
      `INSERT INTO notices.notice (member_id, category, key, params, at) VALUES ($1, 'task', 'welcome', '{}', 1)`,
      [member.userId],
    );
    await age(database.admin, trading.clock.now() - 3_600_000);
  });
  afterAll(() => database.drop());

  /** Rows of each growing table that the work read, counted by the database once its connections have ended. */
  async function readBy(work: (db: Db) => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
    const before = await counters(database.admin);
    const pool = openPool({ ...database.connection('khara_app'), max: 4, application_name: WORK, ...SIGNS });
    try {
      await work(pool);
    } finally {
      await pool.close();
    }
    const after = await counters(database.admin);
    return Object.fromEntries(GROWS.map((table) => [table, after[table]! - before[table]!]));
  }

  it('sees what a scan reads', async () => {
    const read = await readBy((db) => db.query('test.scan', 'SELECT sum(quantity) FROM trading."order"'));
    expect(read['trading."order"']).toBeGreaterThan(OLD);
  });

  const history = createHistory({ seed: new Uint8Array(32), days: historyDays('2026-11-20'), issuers, indices });
  const sockets = {
    endSessions: () => undefined,
    isListening: () => false,
    toUser: () => undefined,
    hasProgram: () => false,
    toPrograms: () => undefined,
  };
  const loopsOf = (deps: Deps) => [
    ...listJobs(deps, watchBooks({ ...deps, longQueries: deps.db }), history),
    ...listMarketJobs(deps),
    ...listSessionJobs(deps, sockets),
  ];
  const names = loopsOf({ db: undefined, config: {}, market: {} } as never).map(({ name }) => name);

  it.each(names.filter((name) => !READS_ALL.has(name)))('a turn of "%s" reads no old orders', async (name) => {
    expectLittle(
      await readBy(async (db) => {
        const rail = sandboxRail({ db, clock: trading.clock, key: trading.deps.keys.bank });
        const offerings = { ...trading.deps.offerings, seeds: [] };
        const loop = loopsOf({ ...trading.deps, db, rail, offerings }).find((each) => each.name === name)!;
        await loop.work();
      }),
    );
  });

  it('no statement of a loop or a start reads a table that grows from end to end', async () => {
    const heard: Heard = new Map();
    for (const name of names.filter((one) => !READS_ALL.has(one)))
      await readBy(async (db) => {
        const rail = sandboxRail({ db, clock: trading.clock, key: trading.deps.keys.bank });
        const offerings = { ...trading.deps.offerings, seeds: [] };
        const deps = { ...trading.deps, db: listening(db, heard), rail, offerings };
        await loopsOf(deps)
          .find((each) => each.name === name)!
          .work();
      });
    await readBy((db) => openTrading(listening(db, heard)));
    expect(heard.size).toBeGreaterThan(70);
    expect(await readsWhole(database.admin, heard)).toEqual([]);
  });

  it('the market opens again without reading old orders', async () => {
    expectLittle(await readBy((db) => openTrading(db)));
  });
});

const expectLittle = (read: Readonly<Record<string, number>>) =>
  expect(Object.entries(read).filter(([, rows]) => rows > MAX_READ)).toEqual([]);

/** Clones what the day has left, as it would stand after many more days. */
async function age(admin: Db, recently: number): Promise<void> {
  await admin.transaction(async (tx) => {
    const clone = (table: string, where: string, other: Readonly<Record<string, string>>) =>
      cloneRow(tx, { table, where, other, count: OLD });
    const place = { market_day: '-1', applied_step: 'g', applied_index: '0', accepted_ms: '0' };
    const old = { ...place, updated_ms: '0', matched_ms: '0', market_date: `'2020-01-01'` };
    await clone('trading."order"', `state = 'complete'`, { ...old, id: '-g', request_id: `'old ' || g` });
    await clone('trading.journal_command', `kind = 'cancel'`, { ...place, seq: '-g', order_id: '-g' });
    await clone('notices.notice', 'true', { id: '-g', about: 'NULL' });
    await clone('accounts.session', 'true', {
      id: `'old ' || g`,
      token_hash: `sha256(g::text::bytea)`,
      created_at: String(recently),
      ended_at: String(recently),
      end_reason: `'signed_out'`,
    });
  });
  for (const table of GROWS) await admin.query(`test.analyze.${table}`, `VACUUM (ANALYZE) ${table}`);
}

/** Rows that have been read of each table, once no connection of the work is left that would still report some. */
async function counters(db: Db): Promise<Record<string, number>> {
  await expect
    .poll(() => db.query('test.ending', `SELECT FROM pg_stat_activity WHERE application_name = '${WORK}'`))
    .toEqual([]);
  const rows = await db.query<{ name: string; read: number }>(
    'test.counters',
    `SELECT relid::regclass::text AS name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 AS read
     FROM pg_stat_user_tables`,
  );
  return Object.fromEntries(rows.map(({ name, read }) => [name, read]));
}
