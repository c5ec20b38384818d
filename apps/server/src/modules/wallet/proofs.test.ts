import type { Data } from '@khara/contract';
import {
  accountKey,
  checkChain,
  hex,
  isConsistent,
  isIncluded,
  nextHead,
  readCheckpoint,
  unhex,
  type LoggedEntry,
} from '@khara/proof';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeHandlers } from '#test/notice-handlers.ts';
import { client, newMember, type Client } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { seededRandom, TestClock, testDeps } from '#test/deps.ts';
import { freeze, granted, recharge } from '#test/ledger-fixtures.ts';
import { quickPasswords } from '#test/quick-passwords.ts';
import { buildApp } from '#src/app.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { createSessions, handlers as accounts } from '#modules/accounts/index.ts';
import { sealLog } from '#modules/ledger/index.ts';
import { handlers } from './index.ts';
import { withPushes } from '#test/pushes.ts';

const database = useTestDatabase();
const clock = new TestClock();
let deps: Deps;
let app: FastifyInstance;

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
  app = await buildApp(deps, { ...accounts, ...noticeHandlers, ...handlers });
});
afterAll(() => app.close());

const seal = async () => {
  clock.advance(2000);
  await sealLog(deps);
};

type Wire = Data<'accountChain'>['entries'][number];

/** What a browser makes of an entry of an answer. */
const read = (entry: Wire): LoggedEntry => ({
  ...entry,
  salt: unhex(entry.salt),
  leaf: unhex(entry.leaf),
  lines: entry.lines.map(({ amount, after, seq, prev, ...account }) => ({
    ...account,
    amount: BigInt(amount),
    ...(after === undefined || seq === undefined || prev === undefined
      ? {}
      : { after: BigInt(after), seq: BigInt(seq), prev: unhex(prev) }),
  })),
});

/** The whole statement of an account, part by part. */
async function statementOf(member: Client, size: number) {
  const entries: Wire[] = [];
  for (let afterSeq: string | null = '0'; afterSeq !== null;) {
    const part: Data<'accountChain'> = await member.get('accountChain', { currency: 'INR', afterSeq, size });
    entries.push(...part.entries);
    if (part.nextSeq === null) return { ...part, entries };
    afterSeq = part.nextSeq;
  }
  throw new Error('unreachable');
}

/** Everything that the button of the statement checks, in its order; the name of the first check that fails. */
function verify(statement: Data<'accountChain'>, proof: Data<'entryProof'>, publicKey: string): string {
  const account = accountKey(statement);
  const chain = checkChain(statement.entries.map(read), account);
  if (!chain.ok) return chain.fault;
  const reached = chain.heads.get(account);
  if (!reached || hex(reached.head) !== statement.head || String(reached.balance) !== statement.balance) return 'head';
  const note = readCheckpoint(proof.note, { name: deps.keys.log.name, publicKey: unhex(publicKey) });
  if (!note.ok) return note.fault;
  if (proof.entry.leaf !== statement.entries.at(-1)?.leaf) return 'other_entry';
  const { index, size, entry } = proof;
  const { root } = note.checkpoint;
  if (size !== note.checkpoint.size) return 'size';
  return isIncluded({ index, size, leaf: unhex(entry.leaf), path: proof.path.map(unhex), root })
    ? 'proved'
    : 'not_included';
}

/** Entries of which the first is changed. */
const first = (entries: readonly Wire[], change: Partial<Wire>): Wire[] => [
  { ...entries[0]!, ...change },
  ...entries.slice(1),
];

describe('a statement', () => {
  let member: Client;
  let userId: string;
  let statement: Data<'accountChain'>;
  let proof: Data<'entryProof'>;
  let publicKey: string;
  let logSize: number;

  beforeAll(async () => {
    ({ client: member, userId } = await newMember(app));
    const other = await newMember(app);
    for (let count = 1; count <= 9; count += 1) {
      await recharge(database.app, userId, 10_000n, `RC-${count}`);
      await recharge(database.app, other.userId, 500n, `RC-other-${count}`);
      await granted(freeze(database.app, userId, 100n, `H-${count}`));
    }
    await seal();
    statement = await statementOf(member, 7);
    proof = await member.get('entryProof', { id: statement.entries.at(-1)?.id ?? '' });
    ({ publicKey, size: logSize } = await member.get('logCheckpoint', {}));
  });

  it('is proved by its own entries, its newest place in the log and the signature', async () => {
    expect(statement).toMatchObject({ seq: '18', balance: '89100', code: 101, asset: 'INR', owner: `u:${userId}` });
    expect(statement.entries).toHaveLength(18);
    expect(proof).toMatchObject({ size: logSize, line: 1 });
    expect(verify(statement, proof, publicKey)).toBe('proved');
  });

  it('proves every line of the bill', async () => {
    const rows = await database.admin.query<{ id: string }>(
      'test.bill_ids',
      `SELECT entry_id || '-' || line AS id FROM ledger.bill_line WHERE owner = $1`,
      [`u:${userId}`],
    );
    for (const { id } of rows) {
      const each = await member.get('entryProof', { id });
      expect(`${each.entry.id}-${each.line}`).toBe(id);
      const note = readCheckpoint(each.note, deps.keys.log);
      if (!note.ok) throw new Error(note.fault);
      const { index, size } = each;
      const { root } = note.checkpoint;
      const included = { index, size, leaf: unhex(each.entry.leaf), path: each.path.map(unhex), root };
      expect(isIncluded(included)).toBe(true);
      expect(checkChain([read(each.entry)], 'none').ok).toBe(true);
    }
    expect(rows).toHaveLength(9);
  });

  it.each<[string, (s: Data<'accountChain'>, p: Data<'entryProof'>) => string, string]>([
    [
      'an amount',
      (s, p) =>
        verify(
          {
            ...s,
            entries: first(s.entries, {
              lines: s.entries[0]!.lines.map((line) => ({ ...line, amount: line.amount.replace('10000', '90000') })),
            }),
          },
          p,
          publicKey,
        ),
      'leaf_mismatch',
    ],
    ['an instant', (s, p) => verify({ ...s, entries: first(s.entries, { at: 1 }) }, p, publicKey), 'leaf_mismatch'],
    ['an entry left out', (s, p) => verify({ ...s, entries: s.entries.slice(1) }, p, publicKey), 'seq_gap'],
    ['the newest entry left out', (s, p) => verify({ ...s, entries: s.entries.slice(0, -1) }, p, publicKey), 'head'],
    ['a balance', (s, p) => verify({ ...s, balance: '1' }, p, publicKey), 'head'],
    ['the place in the log', (s, p) => verify(s, { ...p, index: p.index - 1 }, publicKey), 'not_included'],
    ['the path', (s, p) => verify(s, { ...p, path: p.path.slice(1) }, publicKey), 'not_included'],
    [
      'the size of the log',
      (s, p) => verify(s, { ...p, note: p.note.replace(`\n${p.size}\n`, `\n${p.size + 1}\n`) }, publicKey),
      'bad_signature',
    ],
    ['the key', (s, p) => verify(s, p, hex(new Uint8Array(32).fill(1))), 'not_signed'],
  ])('with %s tampered with is not proved', (_, tampered, fault) => {
    expect(tampered(statement, proof)).toBe(fault);
  });

  it('of the frozen account stands for itself', async () => {
    const frozen = await member.get('accountChain', { asset: 'INR', code: 102, size: 200 });
    expect(frozen).toMatchObject({ seq: '9', balance: '900', nextSeq: null });
    const chain = checkChain(frozen.entries.map(read), accountKey(frozen));
    expect(chain.ok && hex(chain.heads.get(accountKey(frozen))!.head)).toBe(frozen.head);
    const newest = frozen.entries.at(-1)!;
    const line = newest.lines.findIndex(({ code }) => code === 102);
    expect(hex(nextHead(unhex(newest.lines[line]!.prev!), unhex(newest.leaf), line + 1))).toBe(frozen.head);
  });

  it('of an account that was never used is empty', async () => {
    expect(await member.get('accountChain', { currency: 'USDT' })).toMatchObject({
      seq: '0',
      entries: [],
      nextSeq: null,
    });
    expect(await member.refused('accountChain', { asset: "'; drop" })).toBe('invalid_input');
    expect(await member.refused('accountChain', { size: 201 })).toBe('invalid_input');
  });

  it('proves what a receipt promised, by the uid that the receipt names', async () => {
    const { uid, id } = statement.entries[3]!;
    expect((await member.get('entryProof', { id: uid })).entry).toMatchObject({ id, uid });
    const { client: stranger } = await newMember(app);
    expect(await stranger.refused('entryProof', { id: uid })).toBe('not_found');
    for (const none of [uid.toUpperCase(), `${uid}-1`, '01900000-0000-7000-8000-000000000001']) {
      expect(await member.refused('entryProof', { id: none }), none).toBe('not_found');
    }
  });

  it('shows no member the entries of another', async () => {
    const { client: stranger } = await newMember(app);
    const own = statement.entries[0]?.id ?? '';
    for (const id of [own, `${own}-1`, '999999', 'x', '0', `${own}-99`]) {
      expect(await stranger.refused('entryProof', { id }), id).toBe('not_found');
    }
    expect(await member.refused('entryProof', { id: `${own}-99` })).toBe('not_found');
    expect((await stranger.get('accountChain', {})).entries).toEqual([]);
  });

  it('waits for its checkpoint', async () => {
    const late = await newMember(app);
    await seal();
    const { size: before } = await late.client.get('logCheckpoint', {});
    const { entryId } = await recharge(database.app, late.userId, 1n);
    const early = await late.client.ask('entryProof', { id: String(entryId) });
    expect(early).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    await seal();
    const { index, size } = await late.client.get('entryProof', { id: String(entryId) });
    expect(index).toBe(before);
    expect(size).toBeGreaterThan(before);
  });
});

describe('the checkpoint', () => {
  it('is for guests too, and each is proved to be the beginning of the next', async () => {
    const { userId } = await newMember(app);
    const guest = client(app);
    await seal();
    let seen = await guest.get('logCheckpoint', {});
    for (let count = 1; count <= 6; count += 1) {
      await recharge(database.app, userId, 1n, `RC-more-${count}`);
      await seal();
      const now = await guest.get('logCheckpoint', { fromSize: seen.size });
      const [older, newer] = [seen, now].map(({ note }) => readCheckpoint(note, deps.keys.log));
      if (!older?.ok || !newer?.ok || !now.consistency) throw new Error('no proof');
      const { path, ...sizes } = now.consistency;
      const proof = { ...sizes, root1: older.checkpoint.root, root2: newer.checkpoint.root, path: path.map(unhex) };
      expect(isConsistent(proof)).toBe(true);
      expect([sizes.root1, sizes.root2]).toEqual([hex(proof.root1), hex(proof.root2)]);
      expect(isConsistent({ ...proof, root1: new Uint8Array(32) })).toBe(false);
      expect(isConsistent({ ...proof, path: [...proof.path, new Uint8Array(32)] })).toBe(false);
      seen = now;
    }
    const fromNothing = await guest.get('logCheckpoint', { fromSize: 0 });
    expect(fromNothing.consistency).toMatchObject({ size1: 0, path: [] });
    expect(await guest.refused('logCheckpoint', { fromSize: seen.size + 1 })).toBe('invalid_input');
  });
});
