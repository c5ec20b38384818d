import { createHash, randomUUID } from 'node:crypto';
import { chown, lstat, mkdir, readdir, readlink, rename, rm, rmdir, stat, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorCode } from '../keys.ts';
import type { Runner } from './runner.ts';

/** Where the sockets of a cluster are: in the data directory, so that whatever sees it finds them. */
export const socketsPath = (dataDir: string): string => path.join(dataDir, 'pg.sockets');

/** Makes the directory of the sockets, which belongs to the user that runs the database. */
export async function socketDirectory(dataDir: string, runner: Runner): Promise<string> {
  const directory = socketsPath(dataDir);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { uid } = await stat(directory);
  const expected = runner?.uid ?? process.getuid?.();
  if (runner && uid === 0) await chown(directory, runner.uid, runner.gid);
  else if (uid !== expected)
    throw new Error(`${directory} belongs to another user (${uid}): remove it, or start the server as that user`);
  return directory;
}

/**
 * Paths of unix sockets end at 107 bytes, elsewhere at 103, and PostgreSQL takes a comma for the end of one. A
 * deep directory, or one with a comma, is reached by a link among the temporary files.
 */
const LONGEST_DIRECTORY = 85;

export async function shortPathTo(directory: string): Promise<string> {
  if (Buffer.byteLength(directory) <= LONGEST_DIRECTORY && !directory.includes(',')) return directory;
  const link = linkTo(directory);
  if (await isOwnLink(link, directory)) return link;
  const part = `${link}.${randomUUID().slice(0, 8)}`;
  await symlink(directory, part);
  await rename(part, link);
  return link;
}

/** Another user's link could lead elsewhere later. */
async function isOwnLink(link: string, directory: string): Promise<boolean> {
  try {
    return (await readlink(link)) === directory && (await lstat(link)).uid === (process.getuid?.() ?? 0);
  } catch {
    return false;
  }
}

const linkTo = (directory: string): string =>
  path.join(tmpdir(), `khara-${createHash('sha256').update(directory).digest('hex').slice(0, 16)}`);

/** Removes the sockets of a database that has ended, and nothing else that may be in their directory. */
export async function removeSockets(directory: string): Promise<void> {
  for (const file of await readdir(directory).catch(() => []))
    if (file.startsWith('.s.PGSQL.')) await rm(path.join(directory, file), { force: true });
}

/** Removes what {@link socketDirectory} made, and the way there; a directory that holds something else stays. */
export async function removeSocketDirectory(directory: string): Promise<void> {
  await removeSockets(directory);
  await rmdir(directory).catch((error: unknown) => {
    if (!['ENOTEMPTY', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
  });
  await rm(linkTo(directory), { force: true });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('no port of 127.0.0.1 is free'));
      });
    });
  });
}
