import { consistencyRanges, isConsistent } from '@khara/proof';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  appendRecord,
  checkpointCount,
  newestCheckpoint,
  readRoots,
  sealLog,
  type SignedCheckpoint,
} from '#modules/ledger/index.ts';
import type { SeenCheckpoint } from '#src/ports/seen-log.ts';
import { asAdministrator } from '#src/adapters/database.ts';
import type { FreshDatabase } from '#src/verify/index.ts';
import { useBackOffice } from '#test/back-office.ts';
import { SIGNS, TestClock, testDeps } from '#test/deps.ts';
import { testJobs } from '#test/jobs.ts';
import { copiesOf, live, LIVED_MARKET } from '#test/lived.ts';
import { openTrading } from '#test/trading.ts';
import { tendTriggers } from '#modules/standing/index.ts';
import { receiveReport } from '#modules/wallet/index.ts';
import { openPool } from '#src/adapters/postgres.ts';
import { sandboxRail } from '#src/adapters/sandbox-rail.ts';
import { madeInEmpty, reached, tamper, wrongIn } from '#test/tampered.ts';
import { DECIDES } from '#test/tamperings/decides.ts';
import { TAMPERINGS } from '#test/tamperings.ts';
import { WALLET } from '#test/tamperings/wallet.ts';

/** Checks without which no market opens. */
const OF_THE_MARKET = new Set(['journal_whole', 'snapshots_signed', 'numbers_go_on', 'accounts_recorded']);
/** What the market day that runs goes by. */
const OF_THE_DAY = DECIDES.filter(
  ({ name, found }) =>
    name.includes('the running day') && found.some((check) => ['day_inputs', 'commands_signed'].includes(check)),
);

/** Some take away what others change. */
const taken = ({ sql }: { readonly sql: string }) => sql.startsWith('DELETE');

describe('a database that has lived', () => {
  const office = useBackOffice();
  let copies: Awaited<ReturnType<typeof copiesOf>>;
  let made: FreshDatabase;
  let seen: SeenCheckpoint;
  beforeAll(async () => {
    made = await madeInEmpty();
    await live(office);
    seen = { ...(await checkpointCount(office.database.app)), at: Date.now() };
    copies = await copiesOf(office);
  });
  afterAll(() => copies?.end());

  it('is found whole', async () => {
    const found = await copies.with((connection) => wrongIn(connection, made, { seen }));
    expect(found).toEqual([]);
  });

  it.each(TAMPERINGS)('is found out when $name', async (tampering) => {
    const found = await copies.with(async (connection) => {
      if (tampering.ofServer) return wrongIn(connection, made, { undone: tampering.sql, seen });
      const touched = await asAdministrator(connection, (client) => tamper(client, tampering));
      expect(touched, 'rows touched').toBeGreaterThan(0);
      return wrongIn(connection, made, { seen });
    });
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining([...tampering.found]));
  });

  /** Some take away what others change: each round is one stopped directory. */
  it.each([
    ['of what acts later', DECIDES],
    ['of the wallet', WALLET],
  ] as const)('is found out in every place when all tamperings %s came at once', async (_of, all) => {
    const rounds = [all.filter((one) => !taken(one)), all.filter(taken)];
    for (const round of rounds) {
      const found = await copies.with(async (connection) => {
        for (const one of round) await asAdministrator(connection, (client) => tamper(client, one));
        return wrongIn(connection, made, { seen });
      });
      const names = new Set(found.map(({ name }) => name));
      expect(round.flatMap((one) => one.found.filter((name) => !names.has(name)))).toEqual([]);
    }
  });

  it.each(OF_THE_DAY)('opens no market when $name', async (tampering) => {
    await copies.with(async (connection) => {
      await asAdministrator(connection, (client) => tamper(client, tampering));
      const opened = reached(connection, (db) => openTrading(db, LIVED_MARKET));
      await expect(opened).rejects.toThrow(/^The market does not open: .* run npm run verify/);
    });
  });

  it('is acted on by no server that is started on it', async () => {
    // With an order of the market missing, no market opens at all.
    const opens = DECIDES.filter(
      (one) => !OF_THE_DAY.includes(one) && !one.found.some((name) => OF_THE_MARKET.has(name)) && !taken(one),
    );
    await copies.with(async (connection) => {
      // What the offerings of another market of this database have asked for.
      const other = { name: '', found: [], sql: `DELETE FROM trading.journal_command WHERE applied_step IS NULL` };
      for (const one of [other, ...opens, ...WALLET.filter(({ name }) => name.includes('planted'))])
        await asAdministrator(connection, (client) => tamper(client, one));
      const db = openPool({ ...connection, max: 8, ...SIGNS });
      const moved = () =>
        db.query(
          'test.moved',
          `SELECT (SELECT count(*) FROM trading."order") AS orders, (SELECT count(*) FROM trading.contract_note) AS notes, (SELECT count(*) FROM ledger.entry WHERE kind IN ('recharge', 'buy', 'sell', 'contract_note')) AS entries`,
        );
      try {
        const before = await moved();
        const trading = await openTrading(db, LIVED_MARKET);
        const { deps, clock } = trading;
        for (let looks = 0; looks < 3; looks += 1) {
          trading.runs.placeAll();
          trading.fired.placeAll();
          await trading.runs.settled();
          await trading.fired.settled();
          await tendTriggers(deps);
          for (let steps = 0; steps < 10; steps += 1) await trading.venue.step();
        }
        const rail = sandboxRail({ db, clock, key: deps.keys.bank });
        const wallet = { ...deps, rail, jobs: testJobs(clock) };
        while ((await rail.callback((report) => receiveReport(wallet, report))) > 0);
        expect(await moved()).toEqual(before);
        await trading.venue.stop();
      } finally {
        await db.close();
      }
    });
  });

  it('is whole where other people of the same server have ordinary roles', async () => {
    const ordinary = `CREATE ROLE other LOGIN; CREATE ROLE others; GRANT others TO other; GRANT pg_monitor TO other; ALTER ROLE other SET search_path = public`;
    expect(await copies.with((connection) => wrongIn(connection, made, { undone: ordinary, seen }))).toEqual([]);
  });

  it('shows that a backup was restored to each device that has seen more, also when it has grown since', async () => {
    const { keys } = testDeps();
    let later = Date.UTC(2027, 0, 1);
    /** What a device pins, after further records. */
    const grown = (connection: pg.ClientConfig, what: string, records: number) =>
      reached(connection, async (db) => {
        const clock = new TestClock((later += 60_000));
        for (let made = 0; made < records; made += 1)
          await db.transaction((tx) => appendRecord(tx, { type: 'ops.action', json: JSON.stringify({ what, made }) }));
        await sealLog({ db, clock, keys });
        return (await newestCheckpoint(db))!;
      });
    const pinned = await copies.with(async (connection) => {
      const before = await grown(connection, 'seen by a device', 3);
      expect(await follows(connection, before, await grown(connection, 'and later', 2))).toBe(true);
      return before;
    });
    await copies.with(async (connection) => {
      const restored = await grown(connection, 'written after the backup was restored', 1);
      expect(restored.size).toBeLessThan(pinned.size); // a device refuses a log that is shorter
      const longer = await grown(connection, 'and more', 9);
      expect(longer.size).toBeGreaterThan(pinned.size);
      expect(await follows(connection, pinned, longer)).toBe(false);
      expect(await wrongIn(connection, made, { seen })).toEqual([]); // nothing but a device can know
    });
  });

  it('has forty tamperings or more, each of its own name', () => {
    expect(TAMPERINGS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(TAMPERINGS.map(({ name }) => name)).size).toBe(TAMPERINGS.length);
  });
});

/** Whether the later checkpoint of a log goes on from the earlier one, as a device finds out. */
const follows = (connection: pg.ClientConfig, before: SignedCheckpoint, after: SignedCheckpoint) =>
  reached(connection, async (db) => {
    const path = await readRoots(db, consistencyRanges(before.size, after.size));
    return isConsistent({ size1: before.size, root1: before.root, size2: after.size, root2: after.root, path });
  });
