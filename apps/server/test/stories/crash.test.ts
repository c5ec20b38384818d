import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import type { Payload } from '@khara/contract';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOOD_PASSWORD, newAddress, newPhone } from '#test/client.ts';
import {
  callServer,
  connectAsSuperuser,
  connectTo,
  endOrphan,
  freePort,
  startServer,
  type CallAnswer,
  type ServerProcess,
} from '#test/server-process.ts';

/** What is killed, and what has to go on: the first takes most away. */
const KINDS = ['server and database', 'the server', 'the connections alone'] as const;
/**
 * CRASH_ROUNDS=30 is what a release needs, and then on time. `npm run test:all` has one of each kind, however busy
 * the machine, and `npm test` the one that takes most away.
 */
const { CRASH_ROUNDS, TESTS } = process.env;
const ROUNDS = Number(CRASH_ROUNDS ?? (TESTS === 'all' ? KINDS.length : 1));
/** Between two kills of all connections, while orders are placed. */
const CUT_EVERY_MS = 60;
const CUTS = 10;
const MEMBERS = 6;
/** What each kill is to find acknowledged since the last one, however long a busy machine takes for it. */
const ORDERS = 20;
const FILLED = 5;
/** The kill comes at any moment after that. */
const ANY_MOMENT_MS = 500;
const READY_WITHIN_MS = 10_000;

type Member = {
  readonly headers: Readonly<Record<string, string>>;
  /** What the server has acknowledged: order id -> shares filled by then. */
  readonly orders: Map<string, number>;
  readonly cancelled: Set<string>;
  readonly recharges: Set<string>;
  /** Requests whose answer was lost. Each must have had its effect once or not at all. */
  readonly unanswered: (() => Promise<void>)[];
};

describe('SIGKILL under load', () => {
  let dataDir: string;
  let port: number;
  let server: ServerProcess;
  const members: Member[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'khara-crash-'));
    port = await freePort();
    server = await startServer({ dataDir, port });
    members.push(...(await Promise.all(Array.from({ length: MEMBERS }, newMember))));
  }, 240_000);
  afterAll(async () => {
    await server?.kill();
    await endOrphan(dataDir);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });

  const kinds = Array.from({ length: ROUNDS }, (_, round) => KINDS[round % KINDS.length]!);
  it.for(kinds)('of %s loses nothing that was acknowledged', { timeout: 240_000 }, async (kind, { annotate }) => {
    const load = { isOn: true };
    const loaded = Promise.all(
      members.map(async (member) => {
        while (load.isOn) await act(member).catch(() => rest(20));
      }),
    );
    const before = acknowledged();
    const isLoaded = ({ orders, filled, recharges } = acknowledged()) =>
      orders >= before.orders + ORDERS && filled >= before.filled + FILLED && recharges > before.recharges;
    await expect.poll(() => isLoaded(), { timeout: 120_000 }).toBe(true);
    await rest(randomInt(ANY_MOMENT_MS));
    if (kind === 'the connections alone') await cutConnections();
    else await (kind === 'the server' ? server.kill() : server.killAll());
    load.isOn = false;
    await loaded;

    if (kind !== 'the connections alone') {
      server = await startServer({ dataDir, port });
      await annotate(`ready again after ${Math.round(server.readyAfterMs)} ms`);
      if (CRASH_ROUNDS) expect(server.readyAfterMs).toBeLessThan(READY_WITHIN_MS);
    }
    for (const member of members) await nothingIsLost(member);
    await theBooksAgree();
  });

  /** Every connection of the server is cut again and again, in the middle of whatever it does. */
  async function cutConnections(): Promise<void> {
    const admin = await connectAsSuperuser(dataDir);
    try {
      for (let cut = 0; cut < CUTS; cut += 1) {
        // On a busy machine it takes the server a while to connect again.
        await expect.poll(() => cutAll(admin), { timeout: 60_000 }).toBeGreaterThan(0);
        await rest(CUT_EVERY_MS + randomInt(CUT_EVERY_MS));
      }
    } finally {
      await admin.end();
    }
    // Orders are placed as before: none of what was cut keeps others from it.
    const before = acknowledged().orders;
    await expect.poll(() => acknowledged().orders, { timeout: 60_000 }).toBeGreaterThan(before + MEMBERS);
  }

  /** What members have heard so far. */
  function acknowledged() {
    const orders = members.flatMap((member) => [...member.orders.values()]);
    const recharges = members.reduce((sum, member) => sum + member.recharges.size, 0);
    return { orders: orders.length, filled: orders.filter((filled) => filled > 0).length, recharges };
  }

  async function newMember(): Promise<Member> {
    const from = { 'x-forwarded-for': newAddress() };
    const payload = { phone: newPhone(), password: GOOD_PASSWORD, inviteCode: 'KHARA', agree: true };
    const { data } = await callServer(server.url, 'register', payload, from);
    const headers = { ...from, token: data.token };
    const transactionPassword = data.defaultTransactionPassword;
    await callServer(server.url, 'rememberTransactionPassword', { transactionPassword, minutes: -1 }, headers);
    const member = {
      headers,
      orders: new Map<string, number>(),
      cancelled: new Set<string>(),
      recharges: new Set<string>(),
      unanswered: [],
    };
    await recharge(member, '500000.00');
    while (Number((await callServer(server.url, 'rupeeWallet', {}, headers)).data.available) < 500_000) await rest(100);
    return member;
  }

  /**
   * One thing that a member does. Its effect is noted once it is acknowledged; a lost answer is asked for
   * again after the restart.
   */
  async function act(member: Member): Promise<void> {
    const roll = randomInt(20);
    if (roll === 0) return recharge(member, '10000.00'); // about what purchases take, so that some are refused
    const open = [...member.orders.keys()].at(-1);
    if (roll < 4 && open) return cancel(member, open);
    const code = ['AAMRAI', 'ACHALGARH', 'THEWA'][randomInt(3)]!;
    const { data } = await callServer(server.url, 'marketDetail', { code });
    const resting = roll < 8;
    const payload: Payload<'placeBuyOrder'> = {
      code,
      quantity: 1 + randomInt(9),
      product: 'delivery',
      requestId: randomUUID(),
      ...(resting ? { type: 'limit', price: data.bandLow! } : { type: 'market' }),
    };
    return place(member, roll < 14 ? 'placeBuyOrder' : 'placeSellOrder', payload);
  }

  async function place(
    member: Member,
    call: 'placeBuyOrder' | 'placeSellOrder',
    payload: Payload<'placeBuyOrder'>,
  ): Promise<void> {
    const { code, data } = await answered(
      member,
      () => callServer(server.url, call, payload, member.headers),
      (again) => place(again, call, payload),
    );
    if (code === 200) member.orders.set(data.id, data.filledQuantity);
  }

  async function cancel(member: Member, id: string): Promise<void> {
    const { code, data } = await answered(
      member,
      () => callServer(server.url, 'cancelOrder', { id }, member.headers),
      (again) => cancel(again, id),
    );
    if (code === 200 && data.state === 'cancelled') member.cancelled.add(id);
  }

  async function recharge(member: Member, amount: string, requestId: string = randomUUID()): Promise<void> {
    const payload = { currency: 'INR', channelType: 'UPI', amount, requestId } as const;
    const { code, data } = await answered(
      member,
      () => callServer(server.url, 'submitRecharge', payload, member.headers),
      (again) => recharge(again, amount, requestId),
    );
    if (code === 200) member.recharges.add(data.orderNumber);
  }

  async function answered<T>(
    member: Member,
    ask: () => Promise<CallAnswer<T>>,
    again: (member: Member) => Promise<void>,
  ): Promise<CallAnswer<T>> {
    try {
      const answer = await ask();
      // "Try again": what became of it is not said.
      if (answer.code === 503) member.unanswered.push(() => again(member));
      return answer;
    } catch (error) {
      member.unanswered.push(() => again(member));
      throw error;
    }
  }

  async function nothingIsLost(member: Member): Promise<void> {
    while (member.unanswered.length > 0) await member.unanswered.shift()!();
    for (const [id, filled] of member.orders) {
      const { code, data } = await callServer(server.url, 'orderDetail', { id }, member.headers);
      expect(code).toBe(200);
      expect(data.filledQuantity).toBeGreaterThanOrEqual(filled);
      if (member.cancelled.has(id)) expect(data.state).toBe('cancelled');
    }
    const known = await all(
      async (cursor) => (await callServer(server.url, 'recharges', { size: 100, ...cursor }, member.headers)).data,
    );
    expect(known.map(({ orderNumber }) => orderNumber)).toEqual(expect.arrayContaining([...member.recharges]));
    // Every order is one that was answered: no request had its effect twice.
    const orders = await all(
      async (cursor) => (await callServer(server.url, 'orders', { size: 100, ...cursor }, member.headers)).data,
    );
    expect(new Set(orders.map(({ id }) => id))).toEqual(new Set(member.orders.keys()));
    expect(new Set(orders.map(({ requestId }) => requestId)).size).toBe(orders.length);
  }

  async function theBooksAgree(): Promise<void> {
    const database = await connectTo(dataDir);
    try {
      const broken = await database.query(
        `SELECT name, sample FROM audit.check_all() WHERE violations > 0
         UNION ALL SELECT name, sample FROM checks.module_checks() WHERE violations > 0`,
      );
      expect(broken.rows).toEqual([]);
    } finally {
      await database.end();
    }
  }
});

/** Answers how many connections of the server there were. */
const cutAll = async (admin: pg.Client): Promise<number> =>
  (await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'khara_app'`)).rows.length;

/** All items of a list. */
async function all<T>(
  page: (cursor: {
    readonly cursor?: string;
  }) => Promise<{ readonly list: readonly T[]; readonly nextCursor: string | null }>,
): Promise<readonly T[]> {
  const items: T[] = [];
  let cursor: { readonly cursor?: string } = {};
  for (;;) {
    const { list, nextCursor } = await page(cursor);
    items.push(...list);
    if (nextCursor === null) return items;
    cursor = { cursor: nextCursor };
  }
}
