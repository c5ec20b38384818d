import { existsSync } from 'node:fs';
import { keyFile } from '#src/adapters/keys.ts';

/** Throws where no server has made its keys: the command would make others, by which nothing is signed. */
export function expectKeys(keysDir: string): void {
  if (!existsSync(keyFile(keysDir, 'install-secret')))
    throw new Error(
      `${keysDir} has no keys of Khara: a server makes them at its first start, so start one or name its directory`,
    );
}
