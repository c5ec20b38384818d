import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { hex, derivePublicKey, unhex } from '@khara/proof';
import type { InstallationKeys, LogKey, NodeKey, SecretLogKey } from '#src/security/keys.ts';
import { isOnlyRead, keyFile, readSecret } from './keys.ts';
import { openVault } from './vault-keys.ts';

/** The secrets of an installation, made at its first start. */
export async function installKeys(keysDir: string): Promise<InstallationKeys> {
  const [pepper, vault, install, bank] = await Promise.all([
    readSecret(keysDir, 'password-pepper'),
    openVault(keysDir),
    readSecret(keysDir, 'install-secret'),
    readSecret(keysDir, 'sandbox-bank-key'),
  ]);
  const installSecret = Buffer.from(install, 'base64url');
  const bankSeed = Buffer.from(bank, 'base64url');
  return {
    passwordPepper: { id: 'p1', key: Buffer.from(pepper, 'base64url') },
    vault,
    installSecret,
    bank: { publicKey: derivePublicKey(bankSeed), secretSeed: bankSeed },
    log: await logKey(keysDir, installSecret),
  };
}

/**
 * The name of the log and of its key. The id of the installation, which is public, says nothing of the secret
 * that it comes from.
 */
const installId = (installSecret: Uint8Array): string =>
  createHash('sha256').update('khara/install-id').update(installSecret).digest('hex').slice(0, 16);

const readLogKey = async (keysDir: string, id: string, file: string): Promise<SecretLogKey> => {
  const secretSeed = Buffer.from(await readSecret(keysDir, file), 'base64url');
  return { name: `khara/${id}`, publicKey: derivePublicKey(secretSeed), secretSeed };
};

export const LOG_KEY = 'log-key';
/** The file of the key that signs the log. */
export const logKeyFile = (installSecret: Uint8Array): string => `${LOG_KEY}-${installId(installSecret)}`;

/** The public half of the log's key, for servers that do not seal the log. */
export const publicLogKeyFile = (installSecret: Uint8Array): string => `${logKeyFile(installSecret)}.pub`;

/** The key that signs the log: its public half alone where only that was given to this server. */
async function logKey(keysDir: string, installSecret: Uint8Array): Promise<LogKey> {
  const file = logKeyFile(installSecret);
  const given = keyFile(keysDir, publicLogKeyFile(installSecret));
  if (!existsSync(keyFile(keysDir, file)) && existsSync(given)) {
    const text = (await readFile(given, 'utf8')).trim();
    if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${given} holds no public key`);
    return { name: `khara/${installId(installSecret)}`, publicKey: unhex(text) };
  }
  const key = await readLogKey(keysDir, installId(installSecret), file);
  // A directory that may only be read has it from its store, or does without: the secret says the same.
  if (!existsSync(given)) await putPublicKey(given, key).catch(() => undefined);
  return key;
}

const putPublicKey = (file: string, { publicKey }: LogKey): Promise<void> =>
  writeFile(file, `${hex(publicKey)}\n`, { mode: 0o644, flush: true });

/**
 * The key by which a server signs receipts, made at its first start: in the first of these directories, or in the next
 * one where that is only read.
 */
export async function nodeKey([keysDir = '', ...others]: readonly string[], node: string): Promise<NodeKey> {
  const file = `node-key-${node}`;
  try {
    const secretSeed = Buffer.from(await readSecret(keysDir, file), 'base64url');
    return { node, publicKey: derivePublicKey(secretSeed), secretSeed };
  } catch (error) {
    if (others.length === 0 || !isOnlyRead(error)) throw error;
    return nodeKey(others, node);
  }
}

/** A key that is to sign the log from the next start on, made now unless there is one already. */
export async function prepareLogKey(keysDir: string): Promise<SecretLogKey> {
  const id = installId((await installKeys(keysDir)).installSecret);
  return readLogKey(keysDir, id, `log-key-${id}.next`);
}

export type PreparedLogKey = {
  readonly key: SecretLogKey;
  /** Puts it in the place of the old one, which is kept beside it under the beginning of its public key. */
  readonly adopt: () => Promise<void>;
};

/** The key that `prepareLogKey` made, if it waits. */
export async function preparedLogKey(
  keysDir: string,
  keys: Pick<InstallationKeys, 'installSecret' | 'log'>,
): Promise<PreparedLogKey | undefined> {
  const id = installId(keys.installSecret);
  const current = keyFile(keysDir, `log-key-${id}`);
  const next = `${current}.next`;
  if (!existsSync(next)) return undefined;
  const key = await readLogKey(keysDir, id, `log-key-${id}.next`);
  return {
    key,
    adopt: async () => {
      await copyFile(current, `${current}.old-${hex(keys.log.publicKey).slice(0, 16)}`);
      await rename(next, current); // at once: at no moment there is no key
      await putPublicKey(`${current}.pub`, key);
    },
  };
}
