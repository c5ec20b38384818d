import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { inclusionRanges } from '@khara/proof';
import pg from 'pg';
import { openDatabase } from '../apps/server/src/adapters/database.ts';
import { SUPERUSER } from '../apps/server/src/adapters/embedded-postgres/index.ts';
import { keysPath, readSecret } from '../apps/server/src/adapters/keys.ts';
import type { Db } from '../apps/server/src/ports/database.ts';
import * as ledger from '../apps/server/src/modules/ledger/index.ts';
import type { BenchLine } from './bench-line.ts';

/** Lines of the ledger, small and large; LEDGER_LINES=10000000 is what a release measures (some minutes to fill). */
const SMALL = 20_000;
const LARGE = Number(process.env['LEDGER_LINES'] ?? 1_000_000);
/** Each has as many lines as in ten years of practice: accounts grow with the lines. */
const LINES_PER_USER = 100;
/** The time of each account's first entry, and today, ten years later. */
const FIRST_DAY = '2016-01-04';
const DAY = '2026-01-02';
const PAISE = 100_000_000n;
/** Of a turn, and how many there are of each call. */
const SECONDS = 1;
const TURNS = 3;
const CALLERS = 8;
const PER_INSERT = 200_000;
/** A directory that keeps the ledgers, so that a later run finds them filled; LEDGER_FILL=1 only fills them. */
const KEPT_IN = process.env['LEDGER_AT'];

/**
 * The same calls on a ledger of few lines and on one of many, in databases of their own and in turns, so that
 * whatever else the machine does meets both: postings and the reads of one account. What fills them is
 * written by the superuser past the ledger's functions, since those would take an hour; nothing proves these
 * books. LEDGER_PLANS=1 prints the plan of each read on the large one.
 */
export async function benchLedgerSize(): Promise<BenchLine[]> {
  const [small, large] = [await openLedger(SMALL), await openLedger(LARGE)];
  try {
    const lines: BenchLine[] = [];
    if (process.env['LEDGER_FILL'] === '1') return lines;
    for (const [name, call] of Object.entries(CALLS)) {
      const counted = { small: 0, large: 0 };
      const before = await wholeReads(large.admin);
      for (let turn = 0; turn < TURNS; turn += 1) {
        counted.small += await callsIn(small, call);
        counted.large += await callsIn(large, call);
      }
      const after = await wholeReads(large.admin);
      const scans = [...after]
        .filter(([table, { reads, large: matters }]) => matters && reads > (before.get(table)?.reads ?? 0n))
        .map(([table]) => table);
      const [product, baseline] = [counted.large, counted.small].map((calls) => calls / (TURNS * SECONDS)) as [
        number,
        number,
      ];
      lines.push({
        name: `${name}, ${LARGE / 1_000_000} M lines of ${large.users.toLocaleString('en-IN')} users`,
        product,
        baseline,
        unit: 'calls/s',
        ratio: product / baseline,
        note: `baseline ${SMALL.toLocaleString('en-IN')} lines; ${scans.length === 0 ? 'every plan by an index' : `read whole: ${scans.join(', ')}`}`,
      });
    }
    if (process.env['LEDGER_PLANS'] === '1') await printPlans(large);
    return lines;
  } finally {
    await Promise.all([small.close(), large.close()]);
  }
}

type Ledger = {
  readonly db: Db;
  readonly admin: pg.Client;
  readonly users: number;
  readonly close: () => Promise<void>;
};

/** A ledger with this number of lines, in a database of its own. */
async function openLedger(lines: number): Promise<Ledger> {
  const dataDir = KEPT_IN
    ? path.join(path.resolve(KEPT_IN), String(lines))
    : await mkdtemp(path.join(tmpdir(), 'khara-bench-size-'));
  await mkdir(dataDir, { recursive: true });
  const database = await openDatabase({ dataDir, log: () => undefined });
  const db = database.open('khara_app', { max: CALLERS });
  const admin = new pg.Client({
    ...database.connection('khara_app'),
    user: SUPERUSER,
    password: await readSecret(keysPath(dataDir), SUPERUSER),
  });
  await admin.connect();
  const filled = path.join(dataDir, 'filled');
  if (!(await readFile(filled).catch(() => undefined))) {
    await fill(db, admin, lines);
    await writeFile(filled, '');
  }
  return {
    db,
    admin,
    users: lines / LINES_PER_USER,
    close: async () => {
      await admin.end();
      await db.close();
      await database.stop();
      if (!KEPT_IN) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Numbers holds; a kept ledger has those of earlier runs. */
let number = Date.now();
/** What writes inside a function of the ledger, whose plans EXPLAIN does not see. */
const WRITES = 'ledger: money of an order is held';

/** One call of each kind for one user. */
const CALLS: Readonly<Record<string, (db: Db, user: string) => Promise<unknown>>> = {
  [WRITES]: (db, user) =>
    ledger.openHold(db, {
      kind: 'order_hold',
      hold: `size-${(number += 1)}`,
      actor: 'user',
      marketDate: DAY,
      owner: ledger.userOwner(user),
      asset: 'INR',
      amount: 1n,
    }),
  'ledger: balances of a user': (db, user) => ledger.readBalances(db, ledger.userOwner(user)),
  'ledger: newest page of a statement': (db, user) => ledger.billPage(db, { owner: ledger.userOwner(user), size: 21 }),
  'ledger: a page of an account’s chain': async (db, user) => {
    const account = await ledger.readAccount(db, ledger.userOwner(user), 'INR', 101);
    return ledger.entriesOfAccount(db, account!.id, { afterSeq: 0, size: 50 });
  },
  'ledger: the proof of an entry': async (db, user) => {
    const [newest] = await ledger.billPage(db, { owner: ledger.userOwner(user), size: 1 });
    const entry = await ledger.readEntry(db, ledger.userOwner(user), BigInt(newest!.id.split('-')[0]!));
    const { size } = (await ledger.newestCheckpoint(db))!;
    return ledger.readRoots(db, inclusionRanges(entry!.index!, size));
  },
  'ledger: what sales brought that has not settled': (db, user) => ledger.saleProceeds(db, ledger.userOwner(user), DAY),
};

/** How PostgreSQL goes about each statement of a read. */
async function printPlans({ db, admin, users }: Ledger): Promise<void> {
  for (const [name, call] of Object.entries(CALLS)) {
    if (name === WRITES) continue;
    const asked: { text: string; params: readonly unknown[] }[] = [];
    const noting: Db = {
      ...db,
      query: (statement, text, params = []) => {
        asked.push({ text, params });
        return db.query(statement, text, params);
      },
    };
    await call(noting, `u${Math.floor(users / 2)}`);
    console.log(`\n${name}`);
    for (const { text, params } of asked) {
      const { rows } = await admin.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ${text}`,
        params.map((param) => (Array.isArray(param) ? param.map(String) : param)),
      );
      for (const row of rows) console.log(`    ${row['QUERY PLAN']}`);
    }
  }
}

/** How many calls are answered in a turn, for users drawn anew for each. */
async function callsIn({ db, users }: Ledger, call: (db: Db, user: string) => Promise<unknown>): Promise<number> {
  const once = () => call(db, `u${Math.floor(Math.random() * users)}`);
  for (let warm = 0; warm < 100; warm += 1) await once();
  let count = 0;
  const until = performance.now() + SECONDS * 1000;
  const caller = async () => {
    for (; performance.now() < until; count += 1) await once();
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return count;
}

/**
 * How often each table of the ledger was read from end to end, and whether it is one of the larger ones.
 * Tables of a few rows (kinds, rules) are best read so.
 */
async function wholeReads(
  admin: pg.Client,
): Promise<ReadonlyMap<string, { readonly reads: bigint; readonly large: boolean }>> {
  await admin.query('SELECT pg_stat_force_next_flush(), pg_stat_clear_snapshot()');
  const { rows } = await admin.query<{ relname: string; seq_scan: string; large: boolean }>(
    `SELECT relname, seq_scan, n_live_tup > 1000 AS large FROM pg_stat_user_tables WHERE schemaname = 'ledger'`,
  );
  return new Map(rows.map((row) => [row.relname, { reads: BigInt(row.seq_scan), large: row.large }]));
}

/** Fills a ledger until it has this number of lines. */
async function fill(db: Db, admin: pg.Client, lines: number): Promise<void> {
  const users = lines / LINES_PER_USER;
  for (let first = 0; first < users; first += 1000) {
    const some = Array.from({ length: Math.min(1000, users - first) }, (_, n) => `u${first + n}`);
    const recharges = some.map((user) => ({
      type: 'rail_event' as const,
      id: `R${user}`,
      purpose: 'recharge' as const,
      owner: ledger.userOwner(user),
      asset: 'INR' as const,
      amount: PAISE,
    }));
    await ledger.addSources(db, FIRST_DAY, recharges);
    for (let at = 0; at < some.length; at += 250) {
      const entries = some.slice(at, at + 250).map((user) => ({
        kind: 'recharge' as const,
        ref: `R${user}`,
        actor: 'system',
        marketDate: FIRST_DAY,
        lines: [ledger.move(ledger.railIn('INR'), -PAISE), ledger.move(ledger.available(user), PAISE)],
      }));
      await ledger.postBatch(db, entries);
    }
  }
  // Past the functions: entries of two lines each, one of them on the user's account, which is a line of the
  // bill. Every other one is a sale, the newest one of today.
  await admin.query(`SET session_replication_role = replica`);
  await admin.query('ALTER TABLE ledger.entry DISABLE TRIGGER recount');
  for (let first = 0; first < lines; first += PER_INSERT) {
    const entries = Math.min(PER_INSERT, lines - first) / 2;
    await admin.query(
      `INSERT INTO ledger.entry (uid, kind, ref, actor, mdate, at_ms, salt, leaf, person, asset, code, amount, after, seq, prev, owned, bill_seq)
       SELECT gen_random_uuid(), CASE n / $3 % 2 WHEN 0 THEN 'recharge' ELSE 'sell_fill' END, 'fill-' || n, 'system',
              date '${DAY}' - 74 * ($4 - n / $3)::int, 1767225600000 + n, uuid_send(gen_random_uuid()), sha256(n::text::bytea),
              p.id, '{1,1}', CASE n / $3 % 2 WHEN 0 THEN '{301,101}' ELSE '{210,101}' END::smallint[], '{-1,1}', '{NULL,1}', ARRAY[NULL, 1000000 + n],
              sha256(n::text::bytea), '{1}', ARRAY[1000000 + n]
       FROM generate_series($1::bigint, $2::bigint) n JOIN ledger.person p ON p.owner = 'u:u' || (n % $3)`,
      [first / 2, first / 2 + entries - 1, users, LINES_PER_USER / 2 - 1],
    );
  }
  await sealAll(admin);
  await admin.query('SET session_replication_role = origin');
  await admin.query('ALTER TABLE ledger.entry ENABLE ALWAYS TRIGGER recount');
  await admin.query('VACUUM ANALYZE');
}

/**
 * Gives every entry its place, and the tiles above their hashes, level by level; the sealer does a few
 * hundred at a time.
 */
async function sealAll(admin: pg.Client): Promise<void> {
  await admin.query(
    `INSERT INTO ledger.tile (level, idx, hashes, entry_id, record_id)
     SELECT 0, l.place / 256, string_agg(l.leaf, ''::bytea ORDER BY l.place), max(l.id), 0
     FROM (SELECT row_number() OVER (ORDER BY id) - 1 AS place, leaf, id FROM ledger.entry) l GROUP BY l.place / 256`,
  );
  const { rows } = await admin.query<{ size: string }>('SELECT count(*) AS size FROM ledger.entry');
  const size = BigInt(rows[0]!.size);
  for (let level = 1; size >> BigInt(8 * level) > 0n; level += 1) {
    await admin.query(
      `INSERT INTO ledger.tile (level, idx, hashes)
       SELECT ${level}, idx / 256, string_agg(ledger.root_of_hashes(hashes), ''::bytea ORDER BY idx)
       FROM ledger.tile WHERE level = ${level - 1} AND octet_length(hashes) = 8192 GROUP BY idx / 256`,
    );
  }
  // The signature is not checked here; the proofs need its size.
  await admin.query(
    `INSERT INTO ledger.checkpoint (size, root, at_ms, note, number, chain) VALUES ($1, '\\x00', $1, 'bench', 1, sha256(''))`,
    [size],
  );
}
