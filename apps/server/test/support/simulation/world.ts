import { LOG_KEY, NODE_KEY, SIGNS } from '../deps.ts';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { derivePublicKey } from '@khara/proof';
import pg from 'pg';
import pino from 'pino';
import { asAdministrator, ensureDatabase, grantDatabase, ROLES } from '#src/adapters/database.ts';
import { lockDirectory } from '#src/adapters/directory-lock.ts';
import { startEmbeddedPostgres, SUPERUSER } from '#src/adapters/embedded-postgres/index.ts';
import { buildDatabase } from '#src/adapters/build-database.ts';
import { openPool } from '#src/adapters/postgres.ts';
import { sandboxRail } from '#src/adapters/sandbox-rail.ts';
import { readUniverse } from '@khara/universe/node';
import { readConfig } from '#src/config.ts';
import type { Db, Queryable } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Member } from '#src/kernel/member.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { SECRETS } from '#modules/accounts/index.ts';
import { certifyNode, recordRow } from '#modules/ledger/index.ts';
import { createListings, openApplications } from '#modules/offerings/index.ts';
import { createOrderHandlers } from '#src/http/order-handlers.ts';
import { createPortfolio } from '#modules/portfolio/index.ts';
import { createSettlementPort } from '#modules/day/index.ts';
import { createPlacing } from '#modules/standing/index.ts';
import { restingOrders } from '#modules/placing/index.ts';
import { Venue } from '#src/venue/venue.ts';
import { runDrawJob, type DrawJob } from '@khara/offerings';
import { faultyDatabase, type FaultyDatabase } from './faulty-database.ts';
import { jobLine, makeJobLine } from './job-line.ts';
import { idleSettlement } from '../idle-settlement.ts';
import { NO_PUSHES } from '../pushes.ts';
import { seeded } from './random.ts';

/**
 * A few shares: the whole market would only be slower. Of three of them there is an offer from the beginning,
 * one of each kind.
 */
const CODES = ['AAMRAI', 'TAMRALIPTI', 'KIRANMALA', 'PATTAL'];
/** Issues: one whose draw comes soon, one that finds too few. */
const ISSUES = new Set(['NABHODEEP', 'KINHALHOME']);
/** Simulated demand at most, in hundredths of the offer: enough that a lottery has losers. */
const MAX_DEMAND = 200;
const START = Date.UTC(2026, 7, 24, 4);
/** Real seconds of a market day of the simulation, of which no second passes. */
const DAY_SECONDS = '30';
/** Real ms of a step of that market. */
export const STEP_MS = 250;
/** The name that members are certified by, and that their accounts are in. */
export const HOLDER = 'Asha Rao';
export const TRANSACTION_PASSWORD = '918273';
/** What a power cut would do to it does not matter: the whole database is thrown away. */
const QUICK = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
};

/** A database of one's own for as long as the simulation takes. */
export async function openDatabase(): Promise<{ app: Db; admin: Db; close(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'khara-sim-'));
  const password = 'only-for-the-simulation';
  const lock = await lockDirectory(dataDir);
  const postgres = await startEmbeddedPostgres({
    lock,
    superuserPassword: password,
    log: () => undefined,
    settings: QUICK,
  });
  const end = async () => {
    await postgres.stop();
    await lock.release();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  const login = (user: string) => ({ host: postgres.host, port: postgres.port, user, password, database: 'khara' });
  try {
    await ensureDatabase(login(SUPERUSER));
    await asAdministrator(login(SUPERUSER), async (client) => {
      await grantDatabase(client);
      await buildDatabase(client);
      for (const role of ROLES) await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
    });
  } catch (error) {
    await end();
    throw error;
  }
  const app = openPool({ ...login('khara_app'), max: 8, ...SIGNS });
  const admin = openPool({ ...login(SUPERUSER), max: 1, ...SIGNS });
  return {
    app,
    admin,
    close: async () => {
      await Promise.all([app.close(), admin.close()]);
      await end();
    },
  };
}

/**
 * The product as the simulation runs it: the domain's own code, a clock that stands still, a rail, a line
 * that can be cut.
 */
export type World = {
  readonly db: FaultyDatabase;
  /** The same with a line that is never cut, for what the simulation itself looks up. */
  readonly plainDb: Db;
  readonly chance: ReturnType<typeof seeded>;
  readonly codes: readonly string[];
  /** Of the server that runs now: another one after each crash. */
  deps: Deps;
  venue: Venue;
  orders: ReturnType<typeof createOrderHandlers>;
  advance(ms: number): void;
  /** The server is gone, and another one starts from what the database holds. */
  crash(): Promise<void>;
};

/** Members who may do everything: certified, with a transaction password of their own. */
export async function openMembers(admin: Db, count: number): Promise<readonly MemberCaller[]> {
  const rows = await admin.transaction(async (tx) => {
    const members = await tx.query<{ id: string; number: bigint }>(
      'sim.members',
      `INSERT INTO accounts.member (id, phone, nickname, language, invite_code, password_hash, transaction_password_hash,
       transaction_password_is_default, transaction_password_set_at, created_at, kyc_status, kyc_name)
     SELECT 'sim-member-' || n, '+9190000000' || lpad(n::text, 2, '0'), 'Member ' || n, 'en', 'SIM' || n, 'none', 'none', false, $2, $2, 'certified', $3
     FROM generate_series(1, $1::int) n RETURNING id, number`,
      [count, START, HOLDER],
    );
    for (const { id } of members) await recordRow(tx, SECRETS, id, 'registered');
    return members;
  });
  return rows.map(({ id, number }) => {
    const member = {
      userId: id,
      accountKey: Number(number),
      sessionId: id,
      tokenHash: '',
      deviceOnly: false,
      transactionPasswordUntil: Number.MAX_SAFE_INTEGER,
    } as Member;
    return {
      member,
      language: 'en',
      address: '127.0.0.1',
      device: undefined,
      userAgent: 'sim',
      cacheBuster: undefined,
    };
  });
}

export async function openWorld({ app, admin }: { app: Db; admin: Db }, seed: string): Promise<World> {
  await makeJobLine(admin);
  await certifyNode(app, LOG_KEY, NODE_KEY);
  const chance = seeded(seed);
  const db = faultyDatabase(app);
  let now = START;
  const clock = { now: () => now };
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' });
  const config = readConfig({ MARKET_SEED: seed, MARKET_DAY_SECONDS: DAY_SECONDS, LOG_LEVEL: 'silent' });
  const key = new Uint8Array(createHash('sha256').update(`key:${seed}`).digest());
  const installSecret = new Uint8Array(createHash('sha256').update(`install:${seed}`).digest());
  const all = readUniverse();
  const universe = { issuers: all.issuers.filter(({ code }) => CODES.includes(code)), indices: [], offerings: [] };
  const seeds = all.offerings
    .filter(({ code }) => CODES.includes(code) || ISSUES.has(code))
    .map((each) => ({ ...each, expectedOversubscription: Math.min(each.expectedOversubscription, MAX_DEMAND) }));
  const listings = createListings(app);

  const start = async (): Promise<Pick<World, 'deps' | 'venue' | 'orders'>> => {
    // The market's own line is whole: what its crashes do is another act.
    const venue = await Venue.open({ config, db: app, clock, installSecret, universe, listings, log });
    const { market } = venue;
    const deps: Deps = {
      ...({} as Deps), // what is not named here is not used
      config,
      db,
      clock,
      random: chance,
      keys: {
        passwordPepper: { id: 'p1', key },
        installSecret,
        vault: [{ id: 'v1', key }],
        bank: { publicKey: derivePublicKey(key), secretSeed: key },
        log: LOG_KEY,
        node: NODE_KEY,
      },
      log,
      market,
      venue,
      portfolio: createPortfolio({ db, market }),
      pushes: NO_PUSHES,
      rail: sandboxRail({ db, clock, key: { publicKey: derivePublicKey(key), secretSeed: key } }),
      moneyHolders: [restingOrders, openApplications],
      jobs: jobLine(clock),
      // Hashing passwords is not what is looked at here.
      passwords: {
        hash: (secret) => Promise.resolve(secret),
        verify: (secret) => Promise.resolve(secret === TRANSACTION_PASSWORD),
        isStale: () => false,
      },
      offerings: {
        seeds,
        entropy: {
          choose: () => Promise.resolve({ kind: 'none', chain: '', round: 0 }),
          valueOf: () => Promise.resolve({ value: new Uint8Array(32) }),
        },
        draws: { run: (job) => Promise.resolve(runDrawJob(job as DrawJob)) },
        publishedLists: new Map(),
      },
    };
    await venue.resume(idleSettlement(createSettlementPort({ ...deps, db: app })));
    return { deps, venue, orders: createOrderHandlers(createPlacing({ ...deps, venue })) };
  };
  const world: World = {
    db,
    plainDb: app,
    chance,
    codes: CODES,
    ...(await start()),
    advance: (ms) => void (now += ms),
    crash: async () => {
      // As after a SIGKILL: nothing gets a signal to end, nothing is kept but what the database has.
      Object.assign(world, await start());
    },
  };
  return world;
}

/**
 * What every account, order, payment, application and score has come to, without what chance or the clock
 * gave: the same run gives the same.
 */
export async function stateHash(db: Queryable): Promise<string> {
  const rows = await db.query<{ line: string }>(
    'sim.state',
    `SELECT concat_ws('|', p.owner, p.asset, p.code, p.seq, e.kind, e.ref, e.mdate, p.amount, p.after) AS line
     FROM ledger.posting p JOIN ledger.entry e ON e.id = p.entry_id WHERE p.seq IS NOT NULL
     UNION ALL SELECT concat_ws('|', 'order', id, user_id, code, side, quantity, filled, filled_paise, state) FROM trading."order"
     UNION ALL SELECT concat_ws('|', 'hold', id, amount, captured, released) FROM ledger.hold
     UNION ALL SELECT concat_ws('|', 'recharge', order_number, member_id, currency, channel, amount, status, reason) FROM wallet.recharge
     UNION ALL SELECT concat_ws('|', 'withdrawal', order_number, member_id, currency, channel, amount, fee, status, reason) FROM wallet.withdrawal
     UNION ALL SELECT concat_ws('|', 'conversion', order_number, member_id, from_currency, amount, received) FROM wallet.conversion
     UNION ALL SELECT concat_ws('|', 'application', id, user_id, lots, state, held_paise, allotted_shares, paid_paise) FROM offerings.application
     UNION ALL SELECT concat_ws('|', 'event', member_id, rule, about, at, ended_at, end_reason) FROM credit.event
     ORDER BY 1`,
  );
  return createHash('sha256')
    .update(rows.map(({ line }) => line).join('\n'))
    .digest('hex');
}
