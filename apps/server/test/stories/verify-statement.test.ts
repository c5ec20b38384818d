import {
  derivePublicKey,
  signCheckpoint,
  statementSource,
  treeRoot,
  verifyLine,
  verifyStatement,
  type KnownLog,
  type StatementCalls,
  type StatementSource,
} from '@khara/proof';
import pg from 'pg';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSessions, handlers as accounts } from '#modules/accounts/index.ts';
import { postBatch, addSources, rotateLogKey, sealLog } from '#modules/ledger/index.ts';
import { handlers as statement } from '#modules/statement/index.ts';
import { handlers as wallet } from '#modules/wallet/index.ts';
import { noticeHandlers } from '#test/notice-handlers.ts';
import { quickPasswords } from '#test/quick-passwords.ts';
import { buildApp } from '#src/app.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { SecretLogKey } from '#src/security/keys.ts';
import { newMember, type Client } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { LOG_KEY, seededRandom, TestClock, testDeps } from '#test/deps.ts';
import { buyFill, DAY, freeze, granted, recharge, trade } from '#test/ledger-fixtures.ts';
import { withPushes } from '#test/pushes.ts';

const database = useTestDatabase({ provesBooks: false });
const clock = new TestClock();
let deps: Deps;
let app: FastifyInstance;

/** What the browser asks by. */
const sourceOf = (client: Client): StatementSource =>
  statementSource({
    accountChain: (payload) => client.get('accountChain', payload),
    bill: (payload) => client.get('bill', payload),
    entryProof: (payload) => client.get('entryProof', payload),
    logCheckpoint: async (payload) => {
      const { code, data } = await client.ask('logCheckpoint', payload);
      return code === 200 ? (data as never) : client.get('logCheckpoint', {}); // the schema says what it is
    },
  } satisfies StatementCalls);

const seal = async () => {
  clock.advance(2000);
  await sealLog(deps);
};
beforeAll(async () => {
  const random = seededRandom(String(Math.random()));
  const parts = testDeps({}, { TRUSTED_PROXIES: '127.0.0.1' });
  deps = withPushes({
    ...parts,
    db: database.app,
    clock,
    random,
    sessions: createSessions({ db: database.app, clock }),
    passwords: quickPasswords({ ...parts, random }),
  });
  app = await buildApp(deps, { ...accounts, ...noticeHandlers, ...wallet, ...statement });
  await seal(); // the first checkpoint, of an empty log
});
afterAll(() => app.close());

type Member = {
  readonly client: Client;
  readonly userId: string;
  readonly owner: string;
  /** What the member's device finds, which may know the log from before. */
  verify(known?: KnownLog): ReturnType<typeof verifyStatement>;
};

/**
 * A member who recharged, in the entry `RC-` with the member's id, and bought six times. Others have entries
 * in between.
 */
async function buyer(): Promise<Member> {
  const { client, userId } = await newMember(app);
  const owner = `u:${userId}`;
  await recharge(database.app, userId, 1_000_000n);
  for (let count = 1; count <= 6; count += 1) {
    const [hold, id] = [`H-${userId}-${count}`, `T-${userId}-${count}`];
    await granted(freeze(database.app, userId, 10_100n, hold));
    await addSources(database.app, DAY, [trade(id, 10n, 10_000n)]);
    const fill = { hold, shares: 10n, value: 10_000n, brokerage: 20n, charges: 30n, released: 50n };
    await postBatch(database.app, [buyFill(userId, id, fill)]);
    await recharge(database.app, 'somebody', 5n, `RC-other-${id}`);
    if (count % 2 === 0) await seal();
  }
  await seal();
  return { client, userId, owner, verify: (known) => verifyStatement(sourceOf(client), { owner, known }) };
}

describe('a statement that is computed again', () => {
  it('of a new account is empty, and in order', async () => {
    const other = await newMember(app);
    const verdict = await verifyStatement(sourceOf(other.client), { owner: `u:${other.userId}`, known: undefined });
    expect(verdict).toMatchObject({ ok: true, counts: { entries: 0, lines: 0, accounts: 0, billLines: 0 } });
  });

  it('holds: every entry, the bill, the log, and what this device has seen of it', async () => {
    const { client, userId, owner, verify } = await buyer();
    const parts: number[] = [];
    const first = await verifyStatement(sourceOf(client), {
      owner,
      known: undefined,
      onProgress: ({ part }) => parts.push(part),
    });
    expect(first).toMatchObject({ ok: true, counts: { entries: 13, accounts: 3, billLines: 13 }, keyChanges: 0 });
    expect(parts.at(-1)).toBe(1);
    if (!first.ok) return;
    expect(first.before).toBeUndefined();

    await recharge(database.app, userId, 7n, `RC-2-${userId}`);
    await seal();
    const second = await verify(first.known);
    expect(second).toMatchObject({ ok: true, before: { size: first.checkpoint.size } });
    if (second.ok) expect(second.known.notes).toHaveLength(2);
  });

  it('is read again when something moves meanwhile', async () => {
    const { client, userId, owner } = await buyer();
    const source = sourceOf(client);
    let moved = false;
    const moving: StatementSource = {
      ...source,
      bill: async (asset) => {
        if (!moved) {
          moved = true;
          await recharge(database.app, userId, 9n, `RC-meanwhile-${userId}`);
          await seal();
        }
        return source.bill(asset);
      },
    };
    expect(await verifyStatement(moving, { owner, known: undefined })).toMatchObject({ ok: true });
  });

  it('does so line by line too', async () => {
    const { client, owner } = await buyer();
    const { list } = await client.get('bill', { size: 3 });
    const verdict = await verifyLine(sourceOf(client), list[0]?.id ?? '', { owner, known: undefined });
    expect(verdict).toMatchObject({ ok: true, entry: { kind: 'buy_fill' } });
    const other = await verifyLine(sourceOf(client), list[0]?.id ?? '', { owner: 'u:somebody', known: undefined });
    expect(other).toMatchObject({ ok: false, fault: 'other_owner' });
  });
});

/** What a device knows after it has verified once. */
const knownTo = async ({ verify }: Member): Promise<KnownLog> => {
  const verdict = await verify();
  if (!verdict.ok) throw new Error(verdict.fault);
  return verdict.known;
};
const otherKey = (n: number): SecretLogKey => ({ ...LOG_KEY, secretSeed: new Uint8Array(32).fill(n) });

describe('a device that knows the log', () => {
  it('sees another log, another key, and a past that was exchanged, and keeps both notes', async () => {
    const member = await buyer();
    const { verify } = member;
    const before = await knownTo(member);
    expect(await verify({ ...before, name: 'khara/other' })).toMatchObject({ ok: false, fault: 'other_log' });
    const key = '00'.repeat(31) + '01';
    expect(await verify({ ...before, publicKey: key })).toMatchObject({
      ok: false,
      failed: 'signature',
      fault: 'key_changed',
    });

    const { name, secretSeed } = LOG_KEY;
    const seen = (size: number, timeMs = 1) => signCheckpoint({ name, size, root: treeRoot([]), timeMs }, secretSeed);
    const split = await verify({ ...before, notes: [seen(3)] });
    expect(split).toMatchObject({ ok: false, failed: 'consistency', fault: 'not_consistent' });
    if (!split.ok) expect(JSON.stringify(split.evidence)).toContain(JSON.stringify(seen(3)).slice(1, -1));
    expect(await verify({ ...before, notes: [seen(100_000)] })).toMatchObject({ ok: false, fault: 'log_shorter' });
    const future = seen(0, 8e15);
    expect(await verify({ ...before, notes: [future] })).toMatchObject({ ok: false, fault: 'time_back' });
  });

  it('follows a change of the key that the old one signed', async () => {
    const member = await buyer();
    const { verify } = member;
    const before = await knownTo(member);
    const seed = otherKey(42);
    const next: SecretLogKey = { ...seed, publicKey: derivePublicKey(seed.secretSeed) };
    await rotateLogKey(database.app, LOG_KEY, next);
    Object.assign(deps.keys, { log: next });
    await seal();
    const verdict = await verify(before);
    expect(verdict).toMatchObject({ ok: true, keyChanges: 1 });
    if (verdict.ok) expect(await verify(verdict.known)).toMatchObject({ ok: true, keyChanges: 0 });
  });
});

/** A line of the reader's account of rupees. */
const line = (seq: number) =>
  `SELECT * FROM ledger.posting p WHERE p.owner = '$owner' AND p.asset = 'INR' AND p.code = 101 AND p.seq = ${seq}`;

/** What the operator's superuser may do to what this member owns, and what the member's own device says of it. */
describe('a statement that the superuser has tampered with', () => {
  const mine = `(SELECT id FROM ledger.account WHERE owner = '$owner' AND asset = 'INR' AND code = 101)`;
  const NEWEST = `SELECT * FROM ledger.posting p WHERE p.owner = '$owner' AND p.asset = 'INR' AND p.code = 101 ORDER BY p.seq DESC LIMIT 1`;
  const TABLES = ['entry', 'record', 'tile', 'checkpoint', 'source', 'account'];
  let client: pg.Client;
  let owner: string;
  let userId: string;
  let verify: Member['verify'];
  beforeAll(async () => {
    ({ owner, userId, verify } = await buyer());
    await recharge(database.app, userId, 7n, `RC-last-${userId}`); // the newest entry: one line of the member's
    client = new pg.Client(database.connection('postgres'));
    await client.connect();
    for (const table of TABLES) await client.query(`ALTER TABLE ledger.${table} DISABLE TRIGGER USER`);
  });
  afterAll(async () => {
    for (const table of TABLES) await client.query(`ALTER TABLE ledger.${table} ENABLE TRIGGER USER`);
    await client.end();
  });

  it.each<[string, string, string]>([
    ['a balance', `UPDATE ledger.account SET balance = balance + 100 WHERE id = ${mine}`, 'account_mismatch'],
    [
      'an amount',
      `UPDATE ledger.entry e SET amount[p.line] = e.amount[p.line] + 1 FROM (${line(1)}) p WHERE p.entry_id = e.id`,
      'leaf_mismatch',
    ],
    [
      'an amount with its leaf',
      `UPDATE ledger.entry e SET amount = ARRAY(SELECT 2 * x FROM unnest(e.amount) x), after = ARRAY(SELECT 2 * x FROM unnest(e.after) x) FROM (${line(1)}) p WHERE p.entry_id = e.id;
       UPDATE ledger.entry e SET leaf = (SELECT sha256('\\x00'::bytea || ledger.lp('khara/entry/1') || uuid_send(e.uid) || ledger.lp(e.kind) || ledger.lp(e.ref)
         || ledger.lp(e.actor) || ledger.lp(e.mdate) || int8send(e.at_ms) || e.salt || int4send(cardinality(e.amount))
         || string_agg(ledger.lp(p.owner) || ledger.lp(p.asset) || int4send(p.code) || int8send(p.amount) || int8send(coalesce(p.after, 0)) || int8send(coalesce(p.seq, 0))
         || coalesce(p.prev, decode(repeat('00', 32), 'hex')), ''::bytea ORDER BY p.line))
         FROM ledger.posting p WHERE p.entry_id = e.id)
       WHERE id = (SELECT p.entry_id FROM (${line(1)}) p)`,
      'head_mismatch',
    ],
    ['an instant', `UPDATE ledger.entry SET at_ms = at_ms - 1 WHERE ref = 'RC-$user'`, 'leaf_mismatch'],
    ['who caused it', `UPDATE ledger.entry SET actor = 'user' WHERE ref = 'RC-$user'`, 'leaf_mismatch'],
    [
      'an entry, by taking it away',
      `DELETE FROM ledger.entry WHERE id = (SELECT p.entry_id FROM (${line(2)}) p)`,
      'seq_gap',
    ],
    [
      'the newest entry, by taking it away',
      `UPDATE ledger.account SET seq = seq - 1, balance = (SELECT p.after - p.amount FROM (${NEWEST}) p) WHERE id = ${mine};
       DELETE FROM ledger.entry WHERE id = (SELECT max(p.entry_id) FROM ledger.posting p WHERE p.owner = '$owner' AND p.asset = 'INR' AND p.code = 101)`,
      'account_mismatch',
    ],
    ['a head', `UPDATE ledger.account SET head = sha256('x') WHERE id = ${mine}`, 'account_mismatch'],
    [
      'the bill',
      `UPDATE ledger.entry SET owned[1] = owned[1] + 1 WHERE id = (SELECT max(b.entry_id) FROM ledger.bill_line b WHERE b.owner = '$owner')`,
      'bill_mismatch',
    ],
    [
      'the bill, by leaving all away',
      `UPDATE ledger.entry SET owned = NULL, bill_seq = NULL WHERE person = (SELECT id FROM ledger.person WHERE owner = '$owner')`,
      'bill_mismatch',
    ],
    [
      'the tree',
      `UPDATE ledger.tile SET hashes = overlay(hashes PLACING sha256('x') FROM 1 FOR 32) WHERE level = 0`,
      'not_included',
    ],
    ['a checkpoint', `UPDATE ledger.checkpoint SET note = replace(note, 'time ', 'time 9')`, 'bad_signature'],
    [
      'the log, by making it shorter',
      `DELETE FROM ledger.checkpoint WHERE size = (SELECT max(size) FROM ledger.checkpoint)`,
      'log_shorter',
    ],
  ])('%s is found out', async (what, sql, fault) => {
    await recharge(database.app, 'somebody', 1n, `RC ${what}`);
    await seal();
    const before = await verify();
    if (!before.ok) throw new Error(before.fault);
    // The edits are made in earnest, seen by the server, and taken back.
    const saved = TABLES.map((table) => `CREATE TABLE IF NOT EXISTS public.saved_${table} AS TABLE ledger.${table}`);
    for (const statement of saved) await client.query(statement);
    try {
      await client.query(sql.replaceAll('$owner', owner).replaceAll('$user', userId));
      expect(await verify(before.known)).toMatchObject({ ok: false, fault });
    } finally {
      await client.query('BEGIN');
      for (const table of TABLES) {
        await client.query(
          `DELETE FROM ledger.${table}; INSERT INTO ledger.${table} OVERRIDING SYSTEM VALUE TABLE public.saved_${table}; DROP TABLE public.saved_${table}`,
        );
      }
      await client.query('COMMIT');
    }
    expect(await verify(before.known)).toMatchObject({ ok: true });
  });
});
