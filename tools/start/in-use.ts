import path from 'node:path';
import { DirectoryInUse, refuseHeld } from '../../apps/server/src/adapters/directory-lock.ts';
import { readConfig } from '../../apps/server/src/config.ts';

/**
 * What to say where a server runs on the data directory of the variables already: before anything is built or loaded
 * for another. Undefined where a start may go on; it refuses wrong variables by itself.
 */
export async function whyInUse(
  environment: Readonly<Record<string, string | undefined>>,
  root: string,
): Promise<string | undefined> {
  try {
    await refuseHeld(path.resolve(root, readConfig(environment).DATA_DIR));
  } catch (error) {
    if (error instanceof DirectoryInUse) return error.message;
  }
  return undefined;
}
