import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type FileLock, waitForFileLock } from './file-lock.ts';
import { makeDirectory } from './make-directory.ts';

/**
 * Reads the secret `name` of a directory of keys, making a random one of 256 bits on first use. It is
 * readable by its owner only (0600), and is never written anywhere else. What a secret store put there is
 * only read, so that its directory may be read-only.
 */
export async function readSecret(keysDir: string, name: string): Promise<string> {
  const file = keyFile(keysDir, name);
  const text = (await readFile(file, 'utf8').catch(ifMissing(() => makeSecretFile(file)))).trim();
  if (text === '') throw new Error(`${file} is empty: restore it from a backup, or delete it to get a new secret`);
  return text;
}

async function makeSecretFile(file: string): Promise<string> {
  await makeDirectory(path.dirname(file), 0o700);
  // Another process may be making it: the first one counts.
  await writeFile(file, `${randomSecret()}\n`, { mode: 0o600, flag: 'wx', flush: true }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  return readFile(file, 'utf8');
}

const ifMissing =
  (otherwise: () => Promise<string>) =>
  (error: unknown): Promise<string> => {
    if (errorCode(error) !== 'ENOENT') throw error;
    return otherwise();
  };

/**
 * Replaces the secret `name` by a new random one, which it returns: the file holds the one or the other, never a
 * part of either.
 */
export async function replaceSecret(keysDir: string, name: string): Promise<string> {
  const file = keyFile(keysDir, name);
  const text = randomSecret();
  await makeDirectory(path.dirname(file), 0o700);
  await writeFile(`${file}.part`, `${text}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
  return text;
}

/**
 * Runs `work`, which writes keys, while no other process does: those who change keys may run beside a server,
 * and several servers may share a directory of keys. One that is only read, as of a secret store, needs no
 * lock.
 */
export async function holdingKeys<T>(keysDir: string, work: () => Promise<T>): Promise<T> {
  const lock = await lockKeys(keysDir);
  try {
    return await work();
  } finally {
    lock?.release();
  }
}

async function lockKeys(keysDir: string): Promise<FileLock | undefined> {
  try {
    await makeDirectory(keysDir, 0o700);
    return await waitForFileLock(keyFile(keysDir, 'keys.lock'));
  } catch (error) {
    if (isOnlyRead(error)) return undefined;
    throw error;
  }
}

/** Whether a place refuses to be written to. */
export const isOnlyRead = (error: unknown): boolean => ['EROFS', 'EACCES', 'EPERM'].includes(errorCode(error) ?? '');

/** Where the keys of a data directory lie, unless the configuration names another place. */
export const keysPath = (dataDir: string): string => path.join(dataDir, 'keys');
export const keyFile = (keysDir: string, name: string): string => path.join(keysDir, name);
const randomSecret = (): string => randomBytes(32).toString('base64url');

/** The errno name of a failed system call ("ENOENT"). */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
