import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a directory, and those above it that are missing. Each by itself: in a place that takes none, as
 * `/proc`, the recursive `mkdir` of Node never ends.
 */
export async function makeDirectory(directory: string, mode: number): Promise<void> {
  try {
    await mkdir(directory, { mode });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EEXIST' && (await isDirectory(directory))) return;
    const parent = path.dirname(directory);
    if (code !== 'ENOENT' || (await isDirectory(parent))) throw error;
    await makeDirectory(parent, mode);
    await makeDirectory(directory, mode);
  }
}

const isDirectory = (place: string): Promise<boolean> =>
  stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
