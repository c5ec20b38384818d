import { accessSync, constants, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as rest } from 'node:timers/promises';

/** Held from when it was taken until `release`, or until its process has ended, however that happened. */
export type FileLock = { release(): void };

/** SQLite's result codes (sqlite.org/rescode.html). */
const [BUSY, NOT_A_DATABASE] = [5, 26] as const;
/** Of two that try at the same instant one gets it: the other tries again within this. */
const SAME_INSTANT_MS = 200;

/**
 * Takes a file for this process; undefined while another process, or another holder in this one, has it. The
 * lock is the system's (`fcntl`, on Windows `LockFileEx`), which Node has by SQLite alone. The system knows
 * the file and its holder in all namespaces and mounts, and frees it when the holder ends, by SIGKILL too.
 * The file stays and holds nothing: a holder that removed it could take away the one of the next. A copy of
 * it is another file, which nothing holds.
 *
 * A process that reads the file by other means and closes it gives its own lock up (fcntl_locking(2)).
 * Throws where the file cannot be written, or its file system has no locks.
 */
export function takeFileLock(file: string): FileLock | undefined {
  const held = open(file);
  try {
    held.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    held.close();
    const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    if (code === BUSY) return undefined;
    if (code !== NOT_A_DATABASE)
      throw new Error(`${file} cannot be locked: ${String(error)}. Use a file system that has locks.`, {
        cause: error,
      });
    rmSync(file); // something else wrote into it: it is no lock of ours
    return takeFileLock(file);
  }
  const release = () => {
    process.off('exit', release);
    if (held.isOpen) held.close();
  };
  // The process itself refers to it: what nothing refers to would be closed when memory is tidied.
  process.on('exit', release);
  return { release };
}

function open(file: string): DatabaseSync {
  if (existsSync(file)) accessSync(file, constants.W_OK); // else SQLite would hold it for reading, beside others
  try {
    return new DatabaseSync(file, { timeout: SAME_INSTANT_MS });
  } catch (error) {
    accessSync(path.dirname(file), constants.W_OK); // the system says better what is wrong
    throw error;
  }
}

export type Waiting = {
  readonly everyMs?: number;
  /** Called once, when it has waited for two seconds. */
  readonly onWait?: () => void;
};
const SAYS_AFTER_MS = 2000;

/** Takes a file as soon as the process that holds it has given it up or ended. */
export async function waitForFileLock(file: string, { everyMs = 100, onWait }: Waiting = {}): Promise<FileLock> {
  const since = performance.now();
  for (let hasSaid = false; ; await rest(everyMs)) {
    const lock = takeFileLock(file);
    if (lock) return lock;
    if (hasSaid || performance.now() - since < SAYS_AFTER_MS) continue;
    hasSaid = true;
    onWait?.();
  }
}

/** Runs `work` while no other process holds the file. */
export async function holdingFile<T>(file: string, work: () => Promise<T>, waiting?: Waiting): Promise<T> {
  const lock = await waitForFileLock(file, waiting);
  try {
    return await work();
  } finally {
    lock.release();
  }
}
