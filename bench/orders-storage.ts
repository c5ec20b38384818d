import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import type { JournalledCommand, OrderEvent } from '@khara/market-day';
import pg from 'pg';
import { openDatabase } from '../apps/server/src/adapters/database.ts';
import { SUPERUSER } from '../apps/server/src/adapters/embedded-postgres/index.ts';
import { installKeys, nodeKey } from '../apps/server/src/adapters/install-keys.ts';
import { keysPath, readSecret } from '../apps/server/src/adapters/keys.ts';
import type { Deps } from '../apps/server/src/kernel/deps.ts';
import * as ledger from '../apps/server/src/modules/ledger/index.ts';
import { OrderDesk } from '../apps/server/src/modules/placing/index.ts';
import type { Db } from '../apps/server/src/ports/database.ts';
import type { OrderMatching, SettlementBatch } from '../apps/server/src/ports/exchange.ts';
import { Settler } from '../apps/server/src/venue/settler.ts';
import { databaseProcessorSeconds } from '../apps/server/test/support/server-process.ts';
import type { BenchLine } from './bench-line.ts';
import { middle } from './middle.ts';
import { BARE_ORDER, measureFunction } from './order-function.ts';
import { proveBooks } from './prove-books.ts';
import { walWritten } from './wal-written.ts';

const BATCH = 64;
/** Batches that wait or are written. */
const AT_A_TIME = 2;
const USERS = 1_024;
const ROUNDS = 3;
const SECONDS = 3;
const SEAL_EVERY_MS = 400;
const [DAY, TIME, ASSET, CODE] = ['2026-11-23', '2026-11-23T09:21:09+05:30', 'EQ:INE000000001', 'ANARTABANK'];
const PRICE = 21_581;
const BOOK = { lastPaise: 21_574, bidPaise: 21_574, bidQuantity: 1800, askPaise: PRICE, askQuantity: 10_200 };
const PAID_IN = 1_000_000_000n;

type ResourceUse = { readonly perSecond: number; readonly databaseUs: number; readonly walBytes: number };

/**
 * What the database takes of orders when nothing else asks: each is placed, filled, settled and sealed, so
 * many a batch, with the chain and every check on, by the functions that the server calls. The venue is left
 * out: its fills are made up. Baseline: one bare function of six rows an order, 16 connections. In turns on
 * one database with the product's settings.
 */
export async function benchOrdersStorage(): Promise<BenchLine[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'khara-bench-storage-'));
  const database = await openDatabase({ dataDir, log: () => undefined });
  const keys = { ...(await installKeys(keysPath(dataDir))), node: await nodeKey([keysPath(dataDir)], 'bench') };
  const signing = { ownKeys: () => keys, beforeCommit: ledger.signTransaction };
  const db = database.open('khara_app', { max: 6, signing });
  const sealer = database.open('khara_app', { max: 1, signing }); // as the server's own sealing
  const admin = {
    ...database.connection('khara_app'),
    user: SUPERUSER,
    password: await readSecret(keysPath(dataDir), SUPERUSER),
  };
  try {
    await beginMarket(admin);
    const users = Array.from({ length: USERS }, (_, n) => `user${n}`);
    await payIn(db, users);
    const clock = { now: () => Date.now() };
    const orders = new Orders(db, keys, users);
    const sealLog = ledger.createLogSealer({ db: sealer, clock, keys });
    const run = async (seconds: number) => {
      const sealing = setInterval(() => {
        void sealLog().catch((error: unknown) => console.error(error));
      }, SEAL_EVERY_MS);
      try {
        return await orders.run(seconds);
      } finally {
        clearInterval(sealing);
      }
    };
    await orders.once(); // each member has had the share before
    await run(1); // warms
    const rounds: { readonly product: ResourceUse; readonly baseline: ResourceUse }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({
        baseline: await used(dataDir, admin, async () => {
          const { calls, perSecond } = await measureFunction(admin, BARE_ORDER, 16, SECONDS);
          return { count: calls, perSecond };
        }),
        product: await used(dataDir, admin, () => run(SECONDS)),
      });
    }
    const proof = await proveBooks(dataDir, admin);
    const line = (
      name: string,
      key: string,
      unit: string,
      of: (use: ResourceUse) => number,
      note?: string,
    ): BenchLine => ({
      name,
      key,
      unit,
      product: middle(rounds.map(({ product }) => of(product))),
      baseline: middle(rounds.map(({ baseline }) => of(baseline))),
      ratio: middle(rounds.map(({ product, baseline }) => of(product) / of(baseline))),
      ...(note !== undefined && { note }),
    });
    const name = `orders, storage alone, ${BATCH} a batch`;
    return [
      line(
        `${name} ÷ six-row function`,
        'rate',
        'orders/s',
        ({ perSecond }) => perSecond,
        `six rows by one bare function an order, 16 connections; middle of ${ROUNDS} rounds; read back and computed again: ${proof}`,
      ),
      line(`${name}, processor time of the database`, 'database', 'µs an order', ({ databaseUs }) => databaseUs),
      line(`${name}, WAL`, 'wal', 'bytes an order', ({ walBytes }) => walBytes),
    ].filter(({ product }) => !Number.isNaN(product)); // only Linux says what a process has used
  } finally {
    await sealer.close();
    await db.close();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** What some work uses of the database, for each of what it counts. */
async function used(
  dataDir: string,
  admin: pg.ClientConfig,
  work: () => Promise<{ readonly count: number; readonly perSecond: number }>,
): Promise<ResourceUse> {
  const before = [await databaseProcessorSeconds(dataDir), await walWritten(admin)] as const;
  const { count, perSecond } = await work();
  const after = [await databaseProcessorSeconds(dataDir), await walWritten(admin)] as const;
  const seconds = after[0] === undefined || before[0] === undefined ? Number.NaN : after[0] - before[0];
  return { perSecond, databaseUs: (seconds / count) * 1e6, walBytes: (after[1] - before[1]) / count };
}

/** The frontier of a market that is not there: settlement begins with it. */
async function beginMarket(admin: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  try {
    await client.query(
      `SET session_replication_role = replica;
       INSERT INTO market.frontier (market_day, step, settled_event, epoch) VALUES (0, 0, 0, 1)`,
    );
  } finally {
    await client.end();
  }
}

async function payIn(db: Db, users: readonly string[]): Promise<void> {
  const sources = users.map((user) => ({
    type: 'rail_event' as const,
    id: `R${user}`,
    purpose: 'recharge' as const,
    owner: ledger.userOwner(user),
    asset: 'INR' as const,
    amount: PAID_IN,
  }));
  await ledger.addSources(db, DAY, sources);
  for (let from = 0; from < users.length; from += 256) {
    const entries = users.slice(from, from + 256).map((user) => ({
      kind: 'recharge' as const,
      ref: `R${user}`,
      actor: 'system',
      marketDate: DAY,
      lines: [ledger.move(ledger.railIn('INR'), -PAID_IN), ledger.move(ledger.available(user), PAID_IN)],
    }));
    await ledger.postBatch(db, entries);
  }
}

/** Members who buy a share and sell it again, a batch at a time, each filled on arrival. */
class Orders {
  readonly #users: readonly string[];
  readonly #desk: OrderDesk;
  #turn = 0;
  #index = 0;
  #eventNo = 0;
  #tradeNo = 0;

  constructor(db: Db, keys: Deps['keys'], users: readonly string[]) {
    this.#users = users;
    const noListeners = { changed: () => undefined };
    const venue = new Settler({
      settle: () => Promise.reject(new Error('nothing happens without orders')),
      mayPlace: () => true,
      apply: (commands) => this.#fill(commands),
      onPlaced: () => undefined,
      now: () => Date.now(),
      rest: () => Promise.resolve(),
      onFailure: (error) => {
        throw error;
      },
    });
    // The few parts that a desk meets; anything else it touched would throw.
    const market = { now: () => ({ marketDate: DAY }) };
    const deps = {
      db,
      keys,
      market,
      venue,
      pushes: noListeners,
      clock: { now: () => Date.now() },
    } as unknown as Deps & { readonly venue: OrderMatching };
    this.#desk = new OrderDesk(deps);
  }

  async run(seconds: number): Promise<{ readonly count: number; readonly perSecond: number }> {
    const began = performance.now();
    let count = 0;
    const until = began + seconds * 1000;
    // Others wait while a batch is written.
    await Promise.all(
      Array.from({ length: AT_A_TIME }, async () => {
        while (performance.now() < until) {
          await this.#batch();
          count += BATCH;
        }
      }),
    );
    return { count, perSecond: (count / (performance.now() - began)) * 1000 };
  }

  /** Each member buys and sells one. */
  async once(): Promise<void> {
    for (let turn = 0; turn < (2 * USERS) / BATCH; turn += 1) await this.#batch();
  }

  async #batch(): Promise<void> {
    const turn = this.#turn++;
    const side = turn % 2 === 0 ? ('buy' as const) : ('sell' as const);
    const first = (turn >> 1) * BATCH;
    const placed = await Promise.all(
      Array.from({ length: BATCH }, (_, n) =>
        this.#desk.place({
          userId: this.#users[(first + n) % USERS]!,
          accountKey: 1 + ((first + n) % USERS),
          call: side,
          requestId: randomUUID(),
          hash: randomBytes(32),
          code: CODE,
          asset: ASSET,
          side,
          type: 'market',
          product: 'delivery',
          validity: 'day',
          quantity: 1,
          triggerPaise: undefined,
          disclosedQuantity: undefined,
          program: undefined,
          pricePaise: 21_789n,
          freezePaise: 22_380n,
          chargesPaise: 0n,
          valuePaise: 21_789n,
          afterMarket: false,
          shares: 'others',
          marketDate: DAY,
          marketTime: TIME,
          acceptedAt: Date.now(),
        }),
      ),
    );
    const refused = placed.find(({ refusal }) => refusal !== undefined);
    if (refused) throw new Error(`An order was refused: ${refused.refusal}`);
  }

  /** As a venue whose book has a seller and a buyer for each. */
  #fill(commands: readonly JournalledCommand[]): SettlementBatch {
    const step = this.#turn;
    return {
      epoch: 1,
      marketDate: DAY,
      marginBasis: () => ({ rateBps: 2000, band: undefined }),
      marketDay: 0,
      frontierStep: step,
      at: Date.now(),
      marketTimeOf: () => TIME,
      applied: commands.map(({ seq }) => ({ seq, step, index: this.#index++ })),
      events: commands.flatMap((command) => ('orderId' in command ? this.#filled(command.orderId, step) : [])),
    };
  }

  #filled(orderId: number, step: number): readonly OrderEvent[] {
    return [
      { eventNo: ++this.#eventNo, orderId, step, kind: 'opened', book: { ...BOOK, aheadQuantity: 0 } },
      {
        eventNo: ++this.#eventNo,
        orderId,
        step,
        kind: 'filled',
        tradeNo: ++this.#tradeNo,
        price: PRICE,
        quantity: 1,
        aggressor: true,
      },
    ];
  }
}
