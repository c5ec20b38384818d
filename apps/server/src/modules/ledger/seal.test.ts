import pg from 'pg';
import { readCheckpoint, treeRoot } from '@khara/proof';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { TestClock, testDeps } from '#test/deps.ts';
import { recharge } from '#test/ledger-fixtures.ts';
import { sealLog } from './index.ts';

const database = useTestDatabase();
const clock = new TestClock();
const { keys } = testDeps();
const seal = () => sealLog({ db: database.app, clock, keys });

type Leaf = { readonly idx: bigint; readonly hash: Uint8Array; readonly id: bigint };
const leaves = () => database.job.query<Leaf>('test.leaves', 'SELECT idx, hash, id FROM ledger.leaf ORDER BY idx');
type Note = { readonly size: bigint; readonly root: Uint8Array; readonly at_ms: bigint; readonly note: string };
const notes = () => database.job.query<Note>('test.notes', 'SELECT * FROM ledger.checkpoint ORDER BY size, at_ms');
const waiting = async () => {
  const [row] = await database.job.query<{ n: bigint }>('test.unsealed', 'SELECT count(*) AS n FROM ledger.unsealed');
  return row?.n;
};

const add = (size: number, note: string) =>
  database.app.query('test.add', 'SELECT ledger.add_checkpoint($1, $2, $3)', [size, 9e15, note]);

describe('the log', { shuffle: false }, () => {
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
    clock.advance(-3_600_000);
    await recharge(database.app, 'asha', 100n, 'RC-two');
    await seal();
    const times = (await notes()).map(({ at_ms }) => at_ms);
    expect(times).toEqual(times.toSorted((a, b) => Number(a - b)));
    expect(new Set(times).size).toBe(times.length);
    clock.advance(3_700_000);
  });

  it('takes an entry that commits after one with a higher id, later', async () => {
    const late = new pg.Client(database.connection('khara_app'));
    await late.connect();
    try {
      await late.query('BEGIN');
      const { rows } = await late.query<{ entry_id: string }>(
        `SELECT entry_id FROM ledger.hold_open(NULL, NULL, 'order_hold', 'H-late', 'user', '2026-01-02', 'u:u1', 'INR', 10, NULL)`,
      );
      const id = BigInt(rows[0]?.entry_id ?? 0);
      const other = await recharge(database.app, 'bela', 100n);
      expect(other.entryId).toBeGreaterThan(id);
      await seal();
      expect((await leaves()).at(-1)?.id).toBe(other.entryId);
      await late.query('COMMIT');
      await seal();
      expect((await leaves()).slice(-2).map((leaf) => leaf.id)).toEqual([other.entryId, id]);
    } finally {
      await late.end();
    }
  });

  it('has one sealer at a time, and nothing is sealed twice by many', async () => {
    const before = (await leaves()).length;
    await Promise.all(
      Array.from({ length: 24 }, async (_, count) => {
        await recharge(database.app, `many${count}`, 100n);
        await seal();
      }),
    );
    await seal();
    expect(await leaves()).toHaveLength(before + 24);
  });

  it('keeps no checkpoint that says what is not so', async () => {
    const [last] = (await notes()).slice(-1);
    await expect(add(Number(last?.size), last?.note ?? '')).rejects.toThrow('no such checkpoint');
    await expect(add(1_000_000, last?.note ?? '')).rejects.toThrow('no such checkpoint');
  });
});
