import { createHash } from 'node:crypto';
import { publicKeyOf } from '@khara/proof';
import type { Keys, LogKey } from '../deps.ts';
import { secret } from './keys.ts';

/** The secrets of an installation, made at its first start. */
export async function installKeys(dataDir: string): Promise<Keys> {
  const [pepper, install] = await Promise.all([secret(dataDir, 'password-pepper'), secret(dataDir, 'install-secret')]);
  const installSecret = Buffer.from(install, 'base64url');
  return {
    passwordPepper: { id: 'p1', key: Buffer.from(pepper, 'base64url') },
    installSecret,
    log: await logKey(dataDir, installSecret),
  };
}

/** The key that signs the log. The id of the installation, which is public, says nothing of the secret that it comes from. */
async function logKey(dataDir: string, installSecret: Uint8Array): Promise<LogKey> {
  const installId = createHash('sha256').update('khara/install-id').update(installSecret).digest('hex').slice(0, 16);
  const secretSeed = Buffer.from(await secret(dataDir, `log-key-${installId}`), 'base64url');
  return { name: `khara/${installId}`, publicKey: publicKeyOf(secretSeed), secretSeed };
}
