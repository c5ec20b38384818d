import pg from 'pg';
import { consistencyRanges, inclusionRanges, isConsistent, isIncluded, readCheckpoint, treeRoot } from '@khara/proof';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { TestClock, testDeps } from '#test/deps.ts';
import { freeze, recharge } from '#test/ledger-fixtures.ts';
import { appendRecord, newestCheckpoint, findRecord, readRoots, sealLog } from './index.ts';

const database = useTestDatabase({ per: 'test' });
let clock: TestClock;
beforeEach(() => {
  clock = new TestClock();
});
const { keys } = testDeps();
const seal = () => sealLog({ db: database.app, clock, keys });

type Leaf = { readonly idx: bigint; readonly hash: Uint8Array; readonly id: bigint };
const leaves = () =>
  database.app.query<Leaf>(
    'test.leaves',
    `SELECT l.idx, l.hash, e.id
     FROM (SELECT t.idx * 256 + n AS idx, substr(t.hashes, 32 * n + 1, 32) AS hash
           FROM ledger.tile t, generate_series(0, octet_length(t.hashes) / 32 - 1) n WHERE t.level = 0) l
     JOIN ledger.entry e ON e.leaf = l.hash ORDER BY l.idx`,
  );
type Note = { readonly size: bigint; readonly root: Uint8Array; readonly at: number; readonly note: string };
const notes = () => database.app.query<Note>('test.notes', 'SELECT * FROM ledger.checkpoint ORDER BY size, at_ms');
const waiting = async () => {
  const [row] = await database.app.query<{ n: bigint }>('test.unsealed', 'SELECT count(*) AS n FROM ledger.unsealed');
  return row?.n;
};

const add = (size: number, note: string) =>
  database.app.query('test.add', 'SELECT ledger.add_checkpoint($1, $2, $3)', [size, 9e15, note]);

/** A transaction that stays open until the work ends it, or has failed. */
async function inTransaction(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(database.connection('khara_app'));
  await client.connect();
  try {
    await client.query('BEGIN');
    await work(client);
  } finally {
    await client.end();
  }
}

describe('the log', () => {
  it('is signed before anything is in it, by a key that says whose log it is', async () => {
    await seal();
    const [first] = await notes();
    const read = readCheckpoint(first?.note ?? '', keys.log);
    expect(read).toMatchObject({ ok: true, checkpoint: { name: 'khara/test', size: 0, root: treeRoot([]) } });
  });

  it('takes entries in the order of ids, each once, and its root is that of the tree over them', async () => {
    for (let count = 1; count <= 37; count += 1) {
      await recharge(database.app, `u${count}`, 100n);
      if (count % 5 === 0 || count < 4) await seal();
    }
    await seal();
    await seal();
    const all = await leaves();
    expect(all.map(({ idx }) => idx)).toEqual(Array.from({ length: 37 }, (_, index) => BigInt(index)));
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => Number(a - b)));
    expect(await waiting()).toBe(0n);

    clock.advance(2000);
    await seal();
    const newest = (await notes()).at(-1);
    expect(newest).toMatchObject({ size: 37n, root: Buffer.from(treeRoot(all.map(({ hash }) => hash))) });
    expect(readCheckpoint(newest?.note ?? '', keys.log)).toMatchObject({ ok: true, checkpoint: { size: 37 } });
  });

  it('signs what is new at most every second and a half, and what is old every ten minutes', async () => {
    await seal();
    const before = (await notes()).length;
    await recharge(database.app, 'asha', 100n, 'RC-one');
    await seal();
    expect(await notes()).toHaveLength(before);
    clock.advance(1500);
    await seal();
    await seal();
    expect(await notes()).toHaveLength(before + 1);
    clock.advance(10 * 60_000 - 1);
    await seal();
    expect(await notes()).toHaveLength(before + 1);
    clock.advance(1);
    await seal();
    expect(await notes()).toHaveLength(before + 2);
  });

  it('never goes back in time, whatever the clock does', async () => {
    await seal();
    clock.advance(-3_600_000);
    await recharge(database.app, 'asha', 100n, 'RC-two');
    await seal();
    clock.advance(3_700_000);
    await seal();
    const times = (await notes()).map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => Number(a - b)));
    expect(new Set(times).size).toBe(times.length);
    expect(times.length).toBeGreaterThan(1);
  });

  it('lets what has a higher id wait for one that is under way, so that the log has the order of ids', () =>
    inTransaction(async (late) => {
      await recharge(database.app, 'u1', 100n);
      await seal();
      const { rows } = await late.query<{ entry_id: string }>(
        `SELECT entry_id FROM ledger.hold_open(NULL, NULL, 'order_hold', 'H-late', 'user', '2026-01-02', 'u:u1', 'INR', 10, NULL)`,
      );
      const id = BigInt(rows[0]?.entry_id ?? 0);
      const other = await recharge(database.app, 'bela', 100n);
      expect(other.entryId).toBeGreaterThan(id);
      const before = (await leaves()).at(-1)?.id;
      await seal();
      expect((await leaves()).at(-1)?.id).toBe(before);
      expect(await waiting()).toBe(1n);
      await late.query('COMMIT');
      await seal();
      expect((await leaves()).slice(-2).map((leaf) => leaf.id)).toEqual([id, other.entryId]);
    }));

  it('waits for no id that was drawn and not used, and only for those who had drawn one when it was missed', () =>
    inTransaction(async (late) => {
      await recharge(database.app, 'u1', 100n);
      await freeze(database.app, 'u1', 1_000_000n, 'H-dear'); // draws an id, and is refused
      const first = await recharge(database.app, 'u1', 100n, 'RC-after-a-gap');
      await seal();
      expect((await leaves()).at(-1)?.id).toBe(first.entryId);

      const gap = `SELECT ledger.hold_open(NULL, NULL, 'order_hold', 'H-gap', 'user', '2026-01-02', 'u:u1', 'INR', 10, NULL)`;
      await late.query(gap);
      const second = await recharge(database.app, 'bela', 100n, 'RC-after-another');
      await seal();
      expect((await leaves()).at(-1)?.id).toBe(first.entryId);
      await late.query('ROLLBACK; BEGIN');
      await late.query(gap); // another one is under way now, with a higher id
      await seal();
      expect((await leaves()).at(-1)?.id).toBe(second.entryId);
    }));

  it('has one sealer at a time, and nothing is sealed twice by many', async () => {
    await Promise.all(
      Array.from({ length: 24 }, async (_, count) => {
        await recharge(database.app, `many${count}`, 100n);
        await seal();
      }),
    );
    await seal();
    expect(await leaves()).toHaveLength(24);
  });

  it('proves each entry by its place, over more than one tile', async () => {
    for (let n = 0; n < 40; n += 1) await recharge(database.app, `u${n}`, 100n);
    await database.app.transaction(async (tx) => {
      for (let n = 0; n < 700; n += 1) await appendRecord(tx, { type: 'ops.action', json: `{"n":${n}}`, ref: `n${n}` });
    });
    await recharge(database.app, 'zoya', 100n);
    clock.advance(2000);
    await seal();
    const { size, root } = (await newestCheckpoint(database.app))!;
    expect(size).toBeGreaterThan(700);
    const lines = await database.app.query<{ id: bigint; leaf: Uint8Array }>(
      'test.all',
      'SELECT id, leaf FROM ledger.entry',
    );
    for (const { id, leaf } of lines) {
      const [place] = await database.app.query<{ index: bigint }>(
        'test.place',
        `SELECT ledger.place_in_log('e', $1, $2) AS index`,
        [id, leaf],
      );
      const index = Number(place!.index);
      const path = await readRoots(database.app, inclusionRanges(index, size));
      expect(isIncluded({ index, size, leaf, path, root })).toBe(true);
    }
    const record = (await findRecord(database.app, 'ops.action', 'n699'))!;
    const index = record.index!;
    const path = await readRoots(database.app, inclusionRanges(index, size));
    expect(isIncluded({ index, size, leaf: record.leaf, path, root })).toBe(true);
    for (const older of [1, 37, 255, 256, 257, 512, size - 1]) {
      const [root1, ...proof] = await readRoots(database.app, [
        { from: 0, to: older },
        ...consistencyRanges(older, size),
      ]);
      expect(isConsistent({ size1: older, size2: size, root1: root1!, root2: root, path: proof })).toBe(true);
    }
  });

  it('keeps no checkpoint that says what is not so', async () => {
    await recharge(database.app, 'asha', 100n);
    await seal();
    const [last] = (await notes()).slice(-1);
    await expect(add(Number(last?.size), last?.note ?? '')).rejects.toThrow('no such checkpoint');
    await expect(add(1_000_000, last?.note ?? '')).rejects.toThrow('no such checkpoint');
  });
});

describe('an entry whose leaf is not its own', () => {
  const broken = useTestDatabase({ per: 'test', provesBooks: false });

  it.each([
    ['the leaf itself', 'leaf = sha256(leaf)'],
    ['its kind', `kind = 'dividend'`],
    ['its ref', `ref = ref || '0'`],
    ['its instant', 'at_ms = at_ms + 1'],
    ['its salt', 'salt = substr(sha256(salt), 1, 16)'],
    ['an amount', 'amount = ARRAY[-200, 200]'],
    ['a balance', 'after = ARRAY[NULL, 200]'],
    ['the number of a line', 'seq = ARRAY[NULL, 2]'],
    ['what its chain goes on from', `prev = sha256(prev)`],
  ])('has no place in the log, nor has what comes after it, and money stops: %s', async (_what, change) => {
    const first = await recharge(broken.app, 'u1', 100n);
    const second = await recharge(broken.app, 'u2', 100n);
    await recharge(broken.app, 'u3', 100n);
    await broken.admin.transaction(async (tx) => {
      await tx.query('test.no_checks', 'ALTER TABLE ledger.entry DISABLE TRIGGER append_only');
      await tx.query('test.change', `UPDATE ledger.entry SET ${change} WHERE id = $1`, [second.entryId]);
    });
    await sealLog({ db: broken.app, clock, keys });
    const [tile] = await broken.app.query<{ hashes: Uint8Array; entryId: bigint }>(
      'test.tile',
      'SELECT hashes, entry_id FROM ledger.tile WHERE level = 0',
    );
    expect(tile).toMatchObject({ entryId: first.entryId });
    expect(Buffer.from(tile!.hashes.subarray(0, 32))).toEqual(Buffer.from(first.leaf));
    const stops = await broken.app.query('test.stops', 'SELECT check_name FROM ledger.books_stop');
    expect(stops).toEqual([{ checkName: 'leaves' }]);
  });
});
