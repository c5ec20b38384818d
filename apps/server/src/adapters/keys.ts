import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Reads the secret `name` of a data directory, making a random one of 256 bits on first use. It lives in `keys/`, readable
 * by its owner only (0600), and is never written anywhere else.
 */
export async function secret(dataDir: string, name: string): Promise<string> {
  const directory = path.join(dataDir, 'keys');
  const file = path.join(directory, name);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const text = (await readFile(file, 'utf8')).trim();
  if (text === '') throw new Error(`${file} is empty: restore it from a backup, or delete it to get a new secret`);
  return text;
}

/** The errno name of a failed system call ("ENOENT"). */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
