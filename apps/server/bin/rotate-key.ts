/**
 * `npm run rotate-key [-- DIRECTORY]`: prepares another key for the log of a data directory (DATA_DIR,
 * ./.data unless said). The server takes it at its next start: it writes a record signed by both keys into
 * the log, and signs with the new one from there on. The old one is kept beside it.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { hex } from '@khara/proof';
import { installKeys, prepareLogKey } from '#src/adapters/install-keys.ts';
import { keyFile, keysOf } from '#src/adapters/keys.ts';
import { readConfig } from '#src/config.ts';

try {
  const config = readConfig(process.env);
  const dataDir = path.resolve(process.argv[2] ?? config.DATA_DIR);
  const keysDir = path.resolve(config.KEYS_DIR ?? keysOf(dataDir));
  if (!existsSync(keyFile(keysDir, 'install-secret'))) throw new Error(`${keysDir} has no keys of Khara`);
  const { log } = await installKeys(keysDir);
  const next = await prepareLogKey(keysDir);
  console.log(`${log.name} is signed by ${hex(log.publicKey)}`);
  console.log(`From the next start on it is signed by ${hex(next.publicKey)}. Restart the server now.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
