import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setInterval } from 'node:timers';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DirectoryInUse, lockDirectory, refuseHeld } from './directory-lock.ts';

let top: string;
let directory: string;
beforeEach(() => {
  top = mkdtempSync(path.join(tmpdir(), 'khara-directory-'));
  directory = path.join(top, 'data');
  cpSync(import.meta.filename, path.join(directory, 'something'));
});
afterEach(() => rmSync(top, { recursive: true }));

/** What is there. The lock itself is not read: this process would give it up. */
const inside = () =>
  Object.fromEntries(
    readdirSync(directory).map((name) => [
      name,
      name === 'server.lock' ? '' : readFileSync(path.join(directory, name), 'utf8'),
    ]),
  );
const beat = () => path.join(directory, 'server.beat');
const of = (machine: string, count: number) => `another Khara server\n${machine}\nid ${count}\n`;

describe('the lock of a data directory', () => {
  it('is refused in one sentence that names its holder, and nothing is touched', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const lock = await lockDirectory(directory, 'npm run verify');
    const before = inside();
    await expect(lockDirectory(directory)).rejects.toThrow(
      `${directory} is in use by npm run verify. Wait until it has ended, or set DATA_DIR to another directory.`,
    );
    await expect(refuseHeld(directory)).rejects.toThrow('is in use by npm run verify');
    expect(inside()).toEqual(before);
    await lock.release();
    expect(Object.keys(inside())).toEqual(['server.lock', 'something']);
    await refuseHeld(directory);
    await (await lockDirectory(directory)).release();
  });

  it('refuses a place in the directory of a database', async () => {
    writeFileSync(path.join(directory, 'PG_VERSION'), '18');
    for (const place of [directory, path.join(directory, 'base', 'data')]) {
      const sentence = `${place} is in the directory of a database. Set DATA_DIR to another directory.`;
      await expect(lockDirectory(place)).rejects.toThrow(sentence);
      await expect(refuseHeld(place)).rejects.toThrow(sentence);
    }
    expect(Object.keys(inside())).toEqual(['PG_VERSION', 'something']);
  });

  it('leaves another machine alone whose count moves', async () => {
    let count = 0;
    const other = setInterval(() => writeFileSync(beat(), of('another boot', (count += 1))), 100);
    onTestFinished(() => clearInterval(other));
    writeFileSync(beat(), of('another boot', 0));
    const refused = await lockDirectory(directory).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DirectoryInUse);
    expect(String(refused)).toContain('in use by another Khara server of another machine');
    expect(readFileSync(beat(), 'utf8')).toContain('another boot');
  });

  it('waits for nothing when a server of this machine was killed', async () => {
    const first = await lockDirectory(directory);
    const text = readFileSync(beat(), 'utf8');
    await first.release();
    writeFileSync(beat(), text);
    const since = performance.now();
    await (await lockDirectory(directory)).release();
    expect(performance.now() - since).toBeLessThan(1000);
  });

  it('is taken over from another machine that is silent for ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'performance', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    writeFileSync(beat(), of('another boot', 7));
    const taking = lockDirectory(directory);
    let isTaken = false;
    void taking.then(() => (isTaken = true));
    await vi.waitFor(
      () => {
        vi.advanceTimersByTime(500);
        expect(isTaken).toBe(true);
      },
      { timeout: 20_000, interval: 20 },
    );
    expect(readFileSync(beat(), 'utf8')).not.toContain('another boot');
    await (await taking).release();
  });

  it('is not held by a copy of the directory of a running server', async () => {
    const lock = await lockDirectory(directory);
    // As another process copies it: one that reads its own lock gives it up.
    const copy = path.join(top, 'copy');
    cpSync(path.join(directory, 'something'), path.join(copy, 'something'));
    writeFileSync(path.join(copy, 'server.lock'), '');
    writeFileSync(path.join(copy, 'server.beat'), readFileSync(beat()));
    await (await lockDirectory(copy)).release();
    await lock.release();
  });
});
