import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { hex, publicKeyOf } from '@khara/proof';
import type { Keys, LogKey } from '#src/security/keys.ts';
import { keyFile, readSecret } from './keys.ts';
import { vaultOf } from './vault-keys.ts';

/** The secrets of an installation, made at its first start. */
export async function installKeys(keysDir: string): Promise<Keys> {
  const [pepper, vault, install] = await Promise.all([
    readSecret(keysDir, 'password-pepper'),
    vaultOf(keysDir),
    readSecret(keysDir, 'install-secret'),
  ]);
  const installSecret = Buffer.from(install, 'base64url');
  return {
    passwordPepper: { id: 'p1', key: Buffer.from(pepper, 'base64url') },
    vault,
    installSecret,
    log: await logKey(keysDir, installSecret),
  };
}

/**
 * The name of the log and of its key. The id of the installation, which is public, says nothing of the secret
 * that it comes from.
 */
const installId = (installSecret: Uint8Array): string =>
  createHash('sha256').update('khara/install-id').update(installSecret).digest('hex').slice(0, 16);

const readLogKey = async (keysDir: string, id: string, file: string): Promise<LogKey> => {
  const secretSeed = Buffer.from(await readSecret(keysDir, file), 'base64url');
  return { name: `khara/${id}`, publicKey: publicKeyOf(secretSeed), secretSeed };
};

export const LOG_KEY = 'log-key';
/** The file of the key that signs the log. */
export const logKeyFile = (installSecret: Uint8Array): string => `${LOG_KEY}-${installId(installSecret)}`;

/** The key that signs the log. */
const logKey = (keysDir: string, installSecret: Uint8Array): Promise<LogKey> =>
  readLogKey(keysDir, installId(installSecret), logKeyFile(installSecret));

/** A key that is to sign the log from the next start on, made now unless there is one already. */
export async function prepareLogKey(keysDir: string): Promise<LogKey> {
  const id = installId((await installKeys(keysDir)).installSecret);
  return readLogKey(keysDir, id, `log-key-${id}.next`);
}

export type PreparedLogKey = {
  readonly key: LogKey;
  /** Puts it in the place of the old one, which is kept beside it under the beginning of its public key. */
  readonly adopt: () => Promise<void>;
};

/** The key that `prepareLogKey` made, if it waits. */
export async function preparedLogKey(keysDir: string, keys: Keys): Promise<PreparedLogKey | undefined> {
  const id = installId(keys.installSecret);
  const current = keyFile(keysDir, `log-key-${id}`);
  const next = `${current}.next`;
  if (!existsSync(next)) return undefined;
  return {
    key: await readLogKey(keysDir, id, `log-key-${id}.next`),
    adopt: async () => {
      await copyFile(current, `${current}.old-${hex(keys.log.publicKey).slice(0, 16)}`);
      await rename(next, current); // at once: at no moment there is no key
    },
  };
}
