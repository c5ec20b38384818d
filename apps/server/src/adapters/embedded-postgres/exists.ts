import { access, constants, readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../keys.ts';

/** Is there a cluster? An empty directory is none. */
export async function clusterExists(target: string): Promise<boolean> {
  try {
    await access(target, constants.F_OK);
    return (await readdir(target)).length > 0;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Throws, with what to do, where a cluster is a link, as versions before this one made below /root. A copy of the data
 * directory would be without it, and run on the database of its original.
 */
export async function refuseLinked(data: string): Promise<void> {
  const link = await readlink(data).catch(() => undefined);
  if (link === undefined) return;
  const place = path.resolve(path.dirname(data), link);
  if (!(await clusterExists(place)))
    throw new Error(
      `The database of ${path.dirname(data)} was in ${place}, where none is: put a backup of it at ${data}`,
    );
  throw new Error(
    `${data} is a link, and the database is in ${place}. A copy of the data directory is without it, and a copy is what this may be. If it is the original, end what uses the database and move it here: rm ${data} && mv ${place} ${data}`,
  );
}
