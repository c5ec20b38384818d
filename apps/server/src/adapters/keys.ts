import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Reads the secret `name` of a data directory, making a random one of 256 bits on first use. It lives in `keys/`, readable
 * by its owner only (0600), and is never written anywhere else.
 */
export async function secret(dataDir: string, name: string): Promise<string> {
  const file = keyFile(dataDir, name);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, `${drawn()}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const text = (await readFile(file, 'utf8')).trim();
  if (text === '') throw new Error(`${file} is empty: restore it from a backup, or delete it to get a new secret`);
  return text;
}

/** Draws the secret `name` anew, in the place of an older one: the file holds the one or the other, never a part of either. */
export async function redrawn(dataDir: string, name: string): Promise<string> {
  const file = keyFile(dataDir, name);
  const text = drawn();
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.part`, `${text}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
  return text;
}

export const keyFile = (dataDir: string, name: string): string => path.join(dataDir, 'keys', name);
const drawn = (): string => randomBytes(32).toString('base64url');

/** The errno name of a failed system call ("ENOENT"). */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
