import type { Keys } from '../deps.ts';
import { secret } from './keys.ts';

/** The secrets of an installation, made at its first start. */
export async function installKeys(dataDir: string): Promise<Keys> {
  const [pepper, install] = await Promise.all([secret(dataDir, 'password-pepper'), secret(dataDir, 'install-secret')]);
  return {
    passwordPepper: { id: 'p1', key: Buffer.from(pepper, 'base64url') },
    installSecret: Buffer.from(install, 'base64url'),
  };
}
