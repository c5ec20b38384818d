import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { derivePublicKey, readCheckpoint, signCheckpoint } from '@khara/proof';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { LOG_KEY, TestClock, testDeps } from '#test/deps.ts';
import { recharge } from '#test/ledger-fixtures.ts';
import { installKeys, preparedLogKey, prepareLogKey } from '#src/adapters/install-keys.ts';
import { keysOfLog, newestCheckpoint, rotateLogKey, readRotations, sealLog } from './index.ts';
import { verifyLedger } from '#src/verify/ledger.ts';

const clock = new TestClock();
const { keys } = testDeps();
const keyOf = (n: number) => {
  const secretSeed = new Uint8Array(32).fill(n);
  return { name: keys.log.name, publicKey: derivePublicKey(secretSeed), secretSeed };
};

describe('the key of the log', () => {
  const database = useTestDatabase({ per: 'test' });
  const seal = async (log: typeof keys.log) => {
    clock.advance(2000);
    await sealLog({ db: database.app, clock, keys: { ...keys, log } });
  };
  const wrong = async (log: typeof keys.log) =>
    (await verifyLedger(database.admin, { ...keys, log }))
      .filter(({ violations }) => violations > 0)
      .map(({ name }) => name);
  /** A log whose key was the test's own, then the sixth, and is the seventh. */
  async function changeTwice(): Promise<void> {
    await recharge(database.app, 'asha', 100n);
    await seal(keys.log);
    await rotateLogKey(database.app, LOG_KEY, keyOf(6));
    await seal(keyOf(6));
    await rotateLogKey(database.app, keyOf(6), keyOf(7));
    await recharge(database.app, 'bela', 100n);
    await seal(keyOf(7));
  }

  it('is changed by a record that both keys sign, once however often it is asked for', async () => {
    await recharge(database.app, 'asha', 100n);
    await seal(keys.log);
    const next = keyOf(6);
    for (let times = 0; times < 3; times += 1) await rotateLogKey(database.app, LOG_KEY, next);
    await seal(next);
    expect(await readRotations(database.app, next)).toHaveLength(1);
    const newest = await newestCheckpoint(database.app);
    expect(readCheckpoint(newest?.note ?? '', next)).toMatchObject({ ok: true, checkpoint: { size: 2 } });
    expect((await keysOfLog(database.app, next)).map(({ publicKey }) => publicKey)).toEqual([
      keys.log.publicKey,
      next.publicKey,
    ]);
    expect(await wrong(next)).toEqual([]);
  });

  it('may be changed again, and the whole log is proved under the newest key alone', async () => {
    await changeTwice();
    expect(await wrong(keyOf(7))).toEqual([]);
    expect(await wrong(keyOf(6))).toEqual(['checkpoint_signature']); // what the seventh signed is not the sixth's
    expect(await wrong(keyOf(8))).toEqual(['checkpoint_signature']);
  });

  it('that was given up signs nothing more', async () => {
    await changeTwice();
    const newest = await newestCheckpoint(database.app);
    if (!newest) throw new Error('no checkpoint');
    const timeMs = clock.now() + 1;
    const { name } = keys.log;
    const note = signCheckpoint({ name, size: newest.size, root: newest.root, timeMs }, keyOf(6).secretSeed);
    await database.app.query('test.add', 'SELECT ledger.add_checkpoint($1, $2, $3)', [newest.size, timeMs, note]);
    expect(await wrong(keyOf(7))).toEqual(['checkpoint_signature']);
  });
});

describe('the keys of a data directory', () => {
  it('take a prepared key in the place of the old one, which is kept', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'khara-keys-'));
    try {
      const before = await installKeys(path.join(directory, 'keys'));
      expect(await preparedLogKey(path.join(directory, 'keys'), before)).toBeUndefined();
      const prepared = await prepareLogKey(path.join(directory, 'keys'));
      expect(await prepareLogKey(path.join(directory, 'keys'))).toEqual(prepared); // asked for twice
      const waiting = await preparedLogKey(path.join(directory, 'keys'), before);
      expect(waiting?.key).toEqual(prepared);
      expect((await installKeys(path.join(directory, 'keys'))).log).toEqual(before.log); // until it is adopted

      await waiting?.adopt();
      const after = await installKeys(path.join(directory, 'keys'));
      expect(after.log).toEqual(prepared);
      expect(after.log.name).toBe(before.log.name);
      expect(await preparedLogKey(path.join(directory, 'keys'), after)).toBeUndefined();
      expect((await readdir(path.join(directory, 'keys'))).filter((name) => name.includes('.old-'))).toHaveLength(1);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
