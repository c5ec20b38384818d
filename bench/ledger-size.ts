import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { openDatabase } from '../apps/server/src/adapters/database.ts';
import { SUPERUSER } from '../apps/server/src/adapters/embedded-postgres.ts';
import { secret } from '../apps/server/src/adapters/keys.ts';
import type { Db } from '../apps/server/src/db.ts';
import * as ledger from '../apps/server/src/modules/ledger/index.ts';
import type { BenchLine } from './bench-line.ts';

/** Lines of the ledger, small and large; LEDGER_LINES=10000000 is what a release measures. */
const SMALL = 20_000;
const LARGE = Number(process.env['LEDGER_LINES'] ?? 1_000_000);
/** Each has as many lines as in ten years of practice: accounts grow with the lines. */
const LINES_PER_USER = 100;
const DAY = '2026-01-02';
const PAISE = 100_000_000n;
const SECONDS = 3;
const CALLERS = 8;
const PER_INSERT = 200_000;

/**
 * The same calls on a ledger of few lines and on one of many: postings and the reads of one account. The baseline is the small ledger, in the same
 * database and the same run. What fills it is written by the superuser past the ledger's functions, since those would take an hour; nothing proves these books.
 */
export async function benchLedgerSize(): Promise<BenchLine[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'khara-bench-size-'));
  const database = await openDatabase({ dataDir, log: () => undefined });
  const db = database.open('khara_app', { max: CALLERS });
  const admin = new pg.Client({
    ...database.connection('khara_app'),
    user: SUPERUSER,
    password: await secret(dataDir, SUPERUSER),
  });
  await admin.connect();
  try {
    let users = await grow(db, admin, 0, SMALL);
    const small = await measure(db, admin, users);
    users = await grow(db, admin, SMALL, LARGE);
    const large = await measure(db, admin, users);
    const millions = `${LARGE / 1_000_000} M lines of ${users.toLocaleString('en-IN')} users`;
    return Object.keys(CALLS).map((name) => {
      const [product, baseline] = [large.rates[name]!, small.rates[name]!];
      const scans = large.scans[name]!;
      return {
        name: `${name}, ${millions}`,
        product,
        baseline,
        unit: 'calls/s',
        ratio: product / baseline,
        note: `baseline ${SMALL.toLocaleString('en-IN')} lines; ${scans.length === 0 ? 'every plan by an index' : `read whole: ${scans.join(', ')}`}`,
      };
    });
  } finally {
    await admin.end();
    await db.close();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

let number = 0;
/** One call of each kind for one user. */
const CALLS: Readonly<Record<string, (db: Db, user: string) => Promise<unknown>>> = {
  'ledger: money of an order is held': (db, user) =>
    ledger.openHold(db, {
      kind: 'order_hold',
      hold: `size-${(number += 1)}`,
      actor: 'user',
      marketDate: DAY,
      owner: ledger.userOwner(user),
      asset: 'INR',
      amount: 1n,
    }),
  'ledger: balances of a user': (db, user) => ledger.balancesOf(db, ledger.userOwner(user)),
  'ledger: newest page of a statement': (db, user) => ledger.billPage(db, { owner: ledger.userOwner(user), size: 21 }),
  'ledger: a page of an account’s chain': async (db, user) => {
    const account = await ledger.accountOf(db, ledger.userOwner(user), 'INR', 101);
    return ledger.entriesOfAccount(db, account!.id, { afterSeq: 0, size: 50 });
  },
};

type Measured = {
  readonly rates: Readonly<Record<string, number>>;
  /** Tables of the ledger that were read from end to end while a call was measured. */
  readonly scans: Readonly<Record<string, readonly string[]>>;
};

async function measure(db: Db, admin: pg.Client, users: number): Promise<Measured> {
  const rates: Record<string, number> = {};
  const scans: Record<string, readonly string[]> = {};
  for (const [name, call] of Object.entries(CALLS)) {
    const once = () => call(db, `u${Math.floor(Math.random() * users)}`);
    for (let warm = 0; warm < 200; warm += 1) await once();
    const before = await wholeReads(admin);
    let count = 0;
    const until = performance.now() + SECONDS * 1000;
    const caller = async () => {
      for (; performance.now() < until; count += 1) await once();
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    rates[name] = count / SECONDS;
    const after = await wholeReads(admin);
    scans[name] = [...after].filter(([table, reads]) => reads > (before.get(table) ?? 0n)).map(([table]) => table);
  }
  return { rates, scans };
}

/** How often each larger table of the ledger was read from end to end. Tables of a few rows (kinds, rules) are best read so. */
async function wholeReads(admin: pg.Client): Promise<ReadonlyMap<string, bigint>> {
  await admin.query('SELECT pg_stat_force_next_flush(), pg_stat_clear_snapshot()');
  const { rows } = await admin.query<{ relname: string; seq_scan: string }>(
    `SELECT relname, seq_scan FROM pg_stat_user_tables WHERE schemaname = 'ledger' AND n_live_tup > 1000`,
  );
  return new Map(rows.map((row) => [row.relname, BigInt(row.seq_scan)]));
}

/** Fills the ledger up to a number of lines, and answers how many users it has then. */
async function grow(db: Db, admin: pg.Client, from: number, to: number): Promise<number> {
  const users = { from: from / LINES_PER_USER, to: to / LINES_PER_USER };
  for (let first = users.from; first < users.to; first += 1000) {
    const some = Array.from({ length: Math.min(1000, users.to - first) }, (_, n) => `u${first + n}`);
    const recharges = some.map((user) => ({
      type: 'rail_event' as const,
      id: `R${user}`,
      purpose: 'recharge' as const,
      owner: ledger.userOwner(user),
      asset: 'INR' as const,
      amount: PAISE,
    }));
    await ledger.addSources(db, DAY, recharges);
    for (let at = 0; at < some.length; at += 250) {
      const entries = some.slice(at, at + 250).map((user) => ({
        kind: 'recharge' as const,
        ref: `R${user}`,
        actor: 'system',
        marketDate: DAY,
        lines: [ledger.move(ledger.railIn('INR'), -PAISE), ledger.move(ledger.available(user), PAISE)],
      }));
      await ledger.postBatch(db, entries);
    }
  }
  // Past the functions: entries of two lines each, one of them on the user's account, and a line of the bill.
  await admin.query(`SET session_replication_role = replica`);
  for (let first = from; first < to; first += PER_INSERT) {
    const entries = Math.min(PER_INSERT, to - first) / 2;
    await admin.query(
      `WITH made AS (
         INSERT INTO ledger.entry (uid, kind, ref, actor, mdate, at_ms, salt, lines, leaf)
         SELECT gen_random_uuid(), 'recharge', 'fill-' || n, 'system', '${DAY}', 1767225600000 + n, uuid_send(gen_random_uuid()), 2,
                sha256(n::text::bytea)
         FROM generate_series($1::bigint, $2::bigint) n RETURNING id, ref
       ), numbered AS (
         SELECT m.id, substr(m.ref, 6)::bigint AS n, a.id AS account, o.id AS outside
         FROM made m
         JOIN ledger.account a ON a.owner = 'u:u' || (substr(m.ref, 6)::bigint % $3) AND a.asset = 'INR' AND a.code = 101
         JOIN ledger.account o ON o.owner = 'x' AND o.asset = 'INR' AND o.code = 301
       ), posted AS (
         INSERT INTO ledger.posting (entry_id, line, account_id, asset, amount, after, seq, prev)
         SELECT id, 1, outside, 'INR', -1, NULL, NULL, NULL FROM numbered
         UNION ALL SELECT id, 2, account, 'INR', 1, 1, 1000000 + n, sha256(n::text::bytea) FROM numbered
       )
       INSERT INTO ledger.bill_line (owner, asset, seq, entry_id, line, business_type, amount, before, after, at_ms, mdate, ref)
       SELECT 'u:u' || (n % $3), 'INR', 1000000 + n, id, 2, 'recharge', 1, 0, 1, 1767225600000 + n, '${DAY}', 'fill-' || n FROM numbered`,
      [first / 2, first / 2 + entries - 1, users.to],
    );
  }
  await admin.query('SET session_replication_role = origin');
  await admin.query('VACUUM ANALYZE');
  return users.to;
}
