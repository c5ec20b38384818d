import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { openDatabase, type Database } from '../apps/server/src/adapters/database.ts';
import { SUPERUSER } from '../apps/server/src/adapters/embedded-postgres/index.ts';
import { keysPath, readSecret } from '../apps/server/src/adapters/keys.ts';
import type { Db } from '../apps/server/src/ports/database.ts';
import * as ledger from '../apps/server/src/modules/ledger/index.ts';
import type { BenchLine } from './bench-line.ts';
import { ORDER_FUNCTION } from './order-function.ts';
import { holdRows } from './bare-rows.ts';

const USERS = 1_000;
const PAISE = 100_000_000_000n;
const DAY = '2026-01-02';
const ISIN = 'INE000000001';
const ROUNDS = 3;
const SECONDS = 1.5;
const BATCH = 100;
const CALLERS = 4;

/**
 * Entries a second against the database's own limit: one order as one bare SQL function
 * (bench/order-function.ts), on the same server and by the same client, in turns. An entry here freezes the
 * money of an order, with its checks, its second count at the commit and its hash chain; a settlement writes
 * fills of seven lines with their trades and the lines of the bill.
 */
export async function benchLedger(): Promise<BenchLine[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'khara-bench-ledger-'));
  const database = await openDatabase({ dataDir, log: () => undefined });
  const db = database.open('khara_app', { max: 4 });
  try {
    const admin = {
      ...database.connection('khara_app'),
      user: SUPERUSER,
      password: await readSecret(keysPath(dataDir), SUPERUSER),
    };
    await prepare(db, admin);
    const caller = await bestCaller(dataDir);
    const limit = (connections: number) => caller.rate(admin, LIMIT, connections);
    const rows = await bareHold(admin);
    const lines: BenchLine[] = [];
    for (const connections of [1, 8, 16]) {
      const pairs = await inTurns(
        () => caller.rate(database.connection('khara_app'), HOLD, connections),
        () => limit(connections),
      );
      lines.push(
        line(
          `ledger.post, an entry a call, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
          pairs,
          caller.name,
        ),
      );
    }
    const bare = await inTurns(
      () => caller.rate(database.connection('khara_app'), HOLD, 16),
      () => caller.rate(admin, rows, 16),
    );
    lines.push(
      line(
        'ledger.post, 16 connections, against the rows that an entry leaves',
        bare,
        `by a bare function, ${caller.name}`,
      ),
    );
    lines.push(
      line(
        `ledger.post_batch, ${BATCH} entries a call`,
        await inTurns(
          () => batches(db, release),
          () => limit(16),
        ),
        `${CALLERS} callers; baseline with 16 connections`,
      ),
      line(
        `ledger settlement, ${BATCH} fills of seven lines a call`,
        await inTurns(
          () => batches(db, settle),
          () => limit(16),
        ),
        `${CALLERS} callers, trades and bill included; baseline with 16 connections`,
      ),
    );
    await proveBooks(database);
    return lines;
  } finally {
    await db.close();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Pair = { readonly product: number; readonly baseline: number };

/** Each measured in turn, so that what else the machine does hits both; the round of the median ratio counts. */
async function inTurns(product: () => Promise<number>, baseline: () => Promise<number>): Promise<Pair> {
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round += 1) pairs.push({ baseline: await baseline(), product: await product() });
  pairs.sort((a, b) => a.product / a.baseline - b.product / b.baseline);
  return pairs[Math.floor(ROUNDS / 2)]!;
}

const line = (name: string, { product, baseline }: Pair, note: string): BenchLine => ({
  name,
  product,
  baseline,
  unit: 'entries/s',
  ratio: product / baseline,
  note,
});

/** One statement, called again and again with other numbers: for pgbench, and for a client of ours. */
type Call = { readonly pgbench: string; readonly text: string; readonly values: () => readonly unknown[] };

let number = 0;
const someone = () => Math.floor(Math.random() * USERS) + 1;

const LIMIT: Call = {
  pgbench: `\\set a random(1, ${USERS})\n\\set n random(1, 1000000000000000)\nSELECT bench.place(:a, 'r' || :n, 'AAMRAI', 5, 132540);\n`,
  text: 'SELECT bench.place($1, $2, $3, $4, $5)',
  values: () => [someone(), `r${(number += 1)}`, 'AAMRAI', 5, 132_540],
};

const HOLD: Call = {
  pgbench: `\\set a random(1, ${USERS})\n\\set n random(1, 1000000000000000)\nSELECT * FROM ledger.hold_open(NULL, NULL, 'order_hold', 'h' || :n, 'user', '${DAY}', 'u:' || :a, 'INR', 100);\n`,
  text: `SELECT * FROM ledger.hold_open(NULL, NULL, 'order_hold', $1, 'user', '${DAY}', $2, 'INR', 100)`,
  values: () => [`h${(number += 1)}`, `u:${someone()}`],
};

/** The rows of a hold without their checks and hashes: what the ledger could at most do with an entry a call. */
async function bareHold(admin: pg.ClientConfig): Promise<Call> {
  const { setup, text } = await holdRows(admin);
  const client = new pg.Client(admin);
  await client.connect();
  await client.query(setup);
  await client.end();
  return {
    pgbench: `\\set a random(0, ${USERS - 1})\nSELECT bare.write((1 + 4 * :a)::int, nextval('bare.number'));\n`,
    text,
    values: () => [1 + 4 * Math.floor(Math.random() * USERS), (number += 1)],
  };
}

type Caller = {
  readonly name: string;
  rate(settings: pg.ClientConfig, call: Call, connections: number): Promise<number>;
};

/**
 * pgbench takes less of the machine than Node does, so it shows more of the database; where it is not, a bare
 * client of ours calls.
 */
async function bestCaller(directory: string): Promise<Caller> {
  const found = await output('pgbench', ['--version'], {}).then(
    () => true,
    () => false,
  );
  if (!found) return { name: 'by a bare pg client', rate: rateByClient };
  return {
    name: 'by pgbench',
    rate: async (settings, call, connections) => {
      const script = path.join(directory, 'call.sql');
      await writeFile(script, call.pgbench);
      const { host, port, user, password, database } = settings;
      const env = {
        PGHOST: String(host),
        PGPORT: String(port),
        PGUSER: String(user),
        PGPASSWORD: String(password),
        PGDATABASE: String(database),
      };
      const seconds = String(Math.ceil(SECONDS));
      const printed = await output(
        'pgbench',
        ['-n', '-M', 'prepared', '-c', String(connections), '-j', '1', '-T', seconds, '-f', script],
        env,
      );
      return Number(/tps = ([\d.]+)/.exec(printed)?.[1]);
    },
  };
}

function output(program: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...process.env, ...env } });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`${program}: ${text}`))));
  });
}

async function rateByClient(settings: pg.ClientConfig, call: Call, connections: number): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client(settings);
      await client.connect();
      return client;
    }),
  );
  let count = 0;
  const until = performance.now() + SECONDS * 1000;
  await Promise.all(
    clients.map(async (client) => {
      for (; performance.now() < until; count += 1) {
        await client.query({ name: call.text.slice(0, 40), text: call.text, values: [...call.values()] });
      }
      await client.end();
    }),
  );
  return count / SECONDS;
}

/** Entries a second that some callers write in batches, each with users of its own. */
async function batches(db: Db, write: (db: Db, users: readonly number[]) => Promise<void>): Promise<number> {
  let count = 0;
  const started = performance.now();
  const until = started + SECONDS * 1000;
  const share = USERS / CALLERS;
  const caller = async (first: number) => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      const users = Array.from({ length: BATCH }, (_, n) => first + ((turn * BATCH + n) % share));
      await write(db, users);
      count += BATCH;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, n) => caller(n * share + 1)));
  return count / ((performance.now() - started) / 1000);
}

const head = (kind: ledger.Kind) => ({ kind, ref: `b${(number += 1)}`, actor: 'system', marketDate: DAY });

async function release(db: Db, users: readonly number[]): Promise<void> {
  const entries = users.map((user) => ({
    ...head('order_release'),
    lines: [],
    use: { hold: `keep-${user}`, captured: 0n, released: 1n },
  }));
  await ledger.postBatch(db, entries);
}

async function settle(db: Db, users: readonly number[]): Promise<void> {
  const asset = ledger.equity(ISIN);
  const fills = users.map((user) => ({
    ...head('buy_fill'),
    use: { hold: `keep-${user}`, captured: 10_250n, released: 0n },
    lines: [
      ledger.move(ledger.clearing(), 10_000n),
      ledger.move(ledger.brokerage, 50n),
      ledger.move(ledger.taxesAndCharges, 200n),
      ledger.move(ledger.clearing(asset), -5n),
      ledger.move(ledger.unsettledShares(String(user), ISIN), 5n),
    ],
  }));
  await db.transaction(async (tx) => {
    await ledger.addSources(
      tx,
      DAY,
      fills.map((fill) => ({ type: 'trade', id: fill.ref, asset, amount: 5n, valuePaise: 10_000n })),
    );
    await ledger.postBatch(tx, fills);
  });
}

async function prepare(db: Db, admin: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  try {
    await client.query(ORDER_FUNCTION);
    const users = Array.from({ length: USERS }, (_, n) => n + 1);
    await ledger.addSources(
      db,
      DAY,
      users.map((user) => ({
        type: 'rail_event',
        id: `R${user}`,
        purpose: 'recharge',
        owner: ledger.userOwner(String(user)),
        asset: 'INR',
        amount: PAISE,
      })),
    );
    for (let first = 0; first < USERS; first += 250) {
      await ledger.postBatch(
        db,
        users.slice(first, first + 250).map((user) => ({
          ...head('recharge'),
          ref: `R${user}`,
          lines: [ledger.move(ledger.railIn('INR'), -PAISE), ledger.move(ledger.available(String(user)), PAISE)],
        })),
      );
    }
    for (const user of users) {
      await ledger.openHold(db, {
        ...head('order_hold'),
        hold: `keep-${user}`,
        owner: ledger.userOwner(String(user)),
        asset: 'INR',
        amount: PAISE / 2n,
      });
    }
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

/** A fast ledger that is wrong would be no result. Nothing seals here, so entries may wait for that. */
async function proveBooks(database: Database): Promise<void> {
  const client = new pg.Client(database.connection('khara_job'));
  await client.connect();
  const { rows } = await client.query(
    `SELECT name, sample FROM audit.check_all() WHERE violations <> 0 AND name <> 'unsealed_over_30s'`,
  );
  await client.end();
  if (rows.length > 0) throw new Error(`The books are wrong after the bench: ${JSON.stringify(rows)}`);
}
