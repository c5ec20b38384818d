import { constants } from 'node:fs';
import { lstat, open, readFile, rm, writeFile } from 'node:fs/promises';
import { errorCode } from '../keys.ts';
import { readProcesses } from '../machine.ts';
import { run } from '../processes.ts';

/**
 * Whether a database lives on a cluster, and where it was started. Process ids say neither: they are used
 * again, and mean other processes in a container.
 *
 * Each process of a database has the pipe `pg.alive` open for reading, since the first of them is given it.
 * The system tells by it whether one of them lives, in whatever namespace, also where the first has ended and
 * another still writes. `pg.launch` says which launch that was, and where.
 */
const pipePath = (data: string): string => `${data}.alive`;
const launchPath = (data: string): string => `${data}.launch`;

/** A launch of a database: it has the id as its setting `khara.launch`, and answers with it. */
export type LaunchNote = {
  readonly id: string;
  /** Where its process ids count ({@link readProcesses}). */
  readonly processes: string;
};
export const LAUNCH_SETTING = 'khara.launch';

/**
 * The end of the pipe that a database is started with, by who has the lock; close it once it has been.
 * Undefined on Windows, which has none.
 */
export async function openPipe(data: string): Promise<Awaited<ReturnType<typeof open>> | undefined> {
  if (process.platform === 'win32') return undefined;
  const pipe = pipePath(data);
  if (!(await isPipe(pipe))) {
    await rm(pipe, { force: true }); // a copy of the directory may have a plain file in its place
    await run('mkfifo', ['-m', '600', pipe]);
  }
  return open(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
}

const isPipe = (file: string): Promise<boolean> =>
  lstat(file).then(
    (found) => found.isFIFO(),
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    },
  );

/** Whether a process of a database lives that was started on this cluster. */
export async function isAlive(data: string): Promise<boolean> {
  try {
    if (!(await isPipe(pipePath(data)))) return false;
    await (await open(pipePath(data), constants.O_WRONLY | constants.O_NONBLOCK)).close();
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENXIO' || errorCode(error) === 'ENOENT') return false; // no reader; no pipe
    throw error;
  }
}

export async function noteLaunch(data: string, id: string): Promise<void> {
  await writeFile(launchPath(data), JSON.stringify({ id, processes: await readProcesses() } satisfies LaunchNote));
}

/** The launch that was noted last. */
export async function lastLaunch(data: string): Promise<LaunchNote | undefined> {
  try {
    return JSON.parse(await readFile(launchPath(data), 'utf8')) as LaunchNote; // as `noteLaunch` wrote it
  } catch {
    return undefined;
  }
}

/** After a clean end. */
export async function removeTraces(data: string): Promise<void> {
  for (const file of [pipePath(data), launchPath(data)]) await rm(file, { force: true });
}
