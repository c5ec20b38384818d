import { randomUUID } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import type { Payload } from '@khara/contract';
import pg from 'pg';
import { expect } from 'vitest';
import { connectionTo } from '#src/adapters/database-hosts.ts';
import { installKeys } from '#src/adapters/install-keys.ts';
import type { LocalCluster } from '#src/adapters/local-cluster.ts';
import { openPool } from '#src/adapters/postgres.ts';
import { sealLog } from '#modules/ledger/index.ts';
import { systemClock } from '#src/adapters/system.ts';
import { verifyLedger } from '#src/verify/ledger.ts';
import { verifySigners } from '#src/verify/signers.ts';
import { GOOD_PASSWORD, newAddress, newPhone } from './client.ts';
import { callServer } from './server-process.ts';

type Call = 'placeBuyOrder' | 'placeSellOrder';
type Placed = {
  readonly call: Call;
  readonly payload: Payload<'placeBuyOrder'>;
  readonly id: string;
  readonly filled: number;
  readonly receipt: unknown;
  /** When it was acknowledged, and for how long its caller had waited, ms. */
  readonly at: number;
  readonly tookMs: number;
  readonly tries: number;
};

type Trader = { readonly headers: Readonly<Record<string, string>>; readonly placed: Placed[] };

const CODES = ['AAMRAI', 'ACHALGARH', 'THEWA'];
/** A caller asks again within this time: longer than any of the tests takes something away. */
const PATIENCE_MS = 60_000;
const TRY_AGAIN_MS = 20;
/** The server has decided against it, and would again. */
const REFUSED = 500;

/** Members who place orders at any server, and ask again with the same request whenever an answer is lost. */
export class ClusterLoad {
  readonly #cluster: LocalCluster;
  readonly #traders: Trader[] = [];
  #urls: readonly string[];
  #signal: AbortController | undefined;
  #loaded: Promise<unknown> = Promise.resolve();
  readonly recharged: {
    readonly requestId: string;
    readonly at: number;
    readonly tookMs: number;
    readonly tries: number;
  }[] = [];
  /** Requests that were answered neither with an order nor with a refusal. */
  unanswered = 0;
  refusals = 0;

  constructor(cluster: LocalCluster) {
    this.#cluster = cluster;
    this.#urls = cluster.of('api').map(({ url }) => url);
  }

  /** Which servers are asked. */
  use(urls: readonly string[]): void {
    this.#urls = urls;
  }

  async join(count: number): Promise<void> {
    // Signing up hashes passwords: a few at a time.
    for (let made = 0; made < count; made += 4)
      this.#traders.push(...(await Promise.all(Array.from({ length: 4 }, (_, at) => this.#newTrader(made + at)))));
  }

  /** `pauseMs`: between an answer and the next order of a member. */
  start(pauseMs = 0): void {
    const on = new AbortController();
    this.#signal = on;
    this.#loaded = Promise.all(
      this.#traders.map((trader, at) => this.#trade(trader, { number: at, pauseMs, signal: on.signal })),
    );
  }

  /** Some of the members recharge a rupee again and again, beside their orders. Until `stop`. */
  startRecharges(count: number, pauseMs: number): void {
    const { signal } = this.#signal!;
    const loads = this.#traders.slice(0, count).map((trader) => this.#recharge(trader, pauseMs, signal));
    this.#loaded = Promise.all([this.#loaded, ...loads]);
  }

  async stop(): Promise<void> {
    this.#signal?.abort();
    await this.#loaded;
  }

  get placed(): readonly Placed[] {
    return this.#traders.flatMap(({ placed }) => placed);
  }

  /** The headers of a member, to call with. */
  headersOf(at: number): Readonly<Record<string, string>> {
    return this.#traders[at]!.headers;
  }

  /** Orders acknowledged from now on. */
  async more(count: number, timeout = 30_000): Promise<void> {
    const before = this.placed.length;
    await expect.poll(() => this.placed.length, { timeout, interval: 20 }).toBeGreaterThan(before + count);
  }

  /** The longest time without any acknowledgement between two moments, ms. */
  longestGap(from: number, to: number): number {
    const times = [from, ...this.placed.map(({ at }) => at).filter((at) => at > from && at < to), to].sort(
      (a, b) => a - b,
    );
    return Math.max(...times.slice(1).map((at, before) => at - times[before]!));
  }

  /** Of orders acknowledged between two moments: how long their callers had waited. */
  latencies(from: number, to: number, { tries }: { readonly tries?: number } = {}): readonly number[] {
    return this.placed
      .filter((order) => order.at >= from && order.at < to && order.tries === (tries ?? order.tries))
      .map(({ tookMs }) => tookMs);
  }

  /** Each acknowledged order is there once, and its first answer the same at each server; the books agree. */
  async nothingIsLost(): Promise<void> {
    expect(this.unanswered).toBe(0);
    for (const { headers, placed } of this.#traders) {
      const sample = placed.filter((_one, at) => at >= placed.length - 12 || placed[at]!.tries > 1);
      for (const { url } of this.#cluster.of('api')) {
        for (const { call, payload, id, filled, receipt } of sample) {
          const { code, data } = await callServer(url, call, payload, headers);
          expect([code, data.id, data.filledQuantity, data.receipt]).toEqual([200, id, filled, receipt]);
        }
      }
    }
    const database = new pg.Client(connectionTo(this.#cluster.databaseUrl));
    await database.connect();
    try {
      const { rows } = await database.query<{ id: string; request_id: string }>(
        'SELECT id::text AS id, request_id FROM trading."order" WHERE NOT by_system',
      );
      const known = new Map(rows.map((row) => [row.request_id, row.id]));
      expect(rows).toHaveLength(known.size);
      for (const { payload, id } of this.placed) expect(known.get(payload.requestId!)).toBe(id);
      expect(known.size).toBe(this.placed.length);
      const open = await database.query('SELECT FROM trading.command WHERE applied_step IS NULL');
      expect(open.rows).toHaveLength(0);
      await this.#seal();
      const broken = await database.query(
        `SELECT name, sample FROM audit.check_all() WHERE violations > 0
         UNION ALL SELECT name, sample FROM checks.module_checks() WHERE violations > 0`,
      );
      expect(broken.rows).toEqual([]);
      await this.#isSigned();
    } finally {
      await database.end();
    }
  }

  /** What the servers have not sealed yet; without a checkpoint over it. */
  async #seal(): Promise<void> {
    const db = openPool({ ...connectionTo(this.#cluster.databaseUrl), max: 1, statement_timeout: 60_000 });
    try {
      const { log } = await installKeys(this.#cluster.keysDir);
      await sealLog({ db, clock: systemClock, keys: { log: { name: log.name, publicKey: log.publicKey } } });
    } finally {
      await db.close();
    }
  }

  /** The log is signed by its key, and each receipt by the certified key of a server. */
  async #isSigned(): Promise<void> {
    const db = openPool({ ...connectionTo(this.#cluster.databaseUrl), max: 1, statement_timeout: 60_000 });
    try {
      const keys = await installKeys(this.#cluster.keysDir);
      const found = [...(await verifyLedger(db, keys)), ...(await verifySigners(db, keys))];
      expect(found.filter(({ violations }) => violations > 0)).toEqual([]);
    } finally {
      await db.close();
    }
  }

  async #newTrader(at: number): Promise<Trader> {
    const url = this.#urls[at % this.#urls.length]!;
    const from = { 'x-forwarded-for': newAddress() };
    const payload = { phone: newPhone(), password: GOOD_PASSWORD, inviteCode: 'KHARA', agree: true };
    const { data } = await callServer(url, 'register', payload, from);
    const headers = { ...from, token: data.token };
    const transactionPassword = data.defaultTransactionPassword;
    await callServer(url, 'rememberTransactionPassword', { transactionPassword, minutes: -1 }, headers);
    const recharge = { currency: 'INR', channelType: 'UPI', amount: '500000.00', requestId: randomUUID() } as const;
    await callServer(url, 'submitRecharge', recharge, headers);
    const isThere = async () => Number((await callServer(url, 'rupeeWallet', {}, headers)).data.available) > 1;
    while (!(await isThere())) await rest(100);
    return { headers, placed: [] };
  }

  async #trade(
    trader: Trader,
    { number, pauseMs, signal }: { readonly number: number; readonly pauseMs: number; readonly signal: AbortSignal },
  ): Promise<void> {
    for (let turn = 2 * number; !signal.aborted; turn += 1) {
      const requestId = randomUUID();
      const isSale = turn % 2 === 1;
      const payload: Payload<'placeBuyOrder'> = {
        code: CODES[number % CODES.length]!,
        quantity: 1,
        product: 'delivery',
        type: 'market',
        requestId,
      };
      await this.#ask(trader, isSale ? 'placeSellOrder' : 'placeBuyOrder', payload, turn);
      if (pauseMs > 0) await rest(pauseMs * (0.5 + Math.random()));
    }
  }

  async #recharge({ headers }: Trader, pauseMs: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const requestId = randomUUID();
      const payload = { currency: 'INR', channelType: 'UPI', amount: '1.00', requestId } as const;
      const began = performance.now();
      for (let tries = 1; performance.now() - began < PATIENCE_MS; tries += 1) {
        const url = this.#urls[tries % this.#urls.length]!;
        const answer = await callServer(url, 'submitRecharge', payload, headers).catch(() => undefined);
        if (answer?.code !== 200) {
          await rest(TRY_AGAIN_MS);
          continue;
        }
        const at = performance.now();
        this.recharged.push({ requestId, at, tookMs: at - began, tries });
        break;
      }
      await rest(pauseMs * (0.5 + Math.random()));
    }
  }

  async #ask(trader: Trader, call: Call, payload: Payload<'placeBuyOrder'>, turn: number): Promise<void> {
    const began = performance.now();
    for (let tries = 1; performance.now() - began < PATIENCE_MS; tries += 1) {
      const url = this.#urls[(turn + tries) % this.#urls.length]!;
      const answer = await callServer(url, call, payload, trader.headers).catch(() => undefined);
      if (answer?.code === 200) {
        const at = performance.now();
        const { id, filledQuantity: filled, receipt } = answer.data;
        trader.placed.push({ call, payload, id, filled, receipt, at, tookMs: at - began, tries });
        return;
      }
      if (answer?.code === REFUSED) {
        this.refusals += 1;
        return;
      }
      await rest(TRY_AGAIN_MS);
    }
    this.unanswered += 1;
  }
}

/** The value below which this share of others lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const inWords = (values: readonly number[]): string =>
  `p50 ${Math.round(percentile(values, 0.5))} ms, p99 ${Math.round(percentile(values, 0.99))} ms, worst ${Math.round(Math.max(...values))} ms`;
