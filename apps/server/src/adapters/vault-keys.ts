import { readdir, rename } from 'node:fs/promises';
import type { Vault } from '#src/security/vault.ts';
import { isOnlyRead, keyFile, readSecret } from './keys.ts';

/** The name of the vault's keys among the fingerprints of a database. */
export const VAULT_KEY = 'vault-key';

const FILE = new RegExp(`^${VAULT_KEY}-v(\\d+)$`);
const keyFileName = (number: number): string => `${VAULT_KEY}-v${number}`;

/** Numbers of the vault's keys that are in a directory, the newest first. */
async function numbersIn(keysDir: string): Promise<readonly number[]> {
  const files = await readdir(keysDir).catch(() => []);
  return files
    .flatMap((file) => FILE.exec(file)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => b - a);
}

/** Files of the vault's keys that are in use, the newest first. Those that were given up open backups alone. */
export const vaultKeyFiles = async (keysDir: string): Promise<readonly string[]> =>
  (await numbersIn(keysDir)).map(keyFileName);

/** The vault of an installation; its first key is made when there is none. */
export async function openVault(keysDir: string): Promise<Vault> {
  const [newest = 1, ...older] = await numbersIn(keysDir);
  const readKey = async (number: number) => ({
    id: `v${number}`,
    key: Buffer.from(await readSecret(keysDir, keyFileName(number)), 'base64url'),
  });
  return [await readKey(newest), ...(await Promise.all(older.map(readKey)))];
}

/**
 * Makes the key that is to follow, unless two are there: a change that was cut off, or a key that a secret
 * store delivered.
 */
export async function makeNextVaultKey(keysDir: string): Promise<void> {
  const [newest = 0, older] = await numbersIn(keysDir);
  if (older !== undefined) return;
  const next = keyFileName(newest + 1);
  try {
    await readSecret(keysDir, next);
  } catch (cause) {
    if (!isOnlyRead(cause)) throw cause;
    throw new Error(`${keysDir} cannot be written: put a new key there as ${next}, 32 random bytes in base64url`, {
      cause,
    });
  }
}

/**
 * Puts the keys that wrap nothing any more aside. Answers the files that it could not rename, of a directory
 * that is only read.
 */
export async function retireVaultKeys(keysDir: string): Promise<readonly string[]> {
  const [, ...older] = await numbersIn(keysDir);
  const left: string[] = [];
  for (const file of older.map(keyFileName)) {
    try {
      await rename(keyFile(keysDir, file), keyFile(keysDir, `${file}${OLD}`));
    } catch (error) {
      if (!isOnlyRead(error)) throw error;
      left.push(file);
    }
  }
  return left;
}

const OLD = '.old';
