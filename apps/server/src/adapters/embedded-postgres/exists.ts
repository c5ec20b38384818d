import { access, constants, readdir } from 'node:fs/promises';
import { errorCode } from '../keys.ts';

/** Is there a cluster? An empty directory, or a link to what is not there yet, is none. */
export async function clusterExists(target: string): Promise<boolean> {
  try {
    await access(target, constants.F_OK);
    return (await readdir(target)).length > 0;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
