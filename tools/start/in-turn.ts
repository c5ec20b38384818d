import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';

const LOOK_EVERY_MS = 200;

/**
 * Does something that no other process does meanwhile: of two starts of one checkout the second waits for the build of
 * the first. `lock` is a file that names the process at work; one that ended without taking it away holds up nothing.
 */
export async function inTurn<T>(lock: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(path.dirname(lock), { recursive: true });
  while (!isTaken(lock)) await after(LOOK_EVERY_MS);
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Whether the file is ours now. */
function isTaken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!isAtWork(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isAtWork(lock: string): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // of another user, and there
  }
}
