import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { setTimeout as rest } from 'node:timers/promises';
import { takeFileLock } from './file-lock.ts';
import { errorCode } from './keys.ts';
import { readMachine } from './machine.ts';

/** What holds a directory, as another one reads it: "… is in use by another Khara server". */
export type Holder = 'another Khara server' | 'npm run verify' | 'npm run rotate-vault-key' | 'npm run cluster';

/** Whether a database runs there, or soon will. */
export const isServer = (holder: string): boolean => !/^npm run (verify|rotate-vault-key)/.test(holder);

export type DirectoryLock = {
  readonly directory: string;
  release(): Promise<void>;
};

/** What a directory is in use by. */
export class DirectoryInUse extends Error {
  readonly holder: string;
  constructor(directory: string, holder: string) {
    const advice = holder === 'another Khara server' ? 'Stop that one, or set' : 'Wait until it has ended, or set';
    super(`${directory} is in use by ${holder}. ${advice} DATA_DIR to another directory.`);
    this.holder = holder;
  }
}

/** Throws where a directory is PostgreSQL's own, or in it: a second installation there would stand in its files. */
function refuseDatabase(directory: string): void {
  for (let place = path.resolve(directory); ; place = path.dirname(place)) {
    if (existsSync(path.join(place, 'PG_VERSION')))
      throw new Error(`${directory} is in the directory of a database. Set DATA_DIR to another directory.`);
    if (place === path.dirname(place)) return;
  }
}

/** Interval at which the holder writes a sign of life. */
const BEAT_MS = 1000;
/** One of another machine that gives none for this long has ended. */
const SILENT_MS = 10 * BEAT_MS;

/**
 * Takes a directory for this process alone: two servers on one data directory would destroy its database. The lock is
 * `server.lock`, which the system keeps ({@link takeFileLock}). Where machines share a directory their systems may know
 * nothing of each other's locks, so `server.beat` counts up while it is held. A count of another machine is watched for
 * ten seconds, and refused when it moves. Of this machine the lock alone decides: whose server was killed waits for
 * nothing.
 *
 * Throws {@link DirectoryInUse} when it is held, and an error where it is a database's own; nothing is changed then.
 */
export async function lockDirectory(directory: string, as: Holder = 'another Khara server'): Promise<DirectoryLock> {
  refuseDatabase(directory);
  const lock = takeFileLock(path.join(directory, 'server.lock'));
  const file = path.join(directory, 'server.beat');
  if (!lock) throw new DirectoryInUse(directory, holderIn(await read(file)));
  try {
    const machine = await readMachine();
    const beats = startBeats({ file, as, machine });
    await takeBeat(directory, { file, machine, beats });
    const timer = setInterval(() => void beats.next(), BEAT_MS).unref();
    let released: Promise<void> | undefined;
    return {
      directory,
      release: () =>
        (released ??= (async () => {
          clearInterval(timer);
          await beats.end();
          lock.release();
        })()),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Throws {@link DirectoryInUse} when a directory of this machine is held now: before a start takes a port or
 * anything else.
 */
export async function refuseHeld(directory: string): Promise<void> {
  refuseDatabase(directory);
  const file = path.join(directory, 'server.lock');
  if (!existsSync(file)) return;
  const lock = takeFileLock(file);
  if (!lock) throw new DirectoryInUse(directory, holderIn(await read(path.join(directory, 'server.beat'))));
  lock.release();
}

type Beats = { readonly first: () => Promise<boolean>; next(): Promise<void>; end(): Promise<void> };

function startBeats({
  file,
  as,
  machine,
}: {
  readonly file: string;
  readonly as: Holder;
  readonly machine: string;
}): Beats {
  const id = randomUUID();
  let [count, last] = [0, Promise.resolve()];
  const text = () => `${as}\n${machine}\n${id} ${(count += 1)}\n`;
  return {
    first: () =>
      writeFile(file, text(), { flag: 'wx' }).then(
        () => true,
        (error: unknown) => {
          if (errorCode(error) === 'EEXIST') return false;
          throw error;
        },
      ),
    // A disk that is full keeps it from beating, and nothing else.
    next: () => (last = last.then(() => writeFile(file, text()).catch(() => undefined))),
    async end() {
      await last;
      await rm(file, { force: true });
    },
  };
}

/** The first beat. One that was there is of a holder that has ended, or of another machine. */
async function takeBeat(
  directory: string,
  { file, machine, beats }: { readonly file: string; readonly machine: string; readonly beats: Beats },
): Promise<void> {
  if (await beats.first()) return;
  const found = await read(file);
  const isOwn = machine !== '' && found.split('\n')[1] === machine;
  if (!isOwn) await refuseMoving(directory, file, found);
  await beats.next();
  // Another machine may have found the same silence.
  if (!isOwn) await refuseMoving(directory, file, await read(file), 2 * BEAT_MS);
}

async function refuseMoving(directory: string, file: string, found: string, withinMs = SILENT_MS): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    await rest(100);
    const now = await read(file);
    if (now !== found) throw new DirectoryInUse(directory, `${holderIn(now || found)} of another machine`);
  }
}

const read = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');
const holderIn = (beat: string): string => beat.split('\n')[0] || 'another Khara server';
