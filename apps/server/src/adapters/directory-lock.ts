import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from './keys.ts';
import { birthOf, isAlive } from './processes.ts';

/**
 * Takes a directory for this process alone: two servers on one data directory would fight over its database.
 * Throws when a living process has it. The lock of a process that was killed is taken over: the file names
 * its holder by process id and instant of birth, so an id that another process uses again does not count.
 */
export async function lockDirectory(directory: string): Promise<{ release(): Promise<void> }> {
  const file = path.join(directory, 'server.lock');
  const mine = `${file}.${randomUUID()}`;
  const content = `${process.pid}\n${await birthOf(process.pid)}\n`;
  await writeFile(mine, content, { mode: 0o644 });
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      try {
        await link(mine, file); // appears whole or not at all, and never over another
        return { release: () => release(file, content) };
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      const holder = await readFile(file, 'utf8').catch(() => undefined);
      if (holder === undefined) continue; // given back just now
      const [pid = '', birth = ''] = holder.split('\n');
      if (await isHeld(Number(pid), birth)) {
        throw new Error(
          `${directory} is in use by another Khara server (process ${pid}). Stop that one, or set DATA_DIR to another directory.`,
        );
      }
      await removeStale(file, holder);
    }
    throw new Error(`${file} changes all the time: several servers seem to start on ${directory} at once`);
  } finally {
    await rm(mine, { force: true });
  }
}

async function isHeld(pid: number, birth: string): Promise<boolean> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  return (await isAlive(pid)) && (await birthOf(pid)) === birth;
}

/** Moves a dead holder's lock away; should another process have taken it over in between, theirs is put back. */
async function removeStale(file: string, holder: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) !== holder) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

async function release(file: string, content: string): Promise<void> {
  const holder = await readFile(file, 'utf8').catch(() => undefined);
  if (holder === content) await rm(file, { force: true });
}
