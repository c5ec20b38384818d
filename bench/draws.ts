import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { runDraw, seedHash, whoHash, type Application, type OpenOffering } from '@khara/lottery';
import pg from 'pg';
import { openDatabase } from '../apps/server/src/adapters/database.ts';
import { SUPERUSER } from '../apps/server/src/adapters/embedded-postgres/index.ts';
import { keysPath, readSecret } from '../apps/server/src/adapters/keys.ts';
import type { Db } from '../apps/server/src/ports/database.ts';
import * as ledger from '../apps/server/src/modules/ledger/index.ts';
import { allotShares, offeringById } from '../apps/server/src/modules/offerings/index.ts';
import type { BenchLine } from './bench-line.ts';

const APPLICATIONS = Number(process.env['BENCH_APPLICATIONS'] ?? 100_000);
const POOL = 2_000;
const BATCH = 500;
const DAY = '2026-01-02';
const ID = 'IPO-BENCH-0';
const HELD = 1_475_600n;

/**
 * A draw of 100,000 applications against as many bare SHA-256 as it cannot do without, and the posting of
 * their results (money, states, notices) against as many rows written without a check, by the same client
 * into the same database.
 */
export async function benchDraws(): Promise<BenchLine[]> {
  return [drawLine(), await postingLine()];
}

const applications = (): Application[] =>
  Array.from({ length: APPLICATIONS }, (_, index) => ({
    applicationId: `${ID}-${String(index + 1).padStart(6, '0')}`,
    lots: 1 + (index % 13),
    who: whoHash(`member-${index}`, `request-${index}`),
  }));

function drawLine(): BenchLine {
  const seed = new Uint8Array(32).fill(3);
  const open: OpenOffering = {
    offeringId: ID,
    shares: POOL * 31,
    sharesPerLot: 31,
    minLots: 1,
    maxLots: 13,
    closesAt: 1_767_225_600_000,
    entropy: { kind: 'none', chain: '', round: 0 },
    seedHash: seedHash(ID, seed),
  };
  const list = applications();
  const before = process.memoryUsage().rss;
  const began = performance.now();
  const { spent: product, value: draw } = processorTime(() => runDraw({ open, seed, applications: list }));
  const waited = Math.round(performance.now() - began);
  const megabytes = Math.round((process.memoryUsage().rss - before) / 1_048_576);
  // A leaf and a node for each application, and four words of the draw from an HMAC, which are four hashes
  // for four applications.
  const { spent: baseline } = processorTime(() => {
    for (let count = 0; count < APPLICATIONS * 3; count += 1) createHash('sha256').update(draw.key).digest();
  });
  return {
    name: `draw of ${APPLICATIONS.toLocaleString('en-IN')} applications`,
    product,
    baseline,
    unit: 'ms of processor',
    ratio: product / baseline,
    note: `${waited} ms by the clock, ${megabytes} MB more memory; baseline: the SHA-256 it needs, by OpenSSL`,
  };
}

/** What others do on the machine meanwhile is not counted. */
function processorTime<T>(work: () => T): { readonly spent: number; readonly value: T } {
  const before = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(before);
  return { spent: (user + system) / 1_000, value };
}

async function postingLine(): Promise<BenchLine> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'khara-bench-draws-'));
  const database = await openDatabase({ dataDir, log: () => undefined });
  const db = database.open('khara_app', { max: 4 });
  try {
    await prepare(db, {
      ...database.connection('khara_app'),
      user: SUPERUSER,
      password: await readSecret(keysPath(dataDir), SUPERUSER),
    });
    const offering = await offeringById(db, ID);
    if (!offering) throw new Error('the offering of the bench is gone');
    const began = performance.now();
    await allotShares(makeDeps(db), [offering]);
    const product = (APPLICATIONS * 1_000) / (performance.now() - began);
    const bare = await bareRows(db);
    // In portions, as the server seals: all of them at once would take longer than a statement may.
    for (let sealed = 0; sealed < 2 * APPLICATIONS; sealed += 5_000) {
      await db.query('bench.seal', 'SELECT ledger.seal(5000)');
    }
    const [broken] = await db.query<{ count: bigint }>(
      'bench.audit',
      'SELECT count(*) FROM audit.check_often() WHERE violations <> 0',
    );
    return {
      name: `posting the results of ${APPLICATIONS.toLocaleString('en-IN')} applications`,
      product,
      baseline: bare,
      unit: 'applications/s',
      ratio: product / bare,
      note: `money, states and notices, 500 a transaction; ${Number(broken?.count ?? 0n)} contradictions in the books; baseline: four bare rows for each`,
    };
  } finally {
    await db.close();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Members with money, each with an application and what it blocks, and a draw that gave 2,000 of them a lot. */
async function prepare(db: Db, admin: pg.ClientConfig): Promise<void> {
  await db.query('bench.offering', OFFERING, [ID]);
  for (let from = 0; from < APPLICATIONS; from += 1_000) {
    // A ledger that grows from nothing in a minute has no statistics yet.
    if (from === 1_000 || from === 10_000) await analyse(admin);
    const users = Array.from({ length: 1_000 }, (_, at) => `b${from + at}`);
    await ledger.addSources(
      db,
      DAY,
      users.map((user) => ({
        type: 'rail_event' as const,
        id: `RC-${user}`,
        purpose: 'recharge' as const,
        owner: ledger.userOwner(user),
        asset: 'INR' as const,
        amount: HELD,
      })),
    );
    await ledger.postBatch(
      db,
      users.map((user) => ({
        kind: 'recharge',
        ref: `RC-${user}`,
        actor: 'system',
        marketDate: DAY,
        lines: [ledger.move(ledger.railIn('INR'), -HELD), ledger.move(ledger.available(user), HELD)],
      })),
    );
    await Promise.all(
      [0, 250, 500, 750].map((part) =>
        db.query(
          'bench.holds',
          `SELECT count(h.entry_id) FROM unnest($1::text[]) AS u (id),
             LATERAL ledger.hold_open(NULL, NULL, 'apply_hold', 'apply-' || u.id, 'user', '${DAY}', 'u:' || u.id, 'INR', ${HELD}) AS h`,
          [users.slice(part, part + 250)],
        ),
      ),
    );
    await db.query(
      'bench.applications',
      `INSERT INTO offerings.application (id, offering_id, kind, number, user_id, request_id, who, lots, price_paise, amount_paise, held_paise, hold_id, at_ms,
         market_date, updated_ms, rank, allotted_shares)
       SELECT $2 || '-' || lpad(n::text, 6, '0'), $2, 'ipo', n, u.id, 'bench', sha256(u.id::bytea), 1, 47600, ${HELD}, ${HELD}, 'apply-' || u.id, 0, '${DAY}', 0,
         n, CASE WHEN n <= ${POOL} THEN 31 ELSE 0 END
       FROM unnest($1::text[]) WITH ORDINALITY AS u (id, place), LATERAL (SELECT (u.place + $3)::int AS n) AS number`,
      [users, ID, from],
    );
  }
}

async function analyse(admin: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  try {
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

const OFFERING = `INSERT INTO offerings.offering (id, kind, code, asset, names, sector, board, issue_paise, price_paise, discount_bps, shares_per_lot, total_shares,
    reserved_shares, offered_shares, min_lots, max_lots, upfront_bps, demand_hundredths, market_day, opens_market, closes_market, allotment_market, signing_market,
    listing_date, state, opened_ms, drawn_ms, mode, allotment_paise)
  VALUES ($1, 'ipo', 'BENCH', 'EQ:ZZK000000000', '{}', 'Power', 'main', 47600, 47600, 0, 31, 62000, 62000, 62000, 1, 13, 10000, 5000, 0, '${DAY}T10:00', '${DAY}T15:30',
    '${DAY}T15:50', '2026-01-05T15:30', '2026-01-07', 'allotting', 0, 0, 'draw_of_lots', 47600)`;

/** What posting needs of the server: there are no listeners, and market time stands still. */
function makeDeps(db: Db): Parameters<typeof allotShares>[0] {
  const deps = {
    db,
    clock: { now: () => Date.now() },
    market: { now: () => ({ marketDate: DAY }) },
    pushes: { changed: () => undefined, endSessions: () => undefined, forgetSessions: () => undefined },
    log: console,
  };
  return deps as unknown as Parameters<typeof allotShares>[0]; // no more of these is asked for
}

/** As many rows as a result cannot do without, written without any check. */
async function bareRows(db: Db): Promise<number> {
  const holds = Array.from({ length: 20_000 }, (_, at) => `h${at}`);
  const began = performance.now();
  const count = holds.length;
  for (let from = 0; from < count; from += BATCH) {
    const batch = holds.slice(from, from + BATCH);
    await db.transaction(async (tx) => {
      await tx.query(
        'bench.request',
        `INSERT INTO offerings.request (user_id, call, request_id, req, at_ms) SELECT id, n::text, id, '\\x00', 0 FROM unnest($1::text[]) AS u (id), generate_series(1, 4) AS n`,
        [batch],
      );
      await tx.query('bench.update', `UPDATE offerings.request SET at_ms = 1 WHERE user_id = ANY ($1) AND call = '1'`, [
        batch,
      ]);
    });
  }
  return (count * 1_000) / (performance.now() - began);
}
